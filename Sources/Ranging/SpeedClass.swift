/// How fast somebody goes. People do not drift between speeds, they choose one: nobody hunts at a tenth of a
/// metre a second.
package enum SpeedClass: Int, CaseIterable, Codable, Sendable {
    case standing, strolling, walking
}

extension RangingParameters {
    /// The usual speed towards or away from the beacon, in metres a second, as one standard deviation.
    func speed(_ pace: SpeedClass) -> Double {
        switch pace {
        case .standing: swaying
        case .strolling: strolling
        case .walking: walking
        }
    }

    /// Metres a second over ground, whatever the direction: the mean of a Rayleigh distribution whose two
    /// components have `speed`. Who stands covers none.
    func groundSpeed(_ pace: SpeedClass) -> Double {
        pace == .standing ? 0 : 1.25 * speed(pace)
    }

    /// How many legs end in a second.
    func turnRate(_ pace: SpeedClass) -> Double {
        pace == .standing ? 1 / standingDuration.inSeconds : groundSpeed(pace) / legLength
    }

    /// How often a leg has this pace, when nothing is known of the one before.
    func share(_ pace: SpeedClass) -> Double {
        pace == .standing ? standingShare : (1 - standingShare) / 2
    }

    /// How often a leg in one pace is followed by one in another.
    func share(_ next: SpeedClass, after pace: SpeedClass) -> Double {
        (1 - paceKept) * share(next) + (next == pace ? paceKept : 0)
    }
}
