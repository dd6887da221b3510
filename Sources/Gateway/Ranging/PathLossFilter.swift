import Glibc

/// A Kalman filter over what a walking person does to the level of a beacon.
///
/// Three things are estimated: the path loss beyond one metre in decibels (the distance), the speed away
/// from the beacon in metres a second, and a shadow in decibels that comes and goes (walls, bodies). Speed
/// and shadow are Ornstein–Uhlenbeck processes: they forget themselves over the time that a course or a
/// shadow lasts, whatever the packet rate is. The same speed changes the level ten times faster at one metre
/// than at ten, so near the beacon the filter is quick and far away it is calm, with one set of numbers.
///
/// A packet far from what was expected is more likely a deep fade than a leap, so it is weighed as by a
/// Student t distribution: the further out, the less it counts.
struct PathLossFilter: Equatable, Codable, Sendable {
    /// Degrees of freedom of the packets' distribution: heavy tails, with a variance.
    private static let tails = 4.0
    /// Where the conversion from metres to decibels stops following the estimate, in metres: nobody walks
    /// through the beacon, and beyond a house there is nothing to hear.
    private static let speedScale = 0.7...20.0
    /// How long the distance may be taken as constant while it changes, in seconds.
    private static let step = 0.25

    /// Path loss beyond one metre in decibels, and the speed in metres a second; both grow with the
    /// distance.
    private(set) var loss: Double
    private(set) var speed = 0.0
    private var shadow = 0.0

    private(set) var lossVariance: Double
    private(set) var speedVariance: Double
    private var shadowVariance: Double
    private var lossSpeed = 0.0
    private var lossShadow = 0.0
    private var speedShadow = 0.0

    private let parameters: RangingParameters

    /// Knows only where beacons usually are, and how people usually walk.
    init(_ parameters: RangingParameters) {
        self.parameters = parameters
        let decade = 10 * parameters.pathLossExponent
        let spread = decade * log10(parameters.priorFactor)
        loss = decade * log10(parameters.priorDistance)
        lossVariance = spread * spread
        speedVariance = parameters.radialSpeed * parameters.radialSpeed
        shadowVariance = parameters.shadowSpread * parameters.shadowSpread
    }

    /// The distance that belongs to a path loss, in metres.
    func distance(_ loss: Double) -> Double {
        pow(10, loss / (10 * parameters.pathLossExponent))
    }

    /// Lets time pass without a sighting. The work grows with the time, so it is for the caller to bound.
    mutating func advance(by elapsed: Duration) {
        var left = elapsed.inSeconds
        while left > 0 {
            advance(seconds: min(left, Self.step))
            left -= Self.step
        }
    }

    private mutating func advance(seconds: Double) {
        let course = parameters.courseDuration.inSeconds
        let keep = exp(-seconds / course)
        let fade = exp(-seconds / parameters.shadowDuration.inSeconds)
        let metres = min(max(distance(loss), Self.speedScale.lowerBound), Self.speedScale.upperBound)
        // The slope of the path loss here: decibels a metre.
        let slope = 10 * parameters.pathLossExponent / (M_LN10 * metres)
        let reach = slope * course * (1 - keep)

        loss += reach * speed
        speed *= keep
        shadow *= fade

        // F P Fᵀ + Q, written out for F = [1 reach 0; 0 keep 0; 0 0 fade]. Q is the exact integral of the
        // walk.
        let walking = parameters.radialSpeed * parameters.radialSpeed
        let wandering = slope * slope * course * course * (2 * seconds / course - 3 + 4 * keep - keep * keep)
        lossVariance += 2 * reach * lossSpeed + reach * reach * speedVariance + walking * max(0, wandering)
        lossSpeed =
            keep * (lossSpeed + reach * speedVariance) + walking * slope * course * (1 - keep) * (1 - keep)
        lossShadow = fade * (lossShadow + reach * speedShadow)
        speedVariance = keep * keep * speedVariance + walking * (1 - keep * keep)
        speedShadow *= keep * fade
        let settled = parameters.shadowSpread * parameters.shadowSpread
        shadowVariance = fade * fade * shadowVariance + settled * (1 - fade * fade)
    }

    /// Takes in one packet: what was lost on the way beyond one metre, in decibels.
    mutating func observe(_ measured: Double) {
        let surprise = measured - loss - shadow
        let noise = parameters.packetSpread * parameters.packetSpread
        let expected = lossVariance + 2 * lossShadow + shadowVariance
        let oddity = surprise * surprise / (expected + noise)
        let total = expected + noise * max(1, (Self.tails + oddity) / (Self.tails + 1))

        let lossGain = (lossVariance + lossShadow) / total
        let speedGain = (lossSpeed + speedShadow) / total
        let shadowGain = (lossShadow + shadowVariance) / total
        loss += lossGain * surprise
        speed += speedGain * surprise
        shadow += shadowGain * surprise

        // P − K S Kᵀ: each entry loses the product of its two gains, so the matrix stays symmetric by
        // construction.
        lossVariance -= lossGain * lossGain * total
        lossSpeed -= lossGain * speedGain * total
        lossShadow -= lossGain * shadowGain * total
        speedVariance -= speedGain * speedGain * total
        speedShadow -= speedGain * shadowGain * total
        shadowVariance -= shadowGain * shadowGain * total
    }
}
