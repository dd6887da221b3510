import Determinism
import PeerNetwork

/// How stations that hold at the same moment become a session: a value that looks at what everybody
/// announces.
///
/// A station that holds first authenticates with the others that hold (docs/security.md): both prove who they
/// are and that they use the same crew word, so that nobody else is ever counted. The one of a group that
/// comes first in the draw (`Draw`) proposes, and gives the others the key; they agree by announcing the same
/// proposal while they keep holding; when all have agreed, the proposer locks and everybody who is listed
/// follows. Each step is read out of the others' state, so losing datagrams only costs time.
package struct GroupFormation: Codable, Sendable {
    /// How long the circle of those who hold must stand unchanged before it is proposed, unless it is full or
    /// nobody else is there.
    static let settles = Duration.milliseconds(1_000)
    /// From locking to the end of the countdown: "Nobody hides. I choose. You hide!", then three, two, one.
    static let leadIn = Duration.seconds(7)
    /// A press is waited for so long: a hold takes one second.
    private static let comesWithin = Duration.seconds(3)
    /// Hands that come and go delay those who hold by no more than this.
    private static let settlesWithin = Duration.seconds(5)
    /// A station that holds but does not agree within this time is played without for a while.
    private static let agreesWithin = Duration.milliseconds(1_500)
    /// A leader that has not proposed by then is not waited for: the next one shows that it is willing.
    private static let proposesWithin = Duration.milliseconds(500)
    /// A proposal whose key has not come by then is not waited for either.
    private static let keyWithin = Duration.milliseconds(600)
    /// A group that did not agree is not proposed again at once.
    private static let rests = Duration.milliseconds(500)
    /// A leader whose lot, or whose right to lead, cannot be told is followed only after so long.
    private static let doubtedFor = Duration.milliseconds(700)
    /// A proposal may be of a round that is so many later than the latest that is known.
    private static let roundsAheadAtMost: UInt16 = 16
    /// Those who were called with this station have so long to come; then it plays with those who are there.
    private static let calledWithin = Duration.seconds(10)

    private var stance = Stance.none
    /// Since when everybody should be proposing or agreeing, as far as this station sees.
    private var completeSince: Duration?
    /// Since when this station should be proposing or agreeing, and shows nothing, whatever the reason.
    private var silentSince: Duration?
    /// Since when this station is left over by groups that have no room, and so should be playing.
    private var leftOverSince: Duration?
    /// Since when it waits for keys of whichever proposal: meanwhile it says nothing, and others would take
    /// it for one that stalls. Until it has agreed, or has shown by a proposal that it is willing.
    private var waitsForKeySince: Duration?
    /// The group that did not agree, and until when it is not proposed again: a proposal that goes on without
    /// a break is one that stalls (`PassingOver.proposesWithin`).
    private var failed: Failure?
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
    private var latecomers = Latecomers()
    private var holdingSince: Duration?
    var rules: Rules

    package init(rules: Rules) {
        self.rules = rules
    }

    /// What is being agreed on: this station's own proposal, or another's that lists it.
    var offer: Session? { stance.offer }
    var leads: Bool { stance.leads }
    /// The proposal this station made or agrees to; announced while it stands.
    var proposal: Session? { stance.proposal }

    /// How many are authenticated with at most: more than twice as many as one computer may make up stations
    /// (`Candidate.countOfOneAtMost`), so that those cannot crowd out everybody else.
    static let authenticatedAtMost = 40
    /// With more than that, so many others are asked after so long.
    private static let turn = Duration.seconds(1)
    private static let asksInATurn = 20

    /// Whom this station should authenticate with: those who hold and would play with it, and do not keep
    /// others waiting. Of too many, those that are already, and the others in turns.
    func toAuthenticate(
        _ me: Me, fresh: [Announcement], authenticated: Set<StationID>, now: Duration
    ) -> [StationID] {
        guard me.isHolding else { return [] }
        let open = Self.open(me, fresh: fresh).map(\.sender)
        let willing = open.filter { !passing.passesOver($0, now: slowly(now)) }
        let authenticating = willing.filter { authenticated.contains($0) }
        let waiting = willing.filter { !authenticated.contains($0) }
        // A station that holds and never authenticates does not keep everybody else from being asked.
        let turn = waiting.isEmpty ? 0 : Int(now / Self.turn) * Self.asksInATurn % waiting.count
        let inTurn = waiting[turn...] + waiting[..<turn]
        return (authenticating + inTurn + open.filter { passing.passesOver($0, now: slowly(now)) })
            .prefix(Self.authenticatedAtMost).sorted()
    }

    /// Who is waited for, of those who do not hold.
    var missing: [StationID] { latecomers.missing }

    /// Who was passed over since this was asked last, and for how long.
    mutating func takeNews() -> [(id: StationID, time: Duration)] {
        passing.takeNews().map { ($0.id, $0.time * (rules.slowness ?? 1)) }
    }

    /// Those who are waited for have so many times as long where words take longer: waiting goes by a clock
    /// that is slower.
    private func slowly(_ time: Duration) -> Duration { time / (rules.slowness ?? 1) }

    /// A controller before Bluetooth 5.0 shows a hold by radio within two seconds.
    private var patience: Int { rules.slowness == nil ? 1 : 3 }

    /// By radio a key goes to one after the other, and takes half a second each: where there are more than
    /// three, everybody is given as many times as long.
    private var patienceWithGroup: Int { rules.slowness == nil ? 1 : max(1, circle.count / 2) }

    /// Looks around; returns a session when it is locked now.
    mutating func step(me: Me, view: View, now: Duration, random: inout SeededGenerator) -> Lock? {
        if let locked = lockedByOthers(me: me, fresh: view.fresh, now: now) {
            withdraw()
            passing.letGo()
            return locked
        }
        guard me.isHolding else {
            withdraw()
            circle = []
            (togetherSince, completeSince, silentSince) = (nil, nil, nil)
            (leftOverSince, waitsForKeySince, failed) = (nil, nil, nil)
            passing.letGo()
            latecomers.letGo()
            holdingSince = nil
            return nil
        }
        holdingSince = holdingSince ?? now
        let authenticated = Self.open(me, fresh: view.fresh).filter { view.authenticated.contains($0.sender) }
        watch(authenticated, me: me, now: now)
        let candidates = best(of: authenticated, me: me, now: now)
        let isLeftOver = Matchmaking.isLeftOver(me.hand, among: candidates.map(Matchmaking.Hand.init))
        leftOverSince = me.finished == nil && !me.isDeaf && isLeftOver ? leftOverSince ?? now : nil
        let group = Self.group(me: me, candidates: candidates)
        if group != circle {
            // Those who drop out of what was proposed may come and go as they please, but not stall the
            // others. In a session all must hold anyway: there nobody is played without for a hand that
            // slipped.
            if leads, me.finished == nil {
                let present = authenticated.map(\.sender) + [me.id]
                for id in circle where !present.contains(id) {
                    passing.passOver(id, because: .isOut, now: slowly(now))
                }
            }
            circle = group
            circleSince = now
        }
        togetherSince = circle.count >= 2 ? togetherSince ?? now : nil
        let isComplete = isComplete(me: me, candidates: candidates, view: view, now: now)
        completeSince = isComplete ? completeSince ?? now : nil
        silentSince = isComplete && proposal == nil ? silentSince ?? now : nil
        if follow(me: me, candidates: candidates, view: view, now: now) { return nil }
        let hands = hands(of: circle, me: me, candidates: candidates)
        let isFirst = Draw.order(hands).first == me.id
        let isLate = leads || silentSince.map { slowly(now - $0) >= Self.proposesWithin } ?? false
        guard isComplete, isFirst || isLate, !hasFailed(now) else {
            withdraw()
            return nil
        }
        let locked = lead(me: me, candidates: candidates, now: now, random: &random)
        if locked != nil { passing.letGo() }
        return locked.map { Lock(session: $0) }
    }

    /// Everybody who holds is watched, so that a station that stalls is passed over.
    private mutating func watch(_ authenticated: [Announcement], me: Me, now: Duration) {
        let mine = proposal
        passing.watch(
            authenticated, own: (me.id, mine),
            isAgreed: { proposed in
                proposed.members.allSatisfy { member in
                    if member.id == me.id { return mine?.agreement == proposed.agreement }
                    let shown = authenticated.first { $0.sender == member.id }?.carried
                    return shown?.stage == .proposed && shown?.session.agreement == proposed.agreement
                }
            }, expectsSince: (completeSince ?? leftOverSince).map(slowly), patience: patienceWithGroup,
            now: slowly(now))
    }

    /// Those of whom most is to be expected: one that is alone with one that stalls loses nothing by waiting.
    private func best(of authenticated: [Announcement], me: Me, now: Duration) -> [Announcement] {
        // In a session nobody is played without because of others.
        let standings = authenticated.map { candidate -> PassingOver.Standing in
            guard me.finished == nil else {
                return passing.passesOver(candidate.sender, now: slowly(now)) ? .isPassedOver : .willing
            }
            return passing.standing(
                of: candidate, own: me.id,
                agreesWithOwn: proposal.map { $0.agreement == candidate.carried?.session.agreement } ?? false,
                now: slowly(now))
        }
        let best = standings.min()
        return zip(authenticated, standings).filter { $0.1 == best }.map(\.0)
    }

    private func hasWaited(_ now: Duration) -> Bool {
        waitsForKeySince.map { slowly(now - $0) >= Self.keyWithin * patienceWithGroup } ?? false
    }

    private func hasFailed(_ now: Duration) -> Bool {
        failed.map { $0.circle == circle && now < $0.until } ?? false
    }

    private mutating func withdraw() { stance = .none }

    /// Somebody's announcement of a locked session that lists this station.
    ///
    /// A new one counts if this station has agreed to it, though it does not any more: the word may have been
    /// late. Else anybody could hand out a key, and take a station away that nobody holds.
    private func lockedByOthers(me: Me, fresh: [Announcement], now: Duration) -> Lock? {
        let locks = fresh.compactMap { announcement -> Lock? in
            guard let carried = announcement.carried, carried.stage == .locked,
                carried.session.member(me.id) != nil, carried.session.member(announcement.sender) != nil,
                !me.left.contains(carried.session.id), carried.session.outcome?.isAbandoned != true
            else { return nil }
            if let finished = me.finished {
                let isNext =
                    carried.session.id == finished.id && carried.session.round > finished.round
                    && carried.session.members.allSatisfy { finished.member($0.id) != nil }
                guard isNext, carried.session.outcome == nil else { return nil }
            }
            if let since = agreements.since(carried.session, now: now) {
                return Lock(
                    session: carried.session.begun(between: since + Self.leadIn, and: now + Self.leadIn))
            }
            guard me.isReturning else { return nil }
            return Lock(
                session: carried.session.returnedTo(), isReturn: true, isOver: carried.session.outcome != nil)
        }
        // The newest round; of two sessions the one that begins earlier.
        return locks.min {
            ($1.session.round, $0.session.startsAt) < ($0.session.round, $1.session.startsAt)
        }
    }

    // MARK: - Following

    /// Whether somebody who leads proposes something that lists this station; agrees to it as soon as its key
    /// is there. Of several proposals, and this station's own, the one whose leader has the lowest rank
    /// counts: the same for all who see them.
    private mutating func follow(
        me: Me, candidates: [Announcement], view: View, now: Duration
    ) -> Bool {
        let isPatient = togetherSince.map { slowly(now - $0) >= Self.doubtedFor } ?? false
        let offers = candidates.compactMap { announcement -> (session: Session, rank: UInt64)? in
            guard let carried = announcement.carried, carried.stage == .proposed,
                carried.session.member(me.id) != nil, isOpen(carried.session, to: me),
                isTrue(carried.session, me: me, view: view),
                // Only the proposer's own word counts; the others merely repeat it.
                carried.session.leader == announcement.sender,
                view.numbers.has(carried.session)
                    || passing.proposes(announcement.sender, now: slowly(now))
                        < Self.keyWithin * patienceWithGroup && !hasWaited(now)
            else { return nil }
            let claim = claim(carried.session, me: me, view: view)
            guard isPatient || claim.isRight else { return nil }
            // Behind all those whose right to lead can be told.
            return (carried.session, claim.isRight ? claim.rank : .max)
        }
        guard let best = offers.min(by: { ($0.rank, $0.session.id) < ($1.rank, $1.session.id) }),
            !leads || precedes(best, ownWith: candidates, me: me)
        else { return false }
        let first = best.session
        let agrees = view.numbers.has(first)
        stance = .follows(first, agrees: agrees)
        waitsForKeySince = agrees ? nil : waitsForKeySince ?? now
        if agrees {
            agreements.agree(to: first, now: now)
            reach(first)
        }
        return true
    }

    /// Whether another's proposal comes before this station's own.
    private func precedes(
        _ other: (session: Session, rank: UInt64), ownWith candidates: [Announcement], me: Me
    ) -> Bool {
        let hands = hands(of: circle, me: me, candidates: candidates)
        let isFirst = Draw.order(hands).first == me.id
        let own = isFirst ? Draw.ranks(hands)[me.id] ?? .max : .max
        return (other.rank, other.session.leader?.value ?? 0) < (own, me.id.value)
    }

    /// Whether a proposal is one this station could be in: a new session from the lobby, with nobody it would
    /// not play with, or the next round from a session.
    private func isOpen(_ proposed: Session, to me: Me) -> Bool {
        if let finished = me.finished {
            let known = max(
                finished.round, reached.flatMap { $0.session == finished.id ? $0.round : nil } ?? 0)
            // That it is of this session, and later, `open` has seen to.
            return proposed.round <= known.addingReportingOverflow(Self.roundsAheadAtMost).partialValue
        }
        // Its leader suits this station, so a chosen partner is in it.
        return proposed.round == 1 && proposed.members.count <= me.company.capacity
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
            if let made = propose(me: me, candidates: invited, now: now, random: &random) {
                stance = .leads(made, since: now)
                reach(made)
            }
        }
        guard case .leads(let proposed, let offeredAt) = stance else { return nil }
        if slowly(now - offeredAt) >= Self.proposesWithin { waitsForKeySince = nil }
        let silent = invited.filter {
            $0.carried?.stage != .proposed || $0.carried?.session.agreement != proposed.agreement
        }
        if silent.isEmpty {
            withdraw()
            return proposed.starting(at: now + Self.leadIn)
        }
        if slowly(now - offeredAt) > Self.agreesWithin * patienceWithGroup {
            for announcement in silent {
                // A station that agrees with another is not deaf.
                let isElsewhere = announcement.carried?.stage == .proposed
                passing.passOver(
                    announcement.sender, because: isElsewhere ? .isOut : .isDeaf, now: slowly(now))
            }
            failed = Failure(circle: circle, until: now + Self.rests)
            withdraw()
        }
        return nil
    }

    /// Whether everyone who is to play holds.
    private mutating func isComplete(me: Me, candidates: [Announcement], view: View, now: Duration) -> Bool {
        latecomers.letGo()
        guard Self.canHunt(circle, me: me, candidates: candidates) else { return false }
        if let finished = me.finished {
            // In a session all who are still there must hold, and be authenticated.
            return !view.fresh.contains { fresh in
                fresh.carried?.session.id == finished.id && finished.member(fresh.sender) != nil
                    && !passing.passesOver(fresh.sender, now: slowly(now))
                    && !candidates.contains { $0.sender == fresh.sender }
            }
        }
        if agreements.mayBeLocked(by: view.fresh, within: rules.slowness ?? 1, now: now) { return false }
        let hands = [me.hand] + candidates.map(Matchmaking.Hand.init)
        let group = hands.filter { circle.contains($0.id) }
        let isDrawn = hands.contains { $0.company.pairing == .random }
        if circle.count == Matchmaking.capacity(group), !isDrawn { return true }
        if me.company.pairing == .called, slowly(now - (holdingSince ?? now)) < Self.calledWithin {
            return false
        }
        // Those who do not hold are not waited for, but given a moment; an idle station speaks seldom, so all
        // that are known count, not only those just heard.
        let others = view.known.filter { known in
            !known.isPlaying && known.carried?.stage != .locked
                && passing.expects(known.sender, now: slowly(now))
                && !candidates.contains { $0.sender == known.sender }
        }
        if others.isEmpty { return true }
        // Two are complete here already where no more may play.
        if rules.waitsForEverybody, !isDrawn,
            latecomers.areMissing(others, from: group, since: holdingSince ?? now, now: now)
        {
            return false
        }
        let coming = view.fresh.contains { fresh in
            fresh.isPressing && !fresh.isHolding && others.contains { $0.sender == fresh.sender }
        }
        let isSettled = now - circleSince >= (coming ? Self.comesWithin : Self.settles) * patience
        return isSettled || now - (togetherSince ?? now) >= Self.settlesWithin * patience
    }

    private func propose(
        me: Me, candidates: [Announcement], now: Duration, random: inout SeededGenerator
    ) -> Session? {
        let startsAt = now + Self.leadIn
        if let finished = me.finished {
            let latest = reached.flatMap { $0.session == finished.id ? $0.round : nil } ?? finished.round
            return finished.next(
                after: latest, startsAt: startsAt, with: Set(circle), leader: me.id,
                deaf: Self.deaf(me, candidates))
        }
        let members = members(me: me, candidates: candidates)
        guard Session.isSound(members) else { return nil }
        return Session(
            id: random.next(), round: 1, members: members, startsAt: startsAt, headStart: rules.headStart,
            limit: rules.limit)
    }
}
