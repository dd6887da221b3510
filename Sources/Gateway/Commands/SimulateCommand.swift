import ArgumentParser

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play seeded evenings in virtual time and print how each ended.",
        discussion: """
            One line an evening: seed, how the round ended, after how long, and a digest of everything \
            that happened. The same seed gives the same line again.
            """)

    @Option(help: "The first seed.")
    var seed: UInt64 = 1

    @Option(help: "How many evenings, 1 to 100000.")
    var count = 10

    @Option(help: "How many seekers, 1 to 7.")
    var seekers = 1

    @Flag(help: "Bad Wi-Fi, and things that break.")
    var faults = false

    func validate() throws {
        guard (1...100_000).contains(count) else {
            throw ValidationError("--count \(count): give 1 to 100000.")
        }
        guard (1...7).contains(seekers) else { throw ValidationError("--seekers \(seekers): give 1 to 7.") }
    }

    mutating func run() throws {
        for index in 0..<UInt64(count) {
            Output.write(Self.line(seed: seed &+ index, seekers: seekers, faults: faults) + "\n")
        }
    }

    /// The evening of one seed, in a line.
    static func line(seed: UInt64, seekers: Int, faults: Bool) -> String {
        var configuration = World.Configuration(seed: seed, seekers: seekers)
        if faults {
            var random = SeededGenerator(seed: seed ^ 0xBAD)
            configuration.network = .bad
            configuration.breakdowns = Breakdown.some(
                stations: seekers + 1, between: .seconds(110), and: .seconds(300), random: &random)
        }
        var world = World(configuration)
        var digest = Digest()
        var ending = "nobody played"
        let limit = world.now + .seconds(900)
        while world.now < limit, !world.isOver {
            for happening in world.step(until: limit) { digest.add(happening) }
            if let session = world.stations[0].station.session, let outcome = session.outcome {
                ending = describe(outcome, in: session)
            }
        }
        return "\(seed) \(digest) \(ending)"
    }

    private static func describe(_ outcome: Outcome, in session: Session) -> String {
        switch outcome {
        case .found(let finder, let after):
            "found by \(session.member(finder)?.name.description ?? "somebody") after \(after.asSeconds) s"
        case .timeUp: "time up"
        case .abandoned: "abandoned"
        }
    }
}
