/// How stations that hold at the same moment become a session: a value that looks at what everybody
/// announces.
///
/// Who holds first clasps hands with the others that hold (`Security`): both prove who they are and that
/// they use the same crew word, so that nobody else is ever counted. The one with the lowest identity of a
/// group proposes, and gives the others the key; they agree by announcing the same proposal while they keep
/// holding; when all have agreed, the proposer locks and everybody who is listed follows. Each step is
/// read out of the others' state, so losing datagrams only costs time.
struct Ceremony: Codable, Sendable {
    /// How long the circle of holding hands must stand unchanged before it is proposed, unless it is full or
    /// nobody else is there.
    static let settles = Duration.milliseconds(1_000)
    /// From locking to the end of the countdown: "Nobody hides. I choose. You hide!", then three, two, one.
    static let leadIn = Duration.seconds(7)
    /// Whoever presses is waited for so long: a hold takes one second.
    private static let comesWithin = Duration.seconds(3)
    /// Hands that come and go delay those who hold by no more than this.
    private static let settlesWithin = Duration.seconds(5)
    /// Who holds but does not agree, or lock, within this time is played without for a while.
    private static let agreesWithin = Duration.seconds(2)
    private static let locksWithin = Duration.seconds(3)

    private struct Reached: Codable, Sendable {
        var session: UInt64
        var round: UInt16
    }

    /// What is being agreed on: this station's own proposal, or another's that lists it.
    private(set) var offer: Session?
    private var offeredAt = Duration.zero
    private(set) var leads = false
    /// This station has the key and says so.
    private var agrees = false
    private var circle: [StationID] = []
    private var circleSince = Duration.zero
    /// Since when anybody is in it besides this station.
    private var togetherSince: Duration?
    private var agreements = Agreements()
    /// The latest round of a session that this station has proposed or agreed to, played or not. The next
    /// proposal is of a later one: another round has another key, which everybody is given, and of two that
    /// come of a network in pieces one is the later.
    private var reached: Reached?
    private var passing = PassingOver()
    private let rules: Rules

    init(rules: Rules) {
        self.rules = rules
    }

    /// The proposal this station made or agrees to; announced while it stands.
    var proposal: Session? { leads || agrees ? offer : nil }

    /// How many hands are clasped at most: as many as one computer may make up stations
    /// (`Candidate.countOfOneAtMost`), and eight more, so that those cannot crowd out everybody else.
    static let suitorsAtMost = 24

    /// Whom this station should clasp hands with: all who hold and would play with it.
    static func suitors(_ me: Me, fresh: [Announcement]) -> [StationID] {
        guard me.isHolding else { return [] }
        return open(me, fresh: fresh).map(\.sender).prefix(suitorsAtMost).sorted()
    }

    /// Looks around; returns a session when it is locked now.
    mutating func step(me: Me, view: View, now: Duration, random: inout SeededGenerator) -> Session? {
        passing.advance(now: now)
        if let locked = lockedByOthers(me: me, fresh: view.fresh, now: now) {
            withdraw()
            return locked
        }
        guard me.isHolding else {
            withdraw()
            circle = []
            togetherSince = nil
            passing.letGo()
            return nil
        }
        let candidates = Self.open(me, fresh: view.fresh).filter {
            view.clasped.contains($0.sender) && !passing.passesOver($0.sender)
        }
        let group = group(me: me, candidates: candidates)
        if group != circle {
            // Who drops out of what was proposed may come and go as they please, but not stall the others.
            // In a session all must hold anyway: there nobody is played without for a hand that slipped.
            if leads, me.finished == nil {
                for id in circle where !group.contains(id) {
                    passing.passOver(id, for: PassingOver.droppedFor, now: now)
                }
            }
            circle = group
            circleSince = now
        }
        togetherSince = circle.count >= 2 ? togetherSince ?? now : nil
        if follow(me: me, candidates: candidates, view: view, now: now) { return nil }
        guard group.first == me.id, isComplete(me: me, candidates: candidates, view: view, now: now) else {
            if leads { withdraw() }
            return nil
        }
        return lead(me: me, candidates: candidates, now: now, random: &random)
    }

    private mutating func withdraw() {
        offer = nil
        leads = false
        agrees = false
    }

    /// Somebody's announcement of a locked session that lists this station.
    ///
    /// A new one counts if this station has agreed to it, though it does not any more: the word may have been
    /// late. Else anybody could whisper a key, and take a station away that nobody holds.
    private func lockedByOthers(me: Me, fresh: [Announcement], now: Duration) -> Session? {
        let sessions = fresh.compactMap { announcement -> Session? in
            guard let carried = announcement.carried, carried.stage == .locked,
                carried.session.member(me.id) != nil, carried.session.member(announcement.sender) != nil,
                !me.left.contains(carried.session.id), carried.session.outcome?.isAbandoned != true
            else { return nil }
            if let finished = me.finished {
                let isNext =
                    carried.session.id == finished.id && carried.session.round > finished.round
                    && carried.session.members.allSatisfy { finished.member($0.id) != nil }
                return isNext && carried.session.outcome == nil ? carried.session : nil
            }
            return me.isReturning || agreements.allow(carried.session, now: now) ? carried.session : nil
        }
        // The newest round; of two sessions the one that begins earlier.
        return sessions.min { ($1.round, $0.startsAt) < ($0.round, $1.startsAt) }
    }

    /// Those who hold, are free, and would play with this station.
    private static func open(_ me: Me, fresh: [Announcement]) -> [Announcement] {
        fresh.filter { announcement in
            guard announcement.isHolding else { return false }
            if let finished = me.finished {
                guard finished.member(announcement.sender) != nil, let carried = announcement.carried else {
                    return false
                }
                return carried.session.id == finished.id
                    && (carried.stage == .locked
                        ? carried.session.outcome != nil : carried.session.round > finished.round)
            }
            guard !announcement.isPlaying, announcement.carried?.stage != .locked else { return false }
            return Matchmaking.suit(me.hand, Matchmaking.Hand(announcement))
        }
    }

    private func group(me: Me, candidates: [Announcement]) -> [StationID] {
        if me.finished != nil { return (candidates.map(\.sender) + [me.id]).sorted() }
        return Matchmaking.group(of: me.hand, among: candidates.map(Matchmaking.Hand.init)).map(\.id)
    }

    // MARK: - Following

    /// Whether somebody with a lower identity proposes something that lists this station; agrees to it as
    /// soon as its key is there.
    private mutating func follow(
        me: Me, candidates: [Announcement], view: View, now: Duration
    ) -> Bool {
        let offers = candidates.compactMap { announcement -> Session? in
            guard let carried = announcement.carried, carried.stage == .proposed,
                carried.session.member(me.id) != nil, Self.isOpen(carried.session, to: me),
                // Only the proposer's own word counts; the others merely repeat it.
                carried.session.leader == announcement.sender, announcement.sender < me.id
            else { return nil }
            return carried.session
        }
        guard let first = offers.first else {
            if !leads { withdraw() }
            return false
        }
        if leads || offer?.agreement != first.agreement {
            withdraw()
            offeredAt = now
        }
        offer = first
        agrees = view.numbers.has(first)
        if agrees {
            agreements.agree(to: first, now: now)
            reach(first)
        }
        guard let leader = first.leader else { return true }
        if passing.isTooLong(following: leader, now: now) || now - offeredAt > Self.locksWithin {
            passing.passOver(leader, now: now)
            withdraw()
        }
        return true
    }

    /// Whether a proposal is one this station could be in: a new session from the lobby, with nobody it would
    /// not play with, or the next round from a session.
    private static func isOpen(_ proposed: Session, to me: Me) -> Bool {
        if let finished = me.finished {
            return proposed.id == finished.id && proposed.round > finished.round
        }
        guard proposed.round == 1, proposed.members.count <= me.company.capacity else { return false }
        guard let partner = me.company.partner else { return me.company.pairing != .chosen }
        return proposed.members.contains { $0.id == partner }
    }

    private mutating func reach(_ session: Session) {
        let before = reached.flatMap { $0.session == session.id ? $0.round : nil } ?? 0
        reached = Reached(session: session.id, round: max(before, session.round))
    }

    // MARK: - Leading

    private mutating func lead(
        me: Me, candidates: [Announcement], now: Duration, random: inout SeededGenerator
    ) -> Session? {
        let invited = candidates.filter { circle.contains($0.sender) }
        if !leads || offer?.members.map(\.id).sorted() != circle {
            withdraw()
            offer = propose(me: me, candidates: invited, now: now, random: &random)
            offeredAt = now
            leads = offer != nil
            if let offer { reach(offer) }
        }
        guard let proposed = offer else { return nil }
        let silent = invited.filter {
            $0.carried?.stage != .proposed || $0.carried?.session.agreement != proposed.agreement
        }
        if silent.isEmpty {
            withdraw()
            return proposed.starting(at: now + Self.leadIn)
        }
        if now - offeredAt > Self.agreesWithin {
            for announcement in silent { passing.passOver(announcement.sender, now: now) }
            withdraw()
        }
        return nil
    }

    /// Whether everyone who is to play holds.
    private func isComplete(me: Me, candidates: [Announcement], view: View, now: Duration) -> Bool {
        guard circle.count >= 2 else { return false }
        if let finished = me.finished {
            // In a session all who are still there must hold, and have clasped hands.
            return !view.fresh.contains { fresh in
                fresh.carried?.session.id == finished.id && finished.member(fresh.sender) != nil
                    && !passing.passesOver(fresh.sender) && !candidates.contains { $0.sender == fresh.sender }
            }
        }
        if agreements.mayBeLocked(by: view.fresh, now: now) { return false }
        let hands = [me.hand] + candidates.map(Matchmaking.Hand.init)
        let group = hands.filter { circle.contains($0.id) }
        let isDrawn = hands.contains { $0.company.pairing == .random }
        if circle.count == Matchmaking.capacity(group), !isDrawn { return true }
        // Those who do not hold are not waited for, but given a moment; an idle station speaks seldom, so all
        // that are known count, not only those just heard.
        let others = view.known.filter { known in
            !known.isPlaying && known.carried?.stage != .locked && !passing.passesOver(known.sender)
                && !candidates.contains { $0.sender == known.sender }
        }
        if others.isEmpty { return true }
        let coming = view.fresh.contains { fresh in
            fresh.isPressing && !fresh.isHolding && others.contains { $0.sender == fresh.sender }
        }
        let isSettled = now - circleSince >= (coming ? Self.comesWithin : Self.settles)
        return isSettled || now - (togetherSince ?? now) >= Self.settlesWithin
    }

    private func propose(
        me: Me, candidates: [Announcement], now: Duration, random: inout SeededGenerator
    ) -> Session? {
        let startsAt = now + Self.leadIn
        if let finished = me.finished {
            let latest = reached.flatMap { $0.session == finished.id ? $0.round : nil } ?? finished.round
            return finished.next(after: latest, startsAt: startsAt, with: Set(circle))
        }
        let everybody =
            [(id: me.id, name: me.name, role: me.role)]
            + candidates.map { (id: $0.sender, name: $0.name, role: $0.role) }
        let willing = everybody.filter { $0.role == .hide }.map(\.id).min()
        // Two hiders or none: the lowest identity of those who could hides, and everybody comes to the same
        // answer.
        let hider = willing ?? everybody.map(\.id).min()
        let members = everybody.map { person in
            Session.Member(
                id: person.id, name: person.name, role: person.id == hider ? .hide : .seek, points: 0)
        }
        guard Session.isSound(members) else { return nil }
        return Session(
            id: random.next(), round: 1, members: members, startsAt: startsAt, headStart: rules.headStart,
            limit: rules.limit)
    }
}
