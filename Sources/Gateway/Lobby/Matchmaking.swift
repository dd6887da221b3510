/// Which of the stations that hold at the same moment end up together: the same answer on every station that
/// sees the same hands.
enum Matchmaking {
    /// Somebody who holds.
    struct Hand: Equatable, Sendable {
        var id: StationID
        var company: Announcement.Company
        /// Drawn at this hold.
        var lot: UInt16

        init(id: StationID, company: Announcement.Company, lot: UInt16) {
            self.id = id
            self.company = company
            self.lot = lot
        }

        init(_ announcement: Announcement) {
            self.init(id: announcement.sender, company: announcement.company, lot: announcement.lot)
        }
    }

    /// Whether the two would play with each other.
    static func suit(_ one: Hand, _ other: Hand) -> Bool {
        wants(one, other.id) && wants(other, one.id)
    }

    private static func wants(_ hand: Hand, _ id: StationID) -> Bool {
        if hand.company.pairing == .chosen { return hand.company.partner == id }
        // A partner somebody has just been invited by, or has invited, comes before everybody else.
        return hand.company.partner.map { $0 == id } ?? true
    }

    /// The group that `me` is in, itself included, lowest identity first: from all who hold, in an order that
    /// everybody knows, each joins the first group that has room for it and suits it.
    static func group(of me: Hand, among others: [Hand]) -> [Hand] {
        let pool = order(others + [me])
        var groups: [[Hand]] = []
        for hand in pool {
            let place = groups.firstIndex { group in
                group.count < (group + [hand]).map(\.company.capacity).min() ?? 0
                    && group.allSatisfy { suit($0, hand) }
            }
            if let place { groups[place].append(hand) } else { groups.append([hand]) }
        }
        let mine = groups.first { $0.contains { $0.id == me.id } } ?? [me]
        return mine.sorted { $0.id < $1.id }
    }

    /// How many the group may have at most: nobody plays in a larger one than they want.
    static func capacity(_ group: [Hand]) -> Int {
        group.map(\.company.capacity).min() ?? Session.membersAtMost
    }

    /// By identity; or, if anybody wants chance to decide, by lots that everybody has a part in, so that
    /// nobody can tell beforehand.
    private static func order(_ hands: [Hand]) -> [Hand] {
        let byIdentity = hands.sorted { $0.id < $1.id }
        guard hands.contains(where: { $0.company.pairing == .random }) else { return byIdentity }
        let salt = byIdentity.reduce(UInt64(0)) { salt, hand in
            var mixer = SeededGenerator(seed: salt ^ hand.id.value ^ UInt64(hand.lot))
            return mixer.next()
        }
        func drawn(_ hand: Hand) -> UInt64 {
            var mixer = SeededGenerator(seed: salt ^ hand.id.value)
            return mixer.next()
        }
        return byIdentity.sorted { (drawn($0), $0.id) < (drawn($1), $1.id) }
    }
}
