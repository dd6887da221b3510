import PeerNetwork

/// What group formation goes by: the rules, the station itself, and what it sees of the others.
extension GroupFormation {
    package struct Rules: Equatable, Codable, Sendable {
        package var company = Announcement.Company()
        var headStart = Duration.seconds(60)
        var limit = Duration.seconds(600)
        /// How many times as long words take as on a network, at least 1; nil for once. By radio they take
        /// several times as long, and nobody is passed over for that.
        package var slowness: Int?
        /// A group of more than two waits for everybody who is here.
        package var waitsForEverybody: Bool

        package init(
            company: Announcement.Company = Announcement.Company(),
            headStart: Duration = Duration.seconds(60),
            limit: Duration = Duration.seconds(600),
            slowness: Int? = nil,
            waitsForEverybody: Bool = false
        ) {
            self.slowness = slowness
            self.waitsForEverybody = waitsForEverybody
            self.company = company
            self.headStart = headStart
            self.limit = limit
        }
    }

    /// Who is asked: this station as it would announce itself.
    package struct Me: Equatable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        var isHolding: Bool
        /// Its radio does not work.
        var isDeaf = false
        var company = Announcement.Company()
        /// Its own lot of this hold.
        var lot: Draw.Lot = 0
        /// Sessions this station has left for good: hearing of them does not bring it back.
        var left: [UInt64] = []
        /// The session this station is in, when its round is over; nil in the lobby.
        var finished: Session?
        /// It was started a moment ago, and may have been in a session that it does not remember.
        var isReturning = false

        var hand: Matchmaking.Hand { Matchmaking.Hand(id: id, company: company, lot: lot, isDeaf: isDeaf) }
    }

    /// What a step looks at besides.
    package struct View: Sendable {
        /// Whose lots were committed to before they were shown.
        var fair: Set<StationID> = []
        /// While this station does not hold, only those who are in a session.
        var fresh: [Announcement]
        /// Everybody known, also those that spoke a while ago; nobody while this station does not hold.
        var known: [Announcement]
        /// Whom this station has authenticated with.
        var authenticated: Set<StationID>
        /// For which rounds there is a key.
        var numbers: BeaconNumbers
    }

    /// Those who hold, are free, and would play with this station.
    static func open(_ me: Me, fresh: [Announcement]) -> [Announcement] {
        fresh.filter { announcement in
            guard announcement.isHolding else { return false }
            if let finished = me.finished {
                guard finished.member(announcement.sender) != nil, let carried = announcement.carried else {
                    return false
                }
                return carried.session.id == finished.id
                    && (carried.stage == .locked
                        ? carried.session.outcome != nil : carried.session.round > finished.round)
            }
            guard !announcement.isPlaying, announcement.carried?.stage != .locked else { return false }
            return Matchmaking.suit(me.hand, Matchmaking.Hand(announcement))
        }
    }

    /// What became of holding together.
    package struct Lock: Equatable, Sendable {
        var session: Session
        /// This station does not remember it, and is taken back into it.
        var isReturn = false
        /// Those who told of it say that the round is over.
        var isOver = false
    }

    /// The group that this station is in, itself included.
    static func group(me: Me, candidates: [Announcement]) -> [StationID] {
        if me.finished != nil { return (candidates.map(\.sender) + [me.id]).sorted() }
        return Matchmaking.group(of: me.hand, among: candidates.map(Matchmaking.Hand.init)).map(\.id)
    }
}
