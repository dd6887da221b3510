import Glibc

/// A polyphase windowed-sinc filter from one sample rate to another.
///
/// Output sample `n` lies at input position `n · M / L`, where `L / M` is the ratio of the rates in lowest
/// terms; of the `L` positions between two input samples each has its own short filter. Images and aliases
/// stay more than 70 dB below the signal (Kaiser window, β 8.6) except in the last eighth below the Nyquist
/// frequency of the lower rate, where no voice has anything. Stateless: the mixer's playheads keep their
/// position, so a clip can be rendered in pieces of any size and always gives the same samples.
struct Resampler: Sendable {
    /// Input samples that one output sample is made of, when the rate goes up.
    private static let taps = 32
    /// Two rates with no common divisor would need a filter for each of up to 192,000 positions; beyond
    /// this many the nearest of so many is taken, whose error is below −50 dB.
    private static let mostPhases = 512

    private let upFactor: Int
    private let downFactor: Int
    private let phases: Int
    private let width: Int
    /// `phases` filters of `width` coefficients each.
    private let coefficients: [Float]

    init(from sourceRate: Int, to targetRate: Int) {
        precondition(sourceRate > 0 && targetRate > 0, "a sample rate is positive")
        let divisor = Resampler.greatestCommonDivisor(sourceRate, targetRate)
        upFactor = targetRate / divisor
        downFactor = sourceRate / divisor
        phases = min(upFactor, Resampler.mostPhases)
        guard sourceRate != targetRate else {
            width = 1
            coefficients = [1]
            return
        }
        // Going down, the filter has to be as much longer as its pass band is narrower.
        let narrowing = max(1, Double(sourceRate) / Double(targetRate))
        width = Int((Double(Resampler.taps) * narrowing).rounded(.up)) & ~1
        let cutoff = 0.92 / narrowing
        coefficients = (0..<phases).flatMap { [width, phases] phase in
            Resampler.filter(width: width, fraction: Double(phase) / Double(phases), cutoff: cutoff)
        }
    }

    /// How many output samples `count` input samples make.
    func outputCount(for count: Int) -> Int {
        (count * upFactor + downFactor - 1) / downFactor
    }

    /// Adds `gain` times the output samples from number `start` on to the first `count` of `buffer`.
    func add(
        _ samples: [Int16], from start: Int, to buffer: inout [Float], at offset: Int, count: Int,
        gain: Float
    ) {
        var integer = start * downFactor / upFactor
        var fraction = start * downFactor % upFactor
        let (step, rest) = downFactor.quotientAndRemainder(dividingBy: upFactor)
        for index in offset..<offset + count {
            let phase = phases == upFactor ? fraction : fraction * phases / upFactor
            buffer[index] += gain * value(of: samples, at: integer, phase: phase)
            integer += step
            fraction += rest
            if fraction >= upFactor {
                fraction -= upFactor
                integer += 1
            }
        }
    }

    private func value(of samples: [Int16], at position: Int, phase: Int) -> Float {
        let first = position - (width / 2 - (width > 1 ? 1 : 0))
        let lower = max(0, first)
        let upper = min(samples.count, first + width)
        guard lower < upper else { return 0 }
        let shift = phase * width - first
        var sum: Float = 0
        for index in lower..<upper {
            sum += Float(samples[index]) * coefficients[shift + index]
        }
        return sum
    }

    /// The filter for a position `fraction` past the input sample in its middle; it sums to 1, so that no
    /// phase is louder than another (which would be heard as a whistle).
    private static func filter(width: Int, fraction: Double, cutoff: Double) -> [Float] {
        let half = Double(width) / 2
        let raw = (0..<width).map { tap in
            let distance = Double(tap) - (half - 1) - fraction
            let inside = 1 - (distance / half) * (distance / half)
            let window = inside <= 0 ? 0 : besselI0(8.6 * inside.squareRoot())
            let angle = Double.pi * distance * cutoff
            return window * (angle == 0 ? 1 : sin(angle) / angle)
        }
        let sum = raw.reduce(0, +)
        return raw.map { Float($0 / sum) }
    }

    /// The modified Bessel function of order 0, which shapes the Kaiser window.
    private static func besselI0(_ x: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        for index in 1...32 {
            term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
            sum += term
        }
        return sum
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
