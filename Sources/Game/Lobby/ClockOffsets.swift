import Determinism
package import PeerNetwork

/// How far the other members' clocks are from this one's: measured, not trusted.
///
/// Every message of a session carries when it was sent, and when the newest of each other member's had been
/// sent and how long it has been there. One direction of a pair then shows offset + delay, the other one
/// delay − offset; the smallest of each, over half a minute, has the least of the delay, and half of their
/// difference is the offset. Quarrels of the network are one-sided and pass; what is left is half of the
/// difference between the two shortest ways.
package struct ClockOffsets: Codable, Sendable {
    /// Crystals of small boards drift by up to 100 ppm, 6 ms against each other in this time.
    private static let remembered = Duration.seconds(30)
    /// Milliseconds there and back together. By radio it is estimated when a message was sent, up to a second
    /// wrong.
    private static let underWay: ClosedRange<Int64> = -1_000...60_000
    /// Smallest values are kept for pieces of the time, so that old ones can be forgotten.
    private static let pieces = 6
    private static var piece: Duration { remembered / pieces }

    /// The smallest of one direction, in milliseconds, in each of the last pieces of time.
    private struct Smallest: Codable, Sendable {
        private var values: [Int32] = []
        private var pieceBegan: Duration?

        mutating func take(_ value: Int32, now: Duration) {
            if let began = pieceBegan, now - began < ClockOffsets.piece, let last = values.last {
                values[values.count - 1] = Swift.min(last, value)
                return
            }
            if let began = pieceBegan, now - began > ClockOffsets.remembered { values = [] }
            pieceBegan = now
            values.append(value)
            values.removeFirst(max(0, values.count - ClockOffsets.pieces))
        }

        var value: Int32? { values.min() }
    }

    private struct Other: Codable, Sendable {
        var boot: UInt32
        /// Their newest stamp and when it arrived, for the echo.
        var sent: UInt32
        var arrivedAt: Duration
        /// This clock − theirs, plus the delay from there to here.
        var here = Smallest()
        /// Theirs − this clock, plus the delay from here to there.
        var there = Smallest()
    }

    private let own: StationID
    /// At most one for each other member of the session.
    private var others: [StationID: Other] = [:]

    package init(own: StationID) {
        self.own = own
    }

    /// A member's message arrived.
    mutating func heard(_ announcement: Announcement, now: Duration) {
        guard let stamp = announcement.stamp else { return }
        let arrived = ClockStamp.milliseconds(now)
        var other =
            others[announcement.sender]
            ?? Other(boot: announcement.boot, sent: stamp.sent, arrivedAt: now)
        if other.boot != announcement.boot {
            // Its clock began anew.
            other = Other(boot: announcement.boot, sent: stamp.sent, arrivedAt: now)
        }
        guard others[announcement.sender] != nil || others.count < ClockStamp.echoesAtMost else { return }
        if Int32(bitPattern: stamp.sent &- other.sent) >= 0 {
            other.sent = stamp.sent
            other.arrivedAt = now
        }
        other.here.take(Int32(bitPattern: arrived &- stamp.sent), now: now)
        if let echo = stamp.echoes.first(where: { $0.of == own }) {
            // They had it `heldFor` before they sent this one.
            let there = stamp.sent &- UInt32(echo.heldFor)
            // An echo of what an earlier start sent is no measurement of this clock: on the way for less than
            // no time, or for longer than any message is.
            let underWay = Int64(Int32(bitPattern: arrived &- echo.sent)) - Int64(echo.heldFor)
            if Self.underWay.contains(underWay) {
                other.there.take(Int32(bitPattern: there &- echo.sent), now: now)
            }
        }
        others[announcement.sender] = other
    }

    /// What the next message says of the clocks; one that was held for longer than a minute is not echoed.
    func stamp(now: Duration) -> ClockStamp {
        let echoes = others.sorted { $0.key < $1.key }.compactMap { id, other -> ClockStamp.Echo? in
            guard let held = UInt16(exactly: (now - other.arrivedAt).wholeMilliseconds) else { return nil }
            return ClockStamp.Echo(of: id, sent: other.sent, heldFor: held)
        }
        return ClockStamp(sent: ClockStamp.milliseconds(now), echoes: echoes)
    }

    /// How long a message that arrived now has been under way, at least zero; nil until both directions have
    /// been measured.
    func delay(of announcement: Announcement, now: Duration) -> Duration? {
        guard let stamp = announcement.stamp, let other = others[announcement.sender],
            other.boot == announcement.boot, let here = other.here.value, let there = other.there.value
        else { return nil }
        let offset = (Int64(here) - Int64(there)) / 2
        let apparent = Int64(Int32(bitPattern: ClockStamp.milliseconds(now) &- stamp.sent))
        return .milliseconds(max(0, apparent - offset))
    }

    /// The longest that the offset to a member can be wrong by: half of the shortest way there and back. Nil
    /// until it has been measured.
    func uncertainty(of id: StationID) -> Duration? {
        guard let here = others[id]?.here.value, let there = others[id]?.there.value else { return nil }
        return .milliseconds(max(0, Int64(here) + Int64(there)) / 2)
    }
}
