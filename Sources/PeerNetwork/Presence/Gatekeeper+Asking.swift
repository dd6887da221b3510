import Determinism

/// Whom the gatekeeper asks whether they are there, and when: of a room that comes into hearing at once not
/// everybody at once.
extension Gatekeeper {
    /// Sends the challenges that are due and paid for, and forgets who has not answered. When there are more
    /// than may be asked just now, those who hold come first, and then those who were asked least.
    mutating func challenge(now: Duration, _ outputs: inout [Output]) {
        candidates.removeAll { now - $0.since >= Candidate.lastsFor }
        let isCrowd = isCrowdOnAir
        let due = candidates.indices
            .filter { now >= asksAgain(candidates[$0]) && candidates[$0].isDue(now: now) }
            .filter { !isCrowd || isAsked(candidates[$0]) }
            .sorted { (rank(candidates[$0]), $0) < (rank(candidates[$1]), $1) }
        // The more there are, the less each may ask: the room shares one network.
        let price = 1 + (table.count + candidates.count) / Self.asksOfOne
        for index in due {
            let isUrgent = candidates[index].announcement.isUrgent
            guard asks.has(isUrgent ? price : price + Self.asksHeldBack, now: now),
                asks.take(price, now: now)
            else {
                asksAgainAt = now + asks.timeFor(price)
                if isUrgent { asksHoldersAgainAt = asksAgainAt }
                return
            }
            let destination = candidates[index].challenge(slowness: slowness, now: now)
            let challenge = Challenge(
                from: id, to: candidates[index].announcement.sender,
                boot: candidates[index].announcement.boot,
                nonce: candidates[index].nonce)
            outputs.append(.transmit(challenge.encoded, to: destination))
        }
    }

    /// By radio so many others are asked in any case.
    package static let askedOnAir = 16

    /// By radio all share the air, and a challenge with its response takes as much of it as an announcement.
    /// Where more than sixteen are heard, a room in which everybody asks everybody is heard by nobody.
    var isCrowdOnAir: Bool {
        guard table.count + candidates.count > Self.askedOnAir else { return false }
        let known = table.peers.indices.count { table.peers[$0].endpoint.isAir }
        return known + candidates.count { $0.endpoint.isAir } > Self.askedOnAir
    }

    /// Whom to ask all the same: besides those who are needed who was here before, a twin, and who plays and
    /// asks: this station may have been in that round, and has started anew.
    private func isAsked(_ candidate: Candidate) -> Bool {
        (candidate.hasAsked && candidate.announcement.isUrgent)
            || isNeeded(candidate.announcement, at: candidate.endpoint) || candidate.announcement.sender == id
            || table.index(of: candidate.announcement.sender) != nil
    }

    /// Those heard on a network; and by radio, while this station holds or plays, those who do.
    func isNeeded(_ announcement: PresenceAnnouncement, at endpoint: Endpoint) -> Bool {
        !endpoint.isAir || (announcement.isUrgent && presenceSender.isUrgent)
    }

    /// When to look at the candidates again.
    var nextAsk: Duration? {
        candidates.indices.lazy.map { max(candidates[$0].nextLook, asksAgain(candidates[$0])) }.min()
    }

    /// The lower, the sooner it is asked: first who holds and is heard by radio, then who holds, then who was
    /// asked least.
    private func rank(_ candidate: Candidate) -> Int {
        if candidate.announcement.isUrgent { return isNearby(candidate) ? 0 : 1 }
        return 2 + candidate.tries
    }

    private func asksAgain(_ candidate: Candidate) -> Duration {
        candidate.announcement.isUrgent ? asksHoldersAgainAt : asksAgainAt
    }
}
