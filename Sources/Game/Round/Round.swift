import Determinism
package import PeerNetwork

/// What the clock of a round makes a station say: roles, countdown, head start, time up, and what follows.
///
/// It remembers only what has been said, so a start that moves by a few milliseconds (`Session.merge`) or a
/// station that joins in the middle says each thing at most once and nothing late.
package struct Round: Codable, Sendable {
    /// The countdown is spoken from here to zero.
    fileprivate static let countdownFrom = 3
    /// How many of the head start's last seconds the seekers hear.
    fileprivate static let headStartCounted = 10
    /// After this long in a finished round nobody seems to want another.
    static let dissolvesAfter = Duration.seconds(120)

    /// How many others' points are told: nobody listens to seven.
    private static let othersTold = 3

    private let own: StationID
    private var lastSecond: Int?
    private var saidRole = false
    private var saidHunt = false
    private(set) var endedAt: Duration?
    private var announced: Outcome?
    private var saidAgain = false
    private var missed = false

    package init(own: StationID) {
        self.own = own
    }

    /// The next instant at which a second begins that is spoken in step with the others.
    static func nextSecond(of session: Session, now: Duration) -> Duration? {
        guard session.outcome == nil, now < session.startsAt + .seconds(1) else { return nil }
        let left = session.startsAt - now
        let seconds = left.components.seconds
        let next = session.startsAt - .seconds(seconds)
        return next > now ? next : next + .seconds(1)
    }

    /// What is due now.
    mutating func advance(_ session: Session, preferred: Role, now: Duration) -> [Effect] {
        guard let me = session.member(own) else { return [] }
        if let outcome = session.outcome {
            return end(session, outcome, me: me, now: now)
        }
        var effects: [Effect] = []
        if !saidRole {
            saidRole = true
            if now < session.startsAt {
                effects += [
                    .play(.locked),
                    .say(.role(me.role, chosen: chosen(session, me: me, preferred: preferred))),
                ]
            }
        }
        effects += count(session, me: me, now: now)
        if !saidHunt, now >= session.huntAt {
            saidHunt = true
            if me.role == .seek, now - session.huntAt < .seconds(3) {
                effects += [.play(.go), .say(.hereICome)]
            }
        }
        return effects
    }

    /// The seconds before the start and, for seekers, before the hunt; each once, none that is more than half
    /// over, and the one in which a station comes back only in step with the others.
    private mutating func count(_ session: Session, me: Session.Member, now: Duration) -> [Effect] {
        let sinceStart = now - session.startsAt
        let second = Int(
            sinceStart.wholeMilliseconds >= 0
                ? sinceStart.wholeMilliseconds / 1_000 : (sinceStart.wholeMilliseconds - 999) / 1_000)
        guard second != lastSecond else { return [] }
        let isFirst = lastSecond == nil
        lastSecond = second
        let into = sinceStart - .seconds(second)
        guard into < (isFirst ? .milliseconds(50) : .milliseconds(500)) else { return [] }
        if second < 0, -second <= Self.countdownFrom {
            return [.play(.beep), .say(.count(-second))]
        }
        let headStart = Int(clamping: session.headStart.components.seconds)
        if second == 0 {
            guard headStart > 0 else { return [] }
            return me.role == .hide ? [.play(.go), .say(.goHide(seconds: headStart))] : [.play(.go)]
        }
        let left = headStart - second
        guard second > 0, me.role == .seek, left > 0, left <= Self.headStartCounted else { return [] }
        return [.say(.count(left))]
    }

    /// This station was not there when the round ended: there is nothing to announce but what comes next.
    mutating func missesTheEnd() { missed = true }

    /// After every second round, when everybody has had both parts, what the others have too.
    private func others(_ session: Session) -> [Effect] {
        guard session.round.isMultiple(of: 2) else { return [] }
        return session.members.filter { $0.id != own }.prefix(Self.othersTold).map {
            .say(.pointsOf($0.name, Int(session.points(of: $0.id))))
        }
    }

    private mutating func end(
        _ session: Session, _ outcome: Outcome, me: Session.Member, now: Duration
    ) -> [Effect] {
        if let endedAt, announced == outcome {
            guard !saidAgain, now - endedAt > .seconds(5), !outcome.isAbandoned else { return [] }
            saidAgain = true
            return [.say(.points(Int(session.points(of: own))))] + others(session) + [.say(.holdAgain)]
        }
        // A better ending than the one announced can still arrive from somebody who was cut off.
        endedAt = now
        announced = outcome
        saidAgain = false
        if missed {
            missed = false
            return []
        }
        switch outcome {
        case .found(let finder, let after):
            let name = session.member(finder)?.name ?? me.name
            let said: Effect = me.role == .hide ? .say(.foundBy(name)) : .say(.found(after: after))
            return [.silence, .play(.fanfare), said]
        case .timeUp:
            return [.silence, .play(.over), .say(.timeUp(hider: session.hider?.name ?? me.name))]
        case .abandoned(.cancelled(let canceller)):
            let name = canceller == own ? nil : session.member(canceller)?.name
            return [.silence, .play(.over), .say(.cancelled(by: name))]
        case .abandoned(.tooFew):
            return [.silence, .play(.over), .say(.gameOver)]
        }
    }

    private func chosen(_ session: Session, me: Session.Member, preferred: Role) -> Phrase.Chosen {
        guard session.round == 1, preferred != me.role else { return .asSet }
        return preferred == .hide ? .tooManyHiders : .noHider
    }
}

extension Session {
    /// Whether seconds are being counted aloud on a station with this role.
    func isCounting(now: Duration, hears role: Role) -> Bool {
        if now < startsAt { return startsAt - now <= .seconds(Round.countdownFrom) }
        return role == .seek && now < huntAt && huntAt - now <= .seconds(Round.headStartCounted)
    }
}
