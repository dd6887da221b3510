import Determinism
import HCI
package import PeerNetwork
import Wire

/// How a round came to its end.
package enum Outcome: Equatable, Codable, Sendable {
    /// A seeker stood within reach of the hider and both radios agreed. The time is that of the hunt.
    case found(by: StationID, after: Duration)
    /// The time limit passed.
    case timeUp
    case abandoned(Abandonment)

    var isAbandoned: Bool {
        if case .abandoned = self { true } else { false }
    }
}

/// Why a round was given up.
package enum Abandonment: Equatable, Codable, Sendable {
    /// A member did not want to, before it began.
    case cancelled(by: StationID)
    /// No hider or no seeker was left.
    case tooFew
}

/// A locked group of stations, and the round they are in. Every member holds a copy and announces it, so that
/// a lost datagram costs nothing and a station that restarted finds its way back. What of another's copy is
/// believed: of the start `adjustStart` says it, of the end `Testimony`.
package struct Session: Equatable, Codable, Sendable {
    /// One hider and one to seven seekers.
    package static let membersAtMost = KeyDistribution.membersAtMost
    /// The longest that the settings allow; one that says more wants to keep somebody in a round for ever.
    package static let headStartSecondsAtMost = 600
    package static let limitMinutesAtMost = 120

    package struct Member: Equatable, Codable, Sendable {
        package var id: StationID
        package var name: StationName
        package var role: Role
        /// Points at the beginning of this round.
        var points: UInt16

        package init(
            id: StationID,
            name: StationName,
            role: Role,
            points: UInt16
        ) {
            self.id = id
            self.name = name
            self.role = role
            self.points = points
        }
    }

    /// Copies of a start differ by no more than clocks can be measured wrongly.
    static let startMovesAtMost = Duration.milliseconds(150)
    /// How often a round's key is renewed.
    static let generationsAtMost: UInt8 = 7

    package let id: UInt64
    /// 1 for the first round.
    package private(set) var round: UInt16
    /// Who proposed first, the others by their identities.
    package private(set) var members: [Member]
    /// When the countdown reaches zero, on this station's clock.
    package private(set) var startsAt: Duration
    package let headStart: Duration
    package let limit: Duration
    package private(set) var outcome: Outcome?
    /// Which key of this round is wanted: one more each time somebody copies a member's beacon.
    private(set) var generation: UInt8
    /// The start has been put on this station's clock by a measured offset. Not told to others.
    private(set) var startIsMeasured = false
    /// When it can have been locked to begin, on this station's clock: for who locked it just then, for the
    /// others not before all had agreed, nor after it was heard. Nil for who comes back. Not told to others.
    private(set) var startsWithin: ClosedRange<Duration>?
    /// The start as it was measured first.
    private var measuredStart: Duration?

    /// - Precondition: two to eight members, exactly one of them hiding (we make sessions; those from outside
    ///   pass `isSound` first).
    package init(
        id: UInt64, round: UInt16, members: [Member], startsAt: Duration, headStart: Duration,
        limit: Duration, outcome: Outcome? = nil, generation: UInt8 = 0
    ) {
        precondition(Self.isSound(members), "a session has one hider and one to seven seekers")
        self.id = id
        self.generation = generation
        self.round = round
        self.members = members
        self.startsAt = startsAt
        self.headStart = headStart
        self.limit = limit
        self.outcome = outcome
    }

    /// Whether these members can make a session.
    package static func isSound(_ members: [Member]) -> Bool {
        (2...membersAtMost).contains(members.count)
            && members.count { $0.role == .hide } == 1
            && Set(members.map(\.id)).count == members.count
    }

    package func member(_ id: StationID) -> Member? {
        members.first { $0.id == id }
    }

    /// A member's place in the list, the same for all who have agreed.
    func index(of id: StationID) -> UInt8? {
        members.firstIndex { $0.id == id }.map { UInt8(clamping: $0) }
    }

    /// Who proposed this round, and whose clock it goes by.
    var leader: StationID? { members.first?.id }

    package var hider: Member? {
        members.first { $0.role == .hide }
    }

    package var huntAt: Duration { startsAt + headStart }
    package var endsAt: Duration { huntAt + limit }

    /// What a station is worth after this round: derived, so that it cannot be counted twice.
    package func points(of id: StationID) -> UInt16 {
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

    /// Takes over when the round starts, as another member's message tells it.
    ///
    /// Only the leader says when. Until clocks have been measured that is the *earliest* start that any of
    /// its messages implies: one can only be late, so each makes the start look later than it is, and the
    /// least delayed one is the nearest to the truth. Then it is frozen: it moves by what measuring gets
    /// wrong, and not at all once it has passed. A member that comes back after that takes it from any that
    /// it can measure, but for a start by which the round that is played would be over.
    ///
    /// - Parameters:
    ///   - told: the start on this clock, as if the message had taken no time.
    ///   - delay: how long the message was under way.
    mutating func adjustStart(
        _ told: Duration, from sender: StationID, delay: ClockOffsets.Delay, own: StationID, now: Duration
    ) {
        if own == leader, startIsMeasured || now < startsAt { return }
        let isOver = now >= startsAt
        guard sender == leader || isOver else { return }
        guard startsWithin != nil || told + headStart + limit > now else { return }
        let underWay: Duration
        switch delay {
        case .measured(let delay): underWay = delay
        case .estimated where isOver: underWay = .zero
        case .estimated, .unknown:
            if !startIsMeasured, sender == leader { startsAt = bounded(min(startsAt, told)) }
            return
        }
        if startIsMeasured, isOver { return }
        let measured = bounded(told - underWay)
        let first = measuredStart ?? measured
        startsAt = min(max(measured, first - Self.startMovesAtMost), first + Self.startMovesAtMost)
        measuredStart = first
        startIsMeasured = true
    }

    private func bounded(_ start: Duration) -> Duration {
        guard let startsWithin else { return start }
        return min(max(start, startsWithin.lowerBound), startsWithin.upperBound)
    }

    /// Somebody copies a beacon of this session: other numbers are wanted. At most seven times in a round,
    /// for an attacker that copies them all.
    mutating func renewNumbers(beyond known: UInt8) {
        generation = max(generation, min(known, Self.generationsAtMost - 1) + 1)
    }

    /// A member wants the numbers renewed: at most the next ones are taken over.
    mutating func renewNumbers(towards told: UInt8) {
        generation = max(generation, min(told, generation + 1, Self.generationsAtMost))
    }

    /// As a follower of the lock takes it over: without an outcome, which each finds for itself.
    func begun(between earliest: Duration, and latest: Duration) -> Session {
        var begun = returnedTo()
        begun.startsWithin = min(earliest, latest)...latest
        begun.startsAt = begun.bounded(startsAt)
        return begun
    }

    /// As who comes back takes it over.
    func returnedTo() -> Session {
        Session(
            id: id, round: round, members: members, startsAt: startsAt, headStart: headStart, limit: limit,
            generation: generation)
    }

    /// The same session with its start moved: what a proposer locks. It says itself when, and so nobody else
    /// moves that.
    package func starting(at start: Duration) -> Session {
        var moved = self
        moved.startsAt = start
        moved.startsWithin = start...start
        return moved
    }

    /// The same session with its start where another copy has it, and known as well.
    func timed(like other: Session) -> Session {
        var moved = self
        moved.startsAt = other.startsAt
        moved.startIsMeasured = other.startIsMeasured
        moved.startsWithin = other.startsWithin
        moved.measuredStart = other.measuredStart
        return moved
    }

    /// What a member says of this round, if all that it says of what was agreed is left out: when it starts,
    /// how it ended, and which numbers are wanted.
    func told(like said: Session) -> Session {
        let ending: Outcome? =
            switch said.outcome {
            case .found(let finder, _): member(finder)?.role == .seek ? said.outcome : nil
            case .abandoned(.cancelled(let canceller)): member(canceller) != nil ? said.outcome : nil
            case .timeUp, .abandoned(.tooFew), nil: said.outcome
            }
        return Session(
            id: id, round: round, members: members, startsAt: said.startsAt, headStart: headStart,
            limit: limit, outcome: ending, generation: said.generation)
    }

    /// Whether the key of the other round is that of this one: the same agreement, and the same generation.
    func isBound(like other: Session) -> Bool {
        id == other.id && round == other.round && generation == other.generation
            && headStart == other.headStart && limit == other.limit && members == other.members
    }

    /// What all members agreed on, as bytes that are the same for each of them: the key of the round is bound
    /// to them.
    var agreement: [UInt8] {
        var writer = PacketWriter()
        SessionCoding.writeAgreement(self, to: &writer)
        return writer.bytes
    }

    /// The next round with those who are still there: the finder hides; after a round without a finder the
    /// hiding goes round. Nil when too few are left.
    ///
    /// - Parameters:
    ///   - latest: the latest round that was proposed, if that is later than this one.
    ///   - leader: who proposes it, and is listed first.
    ///   - deaf: whose radio does not work: they cannot hide.
    package func next(
        after latest: UInt16 = 0, startsAt: Duration, with present: Set<StationID>, leader: StationID? = nil,
        deaf: Set<StationID> = []
    ) -> Session? {
        let ordered = members.sorted { $0.id < $1.id }
        let hiding = ordered.firstIndex { $0.role == .hide } ?? 0
        let inTurn = ordered[(hiding + 1)...] + ordered[...hiding]
        let able = present.subtracting(deaf)
        var successor = inTurn.first { able.contains($0.id) }?.id
        if case .found(let finder, _) = outcome, able.contains(finder) {
            successor = finder
        }
        let changed = ordered.filter { present.contains($0.id) }.sorted {
            ($0.id == leader ? 0 : 1, $0.id) < ($1.id == leader ? 0 : 1, $1.id)
        }.map { member in
            var member = member
            member.points = points(of: member.id)
            member.role = member.id == successor ? .hide : .seek
            return member
        }
        let latest = max(round, latest)
        guard Self.isSound(changed), latest < .max else { return nil }
        return Session(
            id: id, round: latest + 1, members: changed, startsAt: startsAt, headStart: headStart,
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
