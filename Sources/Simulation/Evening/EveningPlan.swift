import Determinism
import Game
import HCI

/// One simulated evening: everything that decides how it goes, down to the last bit.
package struct EveningPlan: Equatable, Sendable {
    package var seed: UInt64
    /// 2…1000.
    package var stations = 4
    package var duration = Duration.seconds(3 * 3_600)
    package var kinds: Set<Fault.Kind> = []
    package var carrier = World.Carrier.udp
    private static let homesPerNetwork = 8
    /// Which of its faults happen, by their numbers; nil for all.
    package var only: [Int]?
    /// When the evening is left, although it goes on; nil for its end.
    package var until: Duration?

    package init(
        seed: UInt64,
        stations: Int = 4,
        duration: Duration = Duration.seconds(3 * 3_600),
        kinds: Set<Fault.Kind> = [],
        only: [Int]? = nil,
        until: Duration? = nil
    ) {
        self.seed = seed
        self.stations = stations
        self.duration = duration
        self.kinds = kinds
        self.only = only
        self.until = until
    }

    var homes: [Int] { Self.homes(of: stations) }
    /// What all of them together are played for.
    var stationTime: Duration { min(until ?? duration, duration) * stations }

    /// Houses of at most eight, as equal as they can be.
    static func homes(of stations: Int) -> [Int] {
        let count = (stations + 7) / 8
        return (0..<count).map { stations / count + ($0 < stations % count ? 1 : 0) }
    }

    /// Nothing but clocks that are off.
    static func drifts(seed: UInt64, stations: Int) -> [Fault] {
        let homes = Array(repeating: 0, count: stations)
        return FaultPlan(kinds: [.clock], homes: homes, duration: .seconds(86_400)).faults(seed: seed)
    }

    /// Everything that may go wrong, numbered by its place.
    package var faults: [Fault] {
        let homes = homes.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
        return FaultPlan(kinds: kinds, homes: homes, duration: duration, hasAir: carrier == .both)
            .faults(seed: seed)
    }

    /// Quick and slow ones, and each habit with data that changes while it is advertised.
    private static let profilesByAir: [ControllerProfile] = [
        .cyw43455, .extended52, .legacy42, .cyw43455.with(.refused), .cyw43455.with(.kept), .slow42,
    ]

    package var configuration: World.Configuration {
        var configuration = World.Configuration(seed: seed)
        configuration.homes = homes
        configuration.habits = .evening(of: duration)
        configuration.headStart = .seconds(20)
        configuration.limit = .seconds(180)
        configuration.switchingOn = .seconds(20)
        configuration.drawsRoles = true
        configuration.carrier = carrier
        if carrier.hasAir {
            var random = SeededGenerator(seed: seed ^ 0xC0_17)
            configuration.profiles = Self.profilesByAir.shuffled(using: &random)
        }
        // Houses share a network up to what a roster holds, and are kept apart by their crew words.
        configuration.homesPerNetwork = Self.homesPerNetwork
        var random = SeededGenerator(seed: seed ^ 0xCA9A_C177)
        configuration.capacities = homes.map { size in
            [2, 3, size, size].map { min($0, size) }.randomElement(using: &random) ?? size
        }
        // In a crowd most are there without playing.
        if homes.count > Self.homesPerNetwork { configuration.playingHomes = homes.count / 4 }
        // In every fourth evening people are drawn by lot; in every fourth each house has a couple who play
        // with nobody else.
        switch seed % 4 {
        case 2: configuration.pairing = .random
        case 3: configuration.hasCouples = true
        default: break
        }
        let faults = faults
        configuration.faults =
            only.map { numbers in
                numbers.filter(faults.indices.contains).map { faults[$0] }
            } ?? faults
        return configuration
    }

    /// How the whole is played again, and nothing else.
    package var command: String {
        var words = [
            "hotcold simulate --stations \(stations) --hours \(Self.hours(duration)) --seeds \(seed)"
        ]
        let names = Fault.Kind.allCases.filter(kinds.contains).map(\.rawValue)
        let faults = kinds.count == Fault.Kind.allCases.count ? "all" : names.joined(separator: ",")
        words.append("--faults \(kinds.isEmpty ? "none" : faults)")
        words.append("--carrier \(carrier.rawValue)")
        if let only {
            let numbers = only.map(String.init).joined(separator: ",")
            words.append("--only \(only.isEmpty ? "none" : numbers)")
        }
        if let until { words.append("--until \(Int(until.components.seconds))") }
        return words.joined(separator: " ")
    }

    /// Hours as they can be given on the command line again, without loss as long as it is so many
    /// thousandths of a second.
    private static func hours(_ duration: Duration) -> String {
        "\(Double(duration.wholeMilliseconds) / 3_600_000)"
    }
}
