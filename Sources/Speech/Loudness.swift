package import Audio
import Glibc

/// How loud people hear a sound, in LUFS: ITU-R BS.1770-4, the measure of EBU R 128, for one channel.
///
/// A sound shorter than one block of 400 ms, as "Hot!" may be, is measured as one block of its own length.
package struct Loudness: Sendable {
    /// What every clip of every voice is brought to. As loud as speech can be without its peaks being cut.
    package static let ofSpeech = -17.0
    /// How far apart clips may be, in LU.
    package static let tolerance = 1.0

    private static let block = 0.4
    private static let overlap = 4
    private static let absoluteGate = -70.0
    private static let relativeGate = -10.0

    /// A second-order section of the K-weighting, transposed direct form II.
    private struct Section {
        var (b0, b1, b2, a1, a2) = (0.0, 0.0, 0.0, 0.0, 0.0)
        private var (first, second) = (0.0, 0.0)

        mutating func filter(_ sample: Double) -> Double {
            let result = b0 * sample + first
            first = b1 * sample - a1 * result + second
            second = b2 * sample - a2 * result
            return result
        }

        /// The head's shelf and the high pass of BS.1770-4, tables 1 and 2, which are for 48 kHz: here as the
        /// analogue filters behind them, so that they hold at any rate.
        static func shelf(rate: Double) -> Section {
            let (frequency, gain, quality) = (1681.974450955533, 3.999843853973347, 0.7071752369554196)
            let k = tan(.pi * frequency / rate)
            let high = pow(10, gain / 20)
            let band = pow(high, 0.4996667741545416)
            let a0 = 1 + k / quality + k * k
            var section = Section()
            section.b0 = (high + band * k / quality + k * k) / a0
            section.b1 = 2 * (k * k - high) / a0
            section.b2 = (high - band * k / quality + k * k) / a0
            section.a1 = 2 * (k * k - 1) / a0
            section.a2 = (1 - k / quality + k * k) / a0
            return section
        }

        static func highPass(rate: Double) -> Section {
            let (frequency, quality) = (38.13547087602444, 0.5003270373238773)
            let k = tan(.pi * frequency / rate)
            let a0 = 1 + k / quality + k * k
            var section = Section()
            (section.b0, section.b1, section.b2) = (1, -2, 1)
            section.a1 = 2 * (k * k - 1) / a0
            section.a2 = (1 - k / quality + k * k) / a0
            return section
        }
    }

    /// In LUFS; nil for silence.
    package static func measure(_ clip: Clip) -> Double? {
        let rate = Double(clip.sampleRate)
        var (shelf, highPass) = (Section.shelf(rate: rate), Section.highPass(rate: rate))
        let power = clip.samples.map { sample in
            let weighted = highPass.filter(shelf.filter(Double(sample) / 32_768))
            return weighted * weighted
        }
        let size = min(Int(block * rate), power.count)
        guard size > 0 else { return nil }
        let step = max(1, size / overlap)
        let blocks = stride(from: 0, through: power.count - size, by: step).map { start in
            power[start..<start + size].reduce(0, +) / Double(size)
        }
        let audible = blocks.filter { level($0) > absoluteGate }
        guard !audible.isEmpty else { return nil }
        let gate = level(mean(audible)) + relativeGate
        let counted = audible.filter { level($0) > gate }
        return counted.isEmpty ? nil : level(mean(counted))
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private static func level(_ power: Double) -> Double { -0.691 + 10 * log10(max(power, 1e-12)) }
}
