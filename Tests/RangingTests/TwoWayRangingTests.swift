import Glibc
import Testing

@testable import Determinism
@testable import Ranging

private func level(_ metres: Double, _ random: inout SeededGenerator) -> Double {
    (-59 - 20 * log10(metres) + 5 * random.normal()).rounded()
}

/// What is heard at both ends of a link, on a walk from twelve metres to one and back.
@Suite struct TwoWayRangingTests {
    private static func distance(at second: Double) -> Double {
        second < 11 ? 12 - second : 1 + (second - 11)
    }

    /// Mean of the odds given to the truth after the turn, with the other end's ear or without.
    private func odds(offset: Double, twoEars: Bool) -> Double {
        var sum = 0.0
        var count = 0.0
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var estimator = RangeEstimator()
            for step in 0...165 {
                let second = Double(step) / 10
                let metres = Self.distance(at: second)
                let (own, other) = (level(metres, &random), level(metres, &random) + offset)
                estimator.sighted(Sighting(rssi: own, measuredPower: -59, at: .seconds(second)))
                if twoEars {
                    estimator.sighted(
                        Sighting(rssi: other, measuredPower: -59, ear: .other, at: .seconds(second - 0.15)))
                }
                if second > 11.5 {
                    sum += 1 - estimator.range(now: .seconds(second)).closing
                    count += 1
                }
            }
        }
        return sum / count
    }

    @Test(arguments: [0.0, -9, 9])
    func twoEarsAreSurerThanOne(offset: Double) {
        let (one, two) = (odds(offset: offset, twoEars: false), odds(offset: offset, twoEars: true))
        #expect(two > one + 0.015, "\(one) → \(two)")
    }

    /// Two radios may differ by as much as two set-ups do: that is soon known, and moves nobody.
    @Test(arguments: [-9.0, 9])
    func anEarThatHearsLessOrMoreMovesNobody(offset: Double) throws {
        var (random, one, two) = (SeededGenerator(seed: 6), RangeEstimator(), RangeEstimator())
        for step in 0..<40 {
            let at = Duration.milliseconds(step * 500)
            let own = Sighting(rssi: level(4, &random), measuredPower: -59, at: at)
            one.sighted(own)
            two.sighted(own)
            let heard = level(4, &random) + offset
            two.sighted(
                Sighting(rssi: heard, measuredPower: -59, ear: .other, at: at + .milliseconds(250)))
        }
        let (alone, both) = (one.range(now: .seconds(20)).distance, two.range(now: .seconds(20)).distance)
        let factor = try #require(both).metres / (try #require(alone)).metres
        #expect((0.75...1.35).contains(factor), "\(factor)")
    }

    @Test func theOtherEarAloneIsEnough() throws {
        var estimator = RangeEstimator()
        for step in 0..<300 {
            estimator.sighted(
                Sighting(rssi: -73, measuredPower: -59, ear: .other, at: .milliseconds(step * 100)))
        }
        var mirrored = RangeEstimator()
        for step in 0..<300 {
            mirrored.sighted(Sighting(rssi: -73, measuredPower: -59, at: .milliseconds(step * 100)))
        }
        #expect(estimator.range(now: .seconds(30)) == mirrored.range(now: .seconds(30)))
    }

    @Test func anEarThatFallsSilentLeavesTheOther() {
        var random = SeededGenerator(seed: 3)
        var estimator = RangeEstimator()
        for step in 0..<100 {
            estimator.sighted(
                Sighting(rssi: level(4, &random), measuredPower: -59, at: .milliseconds(step * 100)))
            estimator.sighted(
                Sighting(
                    rssi: level(4, &random), measuredPower: -59, ear: .other, at: .milliseconds(step * 100)))
        }
        for step in 100..<200 {
            estimator.sighted(
                Sighting(
                    rssi: level(4, &random), measuredPower: -59, ear: .other, at: .milliseconds(step * 100)))
        }
        let range = estimator.range(now: .seconds(20))
        #expect(range.zone == .near || range.zone == .far)
        #expect(range.age ?? .seconds(9) < .seconds(1))
        #expect(range.trend == .steady || range.trend == .unknown)
    }

    /// A second ear that hears ten decibels less joins in: that is another radio, not another place.
    @Test func anEarThatJoinsIsNoTrend() {
        var random = SeededGenerator(seed: 8)
        var estimator = RangeEstimator()
        for step in 0..<300 {
            let at = Duration.milliseconds(step * 100)
            estimator.sighted(Sighting(rssi: level(4, &random), measuredPower: -59, at: at))
            if step >= 150 {
                estimator.sighted(
                    Sighting(rssi: level(4, &random) - 10, measuredPower: -59, ear: .other, at: at))
            }
            if step >= 100 { #expect(estimator.range(now: at).trend != .opening) }
        }
    }
}
