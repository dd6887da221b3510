import Audio

/// Whether a recording has a known sound in it, wherever it begins and however loud it is.
///
/// The normalised cross-correlation of the two: 1 where they are alike, and hardly ever above 0.1 for two
/// thousand samples of anything else. Walls and small loudspeakers leave about half of it.
struct SoundMatch: Sendable {
    /// Both are brought to this rate first, by leaving samples out after taking their mean.
    static let rate = 8_000
    /// From here on the sound counts as heard.
    static let threshold = 0.25
    /// Of the sound so much is looked for; the rest is echo.
    private static let samplesAtMost = 3_200
    /// A recording may be so long; what is beyond is not looked at.
    private static let recordingAtMost = 3 * rate

    private let wanted: [Float]
    private let energy: Float

    /// - Returns: nil for a sound of which nothing is heard, or whose rate is no multiple of ours.
    init?(_ sound: Clip) {
        guard sound.sampleRate % Self.rate == 0 else { return nil }
        wanted = Array(Self.reduced(sound).prefix(Self.samplesAtMost))
        energy = wanted.reduce(0) { $0 + $1 * $1 }
        guard energy > 0 else { return nil }
    }

    /// How alike the recording is to the sound where it is most, 0…1.
    func likeness(_ recording: Clip) -> Double {
        let heard = Array(Self.reduced(recording).prefix(Self.recordingAtMost))
        guard heard.count >= wanted.count else { return 0 }
        var window = heard.prefix(wanted.count).reduce(Float(0)) { $0 + $1 * $1 }
        var best: Float = 0
        for begin in 0...(heard.count - wanted.count) {
            if begin > 0 {
                let (gone, come) = (heard[begin - 1], heard[begin + wanted.count - 1])
                window = max(0, window - gone * gone + come * come)
            }
            // Where less is heard than a converter's own noise there is nothing to compare.
            guard window > Float(wanted.count) else { continue }
            var sum: Float = 0
            for index in wanted.indices { sum += wanted[index] * heard[begin + index] }
            best = max(best, sum * sum / (energy * window))
        }
        return Double(best).squareRoot()
    }

    private static func reduced(_ clip: Clip) -> [Float] {
        let step = max(1, clip.sampleRate / rate)
        return stride(from: 0, to: clip.samples.count, by: step).map { begin in
            let some = clip.samples[begin..<min(begin + step, clip.samples.count)]
            return some.reduce(Float(0)) { $0 + Float($1) } / Float(some.count)
        }
    }
}
