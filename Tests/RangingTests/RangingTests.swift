import Glibc
import Testing

@testable import Determinism
@testable import Game
@testable import Ranging

/// A beacon that is walked towards or away from, heard through fading that is not the estimator's own model.
private struct Track {
    var random: SeededGenerator
    var shadow = 0.0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A normal deviate from twelve uniform ones.
    mutating func deviate() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }

    mutating func level(_ metres: Double, exponent: Double = 2.2) -> Double {
        shadow = 0.9 * shadow + 1.3 * deviate()
        return (-59 - 10 * exponent * log10(metres) + shadow + 4.5 * deviate()).rounded()
    }
}

/// A level without any fading, which no radio hears: it lies above what packets of that distance come to in
/// the mean.
private func unfaded(_ rssi: Double, _ seconds: Double) -> Sighting {
    sighting(rssi + RangingParameters().usualFade, seconds)
}

private func sighting(_ rssi: Double, _ seconds: Double, power: Double? = -59) -> Sighting {
    Sighting(rssi: rssi, measuredPower: power, at: .seconds(seconds))
}

@Suite struct RangingTests {
    @Test func nothingIsKnownBeforeTheFirstSighting() {
        #expect(RangeEstimator().range(now: .seconds(7)) == .unknown)
    }

    @Test(arguments: [(-59.0, 1.0), (-79.0, 10.0), (-47.0, 0.25)])
    func aSteadyLevelSettlesAtItsDistance(rssi: Double, metres: Double) throws {
        var calibrated = RangingParameters()
        (calibrated.calibrationSpread, calibrated.exponentSpread) = (0.5, 0)
        var estimator = RangeEstimator(calibrated)
        for step in 0..<600 { estimator.sighted(unfaded(rssi, Double(step) / 10)) }
        let range = estimator.range(now: .seconds(60))
        let distance = try #require(range.distance)
        #expect(abs(distance.metres / metres - 1) < 0.1)
        #expect(distance.low < distance.metres && distance.metres < distance.high)
        #expect(range.trend == .steady)
        #expect(abs(range.closing - 0.5) < 0.05)
    }

    /// A zone is left a third beyond where it was entered: arm's reach at 1.2 and 1.6 m, the room at 4 and
    /// 5.3 m.
    @Test(
        arguments: [
            (0.8, 1.4, .immediate), (2.5, 1.4, .near), (0.8, 1.8, .near), (2.5, 1.05, .immediate),
            (2.5, 4.6, .near), (9.0, 4.6, .far), (2.5, 6.2, .far), (9.0, 3.5, .near), (0.8, 4.6, .near),
        ] as [(Double, Double, Zone)])
    func aZoneIsLeftLaterThanItIsEntered(from: Double, to: Double, zone: Zone) throws {
        var calibrated = RangingParameters()
        (calibrated.calibrationSpread, calibrated.exponentSpread) = (0.1, 0)
        var estimator = RangeEstimator(calibrated)
        // Slowly, so that the estimate does not overshoot.
        for step in 0..<1_200 {
            let share = min(1, max(0, Double(step - 300) / 600))
            let metres = from * pow(to / from, share)
            estimator.sighted(unfaded(-59 - 20 * log10(metres), Double(step) / 10))
            _ = estimator.range(now: .seconds(Double(step) / 10))
        }
        #expect(estimator.range(now: .seconds(120)).zone == zone)
    }

    /// Two set-ups differ by so much at one metre that what is usual has a say in the distance, too.
    @Test(arguments: [(-59.0, 1.0), (-79.0, 10.0), (-69.0, 3.16)])
    func anUncalibratedDistanceLeansTowardsTheUsual(rssi: Double, metres: Double) throws {
        var estimator = RangeEstimator()
        for step in 0..<600 { estimator.sighted(unfaded(rssi, Double(step) / 10)) }
        let distance = try #require(estimator.range(now: .seconds(60)).distance)
        #expect(distance.low < metres && metres < distance.high)
        #expect(abs(log(distance.metres / 5)) < abs(log(metres / 5)))
    }

    @Test func anEarThatIsOffIsCorrected() throws {
        var parameters = RangingParameters()
        parameters.earOffset = -7
        var (deaf, good) = (RangeEstimator(parameters), RangeEstimator())
        for step in 0..<100 {
            deaf.sighted(sighting(-77, Double(step) / 10))
            good.sighted(sighting(-70, Double(step) / 10))
        }
        let (one, other) = (deaf.range(now: .seconds(10)), good.range(now: .seconds(10)))
        #expect(one.distance == other.distance)
    }

    @Test func theBeaconsOwnPowerIsUsedUnlessItIsAbsurd() throws {
        func metres(_ power: Double?) throws -> Double {
            var estimator = RangeEstimator()
            for step in 0..<300 { estimator.sighted(sighting(-70, Double(step) / 10, power: power)) }
            return try #require(estimator.range(now: .seconds(30)).distance).metres
        }
        #expect(try metres(-70) < metres(-59))
        for absurd in [nil, 0, 127, -128, .nan] as [Double?] {
            #expect(try metres(absurd) == metres(-59))
        }
    }

    @Test func absurdLevelsAreNotSightings() {
        var estimator = RangeEstimator()
        for absurd in [Double.nan, .infinity, -.infinity, 127, -128, 1e300] {
            estimator.sighted(sighting(absurd, 1))
        }
        #expect(estimator.range(now: .seconds(1)) == .unknown)
        estimator.sighted(sighting(-70, 1))
        let before = estimator
        estimator.sighted(sighting(.nan, 2))
        #expect(estimator == before)
    }

    /// Whatever order, gaps and levels: finite, ordered and never a probability beyond one.
    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func everyAnswerIsSound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var estimator = RangeEstimator()
        var newest = 0.0
        for _ in 0..<2000 {
            let steps: [Double] = [0, 0, 1e-9, 0.03, 0.3, 3, -5, 40]
            let step = steps.randomElement(using: &random) ?? 0
            let at = newest + step
            newest = max(newest, at)
            estimator.sighted(sighting(Double.random(in: -127...20, using: &random), at))
            let range = estimator.range(now: .seconds(newest + .random(in: 0...6, using: &random)))
            #expect((0...1).contains(range.closing))
            guard let distance = range.distance else {
                #expect(range.zone == .lost)
                continue
            }
            #expect(distance.low > 0 && distance.low <= distance.metres)
            #expect(distance.metres <= distance.high && distance.high.isFinite)
        }
    }

    @Test func lostWithinFiveSecondsAndOnlyThen() {
        var estimator = RangeEstimator()
        for step in 0..<50 { estimator.sighted(sighting(-70, Double(step) / 5)) }
        #expect(estimator.range(now: .seconds(9.8 + 4.4)).zone != .lost)
        let lost = estimator.range(now: .seconds(9.8 + 4.6))
        #expect(lost.zone == .lost)
        #expect(lost.distance == nil && lost.trend == .unknown && lost.closing == 0.5)
        #expect(lost.age == .seconds(4.6))
        estimator.sighted(sighting(-70, 20))
        let back = estimator.range(now: .seconds(20))
        #expect(back.zone == .near || back.zone == .far)
        #expect(back.age == .zero && back.distance != nil)
    }

    @Test func anOldSightingDoesNotTurnBackTheClock() {
        var estimator = RangeEstimator()
        estimator.sighted(sighting(-70, 10))
        estimator.sighted(sighting(-70, 3))
        #expect(estimator.range(now: .seconds(10)).age == .zero)
        #expect(estimator.range(now: .seconds(9)).age == .zero)
    }

    @Test func afterALongSilenceTheOldPlaceIsForgotten() {
        var estimator = RangeEstimator()
        for step in 0..<300 { estimator.sighted(sighting(-90, Double(step) / 10)) }
        var fresh = RangeEstimator()
        estimator.sighted(sighting(-60, 100))
        fresh.sighted(sighting(-60, 100))
        #expect(estimator == fresh)
    }

    @Test func certaintyFadesWithTheAge() throws {
        var estimator = RangeEstimator()
        for step in 0..<40 { estimator.sighted(sighting(-90 + Double(step) / 2, Double(step) / 10)) }
        let now = estimator.range(now: .seconds(3.9))
        let later = estimator.range(now: .seconds(8))
        #expect(now.trend == .closing)
        #expect(later.closing < now.closing && later.closing >= 0.5)
        let (fresh, stale) = (try #require(now.distance), try #require(later.distance))
        #expect(stale.high / stale.low > fresh.high / fresh.low)
    }

    @Test func aSingleDeepFadeChangesLittle() throws {
        var estimator = RangeEstimator()
        for step in 0..<100 { estimator.sighted(sighting(-65, Double(step) / 10)) }
        let before = try #require(estimator.range(now: .seconds(10)).distance).metres
        estimator.sighted(sighting(-100, 10))
        let range = estimator.range(now: .seconds(10))
        #expect(try #require(range.distance).metres < before * 1.25)
        #expect(range.trend != .opening)
    }

    @Test func aZonesEdgeIsCrossedOnce() {
        var estimator = RangeEstimator()
        var random = SeededGenerator(seed: 4)
        var changes = 0
        var zone = Zone.unknown
        for step in 0..<3000 {
            // At four metres on average, three per cent to either side.
            estimator.sighted(sighting(-72.2 + .random(in: -2...2, using: &random), Double(step) / 10))
            let now = estimator.range(now: .seconds(Double(step) / 10)).zone
            if now != zone { changes += 1 }
            zone = now
        }
        #expect(changes <= 3)
    }
}

/// What it is worth on walks whose truth is known, and whose fading is not the filter's.
@Suite struct RangingOnWalksTests {
    /// Twelve metres to one at a metre a second and back, ten sightings a second.
    private func distance(at second: Double) -> Double {
        second < 11 ? 12 - second : 1 + (second - 11)
    }

    @Test func theTurnIsNoticedWithinSeconds() {
        var lags: [Double] = []
        var right = 0
        var judged = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            var track = Track(seed: seed)
            var estimator = RangeEstimator()
            var lag: Double?
            for step in 0...210 {
                let second = Double(step) / 10
                estimator.sighted(sighting(track.level(distance(at: second)), second))
                let range = estimator.range(now: .seconds(second))
                if second > 11, lag == nil, range.trend == .opening { lag = second - 11 }
                if second > 4, abs(second - 12.5) > 1.5 {
                    judged += 1
                    right += (range.closing > 0.5) == (second < 11) ? 1 : 0
                }
            }
            lags.append(lag ?? 10)
        }
        lags.sort()
        #expect(lags[20] < 3.5)
        #expect(lags[36] < 6)
        #expect(Double(right) / Double(judged) > 0.85)
    }

    @Test(arguments: [0.5, 2.0, 10.0, 30.0])
    func theIntervalHoldsTheTruthFourTimesInFive(rate: Double) {
        var inside = 0
        var judged = 0
        for seed in 1...200 as ClosedRange<UInt64> {
            var track = Track(seed: seed)
            var estimator = RangeEstimator()
            // A level at one metre that is off, as it is between two sets of hardware.
            let bias = 4.5 * track.deviate()
            for step in 0..<Int(21 * rate) {
                let second = Double(step) / rate
                let truth = distance(at: second)
                let level = track.level(truth, exponent: 2.0 + Double(seed % 5) / 10)
                estimator.sighted(sighting(level + bias, second))
                guard let range = estimator.range(now: .seconds(second)).distance else { continue }
                judged += 1
                inside += range.low <= truth && truth <= range.high ? 1 : 0
            }
        }
        #expect(judged > 1000)
        #expect((0.7...0.9).contains(Double(inside) / Double(judged)))
    }

    /// Shadows of three decibels that come and go within a second, as in a crowd: some words slip out, at
    /// most four a minute, near or far.
    @Test(arguments: [1.0, 5, 15])
    func standingStillIsNearlySilent(metres: Double) {
        var words = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            var track = Track(seed: seed)
            var estimator = RangeEstimator()
            var policy = CuePolicy()
            for step in 0..<600 {
                let now = Duration.milliseconds(step * 100)
                estimator.sighted(sighting(track.level(metres), Double(step) / 10))
                if policy.cue(range: estimator.range(now: now), now: now) != nil { words += 1 }
            }
        }
        #expect(Double(words) / 20 < 4, "\(Double(words) / 20)")
    }

    @Test func wordsOnAWalkAreMostlyRight() {
        var right = 0
        var words = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            var track = Track(seed: seed)
            var estimator = RangeEstimator()
            var policy = CuePolicy()
            for step in 0...210 {
                let second = Double(step) / 10
                estimator.sighted(sighting(track.level(distance(at: second)), second))
                let range = estimator.range(now: .seconds(second))
                switch policy.cue(range: range, now: .seconds(second))?.cue {
                case .hot: right += second < 11 ? 1 : 0
                case .cold: right += second > 11 ? 1 : 0
                default: continue
                }
                words += 1
            }
        }
        #expect(words > 40 * 4)
        #expect(Double(right) / Double(words) > 0.8)
    }

    /// Of hypotheses that agree on the loss, what is expected varies as they do on average.
    @Test func whatIsExpectedVariesAsItsHypothesesDo() {
        let parameters = RangingParameters()
        let fresh = MotionFilter(parameters).expectation
        let each = SpeedClass.allCases.map { pace in
            (share: parameters.share(pace), one: MotionHypothesis(pace, weight: 1, parameters).expectation)
        }
        #expect(abs(fresh.loss - parameters.priorLoss) < 1e-9)
        let variance = each.reduce(0) { $0 + $1.share * $1.one.variance }
        #expect(abs(fresh.variance - variance) < 1e-9 * variance)
        // Those that walk have come apart from those that stand, and that adds to it.
        var walked = MotionFilter(parameters)
        for step in 0..<40 {
            walked.advance(seconds: 0.1)
            walked.observe(20 - Double(step) * 0.5, noise: 16)
        }
        #expect(walked.expectation.variance > 0 && walked.expectation.variance < 400)
    }
}
