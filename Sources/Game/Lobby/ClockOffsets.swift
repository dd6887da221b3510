import Determinism
package import PeerNetwork

/// How far the other members' clocks are from this one's: measured, not trusted.
///
/// Every message of a session carries when it was sent, and when the newest of each other member's had been
/// sent and how long it has been there. One direction of a pair then shows offset + delay, the other one
/// delay − offset; the smallest of each, over half a minute, has the least of the delay, and half of their
/// difference is the offset. Quarrels of the network are one-sided and pass; what is left is half of the
/// difference between the two shortest ways.
///
/// What comes by radio says nearly when it was said, but a message or two each way is all that comes before a
/// count. So it is measured only where the two directions agree, and else taken as it says.
package struct ClockOffsets: Codable, Sendable {
    /// Crystals of small boards drift by up to 100 ppm, 6 ms against each other in this time.
    private static let remembered = Duration.seconds(30)
    /// Milliseconds there and back together. By radio it is estimated when a message was sent, up to a second
    /// wrong.
    private static let underWay: ClosedRange<Int64> = -1_000...60_000
    /// By radio, where messages say when they were said, more milliseconds there and back than these are too
    /// many: one of the two is wrong.
    private static let disagreeing: Int64 = 80
    /// Smallest values are kept for pieces of the time, so that old ones can be forgotten.
    private static let pieces = 6
    private static var piece: Duration { remembered / pieces }

    /// How long a message was under way.
    enum Delay: Equatable, Sendable {
        /// At least zero.
        case measured(Duration)
        /// By radio: as far as its parts tell, which is taken off already.
        case estimated
        case unknown
    }

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
        /// The newest came by radio.
        var isByRadio: Bool
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

    /// A member's message arrived; by radio, at the time at which it was said.
    mutating func heard(_ announcement: Announcement, isByRadio: Bool, now: Duration) {
        guard let stamp = announcement.stamp else { return }
        let arrived = ClockStamp.milliseconds(now)
        var other =
            others[announcement.sender]
            ?? Other(
                boot: announcement.boot, sent: stamp.sent, arrivedAt: now, isByRadio: isByRadio)
        if other.boot != announcement.boot {
            // Its clock began anew.
            other = Other(
                boot: announcement.boot, sent: stamp.sent, arrivedAt: now, isByRadio: isByRadio)
        }
        guard others[announcement.sender] != nil || others.count < ClockStamp.echoesAtMost else { return }
        if Int32(bitPattern: stamp.sent &- other.sent) >= 0 {
            other.sent = stamp.sent
            other.arrivedAt = now
            other.isByRadio = isByRadio
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
    ///
    /// - Parameter isCounting: the start is still to come. In the hunt, where frames are few, what came by
    ///   radio is not echoed: an echo is as long as half a frame, and the start stands.
    func stamp(isCounting: Bool, now: Duration) -> ClockStamp {
        let echoes = others.sorted { $0.key < $1.key }.compactMap { id, other -> ClockStamp.Echo? in
            guard isCounting || !other.isByRadio else { return nil }
            guard let held = UInt16(exactly: (now - other.arrivedAt).wholeMilliseconds) else { return nil }
            return ClockStamp.Echo(of: id, sent: other.sent, heldFor: held)
        }
        return ClockStamp(sent: ClockStamp.milliseconds(now), echoes: echoes)
    }

    /// How long a message was under way that arrived now: unknown until both directions have been measured,
    /// and by radio only estimated where they disagree.
    func delay(of announcement: Announcement, isByRadio: Bool, now: Duration) -> Delay {
        let otherwise = isByRadio ? Delay.estimated : .unknown
        guard let stamp = announcement.stamp, let other = others[announcement.sender],
            other.boot == announcement.boot, let here = other.here.value, let there = other.there.value
        else { return otherwise }
        if isByRadio, Int64(here) + Int64(there) > Self.disagreeing { return .estimated }
        let offset = (Int64(here) - Int64(there)) / 2
        let apparent = Int64(Int32(bitPattern: ClockStamp.milliseconds(now) &- stamp.sent))
        return .measured(.milliseconds(max(0, apparent - offset)))
    }
}
