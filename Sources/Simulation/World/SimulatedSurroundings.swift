import Game

/// What time of day it is where a simulated station stands, as far as it has to know: the twin of
/// `Surroundings`.
package struct SimulatedSurroundings: Sendable {
    private static let looksEvery = Duration.seconds(10)

    /// When it is quiet; nil for never.
    private(set) var hours: QuietHours?
    /// What was told last.
    private var wasQuiet = false
    /// In true time; nil where nobody has to look.
    private(set) var nextLook: Duration?

    /// - Parameter hours: those that the program begins with.
    init(_ hours: QuietHours? = nil, now: Duration = .zero) {
        self.hours = hours
        wasQuiet = isQuiet(at: now)
        nextLook = hours.map { _ in now + Self.looksEvery }
    }

    /// Every evening begins at seven.
    static func minuteOfDay(_ now: Duration) -> Int {
        (19 * 60 + Int((now - World.begin).components.seconds) / 60) % (24 * 60)
    }

    func isQuiet(at now: Duration) -> Bool { hours?.isQuiet(at: Self.minuteOfDay(now)) ?? false }

    mutating func keep(_ hours: QuietHours?, now: Duration) {
        guard hours != self.hours else { return }
        self.hours = hours
        nextLook = nextLook ?? now + Self.looksEvery
    }

    /// Looks at the clock if it is time to; what is new about it.
    mutating func look(now: Duration) -> Bool? {
        guard let due = nextLook, due <= now else { return nil }
        let isQuiet = isQuiet(at: now)
        nextLook = hours == nil ? nil : now + Self.looksEvery
        defer { wasQuiet = isQuiet }
        return isQuiet == wasQuiet ? nil : isQuiet
    }
}
