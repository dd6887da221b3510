package import Determinism

/// The time table of what goes wrong in a world: which faults are on, and what is switched when.
package struct Mishaps: Sendable {
    private enum Turn: Equatable, Sendable {
        case begins(Int)
        case ends(Int)
        case switchesOn(Int)
    }

    let faults: [Fault]
    /// Numbers of the faults that last at this moment, in their order.
    private(set) var active: [Int] = []
    /// The homes that an attacker has an antenna in, in the order of their nodes.
    var intruders: [Int] = []
    private var turns: [(at: Duration, turn: Turn)] = []
    private var done = 0
    /// For each station: how far off its clock is, and a source of boots and origins.
    private var drifts: [Double]
    private var chances: [SeededGenerator]
    private let hasClocks: Bool
    /// What a liar says may be malformed.
    let hasLiars: Bool
    /// When each station was last cut off from others, and is not any more; nil while it is.
    private(set) var connectedSince: [Duration?]
    /// When the radio of each was last wrong, and is not any more; nil while it is.
    private(set) var radioSince: [Duration?]
    /// When anything but the network was last wrong with it.
    private(set) var soundSince: [Duration?]
    /// How many of the faults that last cut each station off, and affect it: a crowd suffers thousands at
    /// once.
    private var cuts: [Int]
    private var affected: [Int]
    private var silences: [Int]

    package init(_ faults: [Fault], stations: Int, random: SeededGenerator) {
        self.faults = faults
        var random = random
        drifts = Array(repeating: 0, count: stations)
        chances = (0..<stations).map { _ in random.fork() }
        hasLiars = faults.contains { $0.kind == .lie }
        hasClocks = faults.contains { $0.kind == .clock }
        connectedSince = Array(repeating: World.begin, count: stations)
        soundSince = connectedSince
        cuts = Array(repeating: 0, count: stations)
        affected = cuts
        (radioSince, silences) = (connectedSince, cuts)
        for (number, fault) in faults.enumerated() {
            turns.append((World.begin + fault.begin, .begins(number)))
            turns.append((World.begin + fault.end, .ends(number)))
            if case .drift(let station, let parts) = fault.what { drifts[station] = parts }
        }
        sort()
    }

    /// Plans when the stations are switched on first.
    /// - Parameter late: the first so many come so much later than the others.
    mutating func switchOn(within duration: Duration, late: (stations: Int, by: Duration)) {
        for station in chances.indices {
            var late = station < late.stations ? late.by : .zero
            if duration > .zero { late += duration * chances[station].share() }
            turns.append((World.begin + late, .switchesOn(station)))
        }
        sort()
    }

    private mutating func sort() {
        let numbered = turns.enumerated().sorted { ($0.1.at, $0.0) < ($1.1.at, $1.0) }
        turns = numbered.map(\.element)
    }

    var nextDeadline: Duration? { done < turns.count ? turns[done].at : nil }

    /// What changes by now.
    package enum Change: Sendable {
        case fault(Fault, begins: Bool)
        case switchesOn(Int)
    }

    mutating func take(until now: Duration) -> Change? {
        guard done < turns.count, turns[done].at <= now else { return nil }
        defer { done += 1 }
        switch turns[done].turn {
        case .begins(let number):
            active.append(number)
            note(faults[number], begins: true, now: now)
            return .fault(faults[number], begins: true)
        case .ends(let number):
            active.removeAll { $0 == number }
            note(faults[number], begins: false, now: now)
            return .fault(faults[number], begins: false)
        case .switchesOn(let station): return .switchesOn(station)
        }
    }

    /// Whether another fault of which this is true is still on.
    func isOn(_ condition: (Fault.What) -> Bool) -> Bool {
        active.contains { condition(faults[$0].what) }
    }

    /// The lies that a station will tell, with their hours in true time: those that begin after it was
    /// switched on. A restart makes a program honest.
    func lies(of station: Int, after now: Duration) -> [TamperedGatekeeper.Hours] {
        faults.compactMap { fault in
            guard case .lies(station, let lie) = fault.what, World.begin + fault.begin > now else {
                return nil
            }
            return TamperedGatekeeper.Hours(
                begin: World.begin + fault.begin, end: World.begin + fault.end, lie: lie)
        }
    }

    /// Who tells any.
    var liars: Set<Int> {
        guard hasLiars else { return [] }
        var liars: Set<Int> = []
        for number in active { if case .lies(let station, _) = faults[number].what { liars.insert(station) } }
        return liars
    }

    private mutating func note(_ fault: Fault, begins: Bool, now: Duration) {
        for station in connectedSince.indices {
            if fault.cutsOff(station) {
                cuts[station] += begins ? 1 : -1
                connectedSince[station] = cuts[station] == 0 ? now : nil
            }
            if fault.silencesRadio(of: station) {
                silences[station] += begins ? 1 : -1
                radioSince[station] = silences[station] == 0 ? now : nil
            }
            if fault.affects(station) {
                affected[station] += begins ? 1 : -1
                soundSince[station] = affected[station] == 0 ? now : nil
            }
        }
    }

    /// What a station starts with when it is switched on.
    mutating func start(of station: Int, now: Duration) -> (boot: UInt32, clock: StationClock) {
        let boot = UInt32(truncatingIfNeeded: chances[station].next())
        guard hasClocks else { return (boot, .exact) }
        let origin = Duration.milliseconds(Int64(chances[station].next() % 3_600_000))
        return (boot, StationClock(boot: now, origin: origin, partsPerMillion: drifts[station]))
    }

    /// The identity of a station whose memory is gone.
    mutating func stranger(at station: Int, like secrets: SimulatedSecrets) -> SimulatedSecrets {
        secrets.renewed(random: chances[station].fork())
    }

    /// What the network is like, with everything that is wrong with it.
    func conditions(_ quality: Network.Quality) -> Network.Conditions {
        var conditions = Network.Conditions(quality: quality)
        for number in active {
            switch faults[number].what {
            case .quality(let worse): conditions.quality = worse
            case .apart(let stations): conditions.apart = Set(stations)
            case .cableOut(let station), .silentWiFi(let station): conditions.unplugged.insert(station)
            case .withoutMulticast: conditions.withoutMulticast = true
            case .isolated: conditions.isolates = true
            default: break
            }
        }
        return conditions
    }
}
