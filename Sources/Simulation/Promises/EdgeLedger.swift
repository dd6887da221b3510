import GPIO
import Game
import Journaling

/// Holds the edges of every station to what the station wants of them: lamps that show it, a loudspeaker as
/// loud as the policy says, a directory that keeps what people set, and a night that is told.
struct EdgeLedger: Sendable {
    /// Surroundings look at the clock every ten seconds.
    static let tellsOfNightWithin = Duration.seconds(11)

    /// What was looked at last: only news is worth working out a rhythm.
    private struct Lights: Equatable, Sendable {
        var wanted: [Lamp: LightGoal]
        var shown: [Lamp: Rhythm]
    }

    private var lights: [Int: Lights] = [:]
    /// Since when somebody is quiet who ought not to be, or the other way round.
    private var wrongSince: [Int: Duration] = [:]

    mutating func check(_ station: Int, _ seen: Observation) -> [Finding] {
        guard let edges = seen.glances[station].edges else {
            lights[station] = nil
            wrongSince[station] = nil
            return []
        }
        var findings = light(station, edges) + night(station, edges, seen.now)
        if edges.level != edges.policyLevel {
            findings.append((.volume, station, "is at \(edges.level) and not at \(edges.policyLevel)"))
        }
        if let set = edges.adjustments, edges.kept.flatMap({ StationSnapshot.adjustments($0) }) != set {
            findings.append((.kept, station, "has not kept: \(set.line)"))
        }
        return findings
    }

    private mutating func light(_ station: Int, _ edges: EdgeGlance) -> [Finding] {
        let seen = Lights(wanted: edges.lights, shown: edges.shown)
        guard lights[station] != seen else { return [] }
        lights[station] = seen
        return Lamp.allCases.compactMap { lamp in
            let goal = seen.wanted[lamp]
            let rhythm = goal?.pattern?.rhythm ?? .dark
            let wanted = goal?.isDim == true ? rhythm.dimmed() : rhythm
            guard seen.shown[lamp] ?? .dark != wanted else { return nil }
            return (.light, station, "does not show \(goal?.pattern?.rawValue ?? "darkness")")
        }
    }

    private mutating func night(_ station: Int, _ edges: EdgeGlance, _ now: Duration) -> [Finding] {
        guard edges.isQuiet != edges.isNight else {
            wrongSince[station] = nil
            return []
        }
        let since = wrongSince[station] ?? now
        wrongSince[station] = since
        guard now - since > Self.tellsOfNightWithin else { return [] }
        return [(.night, station, edges.isNight ? "is not quiet" : "is still quiet")]
    }
}
