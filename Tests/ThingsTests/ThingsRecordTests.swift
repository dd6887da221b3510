import Determinism
import Testing
import Wire

@testable import Things

struct ThingsRecordTests {
    static let day = CivilDay(number: 20_784)

    /// One of each kind, and the longest there is.
    static var records: [ThingsRecord] {
        var item = TodoItem("Oil change", at: LamportStamp(counter: 7, author: 3))
        item.tick(LamportStamp(counter: 9, author: 4), minute: 610)
        var longest = TodoItem(
            String(repeating: "é", count: 60), at: LamportStamp(counter: 1 << 40, author: .max))
        longest.removed = LamportStamp(counter: 8, author: 5)
        for author in 0..<8 as Range<UInt64> {
            longest.tick(LamportStamp(counter: author + 10, author: author), minute: nil)
            longest.undone[author] = author + 5
        }
        var gone = Person("Zoë", colour: 7, at: LamportStamp(counter: 3, author: 9))
        gone.presence = Register(false, LamportStamp(counter: 4, author: 9))
        return [
            .item(item, of: "", on: day), .item(longest, of: String(repeating: "ü", count: 20), on: day),
            .person(Person("Anna", colour: 2, at: LamportStamp(counter: 1, author: 2))), .person(gone),
            .witnessed(day), .stars(0x7FFF_FFFF, of: "Anna", in: day.month),
        ]
    }

    @Test func aRecordIsWhatItWas() throws {
        for record in Self.records {
            #expect(try ThingsRecord(record.bytes) == record)
            #expect(record.bytes.count <= ThingsRecord.bytesAtMost)
            #expect(try ThingsLine.decode(ThingsLine.record(record).bytes) == .record(record))
        }
    }

    @Test func everyTruncationIsRefused() {
        for record in Self.records {
            for count in 0..<record.bytes.count {
                #expect(throws: Malformed.self) { try ThingsRecord(Array(record.bytes.prefix(count))) }
            }
            #expect(throws: Malformed.self) { try ThingsRecord(record.bytes + [0]) }
        }
    }

    /// Refused, or another record, which is written as it was read.
    @Test func aFlippedBitDoesNoHarm() throws {
        for record in Self.records {
            for bit in 0..<record.bytes.count * 8 {
                var bytes = record.bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                guard let other = try? ThingsRecord(bytes) else { continue }
                var book = ThingsBook()
                _ = book.merge(other)
                for kept in book.records { #expect(try ThingsRecord(kept.bytes) == kept) }
            }
        }
    }

    @Test func whatIsAbsurdIsRefused() {
        var far = TodoItem("x", at: LamportStamp(counter: 1, author: 1))
        far.wording = Register("x", LamportStamp(counter: 1 << 41, author: 1))
        var control = TodoItem("x", at: LamportStamp(counter: 1, author: 1))
        control.wording = Register("a\u{7}b", LamportStamp(counter: 1, author: 1))
        var late = TodoItem("x", at: LamportStamp(counter: 1, author: 1))
        late.tick(LamportStamp(counter: 2, author: 1), minute: 1_440)
        for item in [far, control, late] {
            #expect(throws: Malformed.self) {
                try ThingsRecord(ThingsRecord.item(item, of: "", on: Self.day).bytes)
            }
        }
        let colour = Person("Anna", colour: 8, at: LamportStamp(counter: 1, author: 1))
        #expect(throws: Malformed.self) { try ThingsRecord(ThingsRecord.person(colour).bytes) }
    }

    @Test func aSummaryIsWhatItWas() throws {
        let summary = ThingsLine.Summary(
            allTime: 5, months: [Self.day.month: 77, CivilMonth(number: 24_300): 0],
            time: LocalTime(day: Self.day, minute: 61), reminded: Self.day)
        let bytes = ThingsLine.summary(summary).bytes
        #expect(try ThingsLine.decode(bytes) == .summary(summary))
        for count in 0..<bytes.count {
            #expect((try? ThingsLine.decode(Array(bytes.prefix(count)))) == nil || count == 0)
        }
        let days = ThingsLine.days(Array(0..<31), of: Self.day.month)
        #expect(try ThingsLine.decode(days.bytes) == days)
        #expect(try ThingsLine.decode([1, 2]) == nil)
        #expect(throws: Malformed.self) { try ThingsLine.decode([3, 9]) }
    }

    @Test(arguments: [
        ("  call\tTim  ", "call Tim"), ("", nil), (" \n", nil), ("a\u{202E}b", "ab"), ("\u{7}", nil),
        (String(repeating: "x", count: 99), String(repeating: "x", count: 60)),
        (String(repeating: "👨‍👩‍👧", count: 60), String(repeating: "👨‍👩‍👧", count: 6)),
    ])
    func whatPeopleTypeIsTidied(text: String, tidied: String?) {
        #expect(TodoItem.tidied(text) == tidied)
    }
}
