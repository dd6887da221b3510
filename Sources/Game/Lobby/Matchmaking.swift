package import PeerNetwork

/// Which of the stations that hold at the same moment end up together: the same answer on every station that
/// sees the same hands.
package enum Matchmaking {
    /// Somebody who holds.
    package struct Hand: Equatable, Sendable {
        var id: StationID
        var company: Announcement.Company
        /// Shown at this hold.
        var lot: Draw.Lot
        /// Its radio does not work.
        var isDeaf: Bool

        var drawn: Draw.Hand { Draw.Hand(id: id, lot: lot) }

        package init(id: StationID, company: Announcement.Company, lot: Draw.Lot, isDeaf: Bool = false) {
            self.id = id
            self.company = company
            self.lot = lot
            self.isDeaf = isDeaf
        }

        package init(_ announcement: Announcement) {
            self.init(
                id: announcement.sender, company: announcement.company, lot: announcement.lot,
                isDeaf: announcement.isDeaf)
        }
    }

    /// Whether the two would play with each other.
    static func suit(_ one: Hand, _ other: Hand) -> Bool {
        let (ours, theirs) = (one.company, other.company)
        if ours.pairing == .called || theirs.pairing == .called {
            return ours.pairing == theirs.pairing && ours.partner == theirs.partner
        }
        return wants(one, other.id) && wants(other, one.id)
    }

    private static func wants(_ hand: Hand, _ id: StationID) -> Bool {
        if hand.company.pairing == .chosen { return hand.company.partner == id }
        // A partner somebody has just been invited by, or has invited, comes before everybody else.
        return hand.company.partner.map { $0 == id } ?? true
    }

    /// The group that `me` is in, itself included, lowest identity first.
    static func group(of me: Hand, among others: [Hand]) -> [Hand] {
        let mine = groups(of: others + [me]).first { $0.contains { $0.id == me.id } } ?? [me]
        return mine.sorted { $0.id < $1.id }
    }

    /// Whether all others are in groups that have no room for anybody else: these should be playing.
    static func isLeftOver(_ me: Hand, among others: [Hand]) -> Bool {
        guard !others.isEmpty else { return false }
        return groups(of: others + [me]).allSatisfy { group in
            group.contains { $0.id == me.id } ? group.count == 1 : group.count == capacity(group)
        }
    }

    /// A hunt takes a hider that can be heard and a seeker that hears it.
    static let hearingAtLeast = 2

    /// From all who hold, in the order that is drawn, each joins the first group that has room for it and
    /// suits it. Those whose radio does not work come last, and join only who can play without them.
    private static func groups(of hands: [Hand]) -> [[Hand]] {
        let order = Draw.order(hands.map(\.drawn))
        let drawn = order.compactMap { id in hands.first { $0.id == id } }
        // A station that wants one partner and nobody else has the first choice.
        let hearing = drawn.filter { !$0.isDeaf }
        let pool =
            hearing.filter { $0.company.partner != nil } + hearing.filter { $0.company.partner == nil }
            + drawn.filter(\.isDeaf)
        var groups: [[Hand]] = []
        for hand in pool {
            let place = groups.firstIndex { group in
                group.count < (group + [hand]).map(\.company.capacity).min() ?? 0
                    && group.allSatisfy { suit($0, hand) }
                    && (!hand.isDeaf || group.count { !$0.isDeaf } >= hearingAtLeast)
            }
            if let place { groups[place].append(hand) } else { groups.append([hand]) }
        }
        return groups
    }

    /// How many the group may have at most: nobody plays in a larger one than they want.
    static func capacity(_ group: [Hand]) -> Int {
        group.map(\.company.capacity).min() ?? Session.membersAtMost
    }
}
