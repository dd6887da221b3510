import Determinism
import HCI

/// What goes wrong in an evening, drawn from its seed.
///
/// Each kind has a source of chance of its own, so that asking for one kind more leaves the others as they
/// were.
struct FaultPlan: Sendable {
    var kinds: Set<Fault.Kind>
    /// How many stations there are, and in which home each is.
    var homes: [Int]
    var duration: Duration
    /// Stations have their radio besides: some have no network at all, and some lose it now and then.
    var hasAir = false

    /// In an evening of three hours about so many faults of a kind befall a home; in a short one at least
    /// some.
    private static let perHome = 3.0

    /// The faults in the order of their beginnings.
    func faults(seed: UInt64) -> [Fault] {
        var faults: [Fault] = []
        for (number, kind) in Fault.Kind.allCases.enumerated() where kinds.contains(kind) {
            var random = SeededGenerator(seed: seed ^ (0xFA17_0000 &+ UInt64(number)))
            faults += self.faults(kind, &random)
        }
        if hasAir {
            var random = SeededGenerator(seed: seed ^ 0xFA17_A172)
            faults += cables(&random)
        }
        let numbered = faults.enumerated().sorted { ($0.1.begin, $0.0) < ($1.1.begin, $1.0) }
        return numbered.map(\.element)
    }

    private func faults(_ kind: Fault.Kind, _ random: inout SeededGenerator) -> [Fault] {
        guard kind != .clock else { return clocks(&random) }
        guard kind != .deaf else { return deafness(&random) }
        guard kind != .wifi else { return antennas(&random) }
        let homeCount = (homes.max() ?? 0) + 1
        // What is about a whole network would pile up in a large world.
        let isCommon = kind == .network || kind == .attack
        let expected = Self.perHome * Double(isCommon ? min(homeCount, 4) : homeCount)
        let count = Int.random(in: Int(expected * 0.3)...Int(expected * 1.7), using: &random)
        return (0..<max(1, count)).map { _ in one(kind, &random) }
    }

    /// Every clock is off from the beginning to the end.
    private func clocks(_ random: inout SeededGenerator) -> [Fault] {
        homes.indices.map { station in
            let parts = Double.random(in: -100...100, using: &random)
            return Fault(begin: .zero, end: duration, what: .drift(station, partsPerMillion: parts))
        }
    }

    /// Chips that answer and hear nobody: one for each home, long enough for all that helps to be tried.
    private func deafness(_ random: inout SeededGenerator) -> [Fault] {
        (0...(homes.max() ?? 0)).map { _ in
            let station = Int.random(in: homes.indices, using: &random)
            let begin = duration * Double.random(in: 0...0.9, using: &random)
            let length = Duration.milliseconds(Int.random(in: 15_000...120_000, using: &random))
            let remedies = RadioRemedy.allCases
            let place = Int.random(in: 0...remedies.count, using: &random)
            let what: Fault.What =
                place < remedies.count
                ? .controllerDeaf(station, until: remedies[place]) : .controllerStale(station)
            return Fault(begin: begin, end: min(duration, begin + length), what: what)
        }
    }

    /// One station and half of the others are in a 2.4 GHz network, some from the beginning, and some not to
    /// the end.
    private func antennas(_ random: inout SeededGenerator) -> [Fault] {
        let one = Int.random(in: homes.indices, using: &random)
        let stations = homes.indices.filter { Bool.random(using: &random) || $0 == one }
        return stations.map { station in
            let begin = max(0, Double.random(in: -0.5...0.5, using: &random))
            let end = min(1, Double.random(in: 0.6...1.4, using: &random))
            return Fault(begin: duration * begin, end: duration * end, what: .sharesAntenna(station))
        }
    }

    private func cables(_ random: inout SeededGenerator) -> [Fault] {
        let nobodyHasAny = Int.random(in: 0..<4, using: &random) == 0
        return homes.indices.flatMap { station -> [Fault] in
            switch nobodyHasAny ? 0 : Int.random(in: 0..<4, using: &random) {
            case 0: return [Fault(begin: .zero, end: duration, what: .cableOut(station))]
            case 1:
                return (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    let begin = duration * Double.random(in: 0...0.9, using: &random)
                    let length = Duration.milliseconds(Int.random(in: 5_000...300_000, using: &random))
                    return Fault(begin: begin, end: min(duration, begin + length), what: .cableOut(station))
                }
            default: return []
            }
        }
    }

    private func one(_ kind: Fault.Kind, _ random: inout SeededGenerator) -> Fault {
        let station = Int.random(in: homes.indices, using: &random)
        let begin = duration * Double.random(in: 0...0.9, using: &random)
        let length = length(of: kind, &random)
        let what: Fault.What
        switch kind {
        case .network: what = network(station, &random)
        case .radio:
            switch Int.random(in: 0..<3, using: &random) {
            case 0: what = .adapterOut(station)
            case 1: what = .controllerMute(station)
            default: what = .controllerFails(station, code: UInt8.random(in: 0...255, using: &random))
            }
        case .button: what = .buttonStuck(station)
        case .speaker: what = .speakerGone(station)
        case .power: what = .powerOff(station)
        case .memory: what = .memoryLost(station)
        case .clock: what = .drift(station, partsPerMillion: 0)
        case .people:
            switch Int.random(in: 0..<3, using: &random) {
            case 0: what = .fidgets(station)
            case 1: what = .walksOff(station)
            default: what = .wishes(station)
            }
        case .attack:
            let style = Attacker.Style.allCases.randomElement(using: &random) ?? .floods
            what = .attack(style, home: homes[station])
        case .deaf: what = .controllerStale(station)
        case .wifi: what = .sharesAntenna(station)
        case .lie: what = .lies(station, Lie.baseless.randomElement(using: &random) ?? .timeIsUp)
        }
        return Fault(begin: begin, end: min(duration, begin + length), what: what)
    }

    private func length(of kind: Fault.Kind, _ random: inout SeededGenerator) -> Duration {
        let range: ClosedRange<Int> =
            switch kind {
            case .network: 500...60_000
            case .radio, .power, .memory, .deaf: 500...30_000
            case .button: 31_000...60_000
            case .speaker: 500...60_000
            case .clock, .wifi: 0...0
            case .people: 3_000...90_000
            case .attack, .lie: 20_000...240_000
            }
        return .milliseconds(Int.random(in: range, using: &random))
    }

    private func network(_ station: Int, _ random: inout SeededGenerator) -> Fault.What {
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            // What the protocol promises to live with, and no more.
            let jitter = Int.random(in: 20...200, using: &random)
            return .quality(
                Network.Quality(
                    loss: Double.random(in: 0...0.2, using: &random),
                    doubled: Double.random(in: 0...0.2, using: &random),
                    delay: .milliseconds(1)...(.milliseconds(jitter))))
        case 1:
            let apart = homes.indices.filter { _ in Bool.random(using: &random) }
            return .apart(apart.isEmpty ? [station] : apart)
        case 2: return .cableOut(station)
        case 3: return .silentWiFi(station)
        case 4: return .withoutMulticast
        case 5: return .isolated
        default: return .newAddress(station)
        }
    }
}
