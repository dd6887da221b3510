import Glibc
import Testing

@testable import Determinism
@testable import Ranging

/// How one packet counts: waves that cancel each other leave nothing, waves that add up give six decibels at
/// most.
@Suite struct PacketTests {
    private static let parameters = RangingParameters()
    private static let noise = parameters.packetSpread * parameters.packetSpread

    /// Ten packets of one level, then one that is so many decibels weaker.
    private static func hypothesis(after weaker: Double) -> MotionHypothesis {
        var hypothesis = MotionHypothesis(.walking, weight: 1, parameters)
        for level in [Double](repeating: 15, count: 10) + [15 + weaker] {
            hypothesis.observe(level, noise: noise, skew: parameters.fadeSkew)
            hypothesis.advance(seconds: 0.1, kept: 0.9, follows: 0.9, parameters)
        }
        return hypothesis
    }

    @Test func aPeakTellsMoreThanAFade() {
        let usual = Self.hypothesis(after: 0)
        let (fade, peak) = (Self.hypothesis(after: 12), Self.hypothesis(after: -12))
        #expect(usual.loss - peak.loss > 2 * (fade.loss - usual.loss))
        #expect(peak.weight < fade.weight)
    }

    /// Nearly twice as far out it moves the loss no more, and is less likely: by e⁻⁴ for each deviation.
    @Test func aPeakBeyondFourDeviationsMovesNoMoreThanOneThere() {
        let (far, further) = (Self.hypothesis(after: -40), Self.hypothesis(after: -70))
        #expect(far.loss == further.loss)
        #expect(further.weight < far.weight * 1e-6)
        #expect(further.weight > far.weight * 1e-30)
        #expect(Self.hypothesis(after: -10).loss > Self.hypothesis(after: -14).loss)
    }

    /// From fifteen metres to thirty centimetres at once, after a minute there: a door opens.
    @Test func whoeverLeapsIsFollowedWithinThreeSeconds() {
        var (estimator, random) = (RangeEstimator(), SeededGenerator(seed: 9))
        for step in 0..<930 {
            let level = (step < 900 ? -82.5 : -48.5) + Self.fade(&random)
            estimator.sighted(Sighting(rssi: level, measuredPower: -59, at: .milliseconds(step * 100)))
        }
        #expect(estimator.range(now: .milliseconds(92_900)).zone == .immediate)
    }

    /// Twenty deviations below, Student's t of five degrees of freedom leaves (1 + 400 / 5)⁻³ of the weight,
    /// two millionths; a normal distribution would leave nothing.
    @Test func aDeepFadeIsLikelierThanALeap() {
        let (usual, deep) = (Self.hypothesis(after: 0), Self.hypothesis(after: 140))
        #expect(deep.weight > usual.weight * 1e-7)
        #expect(deep.weight < usual.weight * 1e-4)
    }

    /// What the hypotheses think is too modest: their odds to the power of the calibration slope are told.
    @Test(arguments: [1.0, 1.3, 2])
    func oddsAreRaisedToTheCalibrationSlope(slope: Double) {
        func odds(slope: Double) -> Double {
            var parameters = RangingParameters()
            parameters.calibrationSlope = slope
            var estimator = RangeEstimator(parameters)
            for step in 0..<30 {
                let level = -75 + Double(step) / 2
                estimator.sighted(Sighting(rssi: level, measuredPower: -59, at: .milliseconds(step * 200)))
            }
            let closing = estimator.range(now: .seconds(6)).closing
            return closing / (1 - closing)
        }
        let modest = odds(slope: 1)
        #expect(modest > 3)
        #expect(abs(odds(slope: slope) / pow(modest, slope) - 1) < 1e-6)
    }

    /// Ten decibels less within four seconds, where nobody goes anywhere, and then more again: a body turns.
    @Test func aTurnOfTheBodyIsTakenForAWalkLessOften() {
        func sure(turning: Double) -> Int {
            var parameters = RangingParameters()
            parameters.turningSpread = turning
            var (estimator, random) = (RangeEstimator(parameters), SeededGenerator(seed: 11))
            var sure = 0
            for step in 0..<600 {
                let between = 5 - 5 * cos(Double(max(step - 300, 0)) * .pi / 40)
                let level = -70 - between + Self.fade(&random)
                let at = Duration.milliseconds(step * 100)
                estimator.sighted(Sighting(rssi: level, measuredPower: -59, at: at))
                let closing = estimator.range(now: at).closing
                if step >= 300, max(closing, 1 - closing) > 0.8 { sure += 1 }
            }
            return sure
        }
        let (told, untold) = (sure(turning: RangingParameters().turningSpread), sure(turning: 0))
        #expect(told < untold * 9 / 10, "\(told) of \(untold)")
    }

    /// A radio that reports nonsense once is followed no further than one packet may go.
    @Test func oneAbsurdLevelIsForgottenWithinASecond() throws {
        var estimator = RangeEstimator()
        var random = SeededGenerator(seed: 5)
        var before: Double?
        for step in 0..<400 {
            if step == 380 { before = estimator.range(now: .milliseconds(step * 100)).distance?.metres }
            let level = step == 380 ? 20 : -79 + Self.fade(&random)
            estimator.sighted(Sighting(rssi: level, measuredPower: -59, at: .milliseconds(step * 100)))
        }
        let after = try #require(estimator.range(now: .milliseconds(39_900)).distance?.metres)
        #expect(abs(after / (try #require(before)) - 1) < 0.25)
    }

    /// What the two ends hear alike is no difference of their radios: at both the mean of packets lies below
    /// what they fade from.
    @Test func anEarThatHearsTheSameMovesNothing() throws {
        var (random, one, two) = (SeededGenerator(seed: 4), RangeEstimator(), RangeEstimator())
        for step in 0..<600 {
            let at = Duration.milliseconds(step * 600)
            let own = Sighting(rssi: -73 + Self.fade(&random), measuredPower: -59, at: at)
            one.sighted(own)
            two.sighted(own)
            let other = Sighting(
                rssi: -73 + Self.fade(&random), measuredPower: -59, ear: .other, at: at + .milliseconds(300))
            two.sighted(other)
        }
        let end = Duration.seconds(360)
        let (alone, both) = (one.range(now: end).distance, two.range(now: end).distance)
        let factor = try #require(both).metres / (try #require(alone)).metres
        #expect((0.93...1.07).contains(factor), "\(factor)")
    }

    /// As the estimator takes packets to fade: a normal distribution whose halves have spreads of their own.
    private static func fade(_ random: inout SeededGenerator) -> Double {
        let deviate = random.normal()
        return parameters.packetSpread
            * (deviate > 0 ? deviate / parameters.fadeSkew : deviate * parameters.fadeSkew)
    }
}
