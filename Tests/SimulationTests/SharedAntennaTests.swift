import Determinism
import HCI
import PeerNetwork
import Testing

@testable import Game
@testable import Simulation

/// Wi-Fi at 2.4 GHz has the antenna that a radio listens by: the twin of what nl80211 tells.
struct SharedAntennaTests {
    @Test(arguments: 1...12)
    func anEveningBesideWiFiKeepsItsPromises(seed: UInt64) {
        var plan = EveningPlan(seed: seed)
        plan.stations = 2 + Int(seed % 2)
        plan.duration = .seconds(240)
        plan.kinds = seed % 2 == 0 ? [.wifi] : [.wifi, .power, .radio]
        let report = EveningReport.playing(plan)
        #expect(report.broken.isEmpty, "\(report.broken.prefix(3)); again: \(plan.command)")
    }

    /// Half of the time beside it, a quarter where that brings datagrams back, and all of it when it is gone.
    @Test func theRadioListensAsMuchAsWiFiAllows() {
        let until = Duration.seconds(240)
        var plan = EveningPlan(seed: 1)
        plan.stations = 3
        plan.duration = .seconds(1_200)
        var configuration = plan.configuration
        configuration.faults = (0..<3).map { station in
            Fault(begin: .zero, end: until, what: .sharesAntenna(station))
        }
        var world = World(configuration)
        var shares: Set<Double> = []
        while world.elapsed < until {
            _ = world.step(until: World.begin + until)
            shares.formUnion(world.stations.map(\.controller).filter(\.isScanning).map(\.scanShare))
        }
        // All of the time until the first of it was told.
        #expect(shares.subtracting([1]) == [0.5, 0.25])
        // Until a radio listens the next time: it may not be asked to for a while.
        var after: Set<Double> = []
        while world.elapsed < until + .seconds(900), after.isEmpty {
            _ = world.step(until: World.begin + until + .seconds(900))
            guard world.elapsed > until + .seconds(1) else { continue }
            after.formUnion(world.stations.map(\.controller).filter(\.isScanning).map(\.scanShare))
        }
        #expect(after == [1])
    }

    /// What listening costs goes by how much of the time it is, and is gone with the Wi-Fi.
    @Test func listeningCostsDatagrams() {
        var network = Network(quality: Network.Quality(loss: 0))
        for node in 0..<2 { network.add(subnet: 0, random: SeededGenerator(seed: UInt64(node))) }
        func arrived(_ strains: [Int: Double]) -> Int {
            network.conditions.strains = strains
            for _ in 0..<1_000 { network.send([1], from: 0, to: .everybody, now: .zero) }
            var count = 0
            while network.take(until: .seconds(9)) != nil { count += 1 }
            return count
        }
        #expect(arrived([:]) >= 1_000)
        #expect((450...560).contains(arrived([1: 0.5])))
        #expect((200...300).contains(arrived([0: 0.5, 1: 0.5])))
        #expect(arrived([:]) >= 1_000)
    }
}
