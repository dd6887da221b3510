import Testing

@testable import Things

/// Things that are taken elsewhere and back.
struct ThingsExportTests {
    private static func book() -> ThingsBook {
        var book = ThingsBook()
        _ = book.put("Anna", colour: 2, by: 1)
        for (text, person) in [("oil change, filter; \\ done", ""), ("call Tim", "Anna")] {
            _ = book.write(text, of: person, on: ThingsBookTests.day, by: 1)
        }
        let id = book.items(of: "", on: ThingsBookTests.day)[0].id
        _ = book.tick(id, isDone: true, on: ThingsBookTests.day, minute: 600, by: 1)
        return book
    }

    @Test func aCalendarIsReadAgain() throws {
        let text = ICalendar.text(Self.book())
        let entries = try #require(ICalendar.read(text)).entries
        #expect(entries.map(\.text) == ["oil change, filter; \\ done", "call Tim"])
        #expect(entries.map(\.isDone) == [true, false])
        #expect(entries.map(\.person) == ["", "Anna"])
        // Into the book that it is from nothing comes twice.
        var book = Self.book()
        for record in entries.compactMap(\.records).flatMap(\.self) { _ = book.merge(record) }
        #expect(book.entries.map(\.text) == Self.book().entries.map(\.text))
        #expect(book.items(of: "", on: ThingsBookTests.day).count == 1)
        // Into another one all of it.
        var other = ThingsBook()
        for record in entries.compactMap(\.records).flatMap(\.self) { _ = other.merge(record) }
        #expect(other.entries.map(\.text) == Self.book().entries.map(\.text))
        #expect(other.hasStar("", on: ThingsBookTests.day))
        #expect(other.persons(on: ThingsBookTests.day).map(\.name) == ["", "Anna"])
    }

    /// RFC 5545, section 3.1: lines of at most 75 octets, ended by CR and LF, and no character is cut.
    @Test func longLinesAreFolded() throws {
        var book = ThingsBook()
        let words = String(repeating: "äöü ", count: 15)
        _ = book.write(words, of: "", on: ThingsBookTests.day, by: 1)
        let text = ICalendar.text(book)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
        #expect(lines.contains { $0.hasPrefix(" ") })
        #expect(try #require(ICalendar.read(text)).entries.map(\.text) == [TodoItem.tidied(words)])
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    }

    @Test func aStarIsAnEventOfTheWholeDay() {
        let text = ICalendar.text(Self.book())
        #expect(text.contains("BEGIN:VEVENT\r\nUID:star-2026-11-27-@hotcold.invalid\r\n"))
        #expect(text.contains("DTSTART;VALUE=DATE:20261127\r\nSUMMARY:Gold star\r\n"))
    }

    /// What another program writes: with times, without our names, in lower case, folded anywhere.
    @Test func anotherProgramsToDosAreTaken() throws {
        let text = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VTIMEZONE\r
            TZID:Europe/Berlin\r
            END:VTIMEZONE\r
            BEGIN:VTODO\r
            UID:3b1c\r
            DUE;TZID=Europe/Berlin:20261127T180000\r
            SUMMARY;LANGUAGE=en:Buy mi\r
             lk\\, eggs\\nand more\r
            status:completed\r
            END:VTODO\r
            begin:vtodo\r
            SUMMARY:without a day\r
            end:vtodo\r
            END:VCALENDAR\r

            """
        let entries = try #require(ICalendar.read(text)).entries
        #expect(entries.count == 1)
        #expect(entries[0].text == "Buy milk, eggs and more")
        #expect(entries[0].day == ThingsBookTests.day && entries[0].isDone && entries[0].id == nil)
        let (first, second) = (entries[0].records, entries[0].records)
        #expect(first == second && first?.count == 1)
    }

    /// As programs for tasks write them: alarms inside, colons in quotation marks, tags, a mark of the byte
    /// order, to-dos without a day or called off.
    @Test func whatIsNoPartOfAToDoIsNotTakenForOne() throws {
        let text = """
            \u{FEFF}BEGIN:VCALENDAR
            BEGIN:VTODO
            BEGIN:VALARM
            SUMMARY:the alarm
            DTSTART:20200101T000000Z
            END:VALARM
            SUMMARY;ALTREP="cid:part1@host:80/":Water the plants
            CATEGORIES:Home,Garden
            UID:7fffffffffffffff7fffffffffffffff@elsewhere.example
            DTSTART;VALUE=DATE:20261127
            END:VTODO
            BEGIN:VTODO
            SUMMARY:some day
            END:VTODO
            BEGIN:VTODO
            DUE:20261127
            END:VTODO
            BEGIN:VTODO
            SUMMARY:called off
            DUE:20261127
            STATUS:CANCELLED
            END:VTODO
            BEGIN:VEVENT
            SUMMARY:a party
            DTSTART:20261127
            END:VEVENT
            END:VCALENDAR
            """
        let reading = try #require(ICalendar.read(text))
        let entry = ThingsEntry(
            day: ThingsBookTests.day, person: "", text: "Water the plants", isDone: false)
        #expect(reading == ICalendar.Reading(entries: [entry], leftOut: 3))
    }

    @Test(arguments: ["", "{}", "BEGIN:VCARD\r\n", "BEGIN:VEVENT"])
    func whatIsNoCalendarIsNone(text: String) {
        #expect(ICalendar.read(text) == nil)
    }

    @Test func anEntryWithoutWordsIsNone() {
        let day = ThingsBookTests.day
        #expect(ThingsEntry(day: day, person: "", text: " ", isDone: false).records == nil)
        #expect(ThingsEntry(day: day, person: " ", text: "x", isDone: false).records == nil)
        #expect(ThingsEntry(day: day, person: "", text: "x", isDone: false, id: "12").records == nil)
    }
}
