package import Audio
import Glibc

/// Makes a clip of what was recorded or synthesised: cut to what is heard, as loud as all others, and without
/// a click at either end.
package struct Polish: Sendable {
    /// What is below is silence, relative to the loudest moment; and never what is louder than this.
    private static let silence = (relative: 0.02, absolute: 0.02)
    /// A breath in front, so that a soft beginning is not cut off, and one behind, so that words stay apart.
    private static let before = 0.010
    private static let after = 0.040
    private static let fadeIn = 0.005
    private static let fadeOut = 0.015
    /// No sample is higher: a resampler needs the rest.
    static let ceiling = 0.84

    /// Nil when nothing is heard in it.
    package static func polished(_ clip: Clip) -> Clip? {
        guard let heard = heard(clip) else { return nil }
        var samples = heard.samples.map { Double($0) / 32_768 }
        fade(&samples, rate: heard.sampleRate)
        // Limiting makes it a little quieter, so it is done again until it fits.
        for _ in 0..<20 {
            let now = Clip(samples: samples.map(Self.sample), sampleRate: heard.sampleRate)
            guard let level = Loudness.measure(now) else { return nil }
            let gain = pow(10, (Loudness.ofSpeech - level) / 20)
            if abs(level - Loudness.ofSpeech) < 0.1 { break }
            samples = limited(samples.map { $0 * gain }, rate: heard.sampleRate)
        }
        return Clip(samples: samples.map(Self.sample), sampleRate: heard.sampleRate)
    }

    /// From the first sound to the last, with a breath on both sides; nil when there is none.
    private static func heard(_ clip: Clip) -> Clip? {
        let window = max(1, clip.sampleRate / 200)
        let mean = clip.samples.reduce(0) { $0 + Int($1) } / max(1, clip.samples.count)
        let samples = clip.samples.map { Int16(clamping: Int($0) - mean) }
        let levels = stride(from: 0, to: samples.count, by: window).map { start in
            samples[start..<min(start + window, samples.count)].map { $0.magnitude }.max() ?? 0
        }
        let loudest = Double(levels.max() ?? 0) / 32_768
        let threshold = min(max(loudest * silence.relative, 0.003), silence.absolute)
        let isHeard = { (level: UInt16) in Double(level) / 32_768 > threshold }
        guard loudest > 0.01, let first = levels.firstIndex(where: isHeard),
            let last = levels.lastIndex(where: isHeard)
        else { return nil }
        let start = max(0, first * window - Int(before * Double(clip.sampleRate)))
        let end = min(samples.count, (last + 1) * window + Int(after * Double(clip.sampleRate)))
        return Clip(samples: Array(samples[start..<end]), sampleRate: clip.sampleRate)
    }

    private static func fade(_ samples: inout [Double], rate: Int) {
        let rise = min(samples.count / 2, Int(fadeIn * Double(rate)))
        let fall = min(samples.count / 2, Int(fadeOut * Double(rate)))
        for index in 0..<rise { samples[index] *= Self.rise(index, rise) }
        for index in 0..<fall { samples[samples.count - 1 - index] *= Self.rise(index, fall) }
    }

    /// Round at both ends: a straight line would begin with an edge, if a recording begins at full level.
    private static func rise(_ index: Int, _ count: Int) -> Double {
        0.5 - 0.5 * cos(.pi * Double(index) / Double(count))
    }

    /// Nowhere above the ceiling: turned down around every peak, from 5 ms before it to 5 ms behind. Bending
    /// the peaks instead distorts, and a recogniser hears that.
    private static func limited(_ samples: [Double], rate: Int) -> [Double] {
        let reach = rate / 200
        guard reach > 0, samples.contains(where: { abs($0) > ceiling }) else { return samples }
        var gain = [Double](repeating: 1, count: samples.count + 4 * reach)
        for (index, sample) in samples.enumerated() where abs(sample) > ceiling {
            // Down for as long as the mean below looks.
            for near in (index + reach)...(index + 3 * reach) {
                gain[near] = min(gain[near], ceiling / abs(sample))
            }
        }
        var sum = gain[reach...(3 * reach)].reduce(0, +)
        return samples.indices.map { index in
            if index > 0 { sum += gain[index + 3 * reach] - gain[index + reach - 1] }
            return samples[index] * sum / Double(2 * reach + 1)
        }
    }

    private static func sample(_ value: Double) -> Int16 {
        Int16(clamping: Int((value * 32_767).rounded()))
    }
}
