import Glibc

/// One hypothesis of what somebody has been doing of late: going in one direction at one speed, from some
/// moment on. A Kalman filter over what that does to the level of a beacon.
///
/// Four things are estimated: the path loss beyond one metre in decibels, which is the distance; the speed
/// away from the beacon in metres a second, which hardly changes meanwhile; a shadow in decibels that
/// belongs to the place (walls, furniture, bodies) and changes as places do; and the loss of a moment ago,
/// which follows the loss with a lag of `memory`, so that their difference is how far somebody has come.
///
/// The same speed changes the level six times faster at one metre than at six, so near the beacon the filter
/// is quick and far away it is calm, with one set of numbers.
struct MotionHypothesis: Codable, Equatable, Sendable {
    /// Degrees of freedom of how packets fade (Student's t): a packet far below what was expected is more
    /// likely a deep fade than a leap.
    private static let fadeTail = 5.0
    /// Waves that add up give six decibels at most, so peaks have no heavy tail: up to so many deviations
    /// their distribution is normal, and beyond it is Huber's. A peak further out moves the estimate no more
    /// than one just there, so that a glitch does little; but it is less likely with every deviation, so that
    /// a hypothesis in which somebody leaps is preferred.
    private static let highestPeak = 4.0
    /// Nearer than this many metres the level no longer follows the distance: nobody walks through a beacon.
    private static let nearest = 0.7

    private(set) var speedClass: SpeedClass
    /// The probability that this hypothesis is the right one.
    var weight: Double
    /// Path loss beyond one metre and what it was a moment ago, in decibels.
    private(set) var loss: Double
    private var recent: Double
    /// Metres a second away from the beacon.
    private var speed = 0.0
    /// Decibels.
    private var shadow = 0.0
    private var covariance: Covariance

    var lossVariance: Double { covariance.loss }

    /// Knows only where beacons usually are and how people usually go.
    init(_ speedClass: SpeedClass, weight: Double, _ parameters: RangingParameters) {
        self.speedClass = speedClass
        self.weight = weight
        loss = parameters.priorLoss
        recent = loss
        let (place, speed) = (parameters.priorLossSpread, parameters.speed(speedClass))
        covariance = Covariance(
            loss: place * place, speed: speed * speed,
            shadow: parameters.shadowSpread * parameters.shadowSpread, recent: place * place,
            lossRecent: place * place)
    }

    /// The one that follows others: it begins where they have led to, at a speed that only its class tells.
    ///
    /// Somebody further away than usual is likelier to come back than to go on, and the other way round. What
    /// begins, begins with a turn of the body, which takes more or less than before.
    ///
    /// - Parameter home: the usual loss, in decibels.
    static func beginning(
        _ speedClass: SpeedClass, where place: MotionHypothesis, home: Double, weight: Double,
        _ parameters: RangingParameters
    ) -> MotionHypothesis {
        var hypothesis = place
        hypothesis.speedClass = speedClass
        hypothesis.weight = weight
        let speed = parameters.speed(speedClass)
        let remoteness = (place.loss - home) / parameters.priorLossSpread
        hypothesis.speed = speedClass == .standing ? 0 : -parameters.homing * speed * tanh(remoteness)
        hypothesis.covariance.forgetSpeed(speed * speed)
        hypothesis.covariance.shadow += parameters.turningSpread * parameters.turningSpread
        return hypothesis
    }

    /// Lets time pass without a sighting, during which the distance may be taken as constant.
    ///
    /// - Parameters:
    ///   - kept: how much of a shadow is still there afterwards, 0…1.
    ///   - follows: how much of what was a moment ago is still what it was, 0…1.
    mutating func advance(seconds: Double, kept: Double, follows: Double, _ parameters: RangingParameters) {
        let metres = min(max(parameters.metres(loss), Self.nearest), parameters.clutterDistance)
        let reach = parameters.slope(metres) * seconds

        recent = follows * recent + (1 - follows) * loss
        loss += reach * speed
        shadow *= kept
        if speedClass != .standing {
            // A straight walk past the beacon: the speed away grows by that sideways, squared, over distance.
            let sideways = parameters.passing * parameters.speed(speedClass) * parameters.speed(speedClass)
            speed += sideways * seconds / metres
        }
        covariance.advance(reach: reach, kept: kept, follows: follows)
        covariance.shadow += parameters.shadowSpread * parameters.shadowSpread * (1 - kept * kept)
    }

    /// Takes in one packet, and weighs this hypothesis by how well it foresaw it.
    ///
    /// - Parameters:
    ///   - measured: what was lost on the way beyond one metre, in decibels.
    ///   - noise: the variance of that, given the place.
    ///   - skew: how much further than that fades reach down, and how much less peaks reach up, as a factor.
    mutating func observe(_ measured: Double, noise: Double, skew: Double) {
        let gain = covariance.gain
        let expected = gain.loss + gain.shadow
        var surprise = measured - loss - shadow
        // The variance of packets on this side of what was expected, and the density of this one, up to a
        // factor that all hypotheses share.
        let spread: Double
        let likelihood: Double
        if surprise > 0 {
            let side = noise * skew * skew
            let oddity = surprise * surprise / (expected + side)
            // Student's t: (1 + oddity / ν) to the power of −(ν + 1) / 2.
            let stretch = 1 + oddity / Self.fadeTail
            likelihood = 1 / (stretch * stretch * stretch)
            spread = side * max(1, (Self.fadeTail + oddity) / (Self.fadeTail + 1))
        } else {
            spread = noise / (skew * skew)
            let deviation = (expected + spread).squareRoot()
            let (out, peak) = (-surprise / deviation, min(-surprise / deviation, Self.highestPeak))
            surprise = -peak * deviation
            likelihood = exp(peak * peak / 2 - peak * out)
        }
        weight *= likelihood / (expected + noise).squareRoot()

        let total = expected + spread
        loss += gain.loss * (surprise / total)
        speed += gain.speed * (surprise / total)
        shadow += gain.shadow * (surprise / total)
        recent += gain.recent * (surprise / total)
        covariance.add(gain, times: -1 / total)
    }

    /// What a packet is expected to lose, in decibels, and the variance of that.
    var expectation: (loss: Double, variance: Double) {
        (loss + shadow, covariance.gain.loss + covariance.gain.shadow)
    }

    /// The probability of having come closer of late, by more than standing people seem to.
    ///
    /// - Parameter stillness: how many metres that is.
    func closing(beyond stillness: Double, _ parameters: RangingParameters) -> Double {
        let metres = min(max(parameters.metres(loss), Self.nearest), parameters.clutterDistance)
        let least = parameters.slope(metres) * stillness
        let moved = covariance.loss + covariance.recent - 2 * covariance.lossRecent
        let variance = max(0, moved) + least * least
        return 0.5 * erfc((loss - recent) / (2 * variance).squareRoot())
    }

    /// One in place of several: their weights added up, and the mean and covariance of their mixture.
    /// The speed class is the first one's.
    static func merging(_ hypotheses: [MotionHypothesis]) -> MotionHypothesis {
        precondition(!hypotheses.isEmpty, "at least one hypothesis")
        let whole = hypotheses.reduce(0) { $0 + $1.weight }
        guard whole > 0 else { return hypotheses[0] }
        var merged = hypotheses[0]
        merged.weight = whole
        (merged.loss, merged.speed, merged.shadow, merged.recent) = (0, 0, 0, 0)
        for hypothesis in hypotheses {
            let share = hypothesis.weight / whole
            merged.loss += share * hypothesis.loss
            merged.speed += share * hypothesis.speed
            merged.shadow += share * hypothesis.shadow
            merged.recent += share * hypothesis.recent
        }
        merged.covariance = Covariance()
        for hypothesis in hypotheses {
            let share = hypothesis.weight / whole
            let apart = Covariance.Column(
                loss: hypothesis.loss - merged.loss, speed: hypothesis.speed - merged.speed,
                shadow: hypothesis.shadow - merged.shadow, recent: hypothesis.recent - merged.recent)
            merged.covariance.add(hypothesis.covariance, times: share)
            merged.covariance.add(apart, times: share)
        }
        return merged
    }
}

extension RangingParameters {
    /// The path loss beyond one metre where a beacon is before it has been heard, and its spread; decibels.
    var priorLoss: Double { 10 * pathLossExponent * log10(priorDistance) }
    var priorLossSpread: Double { 10 * pathLossExponent * log10(priorFactor) }

    /// The distance that belongs to a path loss, in metres.
    func metres(_ loss: Double) -> Double {
        // 10^(loss / 10 n); exp is twice as quick as pow.
        exp(loss * (M_LN10 / 10) / pathLossExponent)
    }

    /// Decibels that a metre is worth at that distance.
    func slope(_ metres: Double) -> Double {
        10 * pathLossExponent / (M_LN10 * metres)
    }
}
