import ArgumentParser
import Determinism
import Game
import Simulation
import Speech

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play seeded evenings in virtual time, and hold them to what is promised.",
        discussion: """
            One line an evening: seed, a digest of everything that happened, the rounds and how they \
            ended, and whether any promise was broken. The same seed gives the same line again. A seed \
            that breaks one is followed by what was broken, the command that plays it again, and one \
            that plays a smaller version of it; the exit code is 1 then.
            """)

    @Flag(help: "Play some days of people's things instead (docs/things.md).")
    var things = false

    @Option(help: "With --things: how many days, 1 to 60.")
    var days = 10

    @Option(
        name: [.customLong("seeds"), .customLong("seed")],
        help: ArgumentHelp(
            "Which evenings: one, as 7, or from one to another, as 1-10.", valueName: "from-to"))
    var seeds: SeedRange = SeedRange(first: 1, last: 10)

    @Option(help: "How many stations, 2 to 1000, in houses of at most eight.")
    var stations = 4

    @Option(help: "How long an evening is, 0.01 to 24.")
    var hours = 3.0

    @Option(
        help: ArgumentHelp(
            """
            What goes wrong: none, all, or those named, with commas between, of \
            \(Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
            """, valueName: "kinds"))
    var faults: FaultSelection = FaultSelection(kinds: [])

    @Flag(help: "JSON for programs: one object a line.")
    var json = false

    @Option(
        help: """
            What carries the lobby: udp (a network that all have), air (Bluetooth alone), or both (some \
            have no network, or lose it now and then).
            """)
    var carrier = World.Carrier.both

    @Option(help: ArgumentHelp("Of the faults only those with these numbers; or none.", valueName: "numbers"))
    var only: NumberList?

    @Option(help: ArgumentHelp("Leave the evening after so many seconds.", valueName: "seconds"))
    var until: Int?

    @Flag(help: "List the faults of each evening, with their numbers.")
    var listFaults = false

    @Flag(help: "Tell what every station says and logs, and when.")
    var tell = false

    func validate() throws {
        guard seeds.first <= seeds.last, seeds.last - seeds.first < 1_000_000 else {
            throw ValidationError(
                "--seeds \(seeds.first)-\(seeds.last): give the smaller number first, and at most a million.")
        }
        guard (2...1_000).contains(stations) else {
            throw ValidationError("--stations \(stations): give 2 to 1000.")
        }
        guard (0.01...24).contains(hours) else { throw ValidationError("--hours \(hours): give 0.01 to 24.") }
        let isAboutEvenings = only != nil || until != nil || listFaults || tell
        if things, isAboutEvenings || !(faults.kinds.isEmpty || faults.kinds == Set(Fault.Kind.allCases)) {
            throw ValidationError(
                "--things: give --faults none or all, and no --only, --until, --list-faults or --tell.")
        }
        if things, !(2...8).contains(stations) || !(1...60).contains(days) {
            throw ValidationError("--things: give 2 to 8 --stations and 1 to 60 --days.")
        }
        if let until, !(1...86_400).contains(until) {
            throw ValidationError("--until \(until): give 1 to 86400.")
        }
    }

    mutating func run() throws {
        if things { return try playThings() }
        var failures = 0
        for seed in seeds.first...seeds.last {
            let plan = plan(seed)
            if listFaults { list(plan) }
            let report = EveningReport.playing(plan) { if tell { Self.tell($0) } }
            Output.write((json ? report.json : report.line) + "\n")
            guard !report.broken.isEmpty else { continue }
            failures += 1
            explain(report)
        }
        if failures > 0 { throw ExitCode.failure }
    }

    private func playThings() throws {
        var failures = 0
        for seed in seeds.first...seeds.last {
            var plan = ThingsPlan(seed: seed)
            (plan.stations, plan.days, plan.hasFaults) = (stations, days, !faults.kinds.isEmpty)
            let report = ThingsHouse.playing(plan)
            Output.write((json ? report.json : report.line) + "\n")
            guard !report.broken.isEmpty else { continue }
            failures += 1
            for breach in report.broken.prefix(5) { Complaint.write("seed \(seed): \(breach)") }
            Complaint.write("again: \(plan.command)")
        }
        if failures > 0 { throw ExitCode.failure }
    }

    private func plan(_ seed: UInt64) -> EveningPlan {
        var plan = EveningPlan(seed: seed)
        plan.stations = stations
        plan.duration = .milliseconds(Int64((hours * 3_600_000).rounded()))
        plan.kinds = faults.kinds
        plan.carrier = carrier
        plan.only = only?.numbers
        plan.until = until.map { .seconds($0) }
        return plan
    }

    private static func tell(_ happening: World.Happening) {
        let words: String
        switch happening.effect {
        case .say(let phrase): words = "\"\(Sentence(phrase).text)\""
        case .log(let line): words = line
        case .play(let sound): words = "♪ \(sound.rawValue)"
        default: return
        }
        let at = (happening.at - World.begin).asSeconds
        Output.write("\(at) s  station \(happening.station)  \(words)\n")
    }

    private func list(_ plan: EveningPlan) {
        for (number, fault) in plan.faults.enumerated() { Complaint.write("fault \(number), \(fault)") }
    }

    /// What was broken, and how to see it again: on standard error, so that JSON stays JSON.
    private func explain(_ report: EveningReport) {
        for breach in report.broken.prefix(5) { Complaint.write("seed \(report.plan.seed): \(breach)") }
        Complaint.write("again: \(report.plan.command)")
        guard only == nil, var shrinking = Shrinking(report) else { return }
        shrinking.run()
        let plan = shrinking.smallest.plan
        Complaint.write("smaller: \(plan.command)")
        let faults = plan.faults
        for number in plan.only ?? [] where faults.indices.contains(number) {
            Complaint.write("  fault \(number), \(faults[number])")
        }
    }
}

/// A seed, or several: "17", "1-50".
struct SeedRange: ExpressibleByArgument {
    var first: UInt64
    var last: UInt64

    init(first: UInt64, last: UInt64) {
        (self.first, self.last) = (first, last)
    }

    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
            return nil
        }
        self.init(first: first, last: last)
    }

    var defaultValueDescription: String { "\(first)-\(last)" }
}

/// Which kinds of faults: "none", "all", "network,power".
struct FaultSelection: ExpressibleByArgument {
    var kinds: Set<Fault.Kind>

    init(kinds: Set<Fault.Kind>) {
        self.kinds = kinds
    }

    init?(argument: String) {
        switch argument {
        case "none": kinds = []
        case "all": kinds = Set(Fault.Kind.allCases)
        default:
            let named = argument.split(separator: ",").map { Fault.Kind(rawValue: String($0)) }
            guard !named.isEmpty, !named.contains(nil) else { return nil }
            kinds = Set(named.compactMap { $0 })
        }
    }

    var defaultValueDescription: String { "none" }
}

/// Numbers of faults: "none", "3", "3,7".
struct NumberList: ExpressibleByArgument {
    var numbers: [Int]

    init?(argument: String) {
        let words = argument == "none" ? [] : argument.split(separator: ",")
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == words.count else { return nil }
        self.numbers = numbers
    }
}

extension World.Carrier: ExpressibleByArgument {}
