import Glibc

/// What somebody who is heard has been doing, as a handful of hypotheses, each with a probability.
///
/// For each speed class there are two: one that has lasted, and one that may have begun just now. If somebody
/// walks on as before, the lasting ones foresee the packets well, so that a long walk averages over many
/// seconds; at a turn or a stop a new one foresees them better. New ones begin, and join the lasting ones,
/// every second and a half. An interacting multiple-model filter mixes its models at every packet instead:
/// that is as good, and costs a fifth more (`docs/ranging.md`).
struct MotionFilter: Codable, Equatable, Sendable {
    /// How long a new hypothesis is kept apart from the lasting one, in seconds: what it takes to see a turn.
    private static let renewal = 1.5
    /// How far back the usual loss reaches, in seconds: a round.
    private static let homeMemory = 600.0
    /// How long the distance may be taken as constant while it changes, in seconds.
    private static let step = 0.5

    /// For each speed class the lasting one and the new one, in the order of `SpeedClass.allCases`: six.
    private var hypotheses: [MotionHypothesis]
    private var sinceRenewal = 0.0
    /// The loss that is usual here, in decibels, and for how many seconds it has been learned: set-ups differ
    /// by more at one metre than rooms do in size.
    private var home: Double
    private var homeSeconds: Double
    private let parameters: RangingParameters
    /// What of the parameters is needed at every packet, in seconds and metres: a `Duration` is dear to read.
    private let memory: Double
    private let stillness: Double
    private let shadowRates: [Double]

    init(_ parameters: RangingParameters) {
        self.parameters = parameters
        memory = parameters.memory.inSeconds
        stillness = parameters.stillness * memory
        // A shadow belongs to a place: it goes as fast as the place is left, and stays with who stays.
        shadowRates = SpeedClass.allCases.map { speedClass in
            parameters.groundSpeed(speedClass) / parameters.shadowLength
                + 1 / parameters.shadowDuration.inSeconds
        }
        home = parameters.priorLoss
        homeSeconds = parameters.priorDuration.inSeconds
        hypotheses = SpeedClass.allCases.flatMap { speedClass in
            let share = parameters.share(speedClass) / 2
            return Array(repeating: MotionHypothesis(speedClass, weight: share, parameters), count: 2)
        }
    }

    /// Lets time pass without a sighting. The work grows with the time, so it is for the caller to bound.
    mutating func advance(seconds: Double) {
        var left = seconds
        while left > 0 {
            let step = min(left, Self.step)
            left -= step
            pass(step)
        }
    }

    private mutating func pass(_ seconds: Double) {
        let follows = exp(-seconds / memory)
        for (speedClass, rate) in shadowRates.enumerated() {
            let kept = exp(-seconds * rate)
            hypotheses[2 * speedClass].advance(seconds: seconds, kept: kept, follows: follows, parameters)
            hypotheses[2 * speedClass + 1].advance(seconds: seconds, kept: kept, follows: follows, parameters)
        }
        homeSeconds = min(homeSeconds + seconds, Self.homeMemory)
        home += (loss.mean - home) * seconds / homeSeconds
        sinceRenewal += seconds
        if sinceRenewal >= Self.renewal {
            renew()
        }
    }

    /// Some motions have ended and others begun: the share that ends goes to new hypotheses, and what was new
    /// joins what has lasted.
    private mutating func renew() {
        var ended = hypotheses
        for index in hypotheses.indices {
            ended[index].weight *= 1 - exp(-sinceRenewal * parameters.turnRate(hypotheses[index].speedClass))
            hypotheses[index].weight -= ended[index].weight
        }
        sinceRenewal = 0
        let place = MotionHypothesis.merging(ended)
        for speedClass in SpeedClass.allCases {
            let weight = ended.reduce(0) { sum, one in
                sum + one.weight * parameters.share(speedClass, after: one.speedClass)
            }
            let lasting = 2 * speedClass.rawValue
            hypotheses[lasting] = MotionHypothesis.merging([hypotheses[lasting], hypotheses[lasting + 1]])
            hypotheses[lasting + 1] = MotionHypothesis.beginning(
                speedClass, where: place, home: home, weight: weight, parameters)
        }
    }

    /// Takes in one packet.
    ///
    /// - Parameters:
    ///   - measured: what was lost on the way beyond one metre, in decibels.
    ///   - noise: the variance of that, given the place.
    mutating func observe(_ measured: Double, noise: Double) {
        var whole = 0.0
        for index in hypotheses.indices {
            hypotheses[index].observe(measured, noise: noise, skew: parameters.fadeSkew)
            whole += hypotheses[index].weight
        }
        guard whole > 0 else { return }
        for index in hypotheses.indices {
            hypotheses[index].weight /= whole
        }
    }

    /// What a packet is expected to lose, in decibels, and the variance of that.
    var expectation: (loss: Double, variance: Double) {
        let each = hypotheses.map(\.expectation)
        let loss = zip(hypotheses, each).reduce(0) { $0 + $1.0.weight * $1.1.loss }
        let variance = zip(hypotheses, each).reduce(0) { sum, pair in
            let apart = pair.1.loss - loss
            return sum + pair.0.weight * (pair.1.variance + apart * apart)
        }
        return (loss, variance)
    }

    /// Path loss beyond one metre, in decibels, and the variance of that.
    var loss: (mean: Double, variance: Double) {
        let mean = hypotheses.reduce(0) { $0 + $1.weight * $1.loss }
        let variance = hypotheses.reduce(0) { sum, one in
            sum + one.weight * (one.lossVariance + (one.loss - mean) * (one.loss - mean))
        }
        return (mean, variance)
    }

    /// The probability of having come closer of late; a half when nobody knows.
    var closing: Double {
        let sum = hypotheses.reduce(0) { $0 + $1.weight * $1.closing(beyond: stillness, parameters) }
        // Never quite certain, so that the odds are finite.
        let doubt = 1e-9
        let modest = min(max(sum, doubt), 1 - doubt)
        let odds = pow(modest / (1 - modest), parameters.calibrationSlope)
        return odds / (1 + odds)
    }

    /// The probability of standing.
    var standing: Double {
        let lasting = 2 * SpeedClass.standing.rawValue
        return min(hypotheses[lasting].weight + hypotheses[lasting + 1].weight, 1)
    }
}
