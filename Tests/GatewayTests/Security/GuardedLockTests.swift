import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import StationNode

/// Stations and their gatekeepers together, on a network that loses, delays and doubles: what takes the time
/// of people is that hands are joined, a proposal is agreed to and a key arrives.
struct GuardedLockTests {
    /// Guarded stations, without radios or rooms.
    struct Table {
        private(set) var now: Duration = .seconds(1_000)
        var stations: [GuardedStation] = []
        /// What each was told to do, with the time.
        private(set) var effects: [[(at: Duration, effect: Effect)]] = []
        var loss = 0.0
        var delays: ClosedRange<Int> = 1...2
        /// Stations without a network.
        var unreachable: Set<Int> = []
        /// What was sent while it is recorded.
        var tape: [(from: Int, bytes: [UInt8])] = []
        var isRecording = false
        private var generator: SeededGenerator
        private var underWay: [(at: Duration, order: Int, bytes: [UInt8], from: Int, to: Int)] = []
        private var order = 0

        private var rules: Ceremony.Rules

        /// - Parameter rules: of the rounds; all play together.
        init(_ count: Int, seed: UInt64, rules: Ceremony.Rules = Ceremony.Rules()) {
            generator = SeededGenerator(seed: seed)
            self.rules = rules
            self.rules.company.capacity = count
            for index in 0..<count {
                stations.append(station(index, boot: UInt32(index + 1), seed: seed))
                effects.append([])
            }
            for index in stations.indices {
                give(.event(.started), to: index)
                give(.event(.radio(.works)), to: index)
            }
        }

        /// The same boot draws the same numbers, another one others.
        private func station(_ index: Int, boot: UInt32, seed: UInt64) -> GuardedStation {
            var drawing = [UInt8](repeating: UInt8(index + 1), count: 30)
            drawing += [UInt8(truncatingIfNeeded: seed), UInt8(truncatingIfNeeded: boot)]
            let gatekeeper = Gatekeeper(
                Gatekeeper.Configuration(
                    identity: IdentityKey(seed: Courtyard.seed(UInt8(index + 1))), boot: boot, seed: drawing))
            var configuration = Station.Configuration(
                id: gatekeeper.id, name: StationName(gatekeeper.id), role: index == 0 ? .hide : .seek,
                boot: boot, seed: seed &+ UInt64(boot))
            configuration.ceremony = rules
            return GuardedStation(Station(configuration), gatekeeper)
        }

        /// Pulls the plug and puts it in again.
        mutating func restart(_ index: Int, boot: UInt32) {
            stations[index] = station(index, boot: boot, seed: UInt64(boot))
            give(.event(.started), to: index)
            give(.event(.radio(.works)), to: index)
        }

        mutating func button(_ event: ButtonEvent) {
            for index in stations.indices { give(.event(.button(event)), to: index) }
        }

        /// All hold for a second, and let go.
        mutating func hold() {
            for event in [ButtonEvent.down, .hold, .up, .holdEnded] {
                button(event)
                run(for: .seconds(1))
            }
        }

        func endpoint(_ index: Int) -> Endpoint { Courtyard.endpoint(UInt8(index + 1)) }

        mutating func give(_ arrival: Arrival, to index: Int) {
            for deed in stations[index].take(arrival, now: now) {
                switch deed {
                case .effect(let effect): effects[index].append((now, effect))
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
                }
            }
        }

        mutating func run(for time: Duration, until isDone: (Table) -> Bool = { _ in false }) {
            let end = now + time
            while now < end, !isDone(self) {
                now += .milliseconds(10)
                let due = underWay.filter { $0.at <= now }.sorted { ($0.at, $0.order) < ($1.at, $1.order) }
                underWay.removeAll { $0.at <= now }
                for datagram in due {
                    give(.datagram(datagram.bytes, from: endpoint(datagram.from)), to: datagram.to)
                }
                for index in stations.indices where stations[index].nextTick(now: now) <= now {
                    give(.event(.tick), to: index)
                }
            }
        }

        var isLocked: Bool {
            let sessions = stations.map { $0.station.session }
            return sessions.allSatisfy { $0 != nil && $0?.id == sessions[0]?.id }
        }
    }

    /// From the moment at which all hold to the moment at which all are in one session.
    static func timeToLock(_ count: Int, seed: UInt64, loss: Double, delays: ClosedRange<Int>) -> Duration? {
        var table = Table(count, seed: seed)
        table.run(for: .seconds(4))
        table.loss = loss
        table.delays = delays
        table.button(.down)
        table.run(for: .seconds(1))
        table.button(.hold)
        let start = table.now
        table.run(for: .seconds(10)) { $0.isLocked }
        return table.isLocked ? table.now - start : nil
    }

    @Test(arguments: [2, 4])
    func whoHoldsIsLockedWithinTwoSeconds(count: Int) throws {
        let quick = Self.timeToLock(count, seed: 1, loss: 0, delays: 1...2)
        #expect(quick ?? .seconds(99) < .milliseconds(200))
        let times = (1...20).map {
            Self.timeToLock(count, seed: $0, loss: 0.2, delays: 0...200) ?? .seconds(99)
        }.sorted()
        // All but one: 95 in 100. Over 40 seeds it was 1.03 s for two and 1.33 s for four.
        #expect(times[18] < .seconds(2), "\(times)")
    }

    @Test(arguments: 1...5)
    func whoStartsAnewInARoundIsBackInIt(seed: Int) {
        var table = Table(3, seed: UInt64(seed))
        table.run(for: .seconds(4))
        table.hold()
        #expect(table.isLocked)
        let session = table.stations[0].station.session?.id
        let major = table.stations[0].gatekeeper.ring.keys.first?.keying.major
        table.loss = 0.2
        table.delays = 0...200
        // One after the other, also the one that drew the key: in the end nobody is left who was there first.
        for index in 0..<3 {
            table.restart(index, boot: UInt32(100 + index))
            table.run(for: .seconds(12))
            #expect(table.stations[index].station.session?.id == session)
            #expect(table.stations[index].gatekeeper.ring.keys.map(\.keying.major) == [major])
        }
    }
}
