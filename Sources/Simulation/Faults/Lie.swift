import Game
import PeerNetwork

/// What a member of a session may say to the others that is not so: a program that was changed.
package enum Lie: String, Equatable, Sendable, CaseIterable {
    case foundByDecree, foundByItself, timeIsUp, cancelledByAnother, tooFewAreLeft
    case startsLater, startsEarlier, startedLongAgo
    case wantsOtherNumbers, playsOnWithoutOthers, hasOtherMembers

    /// Those that nobody may believe. That too few are left everybody may say, and has left by it.
    static let baseless = allCases.filter { $0 != .tooFewAreLeft }

    /// The message with the lie in it, if it is one to the members of a locked session.
    ///
    /// - Parameter session: as the liar said it last; nil before it has.
    func told(in message: Message, by liar: StationID, of session: Session?, now: Duration) -> Message {
        let received = Message.Received(sender: liar, boot: 0, message: message)
        guard case .session = message.audience else { return message }
        var lie = message
        switch try? Announcement.decode(received, now: now) {
        case .announcement(var announcement):
            guard let carried = announcement.carried, carried.stage == .locked else { return message }
            announcement.carried?.session = told(of: carried.session, by: liar, now: now)
            lie.body = announcement.encoded(now: now)
        case .status(var status):
            guard let session else { return message }
            status.tell(told(of: session, by: liar, now: now))
            lie.body = status.encoded(now: now)
        case .remoteReport, .otherKind, nil: break
        }
        return lie
    }

    /// The session as the liar has it.
    func told(of session: Session, by liar: StationID, now: Duration) -> Session {
        let others = session.members.filter { $0.id != liar }
        let victim = others.first { $0.role == .seek } ?? others[0]
        func copy(
            round: UInt16? = nil, members: [Session.Member]? = nil, startsAt: Duration? = nil,
            outcome: Outcome? = nil, generation: UInt8 = 0
        ) -> Session {
            Session(
                id: session.id, round: round ?? session.round, members: members ?? session.members,
                startsAt: startsAt ?? session.startsAt, headStart: session.headStart,
                limit: session.limit, outcome: outcome, generation: generation)
        }
        let itself = session.member(liar)?.role == .seek ? liar : victim.id
        switch self {
        case .foundByDecree: return copy(outcome: .found(by: victim.id, after: .seconds(1)))
        case .foundByItself: return copy(outcome: .found(by: itself, after: .seconds(1)))
        case .timeIsUp: return copy(outcome: .timeUp)
        case .cancelledByAnother: return copy(outcome: .abandoned(.cancelled(by: victim.id)))
        case .tooFewAreLeft: return copy(outcome: .abandoned(.tooFew))
        case .startsLater: return copy(startsAt: now + .seconds(3_600))
        case .startsEarlier: return copy(startsAt: session.startsAt - .seconds(5))
        case .startedLongAgo: return copy(startsAt: now - .seconds(86_400))
        case .wantsOtherNumbers: return copy(generation: 7)
        case .playsOnWithoutOthers:
            let rest = session.members.filter { $0.id != victim.id }
            return Session.isSound(rest)
                ? copy(round: session.round &+ 1, members: rest) : copy(outcome: .timeUp)
        case .hasOtherMembers: return copy(members: session.members.reversed(), outcome: .timeUp)
        }
    }
}
