import GPIO

/// The lamp of a simulated station: what it shows, and since when.
///
/// What `LinesCore` makes of a rhythm is tested there. Here nobody is woken for a flash: a thousand stations
/// would be woken for little else.
package struct SimulatedLamp: Equatable, Sendable {
    private(set) var rhythm = Rhythm.dark
    private var since = Duration.zero

    /// The same rhythm again is no reason to begin again.
    mutating func show(_ rhythm: Rhythm, now: Duration) {
        guard rhythm != self.rhythm else { return }
        (self.rhythm, since) = (rhythm, now)
    }

    func isLit(at now: Duration) -> Bool { rhythm.state(after: now - since).isLit }
}
