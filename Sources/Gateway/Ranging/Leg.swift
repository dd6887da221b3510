import Glibc

/// One account of what somebody has been doing of late: going in one pace and one direction, from some moment
/// on. A Kalman filter over what that does to the level of a beacon.
///
/// Four things are estimated: the path loss beyond one metre in decibels, which is the distance; the speed
/// away from the beacon in metres a second, which does not change during a leg; a shadow in decibels that
/// belongs to the place (walls, furniture, bodies) and changes as places do; and the loss of a moment ago,
/// which follows the loss with a lag of `memory`, so that their difference is how far somebody has come.
///
/// The same speed changes the level six times faster at one metre than at six, so near the beacon the filter
/// is quick and far away it is calm, with one set of numbers.
struct Leg: Codable, Equatable, Sendable {
    /// Degrees of freedom of the packets' distribution: heavy tails, with a variance. A packet far from what
    /// was expected is more likely a deep fade than a leap.
    private static let tails = 4.0
    /// Nearer than this many metres the level no longer follows the distance: nobody walks through a beacon.
    private static let nearest = 0.7

    let pace: Pace
    /// The probability that this account is the right one.
    var weight: Double
    /// Loss (dB), speed (m/s), shadow (dB) and recent loss (dB), and their covariance, row by row.
    private(set) var mean: SIMD4<Double>
    private var covariance: Covariance

    var loss: Double { mean.x }
    var lossVariance: Double { covariance.loss.x }

    /// Knows only where beacons usually are and how people usually go.
    init(_ pace: Pace, weight: Double, _ parameters: RangingParameters) {
        self.pace = pace
        self.weight = weight
        let (middle, spread) = (parameters.priorLoss, parameters.priorLossSpread)
        mean = [middle, 0, 0, middle]
        let speed = parameters.speed(pace)
        let place = spread * spread
        covariance = Covariance(
            loss: [place, 0, 0, place], speed: [0, speed * speed, 0, 0],
            shadow: [0, 0, parameters.shadowSpread * parameters.shadowSpread, 0],
            recent: [place, 0, 0, place])
    }

    /// The leg that follows others: it begins where they have led to, at a speed that only its pace tells.
    ///
    /// Whoever is further away than usual is likelier to come back than to go on, and the other way round.
    ///
    /// - Parameter home: the usual loss, in decibels.
    static func beginning(
        _ pace: Pace, where place: Leg, home: Double, weight: Double, _ parameters: RangingParameters
    ) -> Leg {
        var leg = Leg(pace, weight: weight, parameters)
        leg.mean = place.mean
        let remoteness = (place.loss - home) / parameters.priorLossSpread
        leg.mean.y = pace == .standing ? 0 : -parameters.homing * parameters.speed(pace) * tanh(remoteness)
        let speed = leg.covariance.speed
        leg.covariance = place.covariance
        leg.covariance.speed = speed
        leg.covariance.loss.y = 0
        leg.covariance.shadow.y = 0
        leg.covariance.recent.y = 0
        return leg
    }

    /// Lets time pass without a sighting, during which the distance may be taken as constant.
    ///
    /// - Parameter kept: how much of a shadow is still there afterwards, 0…1.
    mutating func advance(seconds: Double, kept: Double, _ parameters: RangingParameters) {
        let metres = min(max(parameters.metres(loss), Self.nearest), parameters.clutterDistance)
        let reach = parameters.slope(metres) * seconds
        let recent = exp(-seconds / parameters.memory.inSeconds)

        let before = mean.x
        mean.x += reach * mean.y
        mean.z *= kept
        mean.w = recent * mean.w + (1 - recent) * before
        if pace != .standing {
            // A straight walk past the beacon: the speed away grows by that sideways, squared, over distance.
            let sideways = parameters.passing * parameters.speed(pace) * parameters.speed(pace)
            mean.y += sideways * seconds / metres
        }

        covariance.advance(reach: reach, kept: kept, recent: recent)
        covariance.shadow.z += parameters.shadowSpread * parameters.shadowSpread * (1 - kept * kept)
    }

    /// Takes in one packet, and weighs this account by how well it foresaw it.
    ///
    /// - Parameters:
    ///   - measured: what was lost on the way beyond one metre, in decibels.
    ///   - noise: the variance of that, given the place.
    ///   - skew: how much further than that fades reach down, and how much less peaks reach up, as a factor.
    mutating func observe(_ measured: Double, noise: Double, skew: Double) {
        let surprise = measured - mean.x - mean.z
        let side = surprise > 0 ? noise * skew * skew : noise / (skew * skew)
        let gain = covariance.loss + covariance.shadow
        let expected = gain.x + gain.z
        let oddity = surprise * surprise / (expected + side)
        // A Student t distribution's density, up to a factor: (1 + oddity / ν) to the power of −(ν + 1) / 2.
        let stretch = 1 + oddity / Self.tails
        weight /= ((expected + noise) * stretch).squareRoot() * stretch * stretch

        let total = expected + side * max(1, (Self.tails + oddity) / (Self.tails + 1))
        mean += gain * (surprise / total)
        covariance.add(gain, times: -1 / total)
    }

    /// What a packet is expected to lose, in decibels, and the variance of that.
    var expectation: (loss: Double, variance: Double) {
        (mean.x + mean.z, covariance.loss.x + 2 * covariance.loss.z + covariance.shadow.z)
    }

    /// The probability of having come closer of late, by more than standing people seem to.
    func closing(_ parameters: RangingParameters) -> Double {
        let metres = min(max(parameters.metres(loss), Self.nearest), parameters.clutterDistance)
        let least = parameters.slope(metres) * parameters.stillness * parameters.memory.inSeconds
        let moved = covariance.loss.x + covariance.recent.w - 2 * covariance.loss.w
        let variance = max(0, moved) + least * least
        return 0.5 * erfc((mean.x - mean.w) / (2 * variance).squareRoot())
    }

    /// One account in place of several of one pace or more: their weights added up, and the same mean and
    /// covariance as their mixture has. The pace is the first one's.
    static func merging(_ legs: [Leg]) -> Leg {
        precondition(!legs.isEmpty, "at least one leg")
        let whole = legs.reduce(0) { $0 + $1.weight }
        guard whole > 0 else { return legs[0] }
        var merged = legs[0]
        merged.weight = whole
        merged.mean = legs.reduce(.zero) { $0 + $1.mean * ($1.weight / whole) }
        merged.covariance = Covariance()
        for leg in legs {
            let share = leg.weight / whole
            merged.covariance.add(leg.covariance, times: share)
            merged.covariance.add(leg.mean - merged.mean, times: share)
        }
        return merged
    }
}

/// The covariance of a leg's four estimates, a row each; symmetric.
private struct Covariance: Codable, Equatable, Sendable {
    var loss = SIMD4<Double>()
    var speed = SIMD4<Double>()
    var shadow = SIMD4<Double>()
    var recent = SIMD4<Double>()

    /// F P Fᵀ for F = [1 reach 0 0; 0 1 0 0; 0 0 kept 0; 1−keeps 0 0 keeps]: rows first, then columns.
    mutating func advance(reach: Double, kept: Double, recent keeps: Double) {
        let before = loss
        loss += reach * speed
        shadow *= kept
        recent = keeps * recent + (1 - keeps) * before
        let scale: SIMD4<Double> = [1, 1, kept, keeps]
        func columns(_ row: SIMD4<Double>) -> SIMD4<Double> {
            row * scale + [reach * row.y, 0, 0, (1 - keeps) * row.x]
        }
        loss = columns(loss)
        speed = columns(speed)
        shadow = columns(shadow)
        recent = columns(recent)
    }

    /// Adds the outer product of a vector with itself, so many times.
    mutating func add(_ vector: SIMD4<Double>, times factor: Double) {
        let scaled = vector * factor
        loss += scaled * vector.x
        speed += scaled * vector.y
        shadow += scaled * vector.z
        recent += scaled * vector.w
    }

    mutating func add(_ other: Covariance, times factor: Double) {
        loss += other.loss * factor
        speed += other.speed * factor
        shadow += other.shadow * factor
        recent += other.recent * factor
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
