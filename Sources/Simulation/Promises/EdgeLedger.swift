import GPIO
import Game
import Journaling

/// Holds the edges of every station to what the station wants of them: a lamp that shows it, a loudspeaker as
/// loud as the policy says, a directory that keeps what people set, and a night that is told.
struct EdgeLedger: Sendable {
    /// Surroundings look at the clock every ten seconds.
    static let tellsOfNightWithin = Duration.seconds(11)

    /// What was looked at last: only news is worth working out a rhythm.
    private struct Light: Equatable, Sendable {
        var pattern: LightPattern?
        var isDim: Bool
        var shown: Rhythm
    }

    private var lights: [Int: Light] = [:]
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
        let light = Light(pattern: edges.light, isDim: edges.isDim, shown: edges.shown)
        guard lights[station] != light else { return [] }
        lights[station] = light
        let rhythm = light.pattern?.rhythm ?? .dark
        let wanted = light.isDim ? rhythm.dimmed() : rhythm
        guard light.shown != wanted else { return [] }
        return [(.light, station, "does not show \(light.pattern?.rawValue ?? "darkness")")]
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
