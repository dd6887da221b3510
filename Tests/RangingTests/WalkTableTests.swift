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
        "[9.27, 4.62, 18.59, 0.462] unknown far",  // 9 m
        "[1.2, 0.54, 2.66, 0.87] closing immediate",  // 1 m
        "[1.8, 0.94, 3.48, 0.397] steady near",  // 1 m
        "[6.5, 3.23, 13.06, 0.037] opening far",  // 5.9 m
        "[14.73, 6.96, 31.15, 0.04] opening far",  // 9, behind a wall m
        "[14.37, 6.91, 29.87, 0.416] opening far",  // 9, behind a wall m
        "[5.81, 2.93, 11.52, 0.945] closing far",  // 4 m
        "[2.98, 1.53, 5.8, 0.424] unknown near",  // 2 m
        "[3.2, 1.67, 6.14, 0.368] unknown near",  // 2 m
        "[4.29, 2.2, 8.36, 0.235] opening near",  // 4 m
        "[6.87, 3.48, 13.55, 0.221] opening far",  // 6 m
        "[9.17, 4.57, 18.39, 0.255] opening far",  // 8 m
    ]
}
