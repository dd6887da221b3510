/// The twin of a button's line: remembers its level, and keeps edges as the kernel does, 16 of them, dropping
/// what comes after. Pure, so that it can be used in virtual time.
package struct SimulatedPin: Sendable, Equatable {
    /// As many edges as the kernel keeps for a line (gpiolib-cdev.c).
    package static let capacity = 16

    /// The level now.
    package private(set) var isActive: Bool
    /// How many edges found no room.
    package private(set) var dropped = 0
    private var waiting: [LineEvent] = []

    /// A pin at rest, or one that is held.
    package init(isActive: Bool = false) {
        self.isActive = isActive
    }

    /// Moves the line. No edge if it is there already.
    package mutating func move(to isActive: Bool, at now: Duration) {
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        if waiting.count < Self.capacity {
            waiting.append(LineEvent(isActive: isActive, at: now))
        } else {
            dropped += 1
        }
    }

    /// Moves the line as a real contact does: it bounces up to four times, within 8 ms.
    package mutating func bounce(
        to isActive: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) {
        guard isActive != self.isActive else { return }
        var at = now
        move(to: isActive, at: at)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            at += .microseconds(Int.random(in: 20...1000, using: &random))
            move(to: !isActive, at: at)
            at += .microseconds(Int.random(in: 20...1000, using: &random))
            move(to: isActive, at: at)
        }
    }

    /// Takes the edges that wait, oldest first.
    package mutating func take() -> [LineEvent] {
        defer { waiting = [] }
        return waiting
    }
}
