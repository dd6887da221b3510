/// How stations that hold at the same moment become a session: a value that looks at what everybody
/// announces.
///
/// The one with the lowest identity of all who hold proposes; the others agree by announcing the same
/// proposal while they keep holding; when all have agreed, the proposer locks and everybody who is listed
/// follows. No message is addressed or acknowledged: every step is read out of the others' state, so losing
/// datagrams only costs time.
struct Ceremony: Codable, Sendable {
    /// How long the circle of holding hands must stand unchanged before it is proposed, unless nobody else is
    /// there.
    static let settles = Duration.milliseconds(1_000)
    /// From locking to the end of the countdown: "Nobody hides. I choose. You hide!", then three, two, one.
    static let leadIn = Duration.seconds(7)

    struct Rules: Equatable, Codable, Sendable {
        /// How many play together; 0: all who hold.
        var players = 0
        var headStart = Duration.seconds(60)
        var limit = Duration.seconds(600)
    }

    /// Who is asked: this station as it would announce itself.
    struct Me: Equatable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        var isHolding: Bool
        /// Sessions this station has left for good: hearing of them does not bring it back.
        var left: [UInt64] = []
        /// The session this station is in, when its round is over; nil in the lobby.
        var finished: Session?
    }

    /// The proposal this station made or agreed to; announced while it stands.
    private(set) var proposal: Session?
    private var circle: Set<StationID> = []
    private var circleSince = Duration.zero
    private let rules: Rules

    init(rules: Rules) {
        self.rules = rules
    }

    /// Looks around; returns a session when it is locked now.
    mutating func step(
        me: Me, roster: Roster, now: Duration, random: inout SeededGenerator
    ) -> Session? {
        let fresh = roster.fresh(now: now)
        if let locked = Self.lockedByOthers(me: me, fresh: fresh) {
            proposal = nil
            return locked
        }
        guard me.isHolding else {
            proposal = nil
            circle = []
            return nil
        }
        let candidates = Array(Self.candidates(me: me, fresh: fresh).prefix(Session.membersAtMost - 1))
        let identities = Set(candidates.map(\.sender)).union([me.id])
        if identities != circle {
            circle = identities
            circleSince = now
        }
        if identities.min() == me.id {
            return lead(
                me: me, candidates: candidates, fresh: fresh, roster: roster, now: now, random: &random)
        }
        agree(me: me, fresh: fresh)
        return nil
    }

    /// Somebody's announcement of a locked session that lists this station.
    private static func lockedByOthers(me: Me, fresh: [Announcement]) -> Session? {
        let sessions = fresh.compactMap { announcement -> Session? in
            guard let carried = announcement.carried, carried.stage == .locked,
                carried.session.member(me.id) != nil, carried.session.member(announcement.sender) != nil,
                !me.left.contains(carried.session.id), carried.session.outcome != .abandoned
            else { return nil }
            if let finished = me.finished {
                return carried.session.id == finished.id && carried.session.round > finished.round
                    && carried.session.outcome == nil ? carried.session : nil
            }
            return carried.session
        }
        return sessions.min { $0.startsAt < $1.startsAt }
    }

    private static func candidates(me: Me, fresh: [Announcement]) -> [Announcement] {
        fresh.filter { announcement in
            guard announcement.isHolding else { return false }
            switch announcement.carried {
            case nil: return me.finished == nil
            case .some(let carried):
                if carried.stage == .proposed { return isOpen(carried.session, to: me) }
                guard let finished = me.finished else { return false }
                return carried.session.id == finished.id && carried.session.outcome != nil
            }
        }
    }

    /// Whether a proposal is one this station could be in: a new session from the lobby, the next round from
    /// a session.
    private static func isOpen(_ proposed: Session, to me: Me) -> Bool {
        guard let finished = me.finished else { return proposed.round == 1 }
        return proposed.id == finished.id && proposed.round > finished.round
    }

    private mutating func agree(me: Me, fresh: [Announcement]) {
        let offers = fresh.compactMap { announcement -> Session? in
            guard announcement.isHolding, let carried = announcement.carried, carried.stage == .proposed,
                carried.session.member(me.id) != nil, Self.isOpen(carried.session, to: me),
                // Only the proposer's own word counts; the others merely repeat it.
                carried.session.members.map(\.id).min() == announcement.sender
            else { return nil }
            return carried.session
        }
        proposal = offers.first
    }

    private mutating func lead(
        me: Me, candidates: [Announcement], fresh: [Announcement], roster: Roster, now: Duration,
        random: inout SeededGenerator
    ) -> Session? {
        guard isComplete(me: me, candidates: candidates, fresh: fresh, roster: roster, now: now) else {
            proposal = nil
            return nil
        }
        let wanted = circle
        if Set(proposal?.members.map(\.id) ?? []) != wanted || proposal?.round == me.finished?.round {
            proposal = propose(me: me, candidates: candidates, now: now, random: &random)
        }
        guard let proposed = proposal else { return nil }
        let agreed = candidates.allSatisfy {
            $0.carried?.session.id == proposed.id && $0.carried?.session.round == proposed.round
        }
        guard agreed else { return nil }
        proposal = nil
        return proposed.starting(at: now + Self.leadIn)
    }

    /// Whether everyone who is to play holds.
    private func isComplete(
        me: Me, candidates: [Announcement], fresh: [Announcement], roster: Roster, now: Duration
    ) -> Bool {
        let count = candidates.count + 1
        guard count >= 2 else { return false }
        if let finished = me.finished {
            // In a session all who are still there must hold.
            return !fresh.contains { !$0.isHolding && $0.carried?.session.id == finished.id }
        }
        if rules.players > 0 { return count == rules.players }
        // In the lobby those who do not press are not waited for, but given a moment; an idle station speaks
        // once a second, so all that are known count, not only those just heard.
        let bystanders = roster.announcements.filter { !$0.isHolding && $0.carried == nil }
        if bystanders.isEmpty { return true }
        let pressing = fresh.contains { !$0.isHolding && $0.carried == nil && $0.isPressing }
        return !pressing && now - circleSince >= Self.settles
    }

    private func propose(
        me: Me, candidates: [Announcement], now: Duration, random: inout SeededGenerator
    ) -> Session? {
        let startsAt = now + Self.leadIn
        if let finished = me.finished {
            return finished.next(startsAt: startsAt, with: circle)
        }
        var minors: Set<UInt16> = []
        let everybody =
            [(id: me.id, name: me.name, role: me.role)]
            + candidates.map { (id: $0.sender, name: $0.name, role: $0.role) }
        let willing = everybody.filter { $0.role == .hide }.map(\.id).min()
        // Two hiders or none: the lowest identity of those who could hides, and everybody comes to the same
        // answer.
        let hider = willing ?? everybody.map(\.id).min()
        let members = everybody.map { person in
            var minor: UInt16
            repeat {
                minor = UInt16.random(in: 1...UInt16.max, using: &random)
            } while !minors.insert(minor).inserted
            return Session.Member(
                id: person.id, name: person.name, role: person.id == hider ? .hide : .seek, minor: minor,
                points: 0)
        }
        return Session(
            id: random.next(), major: UInt16.random(in: 1...UInt16.max, using: &random), round: 1,
            members: members,
            startsAt: startsAt, headStart: rules.headStart, limit: rules.limit)
    }
}
