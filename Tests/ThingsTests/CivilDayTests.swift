import Testing

@testable import Things

struct CivilDayTests {
    @Test(arguments: [
        (0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (10_957, "2000-01-01"),
        (11_016, "2000-02-29"), (20_784, "2026-11-27"), (47_540, "2100-02-28"), (47_541, "2100-03-01"),
        (65_535, "2149-06-06"),
    ])
    func aDayHasItsDate(number: UInt16, date: String) {
        #expect(CivilDay(number: number).description == date)
        #expect(CivilDay(date)?.number == number)
    }

    @Test func everyDayIsTheOneAfterTheDayBefore() {
        var expected = CivilDay(number: 0)
        for number in 0...UInt16.max {
            let day = CivilDay(number: number)
            #expect(day == expected)
            #expect(CivilDay(day.description) == day)
            #expect(day.month.day(day.dayOfMonth) == day)
            #expect(day.before.map { Int($0.number) } == (number == 0 ? nil : Int(number) - 1))
            expected = CivilDay(number: number &+ 1)
        }
    }

    @Test(arguments: [
        "", "2026-11-31", "2025-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01",
        "1969-12-31",
        "2149-06-07", "2026-11-27 ", "+026-11-27", "2026/11/27", "2026-11-2٣",
    ])
    func whatIsNoDateIsNone(text: String) {
        #expect(CivilDay(text) == nil)
    }

    @Test func monthsAreNamedAndHaveTheirDays() {
        let month = CivilDay("2026-11-27")?.month
        #expect(month?.description == "2026-11")
        #expect(month?.day(30)?.description == "2026-11-30")
        #expect(month?.day(31) == nil)
    }

    @Test func timeGoesOnOverMidnight() throws {
        let evening = LocalTime(day: try #require(CivilDay("2026-12-31")), minute: 1_430)
        #expect(evening.later(by: .seconds(599)) == LocalTime(day: evening.day, minute: 1_439))
        let next = evening.later(by: .seconds(1_200))
        #expect(next.day.description == "2027-01-01")
        #expect(next.minute == 10)
        #expect(evening.later(by: .seconds(-60)) == evening)
    }
}
