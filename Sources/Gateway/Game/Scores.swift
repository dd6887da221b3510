import HCI

/// The points of every station this one has played with, kept across restarts.
///
/// At most 64 stations are remembered; the one with the fewest points goes first.
struct Scores: Equatable, Sendable {
    static let stationsAtMost = 64

    /// Where the table is kept in the state directory.
    static let fileName = "scores"

    private(set) var points: [StationID: UInt32] = [:]
    /// The last round that was counted, so that hearing of an ending twice counts it once.
    private(set) var counted: (session: UInt64, round: UInt16) = (0, 0)

    static func == (left: Scores, right: Scores) -> Bool {
        left.points == right.points && left.counted == right.counted
    }

    /// Counts a finished round; false when it was counted before or nobody won.
    mutating func count(_ session: Session) -> Bool {
        guard session.outcome != nil, counted != (session.id, session.round) else { return false }
        counted = (session.id, session.round)
        var changed = false
        for member in session.members {
            let gained = session.points(of: member.id) &- member.points
            guard gained > 0 else { continue }
            points[member.id, default: 0] += UInt32(gained)
            changed = true
        }
        while points.count > Self.stationsAtMost,
            let least = points.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key
        {
            points[least] = nil
        }
        return changed
    }

    func encoded() -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(1)
        writer.u64be(counted.session)
        writer.u16be(counted.round)
        writer.u8(UInt8(points.count))
        for (id, value) in points.sorted(by: { $0.key < $1.key }) {
            writer.u64be(id.value)
            writer.u32be(value)
        }
        return writer.bytes
    }

    /// Reads a saved table; whatever cannot be read throws, and the caller starts a new one beside it.
    init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        guard try reader.u8() == 1 else { throw Malformed("scores of another version", at: 0) }
        counted = (try reader.u64be(), try reader.u16be())
        let count = try reader.u8()
        guard count <= Self.stationsAtMost else { throw Malformed("too many scores", at: 11) }
        for _ in 0..<count {
            points[StationID(value: try reader.u64be())] = try reader.u32be()
        }
    }

    init() {}
}
