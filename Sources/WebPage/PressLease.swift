/// Those who hold by the page. A phone that falls asleep lets go, and does not say so: a phone that holds
/// says it again and again.
struct PressLease: Sendable {
    static let believedFor = Duration.milliseconds(1_500)
    /// Browsers that may hold at once; more are not believed.
    static let handsAtMost = 8

    private var hands: [String: Duration] = [:]

    var isDown: Bool { !hands.isEmpty }

    /// Whether the button has gone down or up by that.
    ///
    /// - Parameter source: whose hand it is.
    mutating func hold(_ isDown: Bool, source: String, now: Duration) -> Bool {
        let before = self.isDown
        if !isDown {
            hands[source] = nil
        } else if hands[source] != nil || hands.count < Self.handsAtMost {
            hands[source] = now
        }
        return before != self.isDown
    }

    /// Lets go for those who have not said for a while that they hold; whether that was the last one.
    mutating func expire(now: Duration) -> Bool {
        let before = isDown
        hands = hands.filter { now - $0.value < Self.believedFor }
        return before && !isDown
    }
}
