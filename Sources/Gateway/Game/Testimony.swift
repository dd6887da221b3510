/// What the members of a session have said of the end of a round, each for itself; and what of it is true.
///
/// Everybody shares the key of the session, and shows what it has said itself (`PairMarks`). So nobody is
/// believed about another: a hider is found when it says so and the seeker has claimed it, and a round is
/// called off by who calls it off.
struct Testimony: Codable, Sendable {
    /// What clocks and the network may be late by.
    private static let tolerance = Duration.milliseconds(1_500)

    /// One for each member at most: the session has eight.
    private var claimed: Set<StationID> = []
    private var said: [StationID: Outcome] = [:]
    private var playOn: Set<StationID> = []

    /// A member speaks of this round.
    mutating func heard(_ announcement: Announcement, in session: Session, now: Duration) {
        guard session.member(announcement.sender) != nil else { return }
        let sender = announcement.sender
        playOn.remove(sender)
        if announcement.isClaiming, now >= session.huntAt - Self.tolerance { claimed.insert(sender) }
        said[sender] = announcement.carried?.session.outcome
    }

    /// A member speaks of a later round that this station is not in; true when that can be believed: one
    /// alone might say so to be rid of it.
    mutating func playsOn(_ sender: StationID) -> Bool {
        playOn.insert(sender)
        return playOn.count >= 2
    }

    /// Whether a member says that it has given the round up, which is its right.
    func hasGivenUp(_ id: StationID) -> Bool { said[id]?.isAbandoned ?? false }

    /// How the round has ended by what the others say; nil while it has not.
    ///
    /// - Parameters:
    ///   - hasClaimed: this station has claimed to stand beside the hider, in this round.
    ///   - isReturned: it was started again in the middle of the round, and cannot remember its own part.
    func outcome(
        of session: Session, own: StationID, hasClaimed: Bool, isReturned: Bool, now: Duration
    ) -> Outcome? {
        for member in session.members where member.id != own {
            guard case .abandoned(.cancelled(member.id)) = said[member.id],
                now < session.startsAt + Self.tolerance
            else { continue }
            return .abandoned(.cancelled(by: member.id))
        }
        guard let hider = session.hider?.id else { return nil }
        if now >= session.huntAt - Self.tolerance,
            let found = found(session, hider, own: own, hasClaimed: hasClaimed, isReturned: isReturned)
        {
            // No longer than the hunt has lasted.
            return .found(by: found.finder, after: min(found.after, max(.zero, now - session.huntAt)))
        }
        let isEnd = said[hider] == .timeUp && now >= session.endsAt - Self.tolerance
        return isEnd ? .timeUp : nil
    }

    private func found(
        _ session: Session, _ hider: StationID, own: StationID, hasClaimed: Bool, isReturned: Bool
    ) -> (finder: StationID, after: Duration)? {
        let witness: Outcome?
        if own == hider {
            // What it has found itself stands in the session already.
            guard isReturned else { return nil }
            witness =
                session.members.lazy.compactMap { member -> Outcome? in
                    guard case .found(member.id, _) = said[member.id] else { return nil }
                    return said[member.id]
                }.first
        } else {
            witness = said[hider]
        }
        guard case .found(let finder, let after) = witness, session.member(finder)?.role == .seek else {
            return nil
        }
        if own == hider { return (finder, after) }
        if finder == own { return hasClaimed || isReturned ? (finder, after) : nil }
        if claimed.contains(finder) { return (finder, after) }
        guard case .found(finder, _) = said[finder] else { return nil }
        return (finder, after)
    }
}
