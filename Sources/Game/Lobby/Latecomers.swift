import PeerNetwork

/// Those who are here, could play, and do not hold: a group of more than two waits for them for a while.
///
/// A station that was waited for in vain is not waited for again so soon: a station that lies in a drawer
/// costs one wait, and a crowd none.
struct Latecomers: Codable, Sendable {
    /// A button that is down for thirty seconds is stuck (`LinesCore`): all who hold must be playing by then.
    static let waitedForWithin = Duration.seconds(25)
    static let forgottenFor = Duration.seconds(600)
    /// With more than a group has room for, nobody in particular is missing.
    static let atMost = Session.membersAtMost - 1

    private(set) var missing: [StationID] = []
    /// Until when each is not waited for. While there are so many, nobody else is waited for either: somebody
    /// makes them up.
    private static let inVainAtMost = 64
    private var inVain: [StationID: Duration] = [:]

    /// Whether anybody is waited for.
    ///
    /// - Parameters:
    ///   - others: who is here, does not play and does not hold.
    ///   - group: those who hold.
    ///   - since: since when this station does.
    mutating func areMissing(
        _ others: [Announcement], from group: [Matchmaking.Hand], since: Duration, now: Duration
    ) -> Bool {
        inVain = inVain.filter { $0.value > now }
        let wanted = others.filter { other in
            let hand = Matchmaking.Hand(other)
            return !other.declines && !other.isDeaf && inVain[other.sender] == nil
                && group.count < hand.company.capacity && group.allSatisfy { Matchmaking.suit($0, hand) }
        }
        let isCrowd = wanted.count > Self.atMost || inVain.count + wanted.count > Self.inVainAtMost
        missing = isCrowd ? [] : wanted.map(\.sender)
        guard now - since >= Self.waitedForWithin else { return !missing.isEmpty }
        for id in missing { inVain[id] = now + Self.forgottenFor }
        missing = []
        return false
    }

    /// Nobody is waited for any more.
    mutating func letGo() { missing = [] }
}
