/// The hours in which a station is not to be heard unless somebody asks for it.
package struct QuietHours: Equatable, Sendable {
    /// Minutes after midnight, 0…1,439. The end may lie before the beginning: the night has midnight in it.
    let from: Int
    let until: Int

    static let minutesOfDay = 1_440

    /// Nil when one of them is no time of day, or both are the same.
    package init?(from: String, until: String) {
        guard let from = Self.minutes(from), let until = Self.minutes(until), from != until else {
            return nil
        }
        (self.from, self.until) = (from, until)
    }

    /// - Parameter minute: of the day; nil when nobody knows what time it is. Then it may be night, and that
    ///   is what has to be assumed: a station that is too quiet wakes nobody.
    package func isQuiet(at minute: Int?) -> Bool {
        guard let minute else { return true }
        return from < until ? (from..<until).contains(minute) : minute >= from || minute < until
    }

    /// The minutes after midnight that "7:30" or "19:05" stands for; nil for what is no time of day.
    package static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }
}
