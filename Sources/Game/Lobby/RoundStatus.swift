import Determinism
package import PeerNetwork
import Wire

/// How a round stands for a member of its session, in a quarter of the bytes of an announcement:
/// `docs/lobby.md` draws them.
///
/// It leaves out what the key of the round is bound to, which all members have agreed on, and what the sender
/// said before. By radio it fits into two frames where an announcement takes five, and what has happened is
/// heard two and a half times as soon. The announcement, which says it all, follows.
package struct RoundStatus: Equatable, Sendable {
    /// How the round ended, with members by their places in its list.
    enum Ending: Equatable, Sendable {
        case found(by: UInt8, milliseconds: UInt32)
        case timeUp
        case tooFew
        case cancelled(by: UInt8)

        /// Nil while it has not ended. Whom it names is a member: a session with anybody else is malformed.
        fileprivate init?(_ session: Session) {
            switch session.outcome {
            case nil: return nil
            case .found(let finder, let after):
                let milliseconds = UInt32(clamping: after.wholeMilliseconds)
                self = .found(by: session.index(of: finder) ?? .max, milliseconds: milliseconds)
            case .timeUp: self = .timeUp
            case .abandoned(.tooFew): self = .tooFew
            case .abandoned(.cancelled(let canceller)):
                self = .cancelled(by: session.index(of: canceller) ?? .max)
            }
        }
    }

    package let sender: StationID
    let boot: UInt32
    /// The last eight bits of its number.
    private(set) var round: UInt8
    var isPressing = false
    var isDeaf = false
    var isClaiming = false
    var declines = false
    var generation: UInt8
    var ending: Ending?
    /// When it was sent, by the sender's clock.
    let sent: UInt32
    /// Until it is over: when the countdown reaches zero.
    var startsAt: Duration?
    /// Nil where none was said, or the round is over.
    let taunts: UInt16?
    let line: UInt8?

    /// Where the body says by whom it ended.
    private static let endingAt = 8
    /// The longest hunt that three bytes tell; a round is shorter.
    private static let millisecondsAtMost: UInt32 = 0xFF_FFFF

    private enum Flag {
        static let pressing: UInt8 = 1 << 0
        static let deaf: UInt8 = 1 << 1
        static let claiming: UInt8 = 1 << 2
        static let declining: UInt8 = 1 << 3
        static let taunts: UInt8 = 1 << 4
        static let line: UInt8 = 1 << 5
        static let start: UInt8 = 1 << 6
    }

    /// Says of the round what this copy of it says.
    package mutating func tell(_ session: Session) {
        round = UInt8(truncatingIfNeeded: session.round)
        generation = session.generation
        ending = Ending(session)
        startsAt = session.startsAt
    }

    package func encoded(now: Duration) -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(Announcement.Kind.status)
        writer.u8(round)
        writer.u8(flags)
        writer.u8(generation << 4 | outcomeNumber)
        writer.u32be(sent)
        switch ending {
        case .found(let place, let milliseconds):
            writer.u8(place)
            let bounded = min(milliseconds, Self.millisecondsAtMost)
            writer.u8(UInt8(bounded >> 16))
            writer.u16be(UInt16(bounded & 0xFFFF))
        case .cancelled(let place): writer.u8(place)
        case .timeUp, .tooFew, nil: break
        }
        if let startsAt { SessionCoding.writeStart(startsAt, to: &writer, now: now) }
        if let taunts { writer.u16be(taunts) }
        if let line { writer.u8(line) }
        return writer.bytes
    }

    private var flags: UInt8 {
        var flags: UInt8 = 0
        if isPressing { flags |= Flag.pressing }
        if isDeaf { flags |= Flag.deaf }
        if isClaiming { flags |= Flag.claiming }
        if declines { flags |= Flag.declining }
        if taunts != nil { flags |= Flag.taunts }
        if line != nil { flags |= Flag.line }
        if startsAt != nil { flags |= Flag.start }
        return flags
    }

    private var outcomeNumber: UInt8 {
        switch ending {
        case nil: 0
        case .found: 1
        case .timeUp: 2
        case .tooFew: 3
        case .cancelled: 4
        }
    }

    /// Behind the kind.
    static func read(
        _ reader: inout PacketReader, from received: Message.Received, now: Duration
    ) throws(Malformed) -> RoundStatus {
        let round = try reader.u8()
        let flags = try reader.u8()
        let state = try reader.u8()
        let sent = try reader.u32be()
        let ending: Ending?
        switch state & 0xF {
        case 0: ending = nil
        case 1:
            let place = try reader.u8()
            let high = UInt32(try reader.u8())
            ending = .found(by: place, milliseconds: high << 16 | UInt32(try reader.u16be()))
        case 2: ending = .timeUp
        case 3: ending = .tooFew
        case 4: ending = .cancelled(by: try reader.u8())
        default: throw Malformed("no such outcome", at: reader.offset)
        }
        // A start beyond belief costs no more than that, as in an announcement.
        let start = flags & Flag.start != 0 ? try SessionCoding.readStart(&reader, now: now) : nil
        let generation = state >> 4
        return RoundStatus(
            sender: received.sender, boot: received.boot, round: round,
            isPressing: flags & Flag.pressing != 0, isDeaf: flags & Flag.deaf != 0,
            isClaiming: flags & Flag.claiming != 0, declines: flags & Flag.declining != 0,
            generation: generation <= Session.generationsAtMost ? generation : 0, ending: ending, sent: sent,
            startsAt: start?.isBelieved == true ? start?.at : nil,
            taunts: flags & Flag.taunts != 0 ? try reader.u16be() : nil,
            line: flags & Flag.line != 0 ? try reader.u8() : nil)
    }

    /// The announcement that it stands for.
    ///
    /// - Parameters:
    ///   - last: the newest announcement of the sender; nil where there is none.
    ///   - played: the round that this station is in.
    ///   - agreed: what it agreed to last. It may have been something else that was locked: the key tells.
    ///   - binding: of the key that it was sealed with; nil if that is not known.
    /// - Returns: nil where nothing is known of it: the announcement itself follows.
    /// - Throws: for an end by nobody of that round.
    func announcement(
        after last: Announcement?, in id: UInt64, played: Session?, agreed: Session?, binding: UInt64?
    ) throws(Malformed) -> Announcement? {
        let locked = agreed.flatMap { session in
            binding.map { session.isBound(to: $0) } == false ? nil : session
        }
        let known = [played, locked].compactMap { $0 }
            .first { $0.id == id && UInt8(truncatingIfNeeded: $0.round) == round }
        guard var announcement = last, announcement.boot == boot, let known, known.member(sender) != nil
        else { return nil }
        announcement.isPlaying = true
        (announcement.isHolding, announcement.tellsLot) = (false, false)
        announcement.isPressing = isPressing
        announcement.isDeaf = isDeaf
        announcement.isClaiming = isClaiming
        announcement.declines = declines
        let wasInRound = announcement.carried?.session.round == known.round
        announcement.taunts = taunts ?? (wasInRound ? announcement.taunts : 0)
        if taunts != nil { announcement.line = line.flatMap(Quip.init(tauntNumber:)) }
        announcement.stamp = ClockStamp(sent: sent)
        let session = Session(
            id: known.id, round: known.round, members: known.members,
            startsAt: startsAt ?? known.startsAt, headStart: known.headStart, limit: known.limit,
            outcome: try outcome(in: known), generation: generation)
        announcement.carried = Announcement.Carried(
            session: session, stage: .locked, tellsStart: startsAt != nil)
        return announcement
    }

    private func outcome(in known: Session) throws(Malformed) -> Outcome? {
        func member(_ place: UInt8) throws(Malformed) -> Session.Member {
            guard place < known.members.count else {
                throw Malformed("nobody of this round", at: Self.endingAt)
            }
            return known.members[Int(place)]
        }
        switch ending {
        case nil: return nil
        case .found(let place, let milliseconds):
            let finder = try member(place)
            guard finder.role == .seek else {
                throw Malformed("found by somebody who does not seek", at: Self.endingAt)
            }
            return .found(by: finder.id, after: .milliseconds(Int64(milliseconds)))
        case .timeUp: return .timeUp
        case .tooFew: return .abandoned(.tooFew)
        case .cancelled(let place): return .abandoned(.cancelled(by: try member(place).id))
        }
    }
}

// In an extension, so that there is a memberwise initialiser as well.
extension RoundStatus {
    /// A start that is over is told for so long still: those who were late to hear of it go by it.
    private static let startToldFor: Duration = .milliseconds(1_500)

    /// Nil where it would not say what matters: of what is not locked, and while the sender holds to play
    /// again, which takes its lot.
    init?(_ announcement: Announcement, sent: UInt32, now: Duration) {
        guard let carried = announcement.carried, carried.stage == .locked, !announcement.isHolding else {
            return nil
        }
        let session = carried.session
        sender = announcement.sender
        boot = announcement.boot
        round = UInt8(truncatingIfNeeded: session.round)
        isPressing = announcement.isPressing
        isDeaf = announcement.isDeaf
        isClaiming = announcement.isClaiming
        declines = announcement.declines
        generation = session.generation
        ending = Ending(session)
        self.sent = sent
        startsAt = now < session.startsAt + Self.startToldFor ? session.startsAt : nil
        let taunts = session.outcome == nil && announcement.taunts > 0
        self.taunts = taunts ? announcement.taunts : nil
        line = taunts ? announcement.line?.tauntNumber : nil
    }
}
