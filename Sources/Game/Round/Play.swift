import GPIO
package import PeerNetwork

/// One station's part in one round: its clock, its hunt, its hand on the button, and the others'.
package struct Play: Codable, Sendable {
    /// A claim that nobody confirmed within this time is answered with "not close enough yet".
    private static let confirmedWithin = Duration.seconds(2)
    /// By radio, for each time as long as words take there: most answers come within half a second.
    private static let confirmedByAirWithin = Duration.seconds(1)
    /// Without the hider's word on the end of time, a seeker ends the round this much later by itself.
    private static let seekerPatience = Duration.seconds(3)
    /// Every member says how it ended twice a second.
    private static let asksFor = Duration.seconds(3)
    /// A hider's station lets nobody taunt more often than every two seconds; more than that is not repeated.
    private static let tauntsApart = Duration.milliseconds(1_500)
    /// Between one change of the numbers that is believed and the next: each member may want one every ten
    /// seconds (`BeaconNumbers`), and who was cut off has some to catch up with.
    private static let renewsEvery = Duration.milliseconds(500)
    /// How long an abandoned round is still announced, so that everybody hears of it.
    private static let abandonedFor = Duration.seconds(5)

    private let own: StationID
    /// How many times as long words take as on a network; nil for once.
    private var slowness: Int?
    private let preferred: Role
    private var round: Round
    package internal(set) var hunt: Hunt
    package var membership: Membership
    /// Since when this seeker has been saying that it stands beside the hider.
    private var claimedAt: Duration?
    /// The button was let go since: by radio that takes nothing back before the hider can have heard of it.
    private var letGoAt: Duration?
    private var refused = false
    /// It has claimed in this round, whatever became of it.
    private var hasClaimed = false
    private var testimony = Testimony()
    /// It was started again in the middle of this round.
    private let isReturned: Bool
    /// It came back, and was told that the round is over: until then it waits to hear how it ended.
    private let asksUntil: Duration?
    /// When another key was wanted last.
    private var renewedAt: Duration
    private var heardTaunts: UInt16?
    private var tauntHeardAt: Duration?
    /// The hunt has begun, and this seeker knows whether it can take part.
    private var knowsWhetherItSeeks = false

    /// - Parameters:
    ///   - preferred: the role this station would have taken by itself.
    ///   - isReturned: it does not remember this round.
    ///   - missed: who told of it says that it is over.
    ///   - deck: lines that the round before has left.
    package init(
        _ session: Session, configuration: Station.Configuration, preferred: Role, isReturned: Bool,
        missed: Bool, deck: QuipDeck? = nil, now: Duration
    ) {
        own = configuration.id
        self.preferred = preferred
        self.isReturned = isReturned
        slowness = configuration.formation.slowness
        asksUntil = missed ? now + Self.asksFor * (slowness ?? 1) : nil
        renewedAt = now
        round = Round(own: configuration.id)
        hunt = Hunt(configuration, deck: deck)
        membership = Membership(session, slowness: configuration.formation.slowness, now: now)
        // A member that comes back after the round has missed its fanfare.
        if missed { round.missesTheEnd() }
    }

    mutating func slow(by slowness: Int?) {
        self.slowness = slowness
        membership.slowness = slowness
        hunt.slow(by: slowness)
    }

    var isClaiming: Bool { claimedAt != nil }
    /// When this station learned that the round was over.
    var endedAt: Duration? { round.endedAt }

    /// A member's announcement: it is there, it taunts, it claims.
    mutating func heard(
        _ announcement: Announcement, in session: inout Session, now: Duration
    ) -> [Effect] {
        let sender = announcement.sender
        var effects = membership.heard(sender, in: session, now: now)
        testimony.heard(announcement, in: session, now: now)
        membership.hasLeft(sender, testimony.hasGivenUp(sender))
        let outcome = testimony.outcome(
            of: session, own: own, hasClaimed: hasClaimed, isReturned: isReturned, now: now)
        if let outcome { session.end(outcome) }
        renew(announcement, in: &session, now: now)
        guard session.outcome == nil, announcement.sender == session.hider?.id else { return effects }
        guard now >= session.huntAt else {
            // Known before the hunt begins, or who taunts at once would not be heard.
            heardTaunts = heardTaunts ?? announcement.taunts
            return effects
        }
        let isSoon = tauntHeardAt.map { now - $0 < Self.tauntsApart } ?? false
        if let heardTaunts, announcement.taunts > heardTaunts, !isSoon {
            tauntHeardAt = now
            effects.append(
                hunt.hearTaunt(Int(announcement.taunts), announcement.line, in: session, now: now))
        }
        heardTaunts = announcement.taunts
        return effects
    }

    /// A member speaks of a later round without this station: whether that can be believed. A member that is
    /// there stays there by it, whatever it says; one that was away is not back by it.
    mutating func isPlayedWithout(
        by announcement: Announcement, in session: Session, now: Duration
    ) -> Bool {
        if let member = session.member(announcement.sender), membership.isPresent(member) {
            _ = membership.heard(member.id, in: session, now: now)
        }
        return testimony.playsOn(announcement, in: session, now: now)
    }

    /// A member wants other numbers: the next ones are believed, and no later ones.
    private mutating func renew(_ announcement: Announcement, in session: inout Session, now: Duration) {
        guard let told = announcement.carried?.session.generation, told > session.generation else { return }
        guard now - renewedAt >= Self.renewsEvery else { return }
        session.renewNumbers(towards: told)
        renewedAt = now
    }

    mutating func press(
        _ event: ButtonEvent, in session: inout Session, radioWorks: Bool, now: Duration
    ) -> [Effect] {
        guard session.outcome == nil, let me = session.member(own) else { return [] }
        if now < session.startsAt, event == .doublePress {
            session.end(.abandoned(.cancelled(by: own)))
            return []
        }
        guard now >= session.huntAt else { return [] }
        switch (event, me.role) {
        case (.press, .hide): return hunt.taunt(now: now)
        case (.hold, .hide): return hunt.hush(now: now)
        case (.hold, .seek): return claim(session, radioWorks: radioWorks, now: now)
        case (.holdEnded, .seek) where isWaitingByAir:
            letGoAt = now
            return []
        case (.holdEnded, .seek), (.stuck, .seek):
            (claimedAt, letGoAt) = (nil, nil)
            return []
        // A seeker's short presses, and a hider's letting go; the rest is for the station.
        case (.press, .seek), (.holdEnded, .hide), (.stuck, .hide), (.down, _), (.up, _), (.doublePress, _),
            (.freed, _):
            return []
        }
    }

    private mutating func claim(_ session: Session, radioWorks: Bool, now: Duration) -> [Effect] {
        guard let hider = session.hider else { return [] }
        // A seeker without a radio may claim: then the hider's radio decides alone.
        if radioWorks, !hunt.isWithinReach(hider.id, now: now) {
            return [.say(.notCloseEnough)]
        }
        (claimedAt, letGoAt) = (now, nil)
        hasClaimed = true
        refused = false
        return []
    }

    /// Who is there, and whether the round can go on.
    ///
    /// - Parameter isInLobby: whether a member's presence announcement is heard.
    mutating func keepTogether(
        _ session: inout Session, isInLobby: (StationID) -> Bool, now: Duration
    ) -> [Effect] {
        let effects = membership.advance(
            session, own: own, isNear: { hunt.isNear($0, now: now) }, isInLobby: isInLobby, now: now)
        // After the round nobody is waited for.
        guard session.outcome == nil else { return [] }
        if !membership.canGoOn(session, own: own, now: now) {
            session.end(.abandoned(.tooFew))
        }
        return effects
    }

    mutating func advance(
        _ session: inout Session, roster: Roster, radioWorks: Bool, networkWorks: Bool, now: Duration
    ) -> [Effect] {
        if session.outcome == nil, let asksUntil, now < asksUntil { return [] }
        let hearsHider = session.hider.map { $0.id == own || membership.isPresent($0) } ?? false
        var effects: [Effect] = []
        if session.outcome == nil, let me = session.member(own) {
            switch me.role {
            case .hide: confirm(&session, roster: roster, radioWorks: radioWorks, now: now)
            case .seek:
                // Only a hider that could have answered has said no by its silence.
                if networkWorks, hearsHider {
                    effects += doubt(now: now)
                }
            }
            let patience = me.role == .hide ? Duration.zero : Self.seekerPatience * (slowness ?? 1)
            if now >= session.endsAt + patience {
                session.end(.timeUp)
            }
        }
        if session.outcome != nil || letGoAt != nil && !isWaiting(now: now) {
            (claimedAt, letGoAt) = (nil, nil)
        }
        effects += hunt.advance(session, radioWorks: radioWorks, hearsHider: hearsHider, now: now)
        effects += round.advance(session, preferred: preferred, now: now)
        return effects + tellOfRadio(session, radioWorks: radioWorks, now: now)
    }

    /// A seeker whose radio does not work when the hunt begins is told so.
    private mutating func tellOfRadio(_ session: Session, radioWorks: Bool, now: Duration) -> [Effect] {
        guard !knowsWhetherItSeeks, session.outcome == nil, now >= session.huntAt else { return [] }
        knowsWhetherItSeeks = true
        return radioWorks || session.member(own)?.role == .hide ? [] : [.say(.cannotSeek)]
    }

    /// The hider's half of "found": a seeker claims, and this station's radio hears it as near.
    private func confirm(_ session: inout Session, roster: Roster, radioWorks: Bool, now: Duration) {
        guard now >= session.huntAt else { return }
        let claiming = roster.fresh(now: now).filter {
            $0.isClaiming && $0.carried?.session.id == session.id
                && $0.carried?.session.round == session.round
        }
        for announcement in claiming where session.member(announcement.sender)?.role == .seek {
            // A hider without a radio believes the seeker's, unless that one has none either.
            let near = radioWorks ? hunt.isWithinReach(announcement.sender, now: now) : !announcement.isDeaf
            if near {
                session.end(.found(by: announcement.sender, after: now - session.huntAt))
                return
            }
        }
    }

    private var isWaitingByAir: Bool { slowness != nil && claimedAt != nil && !refused }

    /// An answer may still come.
    private func isWaiting(now: Duration) -> Bool {
        let waits = slowness.map { Self.confirmedByAirWithin * $0 } ?? Self.confirmedWithin
        return claimedAt.map { now - $0 <= waits } ?? false
    }

    private mutating func doubt(now: Duration) -> [Effect] {
        guard claimedAt != nil, !refused, !isWaiting(now: now) else { return [] }
        refused = true
        return [.say(.notCloseEnough)]
    }

    /// Whether this station goes back to the lobby.
    func isOver(_ session: Session, now: Duration) -> Bool {
        guard let endedAt = round.endedAt else { return false }
        let canGoOn = membership.canGoOn(session, own: own, now: now)
        // Those who are still there have to hear of it; nobody else is waited for.
        if !canGoOn, membership.isAlone(in: session, own: own) { return true }
        let isLost = !canGoOn || session.outcome?.isAbandoned == true
        return now - endedAt > (isLost ? Self.abandonedFor : Round.dissolvesAfter)
    }
}
