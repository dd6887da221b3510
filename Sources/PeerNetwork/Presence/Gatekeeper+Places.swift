/// Who has to go when somebody who holds comes to a full table.
extension Gatekeeper {
    /// A station that has not shown by then that it has our crew word gives its place away.
    static let provesWithin = Duration.seconds(3)
    /// A hold keeps a place for so long.
    static let holdKeepsPlaceFor = Duration.seconds(30)
    /// Places kept for each name that is heard by radio: its owner's and one more, for two can share a name.
    static let placesOfNearby = 2
    /// Candidates with one such name for whom others make room: one that copies it does not have all.
    static let candidatesOfNearby = 4

    /// Lets somebody who holds into a full table, in the place of another.
    mutating func pushOut(
        for announcement: PresenceAnnouncement, at endpoint: Endpoint, now: Duration,
        _ outputs: inout [Output]
    ) -> Bool {
        guard let place = place(for: announcement.name, at: endpoint, now: now) else { return false }
        let id = table.peers[place].id
        if isAuthenticated(place) { outputs.append(.trust(.unauthenticated(id))) }
        outputs.append(.trust(.vanished(id)))
        table.remove(at: place)
        return true
    }

    /// Whose place a newcomer from there may have; nil if none.
    ///
    /// First one of those with whom there is nothing going on. Then, for who is heard by radio, of those who
    /// are not. Then, for an address that has no place yet, of those whose time is over. Then one of the
    /// address that has the most: made-up stations of a few computers leave room for all others, whatever
    /// they do. Members of our session keep theirs.
    func place(for name: StationName?, at endpoint: Endpoint, now: Duration) -> Int? {
        let free = table.peers.indices.filter { index in
            !ring.goals.contains { $0.members.contains(table.peers[index].id) }
        }
        if let idle = longestSilent(free.filter { isIdle($0) }) { return idle }
        if let name, nearby.contains(name) { return place(ofNearby: name, free) }
        var counts: [[UInt8]: Int] = [:]
        for index in table.peers.indices { counts[table.peers[index].endpoint.address, default: 0] += 1 }
        let own = counts[endpoint.address] ?? 0
        if own == 0, let overdue = longestSilent(free.filter { isOverdue($0, now: now) }) { return overdue }
        let most = free.map { counts[table.peers[$0].endpoint.address] ?? 0 }.max() ?? 0
        guard most > own + 1 else { return nil }
        let crowd = free.filter { counts[table.peers[$0].endpoint.address] == most }
        return longestSilent(crowd.filter { !isAuthenticated($0) }) ?? longestSilent(crowd)
    }

    /// A station that copies the name can have no more than the two places, and loses its own to the next.
    private func place(ofNearby name: StationName, _ free: [Int]) -> Int? {
        let namesakes = free.filter { table.peers[$0].announcement.name == name }
        if namesakes.count >= Self.placesOfNearby { return longestSilent(namesakes) }
        let others = free.filter { index in
            table.peers[index].announcement.name.map { !nearby.contains($0) } ?? true
        }
        return longestSilent(others.filter { !isAuthenticated($0) }) ?? longestSilent(others)
    }

    private func isIdle(_ index: Int) -> Bool {
        table.peers[index].line == nil && !table.peers[index].announcement.isUrgent
    }

    func isAuthenticated(_ index: Int) -> Bool { table.peers[index].line?.isAuthenticated == true }

    /// It has had its time: its hold has expired, or it has not shown that it has our crew word.
    private func isOverdue(_ index: Int, now: Duration) -> Bool {
        if isAuthenticated(index) { return false }
        if let holdsSince = table.peers[index].holdsSince, now - holdsSince >= Self.holdKeepsPlaceFor {
            return true
        }
        return crew != nil && !table.peers[index].isAcquainted
            && now - table.peers[index].since >= Self.provesWithin
    }

    /// Ties are broken by identity: the table is in that order.
    private func longestSilent(_ indices: [Int]) -> Int? {
        indices.min { table.peers[$0].heardAt < table.peers[$1].heardAt }
    }
}
