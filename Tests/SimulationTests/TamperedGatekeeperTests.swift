import Testing
import Yard

@testable import Determinism
@testable import Game
@testable import PeerNetwork
@testable import Simulation

/// A program that was changed lies in its hours, and in no others.
struct TamperedGatekeeperTests {
    private static let hours = [
        TamperedGatekeeper.Hours(begin: .seconds(10), end: .seconds(30), lie: .timeIsUp),
        TamperedGatekeeper.Hours(begin: .seconds(20), end: .seconds(25), lie: .startsLater),
    ]

    @Test func theLastToBeginIsTold() {
        let tampered = TamperedGatekeeper(Courtyard.gatekeeper(1, boot: 1, drawing: 2), hours: Self.hours)
        let lies = [5, 10, 11, 21, 25, 26, 30, 31].map { tampered.lie(at: .seconds($0)) }
        #expect(lies == [nil, nil, .timeIsUp, .startsLater, .startsLater, .timeIsUp, .timeIsUp, nil])
    }

    /// An evening with a liar is another one than without, until the lie is over.
    @Test func aLieIsTold() {
        // Whoever they play with.
        let lies = (0..<3).map {
            Fault(begin: .seconds(20), end: .seconds(400), what: .lies($0, .wantsOtherNumbers))
        }
        var plan = EveningPlan(seed: 4, stations: 3, duration: .seconds(300))
        let honest = EveningReport.playing(plan)
        #expect(honest.rounds > 0)
        #expect(EveningReport.playing(plan, faults: lies).digest != honest.digest)
        plan.duration = .seconds(20)
        #expect(EveningReport.playing(plan, faults: lies).digest == EveningReport.playing(plan).digest)
    }

    /// A restart makes a program honest.
    @Test func onlyLiesThatBeginAfterTheStartAreTold() {
        let faults = [
            Fault(begin: .seconds(20), end: .seconds(200), what: .lies(0, .timeIsUp)),
            Fault(begin: .seconds(50), end: .seconds(60), what: .lies(1, .timeIsUp)),
            Fault(begin: .seconds(70), end: .seconds(80), what: .lies(0, .startsLater)),
        ]
        let mishaps = Mishaps(faults, stations: 2, random: SeededGenerator(seed: 1))
        #expect(mishaps.lies(of: 0, after: World.begin).map(\.lie) == [.timeIsUp, .startsLater])
        #expect(mishaps.lies(of: 0, after: World.begin + .seconds(20)).map(\.lie) == [.startsLater])
        #expect(mishaps.lies(of: 1, after: World.begin).map(\.begin) == [World.begin + .seconds(50)])
    }
}
