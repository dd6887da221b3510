/// A day of the Gregorian calendar, as the number of days since the first of January 1970; 0…65,535, which is
/// the year 2149.
package struct CivilDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: UInt16

    package init(number: UInt16) { self.number = number }

    /// Nil for what is no date, or none that can be counted.
    package init?(year: Int, month: Int, day: Int) {
        guard (1970...2149).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year),
            let number = UInt16(exactly: Self.number(year, month, day))
        else { return nil }
        self.number = number
    }

    /// "2026-11-27" (ISO 8601), and nothing else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    /// The day before; nil at the beginning of the count.
    package var before: CivilDay? { number > 0 ? CivilDay(number: number - 1) : nil }

    package var month: CivilMonth {
        let date = date
        return CivilMonth(year: date.year, month: date.month)
    }

    /// 1…31.
    package var dayOfMonth: Int { date.day }

    package var description: String {
        let date = date
        return "\(date.year)-\(Self.two(date.month))-\(Self.two(date.day))"
    }

    /// H. Hinnant, "chrono-compatible low-level date algorithms": years begin in March, so that the leap day
    /// is the last one.
    private var date: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A month of a year.
package struct CivilMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Months since January of the year 0.
    package let number: UInt16

    package init(number: UInt16) { self.number = number }

    /// Both as `CivilDay` has them.
    init(year: Int, month: Int) { number = UInt16(clamping: year * 12 + month - 1) }

    package static func < (left: CivilMonth, right: CivilMonth) -> Bool { left.number < right.number }

    /// Nil for a day that this month has not.
    package func day(_ day: Int) -> CivilDay? {
        CivilDay(year: Int(number) / 12, month: Int(number) % 12 + 1, day: day)
    }

    package var description: String { "\(number / 12)-\(CivilDay.two(Int(number) % 12 + 1))" }
}

/// What a clock on the wall says.
package struct LocalTime: Hashable, Sendable {
    package var day: CivilDay
    /// After midnight, 0…1,439.
    package var minute: Int

    static let minutesOfDay = 1_440

    /// - Parameter minute: after midnight; what is none is brought to the nearest.
    package init(day: CivilDay, minute: Int) {
        self.day = day
        self.minute = min(max(minute, 0), Self.minutesOfDay - 1)
    }

    /// The same, so much later.
    func later(by passed: Duration) -> LocalTime {
        let minutes = minute + Int(clamping: max(passed, .zero).components.seconds / 60)
        let number = Int(day.number) + minutes / Self.minutesOfDay
        return LocalTime(
            day: CivilDay(number: UInt16(clamping: number)), minute: minutes % Self.minutesOfDay)
    }
}
