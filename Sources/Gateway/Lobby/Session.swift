/// How a round came to its end.
enum Outcome: Equatable, Codable, Sendable {
    /// A seeker stood within reach of the hider and both radios agreed. The time is that of the hunt.
    case found(by: StationID, after: Duration)
    /// The time limit passed.
    case timeUp
    /// Somebody cancelled, or too few were left.
    case abandoned
}

/// A locked group of stations, and the round they are in. Every member holds a copy and announces it; copies
/// are merged by `merge`, so that a lost datagram costs nothing and a station that restarted finds its way
/// back.
struct Session: Equatable, Codable, Sendable {
    /// One hider and one to seven seekers.
    static let membersAtMost = 8

    struct Member: Equatable, Codable, Sendable {
        var id: StationID
        var name: StationName
        var role: Role
        /// Which `minor` this station's beacon carries; no two members share one.
        var minor: UInt16
        /// Points at the beginning of this round.
        var points: UInt16
    }

    let id: UInt64
    /// The `major` of every beacon of this session.
    let major: UInt16
    /// 1 for the first round.
    private(set) var round: UInt16
    private(set) var members: [Member]
    /// When the countdown reaches zero, on this station's clock.
    private(set) var startsAt: Duration
    let headStart: Duration
    let limit: Duration
    private(set) var outcome: Outcome?

    /// - Precondition: two to eight members, exactly one of them hiding, no `minor` twice (we make sessions;
    ///   those from outside pass `isSound` first).
    init(
        id: UInt64, major: UInt16, round: UInt16, members: [Member], startsAt: Duration, headStart: Duration,
        limit: Duration, outcome: Outcome? = nil
    ) {
        precondition(Self.isSound(members), "a session has one hider and one to seven seekers")
        self.id = id
        self.major = major
        self.round = round
        self.members = members
        self.startsAt = startsAt
        self.headStart = headStart
        self.limit = limit
        self.outcome = outcome
    }

    /// Whether these members can make a session.
    static func isSound(_ members: [Member]) -> Bool {
        (2...membersAtMost).contains(members.count)
            && members.count { $0.role == .hide } == 1
            && Set(members.map(\.minor)).count == members.count
            && Set(members.map(\.id)).count == members.count
    }

    func member(_ id: StationID) -> Member? {
        members.first { $0.id == id }
    }

    func member(minor: UInt16) -> Member? {
        members.first { $0.minor == minor }
    }

    var hider: Member? {
        members.first { $0.role == .hide }
    }

    var huntAt: Duration { startsAt + headStart }
    var endsAt: Duration { huntAt + limit }

    /// What a station is worth after this round: derived, so that it cannot be counted twice.
    func points(of id: StationID) -> UInt16 {
        guard let member = member(id) else { return 0 }
        let won: Bool
        switch outcome {
        case .found(let finder, _): won = finder == id
        case .timeUp: won = member.role == .hide
        case .abandoned, nil: won = false
        }
        return won ? member.points.addingReportingOverflow(1).partialValue : member.points
    }

    /// Ends the round, unless a better ending is known: found beats time up, and both beat abandoned.
    mutating func end(_ ending: Outcome) {
        if Self.rank(ending) > Self.rank(outcome) {
            outcome = ending
        }
    }

    /// Takes over what another member knows of the same round and this one does not.
    ///
    /// The start is the *earliest* that any announcement implies: a datagram can only be late, so every one
    /// makes the start look later than it is, and the least delayed one is the nearest to the truth.
    mutating func merge(_ other: Session) {
        guard other.id == id, other.round == round else { return }
        startsAt = min(startsAt, other.startsAt)
        if let ending = other.outcome {
            end(ending)
        }
    }

    /// The same session with its start moved: what a proposer locks.
    func starting(at start: Duration) -> Session {
        var moved = self
        moved.startsAt = start
        return moved
    }

    /// The next round with those who are still there: who found hides; after a round without a finder the
    /// hiding goes round. Nil when too few are left.
    func next(startsAt: Duration, with present: Set<StationID>) -> Session? {
        let ordered = members.sorted { $0.id < $1.id }
        let hiding = ordered.firstIndex { $0.role == .hide } ?? 0
        let inTurn = ordered[(hiding + 1)...] + ordered[...hiding]
        var successor = inTurn.first { present.contains($0.id) }?.id
        if case .found(let finder, _) = outcome, present.contains(finder) {
            successor = finder
        }
        let changed = members.filter { present.contains($0.id) }.map { member in
            var member = member
            member.points = points(of: member.id)
            member.role = member.id == successor ? .hide : .seek
            return member
        }
        guard Self.isSound(changed), round < .max else { return nil }
        return Session(
            id: id, major: major, round: round + 1, members: changed, startsAt: startsAt,
            headStart: headStart,
            limit: limit)
    }

    private static func rank(_ outcome: Outcome?) -> Int {
        switch outcome {
        case nil: 0
        case .abandoned: 1
        case .timeUp: 2
        case .found: 3
        }
    }
}
