package import GPIO
package import Game
package import PeerNetwork
package import StationNode
package import Things
import Yard

@testable import Determinism

/// Stations with their gatekeepers, without radios or rooms.
package struct GuardedTable {
    package private(set) var now: Duration = .seconds(1_000)
    package var stations: [StationNode<Gatekeeper>] = []
    /// What each was told to do, with the time.
    package private(set) var effects: [[(at: Duration, effect: Effect)]] = []
    package var loss = 0.0
    package var delays: ClosedRange<Int> = 1...2
    /// Stations without a network.
    package var unreachable: Set<Int> = []
    /// What was sent while it is recorded.
    package var tape: [(from: Int, bytes: [UInt8])] = []
    package var isRecording = false
    private var generator: SeededGenerator
    private var underWay: [(at: Duration, order: Int, bytes: [UInt8], from: Int, to: Int)] = []
    private var order = 0

    /// What each has said, in order.
    package private(set) var said: [[Phrase]] = []
    /// What each keeps.
    package private(set) var files: [[String: [UInt8]]] = []
    private var rules: GroupFormation.Rules
    private let crew: CrewKey?
    /// Nil for stations without people's things.
    private let hours: ThingsDesk.Hours?

    /// - Parameter rules: of the rounds; all play together.
    package init(
        _ count: Int, seed: UInt64, rules: GroupFormation.Rules = GroupFormation.Rules(),
        crew: CrewKey? = nil, hours: ThingsDesk.Hours? = nil
    ) {
        (self.crew, self.hours) = (crew, hours)
        generator = SeededGenerator(seed: seed)
        self.rules = rules
        self.rules.company.capacity = count
        for index in 0..<count {
            stations.append(station(index, boot: UInt32(index + 1), seed: seed))
            effects.append([])
            said.append([])
            files.append([:])
        }
        for index in stations.indices {
            give(.event(.started), to: index)
            give(.event(.radio(.works)), to: index)
        }
    }

    /// The same boot draws the same numbers, another one others.
    private func station(_ index: Int, boot: UInt32, seed: UInt64) -> StationNode<Gatekeeper> {
        var drawing = [UInt8](repeating: UInt8(index + 1), count: 30)
        drawing += [UInt8(truncatingIfNeeded: seed), UInt8(truncatingIfNeeded: boot)]
        let gatekeeper = Gatekeeper(
            Gatekeeper.Configuration(
                identity: IdentityKey(seed: Courtyard.seed(UInt8(index + 1))), boot: boot, seed: drawing,
                crew: crew))
        var configuration = Station.Configuration(
            id: gatekeeper.id, name: StationName(gatekeeper.id), role: index == 0 ? .hide : .seek,
            boot: boot, seed: seed &+ UInt64(boot))
        configuration.formation = rules
        let kept = files.indices.contains(index) ? files[index] : [:]
        let things = hours.map { hours in
            let (book, marks) = ThingsFiles.load({ kept[$0] }) { _ in }
            return ThingsDesk(book, marks, author: gatekeeper.id.value, hours: hours)
        }
        return StationNode(Station(configuration), gatekeeper, things: things)
    }

    /// Pulls the plug and puts it in again.
    package mutating func restart(_ index: Int, boot: UInt32) {
        stations[index] = station(index, boot: boot, seed: UInt64(boot))
        give(.event(.started), to: index)
        give(.event(.radio(.works)), to: index)
    }

    package mutating func button(_ event: ButtonEvent) {
        for index in stations.indices { give(.event(.button(event)), to: index) }
    }

    /// All hold for a second, and let go.
    package mutating func hold() {
        for event in [ButtonEvent.down, .hold, .up, .holdEnded] {
            button(event)
            run(for: .seconds(1))
        }
    }

    package func endpoint(_ index: Int) -> Endpoint { Courtyard.endpoint(UInt8(index + 1)) }

    package mutating func give(_ input: NodeInput, to index: Int) {
        for output in stations[index].handle(input, now: now) {
            switch output {
            case .decided(let effect): effects[index].append((now, effect))
            case .transmit(let bytes, let destination):
                if isRecording { tape.append((index, bytes)) }
                for receiver in stations.indices where receiver != index {
                    if case .one(let endpoint) = destination, endpoint != self.endpoint(receiver) {
                        continue
                    }
                    if unreachable.contains(index) || unreachable.contains(receiver) { continue }
                    if Double.random(in: 0..<1, using: &generator) < loss { continue }
                    order += 1
                    let delay = Duration.milliseconds(Int.random(in: delays, using: &generator))
                    underWay.append((now + delay, order, bytes, index, receiver))
                }
            case .say(let phrase): said[index].append(phrase)
            case .save(let name, let bytes): files[index][name] = bytes
            case .radio, .lamp, .rehearse, .play, .stop, .silence, .volume, .voice, .quietHours, .keep,
                .switchOff, .update, .log:
                break
            }
        }
    }

    package mutating func run(for time: Duration, until isDone: (GuardedTable) -> Bool = { _ in false }) {
        let end = now + time
        while now < end, !isDone(self) {
            now += .milliseconds(10)
            let due = underWay.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
            underWay.removeAll { $0.at <= now }
            for datagram in due {
                give(.datagram(datagram.bytes, from: endpoint(datagram.from)), to: datagram.to)
            }
            for index in stations.indices where stations[index].nextDeadline <= now {
                give(.event(.tick), to: index)
            }
        }
    }

    package var isLocked: Bool {
        let sessions = stations.map { $0.station.session }
        return sessions.allSatisfy { $0 != nil && $0?.id == sessions[0]?.id }
    }
}
