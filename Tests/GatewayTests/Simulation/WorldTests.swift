import HCI
import Testing

@testable import Gateway

struct WorldTests {
    /// Plays an evening to its end, with every invariant checked after every step.
    private static func play(_ configuration: World.Configuration, within limit: Duration) -> (
        World, Invariants
    ) {
        var world = World(configuration)
        var invariants = Invariants()
        let end = world.now + limit
        while world.now < end, !world.isOver {
            let happenings = world.step(until: end)
            invariants.check(world, after: happenings)
        }
        return (world, invariants)
    }

    @Test(arguments: 1...200)
    func anEveningKeepsItsPromises(seed: UInt64) {
        var configuration = World.Configuration(seed: seed)
        var random = SeededGenerator(seed: seed ^ 0xBAD)
        configuration.seekers = Int(1 + seed % 3)
        configuration.headStart = .seconds(10)
        configuration.limit = .seconds(90)
        if seed % 2 == 0 { configuration.network = .bad }
        if seed % 4 < 2 {
            configuration.breakdowns = Breakdown.some(
                stations: configuration.seekers + 1, between: .seconds(110), and: .seconds(200),
                random: &random)
        }
        let (world, invariants) = Self.play(configuration, within: .seconds(240))
        #expect(invariants.broken.isEmpty, "seed \(seed): \(invariants.broken.prefix(3))")
        #expect(invariants.sessions > 0, "seed \(seed): nobody ever played")
        if configuration.breakdowns.isEmpty {
            #expect(world.finishedRounds == 1, "seed \(seed): the round did not end")
            #expect(world.stations.allSatisfy { !$0.station.scores.points.isEmpty })
        }
    }

    @Test func twoRoundsSwapTheRoles() {
        var configuration = World.Configuration(seed: 3)
        configuration.rounds = 2
        configuration.limit = .seconds(200)
        let (world, invariants) = Self.play(configuration, within: .seconds(700))
        #expect(invariants.broken.isEmpty, "\(invariants.broken)")
        #expect(world.finishedRounds == 2)
        #expect(world.stations[1].station.session?.hider?.id == world.stations[1].station.configuration.id)
    }
}
