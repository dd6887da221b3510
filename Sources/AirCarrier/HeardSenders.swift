import Wire

/// Who is heard by radio, by address: what its tails say of its radio, and whether it knows this station.
///
/// What a tail says holds for as long as anything of its sender is heard. A slow radio says a tail every ten
/// seconds in a hunt, and where half of all frames are lost, half a minute may pass without one.
struct HeardSenders: Sendable {
    static let sendersAtMost = 64
    /// A station that was not heard for so long is not waited for.
    private static let forgottenAfter = AirReceiver.forgottenAfter
    private static let strangerFor: Duration = .seconds(2)
    /// A response is said every second turn at least. One that is not heard for longer is not being said.
    private static let responseFor = 4
    /// Until a sender has said how often it advertises.
    private static let intervalAtMost: Duration = .milliseconds(100)

    private struct Sender: Sendable {
        var heardAt: Duration
        var interval: Duration = .zero
        var isSlow = false
        var listensPartly = false
        /// Of its program, as its announcement says.
        var start: UInt32?
        /// It has said something to this station, whose announcement it has read, then.
        var hasSpoken = false
        /// When a response of it was heard, to whomever.
        var respondedAt: Duration?
    }

    private var senders: [[UInt8]: Sender] = [:]
    /// When somebody was heard last that advertises seldom.
    private(set) var slowAt: Duration?
    /// When somebody was heard last that does not listen all of the time.
    private(set) var partlyListeningAt: Duration?

    /// How often a sender advertises now; zero where it has not said so.
    func interval(of address: [UInt8]) -> Duration { senders[address]?.interval ?? .zero }

    /// Any frame.
    mutating func hear(from address: [UInt8], now: Duration) {
        guard let known = senders[address] else {
            if senders.count >= Self.sendersAtMost { forgetOne() }
            senders[address] = Sender(heardAt: now)
            return
        }
        senders[address]?.heardAt = now
        if known.isSlow { slowAt = now }
        if known.listensPartly { partlyListeningAt = now }
    }

    mutating func hear(tail: AirFrame, from address: [UInt8], now: Duration) {
        senders[address]?.interval = tail.intervalNow == .zero ? tail.interval : tail.intervalNow
        senders[address]?.isSlow = tail.interval > AirCarrier.quickAtMost
        senders[address]?.listensPartly = tail.listensOneIn > 1
        hear(from: address, now: now)
    }

    /// An announcement of this sender is whole. Started anew, it knows nobody.
    mutating func announce(start: UInt32, by address: [UInt8]) {
        if let before = senders[address]?.start, before != start { senders[address]?.hasSpoken = false }
        senders[address]?.start = start
    }

    /// A sender has said something to this station.
    mutating func speak(by address: [UInt8]) { senders[address]?.hasSpoken = true }

    /// A part of a response to somebody.
    mutating func respond(by address: [UInt8], now: Duration) { senders[address]?.respondedAt = now }

    /// Whether only one is heard, and whether that one is saying a response.
    func isOne(now: Duration) -> (Bool, isResponding: Bool) {
        let heard = senders.values.filter { now - $0.heardAt < Self.forgottenAfter }
        guard let only = heard.first, heard.count == 1 else { return (false, false) }
        let interval = only.interval == .zero ? Self.intervalAtMost : only.interval
        let turn = interval + AirCarrier.meanDelay
        return (true, only.respondedAt.map { now - $0 <= turn * Self.responseFor } ?? false)
    }

    /// Whether all who are heard know this station, as far as they have shown.
    func allHaveSpoken(now: Duration) -> Bool {
        let heard = senders.values.filter { now - $0.heardAt < Self.forgottenAfter }
        return !heard.isEmpty && heard.allSatisfy(\.hasSpoken)
    }

    /// Whether somebody is heard whose announcement is not known yet.
    func hearsStranger(now: Duration) -> Bool {
        senders.values.contains { $0.start == nil && now - $0.heardAt < Self.strangerFor }
    }

    /// The one that was not heard for the longest time makes room.
    private mutating func forgetOne() {
        let oldest = senders.min { one, other in
            let (left, right) = (one.value.heardAt, other.value.heardAt)
            return left != right ? left < right : one.key.lexicographicallyPrecedes(other.key)
        }
        if let oldest { senders[oldest.key] = nil }
    }
}
