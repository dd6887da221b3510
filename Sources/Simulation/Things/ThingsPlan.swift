import Determinism

/// Some days of people's things on several stations, by seed alone: who does what, and what goes wrong.
package struct ThingsPlan: Equatable, Sendable {
    package var seed: UInt64
    /// 2…8.
    package var stations = 3
    /// 1…60.
    package var days = 10
    /// Clocks are lost or wrong, stations are without power or apart for days.
    package var hasFaults = true

    package init(seed: UInt64) { self.seed = seed }

    /// How it is played again.
    package var command: String {
        "hotcold simulate --things --seed \(seed) --stations \(stations) --days \(days)"
            + (hasFaults ? " --faults all" : "")
    }
}

/// What came of it.
package struct ThingsReport: Equatable, Sendable {
    package var plan: ThingsPlan
    package var digest: String
    package var written: Int
    package var ticked: Int
    package var stars: Int
    package var unicasts: Int
    package var broken: [String]

    package var line: String {
        let result = broken.isEmpty ? "kept" : "BROKEN \(broken.count)"
        return "seed \(plan.seed)  \(digest)  \(written) things, \(ticked) ticks, \(stars) stars said, "
            + "\(unicasts) unicast messages  \(result)"
    }

    package var json: String {
        "{\"seed\":\(plan.seed),\"digest\":\"\(digest)\",\"things\":\(written),\"ticks\":\(ticked),"
            + "\"stars\":\(stars),\"unicasts\":\(unicasts),\"broken\":\(broken.count)}"
    }
}
