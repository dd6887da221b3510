import PeerNetwork

/// How a station in the lobby speaks of the others: who appeared, who pressed how often, and that nobody is
/// there.
struct Greeter: Codable, Sendable {
    /// Quick presses are one count: it is spoken when it has stood still this long.
    private static let countSettles = Duration.milliseconds(600)
    /// The first search is announced this long after power-on, when the greeting is over.
    private static let searchesAfter = Duration.seconds(3)
    private static let sonarEvery = Duration.seconds(6)

    private struct Count: Codable, Sendable {
        /// What the station was called.
        var name: StationName
        var spoken: UInt16
        var seen: UInt16
        var since: Duration
    }

    /// Bounded by the roster, whose stations it follows.
    private var counts: [StationID: Count] = [:]
    /// How many of them wait to be spoken: asked for after everything that happens.
    private var unspoken = 0
    private var aloneSince: Duration?
    private var saidSearching = false
    private var pingedAt = Duration.zero

    /// Somebody's count waits to be spoken.
    var isBusy: Bool { unspoken > 0 }

    mutating func news(_ news: Roster.News, of announcement: Announcement, listens: Bool, now: Duration)
        -> [Effect]
    {
        let id = announcement.sender
        switch news {
        case .nothing:
            return []
        case .appeared, .restarted:
            forgot(announcement)
            counts[id] = Count(
                name: announcement.name, spoken: announcement.presses, seen: announcement.presses, since: now)
            return listens && news == .appeared ? [.say(.met(announcement.name))] : []
        case .changed:
            let isRenamed = counts[id].map { $0.name != announcement.name } ?? false
            if isRenamed { counts[id]?.name = announcement.name }
            let greeting: [Effect] = isRenamed && listens ? [.say(.met(announcement.name))] : []
            guard var count = counts[id], count.seen != announcement.presses else { return greeting }
            if count.seen == count.spoken { unspoken += 1 }
            count.seen = announcement.presses
            if count.seen == count.spoken { unspoken -= 1 }
            count.since = now
            counts[id] = count
            return greeting
        }
    }

    mutating func forgot(_ announcement: Announcement) {
        guard let count = counts.removeValue(forKey: announcement.sender) else { return }
        if count.seen != count.spoken { unspoken -= 1 }
    }

    /// - Parameter listens: whether this station is free to speak of the lobby: it is not when it plays.
    mutating func advance(roster: Roster, listens: Bool, now: Duration) -> [Effect] {
        var effects: [Effect] = []
        if isBusy {
            for announcement in roster.announcements {
                guard var count = counts[announcement.sender], count.seen != count.spoken,
                    now - count.since >= Self.countSettles
                else { continue }
                count.spoken = count.seen
                unspoken -= 1
                counts[announcement.sender] = count
                if listens {
                    effects.append(.say(.pressed(announcement.name, times: Int(count.seen))))
                }
            }
        }
        return effects + search(isAlone: roster.isEmpty && listens, now: now)
    }

    private mutating func search(isAlone: Bool, now: Duration) -> [Effect] {
        guard isAlone else {
            aloneSince = nil
            saidSearching = false
            return []
        }
        let since = aloneSince ?? now
        aloneSince = since
        guard now - since >= Self.searchesAfter else { return [] }
        if !saidSearching {
            saidSearching = true
            pingedAt = now
            return [.say(.searching)]
        }
        guard now - pingedAt >= Self.sonarEvery else { return [] }
        pingedAt = now
        return [.play(.sonar)]
    }
}
