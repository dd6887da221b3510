import Determinism
import GPIO
import HCI
package import PeerNetwork
import Wire

/// A station's part in the lobby: who is here, who holds, who is asked, and what becomes a session.
package struct Gathering: Codable, Sendable {
    private let own: StationID
    private var company: Announcement.Company
    private(set) var roster: Roster
    private(set) var role: Role
    private(set) var presses: UInt16 = 0
    private var greeter = Greeter()
    private var invitations = Invitations()
    private var earshot = Earshot()
    private var namesakes = Namesakes()
    private var formation: GroupFormation
    /// Whom this station has authenticated with; told by the gatekeeper, who has no more than the roster.
    private var authenticated: Set<StationID> = []
    /// This station's part in the draw of who comes first: shown at this hold, or at the next.
    private(set) var lot: Draw.Lot
    private var wasHolding = false
    /// Who held together with this one; they are told of when they let go.
    private var companions: [StationID] = []
    /// Until when this station says that it does not want to play.
    private var declinesUntil: Duration?
    private static let declinesFor = Duration.seconds(60)
    private var estrangement = Estrangement()
    /// In this hold it was said whose radio keeps a round from beginning.
    private var toldOfRadio = false
    /// Sessions left for good that are remembered, so that a late message does not bring the station back.
    private var left: [UInt64] = []
    private static let leftAtMost = 8
    /// If you hold for so long you are told whose radio keeps a round from beginning.
    private static let tellsOfRadioAfter = Duration.seconds(1)
    /// Members of this station's session that have vanished: they are waited for until the session is left.
    /// Bounded by the roster.
    private var missing: Set<StationID> = []
    /// What this station proposed or agreed to last.
    private var agreed: Agreed?
    /// With whom the venue's page has called it together.
    private var call: Call?

    private struct Agreed: Codable, Sendable {
        var session: Session
        var at: Duration
    }

    package init(_ configuration: Station.Configuration) {
        own = configuration.id
        company = configuration.formation.company
        role = configuration.role
        roster = Roster(own: configuration.id)
        formation = GroupFormation(rules: configuration.formation)
        var random = SeededGenerator(seed: configuration.seed ^ UInt64(configuration.boot))
        lot = random.next()
    }

    /// How many play together at most is another number from now on.
    mutating func limit(to capacity: Int) {
        company.capacity = capacity
    }

    /// Plays with these, this station among them, and with nobody else, for as long as that takes.
    mutating func call(_ party: [StationID], until: Duration) {
        call = Call(party, until: until)
    }

    /// The call is answered, or taken back.
    mutating func forgetCall() { call = nil }

    /// The proposal this station makes or agrees to.
    var proposal: Session? { formation.proposal }

    mutating func slow(by slowness: Int?) {
        formation.rules.slowness = slowness
        roster.slowness = slowness
    }

    /// The newest invitation that waits for this station's answer.
    package var invitation: (from: StationID, endsAt: Duration)? { invitations.newest }

    /// Whether this station has asked somebody to play and waits.
    package func isAsking(_ id: StationID) -> Bool { invitations.isAsking(id) }

    /// What this station proposed or agreed to last, for as long as it can still hear that it is locked.
    func agreed(now: Duration) -> Session? {
        agreed.flatMap { now - $0.at <= Agreements.lastFor ? $0.session : nil }
    }

    /// Whether anything here is a matter of less than a quarter of a second.
    var isBusy: Bool { wasHolding || greeter.isBusy || invitations.isAsked || formation.offer != nil }

    /// The key for what is being agreed on.
    var keyGoal: KeyRequest? {
        formation.offer.map { offer in
            var goal = KeyRequest(offer, leads: formation.leads)
            // Anybody who is listed could make up a key; the leader has the one that counts.
            goal.giver = offer.leader
            return goal
        }
    }

    // MARK: - What comes in

    /// Nil when it is no news: what came late must not take anything back.
    ///
    /// - Parameter isSealed: it was said to a session. Only who speaks to the lobby is known to the
    ///   gatekeeper, who tells when it has vanished again.
    mutating func take(_ announcement: Announcement, isSealed: Bool, listens: Bool, now: Duration)
        -> [Effect]?
    {
        if !isSealed { missing.remove(announcement.sender) }
        let news = roster.take(announcement, now: now)
        if isSealed, news == .appeared { missing.insert(announcement.sender) }
        return news == .nothing ? nil : greeter.news(news, of: announcement, listens: listens, now: now)
    }

    /// - Parameter members: of this station's session; these are waited for, not forgotten.
    mutating func vanished(_ id: StationID, members: Set<StationID>) -> [Effect] {
        authenticated.remove(id)
        guard members.contains(id) else { return forget(id) }
        if roster[id] != nil { missing.insert(id) }
        return []
    }

    /// Its presence announcement is repeated.
    func isHeard(_ id: StationID) -> Bool { roster[id] != nil && !missing.contains(id) }

    private mutating func forget(_ id: StationID) -> [Effect] {
        guard let last = roster.forget(id) else { return [] }
        greeter.forgot(last)
        return [.log("\(last.name) is not heard any more")]
    }

    /// A session is proposed or agreed to, and not locked yet.
    package var isAgreeing: Bool { formation.offer != nil }

    /// Somebody holds together with this station, or is about to.
    var hasCompanions: Bool { !companions.isEmpty || formation.offer != nil }

    mutating func authenticate(_ id: StationID, _ holds: Bool) {
        if holds { authenticated.insert(id) } else { authenticated.remove(id) }
    }

    /// Who is heard by radio in the lobby.
    package var namesInEarshot: [StationName] { earshot.names }

    mutating func heard(_ beacon: IBeacon, now: Duration) {
        earshot.heard(beacon, now: now)
    }

    mutating func heard(_ unicast: UnicastMessage, isFree: Bool, now: Duration) throws(Malformed)
        -> [Effect]
    {
        guard let invitation = try Invitation.decode(unicast.body) else { return [] }
        let endsWithHold = Invitation.endsWithHold(unicast.body)
        // It comes late: the hold is over.
        if invitation == .invite, endsWithHold, roster[unicast.other]?.isHolding == false { return [] }
        return invitations.heard(
            invitation, from: unicast.other, name: name(of: unicast.other), isFree: isFree,
            isHolding: wasHolding, endsWithHold: endsWithHold, now: now)
    }

    private func name(of id: StationID) -> StationName? { roster[id]?.name }

    // MARK: - Hands

    /// A short press in the lobby: "I am here."
    mutating func press() {
        presses &+= 1
    }

    /// A double press in the lobby: no, to who asks; to nobody, the other role.
    mutating func doublePress(now: Duration) -> [Effect] {
        let isAwaited =
            formation.rules.waitsForEverybody && company.capacity > 2
            && roster.fresh(now: now).contains { $0.isHolding && !$0.isPlaying }
        guard invitations.isAsked || isAwaited else { return switchRole() }
        declinesUntil = now + Self.declinesFor
        return invitations.isAsked ? invitations.decline() : [.play(.falling)]
    }

    /// Whether this station says that it does not want to play.
    func declines(now: Duration) -> Bool { declinesUntil.map { now < $0 } ?? false }

    /// Until the next start, which goes by the settings again.
    mutating func switchRole() -> [Effect] {
        role = role == .hide ? .seek : .hide
        return [.say(.nowRole(role))]
    }

    mutating func invite(_ id: StationID, now: Duration) -> [Effect] {
        roster[id] == nil ? [] : invitations.invite(id, now: now)
    }

    mutating func decline() -> [Effect] { invitations.decline() }

    /// A "yes" is taken back before the two play.
    mutating func takeBack(now: Duration) -> [Effect] { invitations.takeBack(now: now) }

    // MARK: - What follows

    /// Whom to authenticate with from now on.
    func toAuthenticate(_ me: GroupFormation.Me, session: Session?, now: Duration) -> [StationID] {
        var members: [StationID] = []
        members.reserveCapacity(session?.members.count ?? 0)
        for member in session?.members ?? [] where member.id != own { members.append(member.id) }
        if session == nil { members = formation.companions(me, known: roster.announcements) }
        guard me.isHolding else { return members.sorted() }
        return Set(
            formation.toAuthenticate(me, fresh: holders(me, now: now), authenticated: authenticated, now: now)
                + members
        )
        .sorted()
    }

    /// What was said lately: of two that hold and go by one name, by who has been here longer. In a session
    /// its members know each other.
    private func holders(_ me: GroupFormation.Me, now: Duration) -> [Announcement] {
        let fresh = roster.fresh(now: now)
        return me.finished == nil ? roster.withoutLaterNamesakes(fresh, own: me.name) : fresh
    }

    /// This station as group formation sees it.
    func me(
        _ configuration: Station.Configuration, isHolding: Bool, isDeaf: Bool,
        isReturning: Bool, session: Session?, now: Duration
    ) -> GroupFormation.Me {
        var company = company
        if let called = session == nil ? call?.company(now: now) : nil {
            company = called
        } else if company.capacity == 2, company.pairing != .chosen, session == nil,
            let partner = invitations.partner(now: now), roster[partner]?.isPlaying == false
        {
            // Two who want to be two wait for each other; where there is room for more, nobody is shut out.
            company.partner = partner
        } else if let name = configuration.partner {
            company.partner = roster.station(called: name)
        }
        return GroupFormation.Me(
            id: own, name: configuration.name, role: role, isHolding: isHolding,
            isDeaf: isDeaf, company: company, lot: lot, left: left, finished: session,
            isReturning: isReturning)
    }

    /// Greets, searches, asks; nothing of it while this station plays.
    mutating func advance(_ own: StationName, listens: Bool, networkWorks: Bool, now: Duration)
        -> [Effect]
    {
        var effects = greeter.advance(roster: roster, listens: listens, now: now)
        if listens {
            for name in namesakes.look(own, roster.peers, now: now) { effects.append(.say(.twoOfUs(name))) }
        }
        // Where words go by radio, a station that is heard by it is about to be met.
        let isByAir = formation.rules.slowness != nil
        effects += earshot.advance(
            isAlone: listens && networkWorks && !isByAir && roster.isEmpty, now: now)
        effects += invitations.advance(now: now, holds: { roster[$0]?.isHolding ?? false }) {
            roster[$0]?.name
        }
        return effects
    }

    /// Does holding together make a session? In the lobby and after a round.
    mutating func gather(
        _ me: GroupFormation.Me, heldSince: Duration?, numbers: BeaconNumbers, now: Duration,
        random: inout SeededGenerator
    ) -> (locked: GroupFormation.Lock?, effects: [Effect]) {
        var effects: [Effect] = []
        if me.isHolding, !wasHolding {
            declinesUntil = nil
            if me.finished == nil { effects += invitations.accept(now: now) }
        }
        if !me.isHolding, wasHolding {
            invitations.letGo()
            lot = random.next()
            toldOfRadio = false
            estrangement = Estrangement()
        }
        wasHolding = me.isHolding
        var view = GroupFormation.View(
            fresh: me.isHolding ? holders(me, now: now) : roster.freshlyLocked(now: now),
            known: me.isHolding ? roster.announcements : [], authenticated: authenticated,
            numbers: numbers)
        view.fair = me.isHolding ? roster.fair : []
        let locked = formation.step(me: me, view: view, now: now, random: &random)
        if let proposal { agreed = Agreed(session: proposal, at: now) }
        for (id, time) in formation.takeNews() {
            effects.append(
                .log(
                    "\(name(of: id).map(\.description) ?? "\(id)") holds, and keeps others waiting: "
                        + "it is passed over for \(time.components.seconds) s"))
        }
        if let locked {
            companions = []
            call = nil
            invitations.clear()
            toldOfRadio = false
            return (locked, effects)
        }
        effects += lettingGo(me, view: view)
        effects += tellOfRadio(me, since: heldSince, view: view, now: now)
        effects += tellOfEstrangement(me, view: view, now: now)
        effects += wait(me, since: heldSince, view: view, now: now)
        return (nil, effects)
    }

    /// Somebody who held together with this station does not any more: those who still hold hear who.
    private mutating func lettingGo(_ me: GroupFormation.Me, view: GroupFormation.View) -> [Effect] {
        guard me.isHolding else {
            companions = []
            return []
        }
        let gone = view.fresh.filter {
            companions.contains($0.sender) && !$0.isHolding && !$0.isPlaying
        }
        companions = view.fresh.filter {
            $0.isHolding && (view.authenticated.contains($0.sender) || companions.contains($0.sender))
        }.map(\.sender)
        return gone.map { .say(.letGo($0.name)) }
    }

    /// Two hold, and nothing comes of it: that is said after some seconds.
    private mutating func tellOfEstrangement(
        _ me: GroupFormation.Me, view: GroupFormation.View, now: Duration
    ) -> [Effect] {
        let isAlone = me.isHolding && !me.isDeaf && companions.isEmpty && formation.offer == nil
        let others = isAlone ? possible(me, view: view) : []
        let other = others.first { $0.isHolding && !$0.isDeaf && !view.authenticated.contains($0.sender) }
        let isByAir = formation.rules.slowness != nil
        guard estrangement.tells(of: other?.sender, isByAir: isByAir, now: now), let other else { return [] }
        return [
            .say(.cannotAgree(other.name)),
            .log(
                "\(other.name) holds too, and does not prove who it is: the network may not pass what is for "
                    + "one station, or the crew words differ"),
        ]
    }

    /// With whom this station could play, whether or not they hold.
    private func possible(_ me: GroupFormation.Me, view: GroupFormation.View) -> [Announcement] {
        view.known.filter { other in
            guard let finished = me.finished else {
                return !other.isPlaying && Matchmaking.suit(me.hand, Matchmaking.Hand(other))
            }
            return finished.member(other.sender) != nil
        }
    }

    /// Where no round can begin because a radio does not work, it is said whose.
    private mutating func tellOfRadio(
        _ me: GroupFormation.Me, since: Duration?, view: GroupFormation.View, now: Duration
    ) -> [Effect] {
        guard let since, now - since >= Self.tellsOfRadioAfter, formation.offer == nil, !toldOfRadio else {
            return []
        }
        let others = possible(me, view: view)
        let hearing = others.filter { !$0.isDeaf }
        let held = hearing.count(where: \.isHolding) + (me.isDeaf ? 0 : 1)
        guard held < Matchmaking.hearingAtLeast else { return [] }
        if me.isDeaf {
            toldOfRadio = true
            return [.say(.cannotPlay(nil))]
        }
        // Where others could come who hear, only those who hold are in the way.
        let deaf = others.first { $0.isDeaf && ($0.isHolding || hearing.isEmpty) }
        toldOfRadio = deaf != nil
        return deaf.map { [.say(.cannotPlay($0.name))] } ?? []
    }

    /// Holding alone, or waiting for everybody: the others are asked to come along, and who is waited for is
    /// said.
    private mutating func wait(
        _ me: GroupFormation.Me, since: Duration?, view: GroupFormation.View, now: Duration
    ) -> [Effect] {
        guard let since, formation.offer == nil, !toldOfRadio else { return [] }
        let missing = formation.missing
        guard companions.isEmpty || !missing.isEmpty else { return [] }
        let others = possible(me, view: view).filter { other in
            !other.isHolding && !other.isDeaf && !other.declines
                && (companions.isEmpty || missing.contains(other.sender))
        }
        // Nobody is missing while somebody holds who is not agreed with.
        if others.isEmpty, estrangement.isFelt { return [] }
        // Of those who hold together one asks.
        let asks = me.finished == nil && companions.allSatisfy { own < $0 }
        return invitations.holdAlone(
            since: since, free: others, asks: asks, now: now)
    }

    /// A session is left for good; who was waited for in it is not any more.
    mutating func leave(_ session: Session) -> [Effect] {
        left.append(session.id)
        left.removeFirst(max(0, left.count - Self.leftAtMost))
        defer { missing = [] }
        return missing.sorted().flatMap { forget($0) }
    }
}
