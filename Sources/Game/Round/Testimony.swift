import PeerNetwork

/// What the members of a session have said of the end of a round, each for itself; and what of it is true.
///
/// Everybody shares the key of the session, and shows what it has said itself (`SenderTags`). So nobody is
/// believed about another alone: a hider is found when it says so and the seeker has claimed it, and a round
/// is called off by who calls it off. What two members say is believed as well: one of them may lie, not
/// both.
struct Testimony: Codable, Sendable {
    /// What clocks and the network may be late by.
    private static let tolerance = Duration.milliseconds(1_500)

    /// One for each member at most: the session has eight.
    private var claimed: Set<StationID> = []
    private var heard: Set<StationID> = []
    private var heardSince: Duration?
    private var said: [StationID: Outcome] = [:]
    private var playOn: Set<StationID> = []

    /// A member speaks of this round.
    mutating func heard(_ announcement: Announcement, in session: Session, now: Duration) {
        guard session.member(announcement.sender) != nil else { return }
        let sender = announcement.sender
        playOn.remove(sender)
        heard.insert(sender)
        heardSince = heardSince ?? now
        heardClaim(announcement, in: session, now: now)
        said[sender] = announcement.carried?.session.outcome
    }

    /// A member speaks of a later round that this station is not in; true when that can be believed: one
    /// alone might say so to be rid of it. What it claims of itself counts all the same, or who tells this
    /// station so could find the hider for everybody else.
    mutating func playsOn(_ announcement: Announcement, in session: Session, now: Duration) -> Bool {
        heardClaim(announcement, in: session, now: now)
        playOn.insert(announcement.sender)
        return playOn.count >= 2
    }

    private mutating func heardClaim(_ announcement: Announcement, in session: Session, now: Duration) {
        guard announcement.isClaiming, now >= session.huntAt - Self.tolerance else { return }
        claimed.insert(announcement.sender)
    }

    /// Whether a member says that it has given the round up, which is its right.
    func hasGivenUp(_ id: StationID) -> Bool { said[id] == .abandoned(.tooFew) }

    /// How the round has ended by what the others say; nil while it has not.
    ///
    /// - Parameters:
    ///   - hasClaimed: this station has claimed to stand beside the hider, in this round.
    ///   - isReturned: it was started again in the middle of the round, and cannot remember its own part.
    func outcome(
        of session: Session, own: StationID, hasClaimed: Bool, isReturned: Bool, now: Duration
    ) -> Outcome? {
        for member in session.members where member.id != own && now < session.startsAt + Self.tolerance {
            let cancelled = Outcome.abandoned(.cancelled(by: member.id))
            if said[member.id] == cancelled || count(cancelled) >= 2 { return cancelled }
        }
        if count(.abandoned(.tooFew)) >= 2 { return .abandoned(.tooFew) }
        guard let hider = session.hider?.id else { return nil }
        if isReturned, let told = toldOnReturn(now: now) { return told }
        if now >= session.huntAt - Self.tolerance,
            let found = found(session, hider, own: own, hasClaimed: hasClaimed, isReturned: isReturned)
        {
            // No longer than the hunt has lasted.
            return .found(by: found.finder, after: min(found.after, max(.zero, now - session.huntAt)))
        }
        let isEnd = said[hider] == .timeUp && now >= session.endsAt - Self.tolerance
        return isEnd ? .timeUp : nil
    }

    private func count(_ outcome: Outcome) -> Int { said.values.count { $0 == outcome } }

    /// Those whom it concerns may have gone since: one that comes back later believes what all say that are
    /// there, or two of them if one says something else: it may lie.
    private func toldOnReturn(now: Duration) -> Outcome? {
        guard let heardSince, now - heardSince >= Self.tolerance else { return nil }
        return heard.sorted().compactMap { said[$0] }.first { outcome in
            let voices = heard.count { Self.agree(said[$0], outcome) }
            return !outcome.isAbandoned && (voices == heard.count || voices >= 2)
        }
    }

    /// How long a hunt took is told in milliseconds, and counted by each clock.
    private static func agree(_ one: Outcome?, _ other: Outcome) -> Bool {
        if case .found(let finder, _) = one, case .found(let another, _) = other { return finder == another }
        return one == other
    }

    /// Whom the hider and the finder agree on; or two members, when one of those has gone since: one alone
    /// may lie.
    private func found(
        _ session: Session, _ hider: StationID, own: StationID, hasClaimed: Bool, isReturned: Bool
    ) -> (finder: StationID, after: Duration)? {
        for finder in session.members where finder.role == .seek {
            let voices = session.members.compactMap { member -> (id: StationID, after: Duration)? in
                guard case .found(finder.id, let after) = said[member.id] else { return nil }
                return (member.id, after)
            }
            let isTrue: Bool
            if own == hider {
                // What it has found itself stands in the session already.
                isTrue = isReturned && voices.contains { $0.id == finder.id }
            } else if own == finder.id {
                isTrue = voices.contains { $0.id == hider } && (hasClaimed || isReturned)
            } else {
                let isAgreed = voices.contains { $0.id == hider } && claimed.contains(finder.id)
                isTrue = isAgreed || voices.count >= 2
            }
            if isTrue, let voice = voices.first(where: { $0.id == hider }) ?? voices.first {
                return (finder.id, voice.after)
            }
        }
        return nil
    }
}
