import Broker
import Determinism
import Game
import MQTT
import PeerNetwork
import Simulation
import StationNode
import Testing

@testable import Venue

/// Whole rounds, told to a broker and seen on a table.
struct VenueEveningTests {
    private static func evening(_ seed: UInt64) -> VenueEvening {
        var configuration = World.Configuration(seed: seed, seekers: Int(seed % 3) + 1)
        configuration.headStart = .seconds(10)
        return VenueEvening(configuration)
    }

    /// What stations know, against what the table has.
    private static func expectAgreement(_ evening: VenueEvening) {
        let stations = evening.world.stations.map(\.node.station)
        for station in stations {
            let id = station.configuration.id
            #expect(evening.board.entries[id]?.isOnline == true)
            #expect(evening.board.entries[id]?.report?.points == station.scores.points[id] ?? 0)
        }
        let points = stations.reduce(0) { $0 + ($1.scores.points[$1.configuration.id] ?? 0) }
        let found = evening.board.rounds.count { $0.ending == "found" || $0.ending == "timeUp" }
        #expect(found == Int(points), "a point for every round")
        #expect(evening.board.malformed == 0)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func everyRoundAndEveryPointArriveOnce(_ seed: UInt64) {
        var evening = Self.evening(seed)
        while !evening.world.isOver, evening.now < .seconds(1_200) {
            evening.step(until: evening.now + .seconds(1))
        }
        evening.run(for: .seconds(3))
        #expect(evening.world.finishedRounds == 1 && evening.board.rounds.count == 1)
        Self.expectAgreement(evening)
        #expect(evening.board.doubles == 0)
    }

    /// Ten restarts of a broker that forgets everything, at random moments, with messages under way.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func nothingIsLostOverTenRestarts(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var evening = Self.evening(seed)
        var restarts = 0
        while !evening.world.isOver, evening.now < .seconds(1_200) {
            evening.step(until: evening.now + .seconds(1))
            if restarts < 10, Int.random(in: 0..<400, using: &random) == 0 {
                evening.restartBroker()
                restarts += 1
            }
        }
        for _ in restarts..<10 { evening.restartBroker() }
        evening.run(for: .seconds(130))
        Self.expectAgreement(evening)
    }

    @Test func aMinuteWithoutABrokerLosesNothing() {
        var evening = Self.evening(3)
        evening.run(for: .seconds(20))
        evening.isBrokerUp = false
        evening.restartBroker()
        #expect(evening.board.tiles.allSatisfy { !$0.isOnline })
        evening.run(for: .seconds(60))
        evening.isBrokerUp = true
        while !evening.world.isOver, evening.now < .seconds(1_200) {
            evening.step(until: evening.now + .seconds(1))
        }
        evening.run(for: .seconds(65))
        Self.expectAgreement(evening)
    }

    /// A round goes the same way, to the bit, whether or not a broker is there.
    @Test func aBrokerIsNoPartOfTheGame() {
        var up = Self.evening(5)
        var down = Self.evening(5)
        down.isBrokerUp = false
        up.run(for: .seconds(200))
        down.run(for: .seconds(200))
        let states = [up, down].map { evening in
            evening.world.stations.map {
                "\($0.node.station.phase(now: evening.now)) \($0.node.station.scores)"
            }
        }
        #expect(states[0] == states[1])
    }

    @Test func theTableShowsTheRoundAndTheWords() {
        var evening = Self.evening(2)
        while evening.now < .seconds(400),
            !evening.world.stations.contains(where: { $0.node.station.isHunting(now: evening.now) })
        { evening.step(until: evening.now + .seconds(1)) }
        evening.run(for: .seconds(5))
        let state = VenueState(evening.board)
        #expect(state.games.count == 1 && state.games.first?.members.count == 4)
        #expect(state.tiles.allSatisfy { $0.standing == "playing" && $0.said != nil })
        #expect(state.tiles.contains { $0.nearest != nil })
    }

    @Test func twoRunsSayTheSame() {
        func digest() -> Digest {
            var evening = Self.evening(4)
            evening.run(for: .seconds(150))
            var digest = Digest()
            for publish in evening.broker.published { digest.add(ControlPacket.publish(publish).encoded) }
            return digest
        }
        #expect(digest() == digest())
    }
}
