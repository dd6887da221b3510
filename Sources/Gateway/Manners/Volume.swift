/// How loud a station is, in steps that parents set.
enum VolumeStep: String, Codable, Sendable, CaseIterable {
    /// Before anybody has touched it.
    case startUp
    case usual
    /// In quiet hours.
    case quiet
}

/// What each step of volume is, 0…1.
struct VolumeLevels: Equatable, Sendable {
    var usual: Double
    var startUp: Double
    var quiet: Double
    /// Nothing is softer, unless nothing is to be heard at all.
    var floor: Double
    var ceiling: Double
    var isMuted: Bool

    /// The level of a step: never above the ceiling, and never below the floor.
    func level(_ volume: VolumeStep) -> Double {
        if isMuted { return 0 }
        let wanted =
            switch volume {
            case .usual: usual
            case .startUp: min(startUp, usual)
            case .quiet: min(quiet, usual)
            }
        return min(max(wanted, floor), ceiling)
    }
}
