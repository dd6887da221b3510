import Testing
import Yard

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import StationNode

/// Two who want to play with each other, and strangers with real gatekeepers who hold and keep them waiting.
struct HoldoutRoom {
    enum Kind: CaseIterable {
        /// Holds, and neither proposes nor agrees.
        case isSilent
        /// Proposes with one of the two, gives the key, and never locks.
        case neverLocks
        /// Proposes with one of the two for half a second, then with the other, and gives nobody the key.
        case keepsItsKey
        /// Says that it agrees with another stranger, who never locks.
        case agreesAmongThemselves
        /// Proposes with both of the two in turns, gives the key, and never locks.
        case changesItsMind
        /// Proposes for a second, is silent for one, and so on.
        case comesAndGoes
    }

    /// When the strangers hold, and the second of the two after the first.
    struct Arrival: CustomTestStringConvertible, Sendable {
        /// For five seconds before the two; else from when the first holds.
        let areBefore: Bool
        let secondAfter: Duration

        static func before(secondAfter: Duration) -> Arrival {
            Arrival(areBefore: true, secondAfter: secondAfter)
        }

        static func joining(secondAfter: Duration) -> Arrival {
            Arrival(areBefore: false, secondAfter: secondAfter)
        }

        static let all = [true, false].flatMap { areBefore in
            [Duration.zero, .milliseconds(1_500)].map { Arrival(areBefore: areBefore, secondAfter: $0) }
        }

        var testDescription: String { "strangers \(areBefore ? "before" : "joining"), after \(secondAfter)" }
    }

    private struct Stranger {
        var gatekeeper: Gatekeeper
        var kind: Kind
        var lot: Draw.Lot
        var holds = false
        var authenticated: Set<StationID> = []
        var saysAt: Duration
    }

    private struct Datagram {
        var at: Duration
        var bytes: [UInt8]
        var from: Endpoint
        var to: Int
    }

    private(set) var now = Duration.seconds(1_000)
    private(set) var honest: [StationNode<Gatekeeper>] = []
    private var strangers: [Stranger] = []
    private var underWay: [Datagram] = []
    private var random: SeededGenerator
    private let capacity: Int
    private let loss = 0.02
    private static let step = Duration.milliseconds(10)

    init(_ kinds: [Kind], capacity: Int, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        self.capacity = capacity
        for index in 0..<2 {
            honest.append(Self.station(index, capacity: capacity, seed: seed))
        }
        for (place, kind) in kinds.enumerated() {
            let gatekeeper = Courtyard.gatekeeper(UInt8(100 + place), boot: 9, drawing: UInt8(place))
            let saysAt = now + .milliseconds(Int.random(in: 0..<200, using: &random))
            strangers.append(
                Stranger(gatekeeper: gatekeeper, kind: kind, lot: random.next(), saysAt: saysAt))
        }
        for index in honest.indices {
            give(.event(.started), to: index)
            give(.event(.radio(.works)), to: index)
        }
        run(for: .seconds(5))
    }

    private static func station(_ index: Int, capacity: Int, seed: UInt64) -> StationNode<Gatekeeper> {
        var drawing = [UInt8](repeating: UInt8(index + 1), count: 31)
        drawing.append(UInt8(truncatingIfNeeded: seed))
        let key = IdentityKey(seed: drawing.reversed())
        let gatekeeper = Gatekeeper(Gatekeeper.Configuration(identity: key, boot: 5, seed: drawing))
        var configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: index == 0 ? .hide : .seek, boot: 5,
            seed: seed)
        configuration.formation.company.capacity = capacity
        return StationNode(Station(configuration), gatekeeper)
    }

    /// How long it takes from when the second holds until the two are in one round; nil if too long.
    static func timeToLock(
        _ count: Int, _ kind: Kind, _ arrival: Arrival, capacity: Int, seed: UInt64, within limit: Duration
    ) -> Duration? {
        var room = HoldoutRoom([Kind](repeating: kind, count: count), capacity: capacity, seed: seed)
        if arrival.areBefore {
            room.strangersHold()
            room.run(for: .seconds(5))
        }
        room.hold(0)
        if !arrival.areBefore { room.strangersHold() }
        room.run(for: arrival.secondAfter)
        room.hold(1)
        return room.timeToLock(within: limit)
    }

    // MARK: - What is done

    mutating func press(_ event: ButtonEvent, _ index: Int) { give(.event(.button(event)), to: index) }

    mutating func hold(_ index: Int) {
        press(.down, index)
        press(.hold, index)
    }

    mutating func strangersHold() {
        let both = honest.map(\.station.configuration.id).sorted()
        for place in strangers.indices {
            strangers[place].holds = true
            strangers[place].saysAt = now
            act(place, strangers[place].gatekeeper.authenticate(both, now: now))
        }
    }

    /// Whether the two are in one round.
    var isLocked: Bool {
        guard let session = honest[0].station.session else { return false }
        return honest[1].station.session?.id == session.id
    }

    /// How long it takes, from now, until the two are in one round; nil if more than the time.
    mutating func timeToLock(within time: Duration) -> Duration? {
        let begin = now
        while now < begin + time {
            run(for: Self.step)
            if isLocked { return now - begin }
        }
        return nil
    }

    mutating func run(for time: Duration) {
        let end = now + time
        while now < end {
            now += Self.step
            let due = underWay.filter { $0.at <= now }
            underWay.removeAll { $0.at <= now }
            for datagram in due.sorted(by: { $0.at < $1.at }) { deliver(datagram) }
            for index in honest.indices where honest[index].nextDeadline <= now {
                give(.event(.tick), to: index)
            }
            for place in strangers.indices { advance(place) }
        }
    }

    // MARK: - The network

    private func endpoint(_ index: Int) -> Endpoint { Courtyard.endpoint(UInt8(index + 1)) }

    private mutating func deliver(_ datagram: Datagram) {
        if datagram.to < honest.count {
            give(.datagram(datagram.bytes, from: datagram.from), to: datagram.to)
        } else {
            let place = datagram.to - honest.count
            act(place, strangers[place].gatekeeper.receive(datagram.bytes, from: datagram.from, now: now))
        }
    }

    private mutating func give(_ input: NodeInput, to index: Int) {
        for output in honest[index].handle(input, now: now) {
            switch output {
            case .transmit(let bytes, let destination): send(bytes, to: destination, from: index)
            case .rehearse, .decided, .radio, .lamp, .say, .play, .stop, .silence, .volume, .voice,
                .quietHours, .save,
                .keep, .switchOff, .update, .log:
                break
            }
        }
    }

    private mutating func act(_ place: Int, _ outputs: [Gatekeeper.Output]) {
        for output in outputs {
            switch output {
            case .transmit(let bytes, let destination):
                send(bytes, to: destination, from: honest.count + place)
            case .trust(.authenticated(let id)): strangers[place].authenticated.insert(id)
            case .trust(.unauthenticated(let id)): strangers[place].authenticated.remove(id)
            case .message, .unicast, .trust, .log, .settled: break
            }
        }
    }

    private mutating func send(_ bytes: [UInt8], to destination: Destination, from index: Int) {
        // Strangers have nothing to say to each other.
        let receivers = index < honest.count ? honest.count + strangers.count : honest.count
        for receiver in 0..<receivers where receiver != index {
            if case .one(let endpoint) = destination, endpoint != self.endpoint(receiver) { continue }
            if Double.random(in: 0..<1, using: &random) < loss { continue }
            let delay = Duration.milliseconds(Int.random(in: 1...30, using: &random))
            underWay.append(Datagram(at: now + delay, bytes: bytes, from: endpoint(index), to: receiver))
        }
    }

    // MARK: - Strangers

    private mutating func advance(_ place: Int) {
        if let due = strangers[place].gatekeeper.nextDeadline, due <= now {
            act(place, strangers[place].gatekeeper.advance(now: now))
        }
        guard strangers[place].saysAt <= now else { return }
        strangers[place].saysAt = now + .milliseconds(strangers[place].holds ? 100 : 1_000)
        let id = strangers[place].gatekeeper.id
        var word = Announcement(sender: id, boot: 9, name: StationName(id), role: .seek)
        word.company = Announcement.Company(capacity: capacity)
        word.isHolding = strangers[place].holds
        word.lot =
            word.isHolding
            ? strangers[place].lot : Draw.commitment(to: strangers[place].lot, of: id, boot: 9)
        if word.isHolding { word.carried = proposal(place) }
        let message = Message(audience: .lobby(isUrgent: word.isHolding), body: word.encoded(now: now))
        act(place, strangers[place].gatekeeper.send(message, now: now))
    }

    private mutating func proposal(_ place: Int) -> Announcement.Carried? {
        let half = Int(now / .milliseconds(500))
        switch strangers[place].kind {
        case .isSilent: return nil
        case .neverLocks: return proposal(of: place, with: place % 2, gives: true)
        case .keepsItsKey: return proposal(of: place, with: half % 2, gives: false)
        case .agreesAmongThemselves:
            let other = (place + 1) % strangers.count
            return proposal(of: other, with: place % 2, gives: false, and: strangers[place].gatekeeper.id)
        case .changesItsMind: return proposal(of: place, with: half / 2 % 2, gives: true)
        case .comesAndGoes:
            return half / 2 % 2 == 0 ? proposal(of: place, with: place % 2, gives: true) : nil
        }
    }

    private mutating func proposal(
        of leader: Int, with victim: Int, gives: Bool, and third: StationID? = nil
    ) -> Announcement.Carried? {
        let id = strangers[leader].gatekeeper.id
        let victim = honest[victim].station.configuration
        var members = [
            Session.Member(id: id, name: StationName(id), role: .seek, points: 0),
            Session.Member(
                id: victim.id, name: victim.name, role: victim.role == .hide ? .hide : .seek, points: 0),
        ]
        if victim.role == .seek { members[0].role = .hide }
        if let third, third != id {
            members.append(Session.Member(id: third, name: StationName(third), role: .seek, points: 0))
        }
        let session = Session(
            id: id.value ^ victim.id.value, round: 1, members: members,
            startsAt: now + GroupFormation.leadIn, headStart: .seconds(60), limit: .seconds(600))
        if gives, strangers[leader].authenticated.contains(victim.id) {
            let goal = KeyRequest(session, leads: true)
            act(leader, strangers[leader].gatekeeper.keep([goal], now: now))
        }
        return Announcement.Carried(session: session, stage: .proposed)
    }
}
