import Determinism
import HCI
import PeerNetwork
import Wire

/// The bytes of a session inside an announcement (`docs/lobby.md`).
///
/// The numbers of its beacons are not among them: each member derives them from the key.
enum SessionCoding {
    /// Times beyond these are lies or damage: from the lock to the start it takes seven seconds, and no round
    /// is longer than the longest head start, the longest hunt and what follows.
    private static let startsInAtMost = Duration.seconds(10)
    private static let startedAgoAtMost = Duration.seconds(8_400)

    static func write(_ session: Session, to writer: inout PacketWriter, now: Duration) {
        writeAgreement(session, to: &writer)
        writeStart(session.startsAt, to: &writer, now: now)
        writer.u8(session.generation)
        writeOutcome(session.outcome, to: &writer)
    }

    static func writeStart(_ startsAt: Duration, to writer: inout PacketWriter, now: Duration) {
        // Rounded up: one that merges takes the earliest start, so one that is told too early would creep.
        let startsIn = (startsAt - now + .microseconds(999)).wholeMilliseconds
        writer.u32be(UInt32(bitPattern: Int32(clamping: startsIn)))
    }

    /// - Returns: a start that a round can have, and whether it is the one that was told.
    static func readStart(
        _ reader: inout PacketReader, now: Duration
    ) throws(Malformed) -> (at: Duration, isBelieved: Bool) {
        let startsIn = Duration.milliseconds(Int64(Int32(bitPattern: try reader.u32be())))
        let believed = min(max(startsIn, .zero - startedAgoAtMost), startsInAtMost)
        return (now + believed, believed == startsIn)
    }

    /// What does not change while the round lasts.
    static func writeAgreement(_ session: Session, to writer: inout PacketWriter) {
        writer.u64be(session.id)
        writer.u16be(session.round)
        writer.u16be(UInt16(clamping: session.headStart.components.seconds))
        writer.u16be(UInt16(clamping: session.limit.components.seconds))
        writer.u8(UInt8(session.members.count))
        for member in session.members {
            writer.u64be(member.id.value)
            writer.u8(member.name.colour)
            writer.u8(member.name.animal)
            writer.u8(member.role.rawValue)
            writer.u16be(member.points)
        }
    }

    /// A start beyond belief, or more renewals than a round has, cost a member no more than that: who else
    /// would be heard about itself could not be any more.
    ///
    /// - Returns: the session, and whether it says when it starts.
    static func read(
        _ reader: inout PacketReader, now: Duration
    ) throws(Malformed) -> (session: Session, tellsStart: Bool) {
        let id = try reader.u64be()
        let round = try reader.u16be()
        let headStart = Duration.seconds(Int64(try reader.u16be()))
        let limit = Duration.seconds(Int64(try reader.u16be()))
        guard headStart <= .seconds(Session.headStartSecondsAtMost),
            limit <= .seconds(Session.limitMinutesAtMost * 60)
        else {
            throw Malformed("a round longer than any settings allow", at: reader.offset)
        }
        let members = try readMembers(&reader)
        let start = try readStart(&reader, now: now)
        let generation = try reader.u8()
        let outcome = try readOutcome(&reader)
        switch outcome {
        case .found(let finder, _):
            let seeks = members.contains { $0.id == finder && $0.role == .seek }
            guard seeks else { throw Malformed("found by somebody who does not seek", at: reader.offset) }
        case .abandoned(.cancelled(let canceller)):
            guard members.contains(where: { $0.id == canceller }) else {
                throw Malformed("cancelled by somebody who does not play", at: reader.offset)
            }
        case .timeUp, .abandoned(.tooFew), nil: break
        }
        let session = Session(
            id: id, round: round, members: members, startsAt: start.at, headStart: headStart,
            limit: limit, outcome: outcome,
            generation: generation <= Session.generationsAtMost ? generation : 0)
        return (session, tellsStart: start.isBelieved)
    }

    private static func readMembers(_ reader: inout PacketReader) throws(Malformed) -> [Session.Member] {
        let count = try reader.u8()
        guard count <= Session.membersAtMost else { throw Malformed("too many members", at: reader.offset) }
        var members: [Session.Member] = []
        for _ in 0..<count {
            members.append(try readMember(&reader))
        }
        guard Session.isSound(members) else {
            throw Malformed("not one hider and one to seven seekers", at: reader.offset)
        }
        return members
    }

    private static func readMember(_ reader: inout PacketReader) throws(Malformed) -> Session.Member {
        let id = StationID(value: try reader.u64be())
        let name = try Announcement.decodeName(&reader)
        guard let role = Role(rawValue: try reader.u8()) else {
            throw Malformed("no such role", at: reader.offset)
        }
        return Session.Member(id: id, name: name, role: role, points: try reader.u16be())
    }

    private static func writeOutcome(_ outcome: Outcome?, to writer: inout PacketWriter) {
        switch outcome {
        case nil:
            writer.u8(0)
        case .found(let finder, let after):
            writer.u8(1)
            writer.u64be(finder.value)
            writer.u32be(UInt32(clamping: after.wholeMilliseconds))
        case .timeUp:
            writer.u8(2)
        case .abandoned(.tooFew):
            writer.u8(3)
        case .abandoned(.cancelled(let canceller)):
            writer.u8(4)
            writer.u64be(canceller.value)
        }
    }

    private static func readOutcome(_ reader: inout PacketReader) throws(Malformed) -> Outcome? {
        switch try reader.u8() {
        case 0: return nil
        case 1:
            let finder = StationID(value: try reader.u64be())
            return .found(by: finder, after: .milliseconds(Int64(try reader.u32be())))
        case 2: return .timeUp
        case 3: return .abandoned(.tooFew)
        case 4: return .abandoned(.cancelled(by: StationID(value: try reader.u64be())))
        default: throw Malformed("no such outcome", at: reader.offset)
        }
    }
}
