import Testing

@testable import Determinism
@testable import Game
@testable import Ranging
@testable import Simulation

struct WorldTests {
    /// Plays a game to its end, with every invariant checked after every step.
    private static func play(_ configuration: World.Configuration, within limit: Duration) -> (
        World, Invariants
    ) {
        var world = World(configuration)
        var invariants = Invariants()
        let end = world.now + limit
        while world.now < end, !world.isOver {
            let happenings = world.step(until: end)
            invariants.check(world.observation(happenings))
        }
        return (world, invariants)
    }

    @Test(arguments: 1...200)
    func aRoundKeepsItsPromises(seed: UInt64) {
        var configuration = World.Configuration(seed: seed)
        configuration.seekers = Int(1 + seed % 3)
        configuration.headStart = .seconds(10)
        configuration.limit = .seconds(90)
        if seed % 2 == 0 { configuration.network = .bad }
        if seed % 4 < 2 {
            let homes = Array(repeating: 0, count: configuration.seekers + 1)
            let kinds: Set<Fault.Kind> = [.radio, .power, .speaker]
            configuration.faults = FaultPlan(kinds: kinds, homes: homes, duration: .seconds(100))
                .faults(seed: seed)
        }
        let (world, invariants) = Self.play(configuration, within: .seconds(240))
        #expect(invariants.broken.isEmpty, "seed \(seed): \(invariants.broken.prefix(3))")
        #expect(!invariants.rounds.isEmpty, "seed \(seed): nobody ever played")
        if configuration.faults.isEmpty {
            #expect(world.finishedRounds == 1, "seed \(seed): the round did not end")
            #expect(world.stations.allSatisfy { !$0.station.scores.points.isEmpty })
        }
    }

    /// Radios that answer and hear nobody are helped in the middle of a round, and it goes on.
    @Test(arguments: 1...40)
    func deafRadiosAreHelped(seed: UInt64) {
        var configuration = World.Configuration(seed: seed)
        configuration.seekers = Int(1 + seed % 3)
        configuration.headStart = .seconds(10)
        configuration.limit = .seconds(90)
        let homes = Array(repeating: 0, count: configuration.seekers + 1)
        configuration.faults = FaultPlan(kinds: [.deaf], homes: homes, duration: .seconds(100))
            .faults(seed: seed)
        #expect(configuration.faults.count == 1)
        let (_, invariants) = Self.play(configuration, within: .seconds(240))
        #expect(invariants.broken.isEmpty, "seed \(seed): \(invariants.broken.prefix(3))")
        #expect(!invariants.rounds.isEmpty, "seed \(seed): nobody ever played")
    }

    @Test func twoRoundsSwapTheRoles() {
        var configuration = World.Configuration(seed: 3)
        configuration.rounds = 2
        configuration.limit = .seconds(200)
        let (world, invariants) = Self.play(configuration, within: .seconds(700))
        #expect(invariants.broken.isEmpty, "\(invariants.broken)")
        #expect(world.finishedRounds == 2)
        #expect(world.glances[1].session?.hider?.id == world.glances[1].id)
    }

    /// Several homes share a network or do not, and play their own games.
    @Test func homesDoNotDisturbEachOther() {
        var configuration = World.Configuration(seed: 5)
        configuration.homes = [2, 3, 2]
        configuration.limit = .seconds(60)
        let (world, invariants) = Self.play(configuration, within: .seconds(60))
        #expect(invariants.broken.isEmpty, "\(invariants.broken)")
        #expect(Set(world.glances.compactMap { $0.session?.id }).count == 3)
    }

    /// A clock that is off shows what it should, and is never late in telling the world of a deadline.
    @Test(arguments: [-100.0, -0.5, 0, 3, 100])
    func clocksDrift(partsPerMillion: Double) {
        let clock = StationClock(
            boot: .seconds(500), origin: .seconds(3), partsPerMillion: partsPerMillion)
        let day = clock.shown(at: .seconds(500 + 86_400))
        let expected = 86_400 * (1 + partsPerMillion / 1e6) + 3
        #expect(abs(day.inSeconds - expected) < 0.001)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1_000 {
            let time = Duration.nanoseconds(Int64.random(in: 0...40_000_000_000_000, using: &random))
            let instant = clock.instant(showing: .seconds(3) + time)
            #expect(clock.shown(at: instant) >= .seconds(3) + time)
            #expect(clock.shown(at: instant - .microseconds(1)) < .seconds(3) + time)
        }
    }
}
