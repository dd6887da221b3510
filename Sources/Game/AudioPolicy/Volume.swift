/// How loud a station is, in steps that parents set.
package enum VolumeStep: String, Codable, Sendable, CaseIterable {
    /// Before anybody has touched it.
    case startUp
    case usual
    /// In quiet hours.
    case quiet
}

/// What each step of volume is, 0…1.
package struct VolumeLevels: Equatable, Sendable {
    package var usual: Double
    package var startUp: Double
    package var quiet: Double
    /// Nothing is softer, unless nothing is to be heard at all.
    package var floor: Double
    package var ceiling: Double
    package var isMuted: Bool

    /// Those of a settings file that says nothing of them.
    package static let standard = VolumeLevels(
        usual: 0.8, startUp: 0.6, quiet: 0.3, floor: 0, ceiling: 1, isMuted: false)

    package init(
        usual: Double,
        startUp: Double,
        quiet: Double,
        floor: Double,
        ceiling: Double,
        isMuted: Bool
    ) {
        self.usual = usual
        self.startUp = startUp
        self.quiet = quiet
        self.floor = floor
        self.ceiling = ceiling
        self.isMuted = isMuted
    }

    /// The level of a step: never above the ceiling, and never below the floor.
    package func level(_ volume: VolumeStep) -> Double {
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
