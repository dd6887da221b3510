import Testing

@testable import Things

/// What two stations say to each other, without a station around it.
struct AntiEntropyTests {
    /// A thing on the first of each of so many months.
    private static func book(months: Int) -> ThingsBook {
        var book = ThingsBook()
        for number in 0..<months {
            let month = CivilMonth(number: ThingsBookTests.day.month.number - UInt16(number))
            if let day = month.day(1) { _ = book.write("thing", of: "", on: day, by: 1) }
        }
        return book
    }

    private static func summary(_ book: ThingsBook) -> ThingsLine {
        let months = book.months.prefix(ThingsLine.Summary.monthsAtMost)
        return .summary(
            ThingsLine.Summary(
                allTime: book.digestOfAllTime,
                months: Dictionary(uniqueKeysWithValues: months.map { ($0, book.digest(of: $0)) }),
                time: nil, reminded: nil))
    }

    /// What follows when another station with this book has told of it.
    private static func answers(_ mine: ThingsBook, to theirs: ThingsBook) -> [ThingsLine] {
        var sync = AntiEntropy()
        sync.heard(summary(theirs), from: 2, in: mine, now: .zero)
        return (1...9).flatMap { second in
            sync.advance(with: [2], busy: [], isSlow: false, now: .seconds(second)) { summary(mine) }
        }.map(\.1)
    }

    @Test(arguments: [0, 1, 16, 17, 40])
    func whoHasTheSameSaysNothingButThat(months: Int) {
        let book = Self.book(months: months)
        #expect(Self.answers(book, to: book) == [Self.summary(book)])
    }

    @Test func ofAMonthThatDiffersTheDaysAreTold() {
        let (mine, theirs) = (Self.book(months: 3), Self.book(months: 2))
        let missing = mine.months[2]
        let told = Self.answers(mine, to: theirs).compactMap { line in
            if case .days(_, let month) = line { month } else { nil }
        }
        #expect(told == [missing])
    }
}
