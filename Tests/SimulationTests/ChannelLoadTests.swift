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

    /// Counted on the air it comes to the same as reckoned from how many there are.
    @Test(arguments: [(2, 20), (20, 20), (40, 40)])
    func trafficIsCountedAsItIsReckoned(stations: Int, interval: Int) {
        var traffic = ChannelTraffic()
        let apart = Duration.milliseconds(interval + 5) / stations
        let survivals = (1...(100 * stations)).map {
            traffic.survival(stations: stations, now: .seconds(100) + apart * $0)
        }
        let expected = ChannelLoad.survival(others: stations - 1, interval: .milliseconds(interval))
        #expect(survivals.first == 1)
        #expect(abs((survivals.last ?? 0) - expected) < 0.01)
        // Half a second of silence, and most of it is forgotten.
        let later = traffic.survival(stations: stations, now: .seconds(110))
        #expect(later > 0.999)
    }

    /// In a hall two play, whose house has only them; the others lie there, in houses of eight at most.
    @Test func twoPlayInAHall() throws {
        let room = LobbyBench.Room.hall(stations: 5, loss: 0, profile: .cyw43455)
        #expect(room.players == 2 && room.homes == [2, 3])
        #expect(LobbyBench.Room.hall(stations: 24, loss: 0, profile: .cyw43455).homes == [2, 8, 7, 7])
        let trial = LobbyBench.trial(room, seed: 1)
        #expect(try #require(trial.names) < .seconds(10))
        #expect(try #require(trial.lock) < .seconds(5))
    }

    /// Of four that play, two seek beside the finder: whichever of them knows first, that counts as found.
    @Test(arguments: [UInt64(1), 2, 3]) func whoeverFindsIsCounted(seed: UInt64) throws {
        let room = LobbyBench.Room.byAir(stations: 4, loss: 0, others: 0, profiles: [.cyw43455])
        let found = try #require(LobbyBench.trial(room, seed: seed).found)
        #expect((.zero)...(.seconds(5)) ~= found)
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

    /// Beside Wi-Fi at 2.4 GHz a radio listens half of the time, and hears half as much.
    @Test func halfAWindowIsSlowerThanAWholeOne() throws {
        func names(sharesAntenna: Bool) throws -> Duration {
            var room = LobbyBench.Room.byAir(stations: 2, loss: 0, profiles: [.cyw43455])
            room.sharesAntenna = sharesAntenna
            let trials = (1...5).map { LobbyBench.trial(room, seed: $0) }
            return try #require(trials.compactMap(\.names).sorted().dropFirst(2).first)
        }
        #expect(try names(sharesAntenna: true) > names(sharesAntenna: false) * 3 / 2)
    }
}
