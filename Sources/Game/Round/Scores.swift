import HCI
package import PeerNetwork
package import Wire

/// The points of every station this one has played with, kept across restarts.
///
/// At most 64 stations are remembered; the one with the fewest points goes first.
package struct Scores: Equatable, Codable, Sendable {
    static let stationsAtMost = 64

    /// Where the table is kept in the state directory.
    package static let fileName = "scores"

    package private(set) var points: [StationID: UInt32] = [:]
    /// The last round that was counted and who won it, so that hearing of an ending twice counts it once, and
    /// a better one that comes late moves the point.
    package private(set) var counted = Counted()

    package struct Counted: Equatable, Codable, Sendable {
        package var session: UInt64 = 0
        package var round: UInt16 = 0
        var winner = StationID(value: 0)
    }

    /// Counts a finished round; false when that changes nothing.
    mutating func count(_ session: Session) -> Bool {
        guard session.outcome != nil else { return false }
        let winner = session.members.first { session.points(of: $0.id) > $0.points }
        let now = Counted(
            session: session.id, round: session.round, winner: winner?.id ?? StationID(value: 0))
        guard now != counted else { return false }
        if counted.session == now.session, counted.round == now.round, let had = points[counted.winner],
            had > 0
        {
            points[counted.winner] = had - 1
        }
        counted = now
        if let winner {
            let had = points[winner.id] ?? 0
            points[winner.id] = had < .max ? had + 1 : had
        }
        while points.count > Self.stationsAtMost,
            let least = points.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
        {
            points[least] = nil
        }
        return true
    }

    func encoded() -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(1)
        writer.u64be(counted.session)
        writer.u16be(counted.round)
        writer.u64be(counted.winner.value)
        writer.u8(UInt8(points.count))
        for (id, value) in points.sorted(by: { $0.key < $1.key }) {
            writer.u64be(id.value)
            writer.u32be(value)
        }
        return writer.bytes
    }

    /// Reads a saved table; whatever cannot be read throws, and the caller starts a new one beside it.
    package init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        guard try reader.u8() == 1 else { throw Malformed("scores of another version", at: 0) }
        counted = Counted(
            session: try reader.u64be(), round: try reader.u16be(),
            winner: StationID(value: try reader.u64be()))
        let count = try reader.u8()
        guard count <= Self.stationsAtMost else { throw Malformed("too many scores", at: 19) }
        for _ in 0..<count {
            points[StationID(value: try reader.u64be())] = try reader.u32be()
        }
    }

    package init() {}
}
