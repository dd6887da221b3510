import Testing

@testable import Game
@testable import Simulation

/// Whole evenings with everything that may go wrong but attackers. `make soak` and `.ci/run` play the long
/// ones, in a release build.
struct EveningTests {
    /// What this build of the lobby is held to.
    static let kinds: Set<Fault.Kind> = [.radio, .button, .speaker, .clock]

    @Test(arguments: 1...50)
    func anEveningKeepsItsPromises(seed: UInt64) {
        var plan = EveningPlan(seed: seed)
        plan.stations = 2 + Int(seed % 2)
        plan.duration = .seconds(150)
        plan.kinds = seed % 3 == 0 ? [] : Self.kinds
        let report = EveningReport.playing(plan)
        #expect(report.broken.isEmpty, "\(report.broken.prefix(3)); again: \(plan.command)")
        #expect(report.rounds > 0 || !plan.kinds.isEmpty, "nobody ever played; again: \(plan.command)")
    }

    /// Two stations and no network: they play all the same, by radio alone.
    @Test(arguments: 1...50)
    func anEveningByRadioKeepsItsPromises(seed: UInt64) {
        Self.expectThatTwoPlay(seed, by: .air, for: .seconds(150))
    }

    /// Some have a network and some have none, some lose it and get it back, and some radios have odd habits.
    @Test(arguments: 1...12)
    func anEveningByBothKeepsItsPromises(seed: UInt64) {
        Self.expectThatTwoPlay(seed, by: .both, for: .seconds(240))
    }

    private static func expectThatTwoPlay(
        _ seed: UInt64, by carrier: World.Carrier, for duration: Duration
    ) {
        var plan = EveningPlan(seed: seed)
        plan.stations = 2
        plan.duration = duration
        plan.carrier = carrier
        let report = EveningReport.playing(plan)
        #expect(report.broken.isEmpty, "\(report.broken.prefix(3)); again: \(plan.command)")
        #expect(report.rounds > 0, "nobody ever played; again: \(plan.command)")
    }

    /// A cable is out because of the kind of evening, whatever else goes wrong.
    @Test func cablesAreDrawnApart() {
        let homes = [0, 0, 0, 1, 1]
        let kinds: Set<Fault.Kind> = [.network, .power]
        let (udp, both) = (
            FaultPlan(kinds: kinds, homes: homes, duration: .seconds(3_600)),
            FaultPlan(kinds: kinds, homes: homes, duration: .seconds(3_600), hasAir: true)
        )
        var counts: Set<Int> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let (few, many) = (udp.faults(seed: seed), both.faults(seed: seed))
            let more = many.filter { !few.contains($0) }
            #expect(many.filter { few.contains($0) } == few)
            #expect(more.allSatisfy { if case .cableOut = $0.what { true } else { false } })
            counts.insert(more.count { $0.begin == .zero && $0.end == .seconds(3_600) })
        }
        // In some evenings nobody has a network; in others all have.
        #expect(counts.contains(5) && counts.contains(0))
    }

    /// A member lies, for a while, to the others of its session: no round ends by it, no count moves, nobody
    /// is silenced, and no point is given or taken.
    @Test(arguments: 1...24)
    func aLyingMemberSpoilsNothing(seed: UInt64) {
        var plan = EveningPlan(seed: seed)
        plan.stations = 2 + Int(seed % 3)
        plan.duration = .seconds(240)
        plan.kinds = [.lie]
        let report = EveningReport.playing(plan)
        #expect(report.broken.isEmpty, "\(report.broken.prefix(3)); again: \(plan.command)")
    }

    /// The same plan, the same evening; and what is not asked for changes nothing.
    @Test func thePlanIsAllThereIs() {
        var plan = EveningPlan(seed: 4)
        plan.stations = 3
        plan.duration = .seconds(120)
        plan.kinds = Set(Fault.Kind.allCases)
        let whole = EveningReport.playing(plan)
        #expect(EveningReport.playing(plan) == whole)
        plan.only = Array(plan.faults.indices)
        #expect(EveningReport.playing(plan).digest == whole.digest)
        plan.only = []
        let quiet = EveningReport.playing(plan)
        plan.kinds = []
        plan.only = nil
        #expect(EveningReport.playing(plan).digest == quiet.digest)
        #expect(quiet.digest != whole.digest)
    }

    /// A kind more leaves the faults of the others as they were.
    @Test func kindsAreDrawnApart() {
        let homes = [0, 0, 0, 1, 1]
        let few = FaultPlan(kinds: [.power, .people], homes: homes, duration: .seconds(3_600))
        let many = FaultPlan(kinds: Set(Fault.Kind.allCases), homes: homes, duration: .seconds(3_600))
        for seed in 1...20 as ClosedRange<UInt64> {
            let all = many.faults(seed: seed)
            #expect(few.faults(seed: seed) == all.filter { [.power, .people].contains($0.kind) })
            #expect(Set(all.map(\.kind)) == Set(Fault.Kind.allCases))
            #expect(all.allSatisfy { $0.begin <= $0.end && $0.end <= .seconds(3_600) })
            #expect(all.map(\.begin) == all.map(\.begin).sorted())
        }
    }

    /// Together, by lot, and couples who play with nobody else.
    @Test func peoplePairInEveryWay() {
        let pairings = (1...4 as ClosedRange<UInt64>).map { seed in
            let stations = World(EveningPlan(seed: seed).configuration).stations
            return stations.map { $0.station.configuration.formation.company.pairing }
        }
        #expect(
            pairings == [
                [.together, .together, .together, .together], [.random, .random, .random, .random],
                [.chosen, .chosen, .together, .together], [.together, .together, .together, .together],
            ])
        let couple = World(EveningPlan(seed: 3).configuration).stations.prefix(2).map(\.station.configuration)
        #expect(couple[0].partner == couple[1].name && couple[1].partner == couple[0].name)
    }

    @Test(arguments: [2, 5, 8, 9, 17, 64, 999, 1_000])
    func everybodyHasAHome(stations: Int) {
        var plan = EveningPlan(seed: 1)
        plan.stations = stations
        #expect(plan.homes.reduce(0, +) == stations)
        #expect(plan.homes.allSatisfy { (2...8).contains($0) })
    }

    @Test func theCommandNamesThePlan() {
        var plan = EveningPlan(seed: 17)
        plan.kinds = [.power, .network]
        plan.duration = .seconds(1_800)
        plan.only = [3, 7]
        plan.until = .seconds(99)
        #expect(
            plan.command == "hotcold simulate --stations 4 --hours 0.5 --seeds 17 --faults network,power "
                + "--carrier udp --only 3,7 --until 99")
        plan.carrier = .air
        #expect(plan.command.contains(" --carrier air "))
    }
}
