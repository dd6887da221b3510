import HCI

/// The bytes of a session inside an announcement (`docs/lobby.md`).
enum SessionCoding {
    /// Times beyond these are lies or damage: a start lies at most an hour ahead and a day behind.
    private static let startsInAtMost = Duration.seconds(3_600)
    private static let startedAgoAtMost = Duration.seconds(86_400)

    static func write(_ session: Session, to writer: inout PacketWriter, now: Duration) {
        writer.u64be(session.id)
        writer.u16be(session.major)
        writer.u16be(session.round)
        // Rounded up: who merges takes the earliest start, so one that is told too early would creep.
        let startsIn = (session.startsAt - now + .microseconds(999)).wholeMilliseconds
        writer.u32be(UInt32(bitPattern: Int32(clamping: startsIn)))
        writer.u16be(UInt16(clamping: session.headStart.components.seconds))
        writer.u16be(UInt16(clamping: session.limit.components.seconds))
        writeOutcome(session.outcome, to: &writer)
        writer.u8(UInt8(session.members.count))
        for member in session.members {
            writer.u64be(member.id.value)
            writer.u8(member.name.colour)
            writer.u8(member.name.animal)
            writer.u8(member.role.rawValue)
            writer.u16be(member.minor)
            writer.u16be(member.points)
        }
    }

    static func read(_ reader: inout PacketReader, now: Duration) throws(Malformed) -> Session {
        let id = try reader.u64be()
        let major = try reader.u16be()
        let round = try reader.u16be()
        let startsIn = Duration.milliseconds(Int64(Int32(bitPattern: try reader.u32be())))
        guard startsIn <= startsInAtMost, startsIn >= .zero - startedAgoAtMost else {
            throw Malformed("a start beyond belief", at: 41)
        }
        let headStart = Duration.seconds(Int64(try reader.u16be()))
        let limit = Duration.seconds(Int64(try reader.u16be()))
        let outcome = try readOutcome(&reader)
        let count = try reader.u8()
        guard count <= Session.membersAtMost else { throw Malformed("too many members", at: 50) }
        var members: [Session.Member] = []
        for _ in 0..<count {
            members.append(try readMember(&reader))
        }
        guard Session.isSound(members) else {
            throw Malformed("not one hider and one to seven seekers", at: 51)
        }
        if case .found(let finder, _) = outcome {
            let seeks = members.contains { $0.id == finder && $0.role == .seek }
            guard seeks else { throw Malformed("found by somebody who does not seek", at: 50) }
        }
        return Session(
            id: id, major: major, round: round, members: members, startsAt: now + startsIn,
            headStart: headStart,
            limit: limit, outcome: outcome)
    }

    private static func readMember(_ reader: inout PacketReader) throws(Malformed) -> Session.Member {
        let id = StationID(value: try reader.u64be())
        let name = try Announcement.decodeName(&reader)
        guard let role = Role(rawValue: try reader.u8()) else { throw Malformed("no such role", at: 61) }
        return Session.Member(
            id: id, name: name, role: role, minor: try reader.u16be(), points: try reader.u16be())
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
        case .abandoned:
            writer.u8(3)
        }
    }

    private static func readOutcome(_ reader: inout PacketReader) throws(Malformed) -> Outcome? {
        switch try reader.u8() {
        case 0: return nil
        case 1:
            let finder = StationID(value: try reader.u64be())
            return .found(by: finder, after: .milliseconds(Int64(try reader.u32be())))
        case 2: return .timeUp
        case 3: return .abandoned
        default: throw Malformed("no such outcome", at: 49)
        }
    }
}
