import GPIO

/// What a hand on the button does and hears at once, whatever the game makes of it: a tick for every press, a
/// rising tone while held, a falling one when let go too early.
package struct ButtonState: Codable, Sendable {
    /// A press shorter than this gets its tick and no tone.
    private static let toneAfter = Duration.milliseconds(350)

    /// The button is down.
    package private(set) var isPressing = false
    /// It has been down long enough to count as holding, since then.
    package private(set) var holdingSince: Duration?
    /// Since when the button is down; nil while it is up, or stuck.
    package private(set) var downSince: Duration?
    private var downAt: Duration?
    private var rises = false

    mutating func handle(_ event: ButtonEvent, now: Duration) -> [Effect] {
        switch event {
        case .down:
            isPressing = true
            (downAt, downSince) = (now, now)
            return [.play(.tick)]
        case .up:
            isPressing = false
            (downAt, downSince) = (nil, nil)
            let early = rises && holdingSince == nil
            let effects: [Effect] = rises ? [.stop(.rising)] : []
            rises = false
            return effects + (early ? [.play(.falling)] : [])
        case .hold:
            holdingSince = now
            downAt = nil
            rises = false
            return [.stop(.rising), .play(.locked)]
        case .holdEnded, .stuck:
            letGo()
            return []
        case .press, .doublePress, .freed:
            return []
        }
    }

    /// Begins the rising tone when a press is becoming a hold.
    mutating func advance(now: Duration) -> [Effect] {
        guard let downAt, !rises, now - downAt >= Self.toneAfter else { return [] }
        rises = true
        return [.play(.rising)]
    }

    /// The button's line is gone: whatever was held is not held any more.
    mutating func letGo() {
        isPressing = false
        holdingSince = nil
        (downAt, downSince) = (nil, nil)
        rises = false
    }
}
