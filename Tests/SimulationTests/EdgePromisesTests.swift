import Testing

@testable import GPIO
@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Simulation
@testable import StationNode

/// Lamp, loudspeaker, night and what people set, in a world: each promise is kept, and is seen to be broken
/// when an edge does not do what it was told.
struct EdgePromisesTests {
    /// A world with everybody looking on.
    private struct Scene {
        var world: World
        var invariants = Invariants()

        init(_ change: (inout World.Configuration) -> Void = { _ in }) {
            var configuration = World.Configuration(seed: 3, seekers: 1)
            configuration.isByHand = true
            configuration.rounds = .max
            change(&configuration)
            world = World(configuration)
            run(.seconds(10))
        }

        mutating func run(_ time: Duration) {
            let end = world.now + time
            while world.now < end { invariants.check(world.observation(world.step(until: end))) }
        }

        mutating func wish(_ wish: Wish) { world.pass(.event(.wish(wish)), to: 0) }

        /// An edge forgets what it was told.
        mutating func spoil(_ change: (inout SimulatedStation) -> Void) {
            #expect(invariants.broken.isEmpty, "\(invariants.broken)")
            change(&world.stations[0])
            run(.seconds(15))
        }

        var laws: Set<Breach.Law> { Set(invariants.broken.map(\.law)) }
        var station: SimulatedStation { world.stations[0] }
    }

    @Test func aLampThatWasNotToldIsNoticed() {
        var scene = Scene()
        #expect(scene.station.lamps[.main]?.rhythm == LightPattern.gathering.rhythm)
        scene.spoil { $0.lamps = [:] }
        #expect(scene.laws == [.light])
    }

    /// The lamp lights up when the pattern begins, and goes dark with the power.
    @Test func theLampIsLitAsThePatternSays() {
        var scene = Scene()
        let begun = scene.world.now
        scene.wish(.hold(true))
        scene.run(.milliseconds(100))
        #expect(scene.station.lamps[.main]?.isLit(at: begun + .milliseconds(90)) == true)
        #expect(scene.station.lamps[.main]?.rhythm == LightPattern.holding.rhythm)
        scene.world.stations[0].powerOff()
        #expect(scene.station.lamps[.main] == nil)
    }

    @Test func aLoudspeakerThatWasNotToldIsNoticed() {
        var scene = Scene()
        #expect(scene.station.speaker.level == 0.6, "nobody has pressed")
        scene.wish(.press)
        scene.run(.seconds(1))
        #expect(scene.station.speaker.level == 0.8)
        scene.wish(.adjust(.volume(0.25)))
        scene.run(.seconds(1))
        #expect(scene.station.speaker.level == 0.25)
        scene.spoil { $0.speaker.turn(to: 0.8) }
        #expect(scene.laws == [.volume])
    }

    @Test func whatPeopleSetIsKept() {
        var scene = Scene()
        scene.wish(.adjust(.volume(0.25)))
        scene.wish(.adjust(.voice("grandma")))
        scene.run(.seconds(1))
        #expect(scene.station.speaker.voiceName == "grandma")
        scene.world.stations[0].powerOff()
        scene.world.stations[0].powerOn(boot: 7, now: scene.world.now)
        scene.world.touch(0)
        scene.run(.seconds(2))
        #expect(scene.station.station.configuration.adjustments.volume == 0.25)
        #expect(scene.station.speaker.level == 0.25, "it is softer than the level of a start")
        scene.wish(.adjust(.mute(true)))
        scene.spoil { $0.saved[Adjustments.fileName] = nil }
        #expect(scene.laws == [.kept])
    }

    /// From two minutes after seven to four minutes after: soft and dim, and then as before.
    @Test func atNightItIsSoftAndDim() {
        var scene = Scene { $0.quietHours = QuietHours(from: "19:02", until: "19:04") }
        let day = LightPattern.gathering.rhythm
        #expect(scene.station.lamps[.main]?.rhythm == day && scene.station.speaker.level == 0.6)
        scene.run(.seconds(125))
        #expect(scene.station.lamps[.main]?.rhythm == day.dimmed() && scene.station.speaker.level == 0.3)
        scene.run(.seconds(120))
        #expect(scene.station.lamps[.main]?.rhythm == day && scene.station.speaker.level == 0.6)
        scene.spoil { _ in }
        #expect(scene.laws.isEmpty)
    }

    @Test func hoursThatThePageSetsCountAndAreMissed() {
        var scene = Scene()
        scene.wish(.adjust(.quiet(Adjustments.Quiet(from: "19:00", until: "20:00"))))
        scene.run(.seconds(12))
        #expect(scene.station.station.audioPolicy.dims)
        #expect(scene.station.speaker.level == 0.3)
        scene.wish(.adjust(.quiet(Adjustments.Quiet(from: "", until: ""))))
        scene.run(.seconds(12))
        #expect(!scene.station.station.audioPolicy.dims)
        scene.wish(.adjust(.quiet(Adjustments.Quiet(from: "19:00", until: "20:00"))))
        scene.spoil { $0.surroundings = SimulatedSurroundings() }
        #expect(scene.laws == [.night])
    }

    /// Whoever starts in the middle of the night is quiet from the first word.
    @Test func aStartAtNightIsQuiet() {
        let scene = Scene { $0.quietHours = QuietHours(from: "18:00", until: "8:00") }
        #expect(scene.station.station.audioPolicy.dims)
        #expect(scene.station.speaker.level == 0.3)
        #expect(scene.laws.isEmpty)
    }

    /// A whole evening, most of which is night, with everything that goes wrong: what is said of edges holds.
    @Test(arguments: 1...6)
    func anEveningAtNightKeepsItsPromises(seed: UInt64) {
        var configuration = EveningPlan(
            seed: seed, stations: 3, duration: .seconds(240),
            kinds: [.radio, .button, .speaker, .power, .clock]
        ).configuration
        configuration.quietHours = QuietHours(from: "19:01", until: "19:03")
        var world = World(configuration)
        var invariants = Invariants()
        while world.elapsed < .seconds(240) {
            invariants.check(world.observation(world.step(until: World.begin + .seconds(240))))
        }
        let edges: Set<Breach.Law> = [.light, .volume, .night, .kept]
        let broken = invariants.broken.filter { edges.contains($0.law) }
        #expect(broken.isEmpty, "\(broken)")
    }
}
