import HCI
import Testing

@testable import Simulation

/// What a hall full of stations leaves of an advertisement.
struct ChannelLoadTests {
    @Test(arguments: [
        (0, 20, 1.0), (10, 20, 0.740), (40, 20, 0.300), (40, 40, 0.512), (200, 20, 0.0024), (200, 100, 0.239),
    ])
    func whoDoesNotListenBeforeSendingIsHeardSoOften(others: Int, interval: Int, survives: Double) {
        let survival = ChannelLoad.survival(others: others, interval: .milliseconds(interval))
        #expect(abs(survival - survives) < 0.001)
    }

    /// Two in a hall in which nearly every second advertisement is lost know each other later than at home.
    @Test func aHallIsSlowerThanAHome() throws {
        func names(_ others: Int) throws -> Duration {
            let room = LobbyBench.Room.byAir(stations: 2, loss: 0, others: others, profiles: [.cyw43455])
            #expect(abs(room.airLoss - (others == 0 ? 0 : 0.452)) < 0.001)
            let trials = (1...5).map { LobbyBench.trial(room, seed: $0) }
            return try #require(trials.compactMap(\.names).sorted().dropFirst(2).first)
        }
        #expect(try names(20) > names(0))
    }
}
