import Determinism
import Testing

@testable import Things

struct ThingsBookTests {
    static let day = CivilDay(number: 20_784)

    static func day(_ offset: Int) -> CivilDay { CivilDay(number: UInt16(Int(day.number) + offset)) }

    /// A book with these days done.
    static func book(stars: [Int], witnessed: ClosedRange<Int>? = nil) -> ThingsBook {
        var book = ThingsBook()
        for offset in stars {
            if let id = book.write("thing", of: "", on: day(offset), by: 1) {
                _ = book.tick(id, isDone: true, on: day(offset), minute: 600, by: 1)
            }
        }
        for offset in witnessed.map(Array.init) ?? [] { _ = book.merge(.witnessed(day(offset))) }
        return book
    }

    /// What any number of stations have done, in any order and more than once, is one book.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func theOrderDoesNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var books = [ThingsBook](repeating: ThingsBook(), count: 3)
        var records: [ThingsRecord] = []
        for _ in 0..<60 {
            let index = Int.random(in: 0..<3, using: &random)
            let day = Self.day(Int.random(in: -2...2, using: &random))
            let person = ["", "Anna", "Ben"].randomElement(using: &random) ?? ""
            let author = UInt64(index)
            let item = books[index].items(of: person, on: day).randomElement(using: &random)?.id
            switch (Int.random(in: 0..<8, using: &random), item) {
            case (0, let id?): _ = books[index].tick(id, isDone: false, on: day, minute: nil, by: author)
            case (1...2, let id?): _ = books[index].tick(id, isDone: true, on: day, minute: 5, by: author)
            case (3, let id?): _ = books[index].remove(id, on: day, by: author)
            case (4, let id?): _ = books[index].reword(id, "other \(seed)", on: day, by: author)
            case (5, _): _ = books[index].put(person, colour: 3, by: author)
            case (6, _): _ = books[index].dismiss("Ben", by: author)
            default: _ = books[index].write("a thing", of: person, on: day, by: author)
            }
            records += books[index].records
            if Int.random(in: 0..<10, using: &random) == 0 {
                for record in books[index].records { _ = books[(index + 1) % 3].merge(record) }
            }
        }
        var (forwards, shuffled) = (ThingsBook(), ThingsBook())
        for record in records { _ = forwards.merge(record) }
        for record in records.shuffled(using: &random) + records.prefix(40) { _ = shuffled.merge(record) }
        #expect(forwards == shuffled)
        let before = forwards
        for record in shuffled.records + books.flatMap(\.records) { _ = forwards.merge(record) }
        #expect(forwards == before)
    }

    @Test func aTickStaysIfWhoTookAnotherBackDidNotKnowOfIt() throws {
        let here = HeldBook()
        let id = try #require(here.write("oil change", of: "", on: Self.day, by: 1))
        let there = HeldBook()
        there.merge(here)
        #expect(here.tick(id, isDone: true, on: Self.day, minute: 5, by: 1))
        #expect(there.tick(id, isDone: true, on: Self.day, minute: 9, by: 2))
        #expect(here.tick(id, isDone: false, on: Self.day, minute: nil, by: 1))
        here.merge(there)
        there.merge(here)
        #expect(here.value == there.value)
        #expect(here.items(on: Self.day).first?.isDone == true)
        #expect(here.tick(id, isDone: false, on: Self.day, minute: nil, by: 1))
        #expect(here.items(on: Self.day).first?.isDone == false)
        // And again, which is newer than what was taken back.
        #expect(here.tick(id, isDone: true, on: Self.day, minute: nil, by: 1))
        #expect(here.items(on: Self.day).first?.isDone == true)
    }

    @Test func whatIsRemovedIsGoneUnlessSomebodyHasDoneIt() throws {
        let here = HeldBook()
        let id = try #require(here.write("oil change", of: "", on: Self.day, by: 1))
        let there = HeldBook()
        there.merge(here)
        #expect(here.remove(id, on: Self.day, by: 1))
        #expect(here.items(on: Self.day).isEmpty)
        #expect(there.tick(id, isDone: true, on: Self.day, minute: 5, by: 2))
        here.merge(there)
        #expect(here.items(on: Self.day).map(\.isDone) == [true])
    }

    @Test func aDayHasFourAndAHouseHasEight() {
        let book = HeldBook()
        for _ in 0..<4 { #expect(book.write("x", of: "", on: Self.day, by: 1) != nil) }
        #expect(book.write("x", of: "", on: Self.day, by: 1) == nil)
        for number in 0..<8 { #expect(book.put("P\(number)", colour: number, by: 1)) }
        #expect(!book.put("P8", colour: 0, by: 1))
        #expect(book.put("P7", colour: 0, by: 1))
        #expect(book.dismiss("P0", by: 1))
        #expect(book.put("P8", colour: 0, by: 1))
        #expect(book.write("x", of: "P0", on: Self.day, by: 1) == nil)
        #expect(!book.put("P1", colour: 8, by: 1))
        #expect(!book.put(" ", colour: 1, by: 1))
        #expect(
            book.value.persons(on: Self.day).map(\.name) == [
                "", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8",
            ])
    }

    /// Of what stations that were apart have written, the oldest sixteen stay, in whatever order they come.
    @Test func aListHasRoomForSixteen() {
        let records = (1...20).map { number in
            ThingsRecord.item(
                TodoItem("x", at: LamportStamp(counter: UInt64(number), author: 1)), of: "", on: Self.day)
        }
        for order in [records, records.reversed()] {
            let book = HeldBook()
            for record in order { _ = book.merge(record) }
            #expect(book.items(on: Self.day).map(\.id.counter) == Array(1...16))
        }
    }

    @Test func afterFourHundredDaysOnlyTheStarsAreLeft() {
        var book = Self.book(stars: Array(0..<400))
        #expect(book.days.count == 400)
        #expect(book.stars.isEmpty)
        for offset in 400..<410 { _ = book.write("later", of: "", on: Self.day(offset), by: 1) }
        #expect(book.days.count == 400)
        #expect(book.items(of: "", on: Self.day(3)).isEmpty)
        #expect(book.hasStar("", on: Self.day(3)))
        #expect(book.starredDays("", upTo: Self.day(500)).count == 400)
        // One thing of a day long ago says nothing of the others.
        let old = TodoItem("old", at: LamportStamp(counter: 1, author: 9))
        let before = book
        _ = book.merge(.item(old, of: "", on: Self.day(-100)))
        #expect(book == before)
    }

    @Test(
        arguments: [
            // Stars, what was witnessed, today, chain, longest.
            ([Int](), nil, 0, 0, 0),
            ([0], nil, 0, 1, 1),
            ([0, 1, 2], 0...2, 2, 3, 3),
            // Today is not over.
            ([0, 1, 2], 0...2, 3, 3, 3),
            ([0, 1, 2], 0...3, 4, 0, 3),
            // Nobody was there on the third day.
            ([0, 1, 2], 0...2, 9, 3, 3),
            ([0, 1, 3, 4, 5], 0...1, 5, 5, 5),
            ([0, 1, 3, 4, 5], 0...5, 5, 3, 3),
            ([0, 1, 2, 4], 0...4, 4, 1, 3),
            // A clock that was ahead.
            ([0, 1, 900], 0...1, 1, 2, 2),
        ] as [([Int], ClosedRange<Int>?, Int, Int, Int)])
    func starsInARow(stars: [Int], witnessed: ClosedRange<Int>?, today: Int, chain: Int, longest: Int) {
        let book = Self.book(stars: stars, witnessed: witnessed)
        #expect(book.chain("", on: Self.day(today)) == chain)
        #expect(book.longestChain("", upTo: Self.day(today)) == longest)
    }

    @Test func aChainIsBrokenByYesterdayAlone() {
        let book = Self.book(stars: [0, 1, 2], witnessed: 0...4)
        #expect(book.chainBroken("", before: Self.day(3)) == nil)
        #expect(book.chainBroken("", before: Self.day(4)) == 3)
        #expect(book.chainBroken("", before: Self.day(5)) == nil)
        #expect(Self.book(stars: [0], witnessed: 0...1).chainBroken("", before: Self.day(2)) == nil)
    }
}
