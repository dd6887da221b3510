import HCI

/// What a station wants of its radio and of the gatekeeper, as states: each is asked for when it is another
/// than before.
struct Goals: Codable, Sendable {
    private(set) var radio = RadioGoal(beacon: nil, scans: false)
    private var clasp: [StationID] = []
    private var keys: [KeyGoal] = []

    mutating func want(radio goal: RadioGoal) -> [Effect] {
        guard goal != radio else { return [] }
        radio = goal
        return [.radio(goal)]
    }

    /// - Parameter others: lowest identity first.
    mutating func want(clasp others: [StationID]) -> [Effect] {
        guard others != clasp else { return [] }
        clasp = others
        return [.clasp(others)]
    }

    /// - Parameter goals: that of the round that is played first.
    mutating func want(keys goals: [KeyGoal]) -> [Effect] {
        guard goals != keys else { return [] }
        keys = goals
        return [.keys(goals)]
    }
}
