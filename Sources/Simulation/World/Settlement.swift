import AirCarrier
import Determinism
import Game
import HCI
import PeerNetwork
import StationNode

/// Builds the houses and the stations of a world, each from its own share of the seed.
struct Settlement: Sendable {
    private let configuration: World.Configuration
    private let homes: [Int]
    private let verdicts = Verdicts()

    init(_ configuration: World.Configuration) {
        self.configuration = configuration
        homes = configuration.homeOfStation
    }

    func households(_ random: inout SeededGenerator) -> [Household] {
        var first = 0
        return configuration.homes.enumerated().map { home, count in
            defer { first += count }
            let isFamily = configuration.seed == 1 && home == 0
            var house = isFamily ? House.family : House.variation(seed: random.next())
            if configuration.isOneHall { house = .gymnasium }
            var habits = configuration.habits
            if home >= configuration.playingHomes ?? .max {
                habits?.begins = .seconds(1_000_000)...(.seconds(1_000_000))
            }
            let company = habits.map {
                Company($0, size: count, begin: World.begin, random: random.fork())
            }
            return Household(
                house: house, stations: first..<first + count, company: company,
                airLoss: configuration.airLoss, random: random.fork())
        }
    }

    /// All stations, in the order of their numbers.
    func stations(_ random: inout SeededGenerator) -> [SimulatedStation] {
        guard configuration.hasCouples else {
            return homes.indices.map { station($0, partner: nil, &random) }
        }
        // Whom they have chosen is known only when there are names: those of stations from the same chance.
        var names: [StationName] = []
        var again = random
        for index in homes.indices { names.append(StationName(station(index, partner: nil, &again).id)) }
        return homes.indices.map { index in
            let place = homes[..<index].reversed().prefix { $0 == homes[index] }.count
            return station(index, partner: place < 2 ? names[index + 1 - 2 * place] : nil, &random)
        }
    }

    private func station(
        _ index: Int, partner: StationName?, _ random: inout SeededGenerator
    ) -> SimulatedStation {
        let secrets = SimulatedSecrets(
            crew: crewWord(of: homes[index]), verdicts: verdicts, random: random.fork())
        let id = secrets.id
        let isFirst = index == 0 || homes[index] != homes[index - 1]
        var role = isFirst ? Role.hide : .seek
        if configuration.drawsRoles { role = random.share() < 0.4 ? .hide : .seek }
        var station = Station.Configuration(
            id: id, name: StationName(id), role: role, boot: 0, seed: random.next())
        let home = homes[index]
        let capacity =
            configuration.capacities.indices.contains(home)
            ? configuration.capacities[home] : configuration.homes[home]
        station.formation = GroupFormation.Rules(
            company: Announcement.Company(
                capacity: capacity, pairing: partner == nil ? configuration.pairing : .chosen),
            headStart: configuration.headStart, limit: configuration.limit)
        station.partner = partner
        let seed = (0..<8).map { UInt8(truncatingIfNeeded: id.value >> (8 * $0)) }
        let profile = configuration.profiles[index % configuration.profiles.count]
        return SimulatedStation(
            station, secrets: secrets, radio: radio(seed),
            controller: SimulatedController(
                profile: profile, address: DeviceAddress(littleEndian: seed.prefix(6)), seed: random.next()),
            speaker: SimulatedSpeaker(
                configuration.voice, level: configuration.levels.level(.quiet),
                recording: configuration.listenedTo.contains(index) ? configuration.recording : nil),
            settings: EdgeSettings(levels: configuration.levels, quietHours: configuration.quietHours),
            keepsJournal: configuration.journalled.contains(index), carrier: configuration.carrier)
    }

    private func radio(_ seed: [UInt8]) -> RadioConfiguration {
        var radio = RadioConfiguration(ownAddress: .randomStatic(seed: seed))
        // Where nobody is deaf, one out of reach would only be looked into.
        radio.helpsDeafness = configuration.faults.contains { $0.kind == .deaf }
        if configuration.carrier.hasAir { radio.company = AirFrame.company }
        return radio
    }

    /// Homes that share a network have a word each, so that they do not end up together.
    private func crewWord(of home: Int) -> UInt64? {
        configuration.homesPerNetwork > 1 && configuration.homes.count > 1 ? UInt64(home) : nil
    }
}
