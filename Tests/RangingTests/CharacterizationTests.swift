import Glibc
import Support
import Testing

@testable import Determinism
@testable import Ranging

/// Seeded walks of every kind, and the digest of what is made of them. Whether that is right, `make
/// bench-ranging` and the other tests say.
struct CharacterizationTests {
    private static func digest(seed: UInt64) -> String {
        var chance = SeededGenerator(seed: seed)
        var parameters = RangingParameters()
        if seed.isMultiple(of: 3) { parameters.earOffset = Double(seed) - 9 }
        var estimator = RangeEstimator(parameters)
        var digest = Digest()
        var metres = Double.random(in: 0.3...12, using: &chance)
        var speed = 0.0
        var now = 0.0
        for step in 0..<700 {
            if step % 40 == 0 { speed = [0, 0.6, -0.6, 1.3, -1.3, 3][Int.random(in: 0..<6, using: &chance)] }
            now += Double.random(in: 0.02...0.25, using: &chance)
            metres = min(max(metres + speed * 0.13, 0.2), 25)
            let fading = (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -4...4, using: &chance) }
            // Now and then it is silent, or something else is at fault.
            let isSilent = Int.random(in: 0..<700, using: &chance) < 3
            if isSilent { now += Double.random(in: 1...9, using: &chance) }
            let rssi = step % 97 == 0 ? 20 : max(-127, (-59 - 23 * log10(metres) + fading).rounded())
            estimator.sighted(Sighting(rssi: rssi, measuredPower: -59, at: .seconds(now)))
            if step % 5 == 0 { digest.add("\(estimator.range(now: .seconds(now + 0.05)))".utf8) }
        }
        for wait in 1...12 { digest.add("\(estimator.range(now: .seconds(now + Double(wait))))".utf8) }
        return digest.description
    }

    // On other machines the last bit of a logarithm may be another.
    #if arch(x86_64)
        @Test func walksAreUnderstoodAsTheyWere() throws {
            try WrittenDown.expect((1...20).map(Self.digest), "walks")
        }
    #endif
}
