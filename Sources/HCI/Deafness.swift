/// A controller that answers every command and hears nobody: what real chips do when they are wedged, and no
/// command ever tells.
///
/// A house may be quiet, so silence alone is nothing. But a controller that hears nothing any more while
/// others are known to advertise is helped up a ladder, gentle rungs first: scanning off and on, Reset, the
/// device closed and opened, the power cut. The whole of it takes less than half a minute; then it rests,
/// longer each time, because a station that was carried out of reach is not deaf. And where the one that is
/// not heard any more is known by radio only, its plug may have been pulled: then nobody is told that this
/// radio is to blame, unless strangers fell silent together with it.
struct Deafness: Sendable {
    /// What is to be done.
    enum Step: Equatable, Sendable {
        case climb(RadioRemedy)
        /// The ladder has helped nothing, somebody is there for sure, and the last that was heard was near:
        /// somebody has to be told.
        case tell
    }

    /// So much silence is suspicious: beacons call ten times a second.
    static let silence = Duration.seconds(10)
    /// … and so much where nothing was ever heard: nobody may have been in reach.
    static let firstSilence = Duration.seconds(30)
    /// How long each rung is given to help.
    private static let patienceOnRung: [RadioRemedy: Duration] = [
        .rescan: .seconds(2), .reset: .seconds(3), .reopen: .seconds(4), .power: .seconds(8),
    ]
    /// Before the ladder is climbed again, doubled each time up to the last.
    private static let rests = Duration.seconds(60)...Duration.seconds(600)
    /// A station that was last heard above that, in dBm, was not about to walk out of reach.
    private static let near: Int8 = -82
    /// The level that was heard last is the strongest of so long.
    private static let lately = Duration.seconds(3)

    private var heardAt: Duration?
    /// When somebody was heard who is none of ours.
    private var strangerAt: Duration?
    /// Others are known to be there by something else than this radio.
    private var isSure = false
    /// Since when anybody is expected to be heard.
    private var expectedSince: Duration?
    private var level: (rssi: Int8, at: Duration) = (.min, .zero)
    /// Since when it listens and somebody is there to be heard; nil while that is not so.
    private var since: Duration?
    /// The rung that was climbed last.
    private var rung: RadioRemedy?
    private var next: Duration?
    private var rest = rests.lowerBound
    private(set) var isTold = false

    private var patience: Duration { heardAt == nil ? Self.firstSilence : Self.silence }

    /// Whether anything is being done about it.
    var isClimbing: Bool { rung != nil }

    /// Something was heard.
    ///
    /// - Returns: the rung that has helped; nil if there was nothing to help.
    mutating func heard(rssi: Int8, isStranger: Bool = false, now: Duration) -> RadioRemedy? {
        heardAt = now
        if isStranger { strangerAt = now }
        if now - level.at > Self.lately || rssi >= level.rssi { level = (rssi, now) }
        defer {
            (rung, isTold) = (nil, false)
            rest = Self.rests.lowerBound
            next = since.map { max($0, now) + Self.silence }
        }
        return rung
    }

    /// Whether it listens, and whether others are there to be heard. Time in which one is not so is no
    /// silence.
    mutating func listens(_ isListening: Bool, others: RadioGoal.Others, now: Duration) {
        isSure = others == .knownByNetwork
        expectedSince = others == .none ? nil : expectedSince ?? now
        if others == .none { rung = nil }
        let isListening = isListening && others != .none
        guard isListening != (since != nil) else { return }
        since = isListening ? now : nil
        // On the ladder it does not listen now and then, and goes on from where it is.
        if rung == nil { next = isListening ? now + patience : nil }
    }

    /// When there is something to do.
    var nextDeadline: Duration? { since != nil || rung != nil ? next : nil }

    /// So many different ones are not switched off within a moment.
    private var strangersFellSilent: Bool {
        guard let heardAt, let strangerAt else { return false }
        return heardAt - strangerAt <= Self.lately
    }

    /// What is to be done by now.
    mutating func advance(now: Duration) -> Step? {
        guard let due = nextDeadline, now >= due else { return nil }
        guard since != nil else {
            // It did not come back at all, which is another trouble (`Recovery`).
            (rung, next) = (nil, nil)
            return nil
        }
        let height = rung.flatMap { RadioRemedy.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        if height < RadioRemedy.allCases.count {
            let following = RadioRemedy.allCases[height]
            rung = following
            next = now + (Self.patienceOnRung[following] ?? Self.silence)
            return .climb(following)
        }
        rung = nil
        next = now + rest
        rest = min(rest * 2, Self.rests.upperBound)
        // A station that was heard last before a head start has been carried away since.
        guard !isTold, level.rssi >= Self.near, isSure || strangersFellSilent, let heardAt, let expectedSince,
            heardAt >= expectedSince
        else { return nil }
        isTold = true
        return .tell
    }
}
