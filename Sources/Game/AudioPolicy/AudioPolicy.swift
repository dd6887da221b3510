/// When a station may be heard, and how loud. In quiet hours it speaks only if its button is pressed
/// or its people play: a power cut at night wakes no house.
package struct AudioPolicy: Codable, Sendable {
    /// How long after a press in quiet hours somebody is taken to be there.
    static let stays = Duration.seconds(600)

    private var isQuiet: Bool
    private var pressedAt: Duration?
    private var owesGreeting = false

    package init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    /// The light is dimmed.
    package var dims: Bool { isQuiet }

    mutating func quiet(_ isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    /// Somebody has pressed. Whether this is who the greeting was kept for.
    mutating func pressed(now: Duration) -> Bool {
        defer {
            pressedAt = now
            owesGreeting = false
        }
        return owesGreeting
    }

    package var volume: VolumeStep {
        if isQuiet { return .quiet }
        return pressedAt == nil ? .startUp : .usual
    }

    /// Whether anything may be heard now.
    func isHeard(isPlaying: Bool, now: Duration) -> Bool {
        let isAlone = pressedAt.map { now - $0 > Self.stays } ?? true
        return !isQuiet || isPlaying || !isAlone
    }

    /// What of these effects may be heard now.
    mutating func allow(_ effects: [Effect], isPlaying: Bool, now: Duration) -> [Effect] {
        guard !isHeard(isPlaying: isPlaying, now: now) else { return effects }
        return effects.filter { effect in
            switch effect {
            case .say(.hello):
                owesGreeting = true
                return false
            case .say, .play: return false
            case .send, .unicast, .authenticate, .keys, .radio, .light, .stop, .silence, .volume, .adjusted,
                .save,
                .switchOff, .update, .log:
                return true
            }
        }
    }
}
