import Wire

/// What senders say of their radios in their tails.
///
/// It holds for as long as anything of theirs is heard. A slow radio says a tail every ten seconds in a hunt,
/// and where half of all frames are lost, half a minute may pass without one.
struct SenderParameters: Sendable {
    static let sendersAtMost = 64

    private struct Parameters: Sendable {
        var interval: Duration
        var isSlow: Bool
        var listensPartly: Bool
        var heardAt: Duration
    }

    private var parameters: [[UInt8]: Parameters] = [:]
    /// When somebody was heard last that advertises seldom.
    private(set) var slowAt: Duration?
    /// When somebody was heard last that does not listen all of the time.
    private(set) var partlyListeningAt: Duration?

    /// How often a sender advertises now; zero where it has not said so.
    func interval(of sender: [UInt8]) -> Duration { parameters[sender]?.interval ?? .zero }

    /// A frame that is not a tail.
    mutating func hear(from sender: [UInt8], now: Duration) {
        guard let heard = parameters[sender] else { return }
        parameters[sender]?.heardAt = now
        if heard.isSlow { slowAt = now }
        if heard.listensPartly { partlyListeningAt = now }
    }

    mutating func hear(tail: AirFrame, from sender: [UInt8], now: Duration) {
        if parameters.count >= Self.sendersAtMost, parameters[sender] == nil { forgetOne() }
        parameters[sender] = Parameters(
            interval: tail.intervalNow == .zero ? tail.interval : tail.intervalNow,
            isSlow: tail.interval > AirCarrier.quickAtMost, listensPartly: tail.listensOneIn > 1,
            heardAt: now)
        hear(from: sender, now: now)
    }

    /// The one that was not heard for the longest time makes room.
    private mutating func forgetOne() {
        let oldest = parameters.min { one, other in
            let (left, right) = (one.value.heardAt, other.value.heardAt)
            return left != right ? left < right : one.key.lexicographicallyPrecedes(other.key)
        }
        if let oldest { parameters[oldest.key] = nil }
    }
}
