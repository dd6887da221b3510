import GPIO
import Testing

@testable import Gateway

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
        private var generator: SeededGenerator
        private var underWay: [(at: Duration, order: Int, bytes: [UInt8], from: Int, to: Int)] = []
        private var order = 0

        init(_ count: Int, seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            for index in 0..<count {
                let number = UInt8(index + 1)
                let gatekeeper = Gatekeeper(
                    Gatekeeper.Configuration(
                        identity: IdentityKey(seed: Courtyard.seed(number)), boot: UInt32(number),
                        seed: [UInt8](repeating: number, count: 31) + [UInt8(truncatingIfNeeded: seed)]))
                var configuration = Station.Configuration(
                    id: gatekeeper.id, name: StationName(gatekeeper.id), role: index == 0 ? .hide : .seek,
                    boot: UInt32(number), seed: seed &+ UInt64(index))
                configuration.ceremony = Ceremony.Rules(company: Announcement.Company(capacity: count))
                stations.append(GuardedStation(Station(configuration), gatekeeper))
                effects.append([])
            }
            for index in stations.indices {
                give(.event(.started), to: index)
                give(.event(.radio(.works)), to: index)
            }
        }

        func endpoint(_ index: Int) -> Endpoint { Courtyard.endpoint(UInt8(index + 1)) }

        mutating func give(_ arrival: Arrival, to index: Int) {
            for deed in stations[index].take(arrival, now: now) {
                switch deed {
                case .effect(let effect): effects[index].append((now, effect))
                case .transmit(let bytes, let destination):
                    for receiver in stations.indices where receiver != index {
                        if case .one(let endpoint) = destination, endpoint != self.endpoint(receiver) {
                            continue
                        }
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
        for index in 0..<count { table.give(.event(.button(.down)), to: index) }
        table.run(for: .seconds(1))
        for index in 0..<count { table.give(.event(.button(.hold)), to: index) }
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
}
