import GPIO
import Game
import StationNode

/// The edges of a simulated station that runs, beside what it wants of them.
package struct EdgeGlance: Sendable {
    /// What the station wants its lamps to show, and what they show.
    var lights: [Lamp: LightGoal] = [:]
    var shown: [Lamp: Rhythm] = [:]
    /// How loud it is, and how loud its policy wants it to be with what people have set.
    var level = 0.0
    var policyLevel = 0.0
    /// Whether it keeps quiet, and whether it is to.
    var isQuiet = false
    var isNight = false
    /// What people have set by the page in this step, and what the state directory keeps of it.
    var adjustments: Adjustments?
    var kept: [UInt8]?
}

extension SimulatedStation {
    /// - Parameter now: in true time.
    func edgeGlance(now: Duration) -> EdgeGlance {
        // One by one: a station in a variable would be a copy, and one is large.
        let adjustments = node.station.configuration.adjustments
        var glance = EdgeGlance(
            lights: node.station.goals.lights, shown: lamps.mapValues(\.rhythm),
            level: speaker.level,
            policyLevel: adjustments.applied(to: settings.levels).level(node.station.audioPolicy.volume),
            isQuiet: node.station.audioPolicy.dims)
        if let hours = adjustments.applied(to: settings.quietHours) {
            glance.isNight = hours.isQuiet(at: SimulatedSurroundings.minuteOfDay(now))
        }
        if done.contains(where: { if case .adjusted = $0 { true } else { false } }) {
            (glance.adjustments, glance.kept) = (adjustments, saved[Adjustments.fileName])
        }
        return glance
    }
}
