import Glibc
import Testing

@testable import Determinism
@testable import Ranging

/// One walk, and what is made of it every ten seconds.
///
/// Each number of `RangingParameters` was chosen on recorded and simulated walks (docs/ranging.md), and a
/// change that looks harmless moves all figures there. If you mean one, run `make bench-ranging` beside the
/// old program, and write down here what has become of this walk.
struct WalkTableTests {
    /// To and fro between 9 m and 1 m in two minutes, past a wall, with a pause, heard seven times a second.
    private static func metres(at seconds: Double) -> Double {
        switch seconds {
        case ..<10: 9
        case ..<18: 9 - (seconds - 10)
        case ..<30: 1
        case ..<46: 1 + 0.5 * (seconds - 30)
        case ..<60: 9
        case ..<74: 9 - 0.5 * (seconds - 60)
        case ..<90: 2
        default: 2 + 0.2 * (seconds - 90)
        }
    }

    private static func levels(seed: UInt64) -> [(seconds: Double, rssi: Double)] {
        var random = SeededGenerator(seed: seed)
        return (0..<840).map { step in
            let seconds = Double(step) / 7
            let noise = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
            let wall = (46.0..<60).contains(seconds) ? 6.0 : 0
            return (seconds, (-59 - 22 * log10(metres(at: seconds)) - wall + 4 * noise).rounded())
        }
    }

    @Test func aWalkIsUnderstoodAsItWas() {
        var estimator = RangeEstimator()
        var seen: [String] = []
        for (seconds, rssi) in Self.levels(seed: 11) {
            estimator.sighted(Sighting(rssi: rssi, measuredPower: -59, at: .seconds(seconds)))
            if (seconds * 7).rounded().truncatingRemainder(dividingBy: 70) == 69 {
                let range = estimator.range(now: .seconds(seconds))
                let distance = range.distance.map { [$0.metres, $0.low, $0.high] } ?? []
                let numbers =
                    distance.map { ($0 * 100).rounded() / 100 } + [(range.closing * 1_000).rounded() / 1_000]
                seen.append("\(numbers) \(range.trend) \(range.zone)")
            }
        }
        #expect(seen == Self.expected)
    }

    /// Metres, the interval that holds four in five, the probability of closing; beside it the truth.
    private static let expected: [String] = [
        "[8.93, 4.43, 17.98, 0.471] unknown far",  // 9 m
        "[1.1, 0.49, 2.46, 0.979] closing immediate",  // 1 m
        "[1.76, 0.89, 3.46, 0.371] steady near",  // 1 m
        "[6.11, 3.03, 12.32, 0.005] opening far",  // 5.9 m
        "[13.53, 6.42, 28.5, 0.011] opening far",  // 9, behind a wall m
        "[14.35, 6.85, 30.03, 0.277] opening far",  // 9, behind a wall m
        "[5.28, 2.66, 10.48, 0.991] closing far",  // 4 m
        "[3.09, 1.55, 6.13, 0.414] unknown near",  // 2 m
        "[3.2, 1.65, 6.24, 0.33] unknown near",  // 2 m
        "[4.16, 2.11, 8.18, 0.185] opening near",  // 4 m
        "[6.65, 3.34, 13.23, 0.161] opening far",  // 6 m
        "[8.99, 4.45, 18.15, 0.192] opening far",  // 8 m
    ]
}
