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
        "[8.98, 4.48, 18.01, 0.485] unknown far",  // 9 m
        "[1.1, 0.5, 2.45, 0.948] closing immediate",  // 1 m
        "[1.74, 0.9, 3.36, 0.407] steady near",  // 1 m
        "[6.09, 3.04, 12.23, 0.014] opening far",  // 5.9 m
        "[13.58, 6.47, 28.47, 0.026] opening far",  // 9, behind a wall m
        "[14.32, 6.87, 29.85, 0.35] opening far",  // 9, behind a wall m
        "[5.2, 2.64, 10.26, 0.975] closing far",  // 4 m
        "[3.02, 1.54, 5.94, 0.414] unknown near",  // 2 m
        "[3.18, 1.64, 6.14, 0.357] unknown near",  // 2 m
        "[4.2, 2.15, 8.22, 0.231] opening near",  // 4 m
        "[6.72, 3.4, 13.3, 0.236] opening far",  // 6 m
        "[8.99, 4.47, 18.09, 0.267] opening far",  // 8 m
    ]
}
