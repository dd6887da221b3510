import Determinism
import Glibc

/// Something that wanders about zero with a spread of one and forgets where it was: a first-order
/// autoregression, whose steps may be of any size.
struct Fluctuation: Equatable, Sendable {
    private(set) var value: Double

    /// Begins anywhere.
    init(_ random: inout SeededGenerator) {
        value = random.normal()
    }

    /// Goes on by `lengths` correlation lengths: after one, a little more than a third is left of what was.
    mutating func change(by lengths: Double, _ random: inout SeededGenerator) {
        let kept = exp(-lengths)
        value = kept * value + (1 - kept * kept).squareRoot() * random.normal()
    }

    /// The level of a wave that arrives directly and by many echoes: deep fades, low peaks.
    struct Rician: Equatable, Sendable {
        /// The direct wave against the spread of the echoes: as in a furnished room without a clear view.
        private static let direct = 2.0

        private var inPhase: Fluctuation
        private var quadrature: Fluctuation

        init(_ random: inout SeededGenerator) {
            inPhase = Fluctuation(&random)
            quadrature = Fluctuation(&random)
        }

        mutating func change(by lengths: Double, _ random: inout SeededGenerator) {
            inPhase.change(by: lengths, &random)
            quadrature.change(by: lengths, &random)
        }

        /// Against the mean power, in dB.
        var decibels: Double {
            let (along, across) = (Self.direct + inPhase.value, quadrature.value)
            let power = (along * along + across * across) / (Self.direct * Self.direct + 2)
            return 10 * log10(max(power, 1e-4))
        }
    }
}
