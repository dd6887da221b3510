package import GPIO
import HCI
package import PeerNetwork

/// What a station wants of its radio, its lights and the gatekeeper, as states: each is asked for when it is
/// another than before.
package struct Goals: Codable, Sendable {
    private(set) var radio = RadioGoal(beacon: nil, scans: false)
    /// What each lamp shows; none before it was ever wanted.
    package private(set) var lights: [Lamp: LightGoal] = [:]
    /// What the light beside the button shows.
    package var light: LightGoal? { lights[.main] }
    private var volume: VolumeStep?
    package private(set) var authenticate: [StationID] = []
    private var keys: [KeyRequest] = []
    /// The key that was asked for last, and the round it is of.
    private var known: KnownKey?

    private struct KnownKey: Codable, Sendable {
        var session: Session
        var goal: KeyRequest
    }

    mutating func want(radio goal: RadioGoal) -> [Effect] {
        guard goal != radio else { return [] }
        radio = goal
        return [.radio(goal)]
    }

    /// The key of a round, as it was worked out before if nothing has changed that it is bound to.
    mutating func key(of session: Session, leads: Bool) -> KeyRequest {
        if let known, known.goal.leads == leads, known.session.isBound(like: session) { return known.goal }
        let goal = KeyRequest(session, leads: leads)
        known = KnownKey(session: session, goal: goal)
        return goal
    }

    mutating func want(_ lamp: Lamp, shows goal: LightGoal) -> [Effect] {
        let before = lights[lamp] ?? LightGoal(nil)
        // It is dark until it is told otherwise, and dark is dark at night too.
        guard goal != before, goal.pattern != nil || before.pattern != nil else { return [] }
        lights[lamp] = goal
        return [.light(lamp, goal)]
    }

    mutating func want(_ volume: VolumeStep) -> [Effect] {
        guard volume != self.volume else { return [] }
        self.volume = volume
        return [.volume(volume)]
    }

    /// - Parameter others: lowest identity first.
    mutating func want(authenticate others: [StationID]) -> [Effect] {
        guard others != authenticate else { return [] }
        authenticate = others
        return [.authenticate(others)]
    }

    /// - Parameter goals: that of the round that is played first.
    mutating func want(keys goals: [KeyRequest]) -> [Effect] {
        guard goals != keys else { return [] }
        keys = goals
        return [.keys(goals)]
    }
}
