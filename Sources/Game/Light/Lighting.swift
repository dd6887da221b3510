import Ranging

/// Chooses what the light shows: what a finger does before everything else, then what is about now, then what
/// is broken, then who is here.
struct Lighting: Codable, Sendable {
    /// Where a station is, as far as its light tells it.
    enum Stage: Equatable, Sendable {
        case lobby(hasCompany: Bool)
        case counting, headStart
        /// A seeker's hunt: how far the hider is.
        case seeking(RangeEstimate)
        /// A hider's hunt.
        case hiding
        case found, over
        case switchingOff
    }

    /// The metres at which one pattern gives way to the next: within arm's reach, in the room, next door, two
    /// rooms away.
    static let borders: [Double] = [1.2, 3, 6, 12]
    /// How far beyond a border the distance has to be, as a factor, and how long a pattern stays at least: a
    /// light that flutters between two says neither.
    static let beyond = 1.15
    static let stays = Duration.seconds(1)

    private static let heats: [LightPattern] = [.boiling, .hot, .warm, .cold, .freezing]
    private var heat: Int?
    private var heatSince = Duration.zero

    /// - Parameter trouble: the pattern of what is broken first of all; nil when nothing is.
    mutating func pattern(
        _ stage: Stage, isPressing: Bool, isHolding: Bool, trouble: LightPattern?, now: Duration
    ) -> LightPattern {
        let shown = show(stage, trouble: trouble, now: now)
        if stage == .switchingOff { return shown }
        // The tracker of a seeker who claims goes on below: the finger is what counts.
        if isHolding, stage != .counting { return .holding }
        return isPressing ? .pressed : shown
    }

    private mutating func show(_ stage: Stage, trouble: LightPattern?, now: Duration) -> LightPattern {
        if case .seeking(let range) = stage, trouble != .radioTrouble { return tracker(range, now: now) }
        heat = nil
        switch stage {
        case .switchingOff: return .goodbye
        case .counting: return .counting
        case .found: return .found
        case .hiding: return trouble ?? .hidden
        case .over: return trouble ?? .over
        case .headStart: return trouble ?? .headStart
        case .lobby(hasCompany: true): return trouble ?? .gathering
        case .lobby(hasCompany: false), .seeking: return trouble ?? .searching
        }
    }

    /// How near, by how fast it flashes. Unlike a cue it says where, not whither: eyes can wait for it.
    private mutating func tracker(_ range: RangeEstimate, now: Duration) -> LightPattern {
        guard range.zone != .lost, let metres = range.distance?.metres else {
            heat = nil
            return range.zone == .lost ? .lost : .searching
        }
        let wanted = Self.borders.firstIndex { metres < $0 } ?? Self.borders.count
        guard let current = heat else { return take(wanted, now: now) }
        guard wanted != current, now - heatSince >= Self.stays else { return Self.heats[current] }
        let isClear =
            wanted > current
            ? metres > Self.borders[wanted - 1] * Self.beyond : metres < Self.borders[wanted] / Self.beyond
        // Two borders at once need no margin.
        return isClear || abs(wanted - current) > 1 ? take(wanted, now: now) : Self.heats[current]
    }

    private mutating func take(_ wanted: Int, now: Duration) -> LightPattern {
        (heat, heatSince) = (wanted, now)
        return Self.heats[wanted]
    }
}
