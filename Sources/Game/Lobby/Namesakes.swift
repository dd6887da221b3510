import PeerNetwork

/// Notices that two stations go by one name for longer than it takes one of them to choose another: one of
/// them may be somebody who wants to be taken for the other.
struct Namesakes: Codable, Sendable {
    /// A station whose name is taken has moved by then.
    static let movesWithin = Duration.seconds(5)
    /// Names that are told of: an attacker that makes up many gets that many sentences.
    static let toldAtMost = 8
    /// A pair of names that has come apart for so long is news when it is there again.
    private static let forgottenAfter = Duration.seconds(600)
    private static let looksEvery = Duration.seconds(1)

    private struct Shared: Codable, Sendable {
        var name: StationName
        var since: Duration
        var seenAt: Duration
        var isTold = false
    }

    private var shared: [Shared] = []
    private var looksAt = Duration.zero

    /// The names to tell of now.
    mutating func look(_ own: StationName, _ others: [Roster.Peer], now: Duration) -> [StationName] {
        guard now >= looksAt else { return [] }
        looksAt = now + Self.looksEvery
        var counts = [own: 1]
        for other in others { counts[other.latest.name, default: 0] += 1 }
        shared.removeAll { one in
            counts[one.name] ?? 0 < 2 && (!one.isTold || now - one.seenAt >= Self.forgottenAfter)
        }
        let twice = counts.filter { $0.value > 1 }.keys.sorted { $0.description < $1.description }
        for name in twice {
            if let index = shared.firstIndex(where: { $0.name == name }) {
                shared[index].seenAt = now
            } else if shared.count < Self.toldAtMost {
                shared.append(Shared(name: name, since: now, seenAt: now))
            }
        }
        var news: [StationName] = []
        for index in shared.indices
        where !shared[index].isTold && shared[index].seenAt == now
            && now - shared[index].since >= Self.movesWithin
        {
            shared[index].isTold = true
            news.append(shared[index].name)
        }
        return news
    }
}

extension Roster {
    /// A station that comes so much later than the first that knows this station, and has its name, is the
    /// one to move.
    static let nameIsKnownAfter = Duration.seconds(10)

    /// Whether another one has come when this station's name was known to somebody already: a network may
    /// have come later than the stations.
    func cameLater(_ other: Peer) -> Bool {
        let known = peers.map(\.since).min() ?? other.since
        return other.since - known > Self.nameIsKnownAfter
    }

    /// Those who have been here for longer than another one of their name come first: of two that hold, the
    /// later one is left out.
    ///
    /// - Parameter own: the name of this station, which counts as one that holds.
    func withoutLaterNamesakes(_ announcements: [Announcement], own: StationName) -> [Announcement] {
        let announcements = announcements.filter { announcement in
            guard announcement.isHolding, announcement.name == own else { return true }
            return !peers.contains { $0.latest.sender == announcement.sender && cameLater($0) }
        }
        var first: [StationName: (id: StationID, since: Duration)] = [:]
        var hasTwo = false
        for announcement in announcements where announcement.isHolding {
            let since = self.since(announcement.sender) ?? .zero
            if let other = first[announcement.name] {
                hasTwo = true
                if other.since <= since { continue }
            }
            first[announcement.name] = (announcement.sender, since)
        }
        guard hasTwo else { return announcements }
        return announcements.filter { !$0.isHolding || first[$0.name]?.id == $0.sender }
    }

    /// Who goes by a name; of several the one that has been here longest.
    func station(called name: StationName) -> StationID? {
        peers.filter { $0.latest.name == name }.min { $0.since < $1.since }?.latest.sender
    }
}
