/// How fast somebody goes. People do not drift between speeds, they choose one: nobody hunts at a tenth of a
/// metre a second.
package enum SpeedClass: Int, CaseIterable, Codable, Sendable {
    case standing, strolling, walking
}

extension RangingParameters {
    /// The usual speed towards or away from the beacon, in metres a second, as one standard deviation.
    func speed(_ speedClass: SpeedClass) -> Double {
        switch speedClass {
        case .standing: swaying
        case .strolling: strolling
        case .walking: walking
        }
    }

    /// Metres a second over ground, whatever the direction: the mean of a Rayleigh distribution whose two
    /// components have `speed`. Standing covers none.
    func groundSpeed(_ speedClass: SpeedClass) -> Double {
        speedClass == .standing ? 0 : 1.25 * speed(speedClass)
    }

    /// How many turns or stops there are in a second.
    func turnRate(_ speedClass: SpeedClass) -> Double {
        speedClass == .standing ? 1 / standingDuration.inSeconds : groundSpeed(speedClass) / legLength
    }

    /// How often people have this speed, when nothing is known of the one before.
    func share(_ speedClass: SpeedClass) -> Double {
        speedClass == .standing ? standingShare : (1 - standingShare) / 2
    }

    /// How often one speed is followed by another.
    func share(_ next: SpeedClass, after speedClass: SpeedClass) -> Double {
        (1 - paceKept) * share(next) + (next == speedClass ? paceKept : 0)
    }
}
