/// Where we are in an utterance that sounds.
struct Playhead: Sendable {
    let utterance: Utterance
    private var clip = 0
    /// Frames of the current clip that have been played.
    private var position = 0
    /// Frames until a fade-out has reached silence; nil while nobody wants it to end.
    private var fadeRemaining: Int?
    private var fadeLength = 1

    init(_ utterance: Utterance) {
        self.utterance = utterance
    }

    var isFinished: Bool { clip >= utterance.clips.count || fadeRemaining == 0 }
    /// Whether none of it has been heard yet, so that it can be taken back without a fade.
    var isUntouched: Bool { clip == 0 && position == 0 }

    /// Ends it within `frames`, without the click that a sudden end makes.
    mutating func fade(over frames: Int) {
        guard fadeRemaining == nil else { return }
        fadeRemaining = frames
        fadeLength = max(1, frames)
    }

    /// Adds its next frames to `buffer[range]`; returns how many there were before it finished.
    mutating func mix(
        into buffer: inout [Float], range: Range<Int>, at rate: Int, with bank: ResamplerBank
    )
        -> Int
    {
        guard let remaining = fadeRemaining else {
            return advance(into: &buffer, range: range, rate: rate, with: bank)
        }
        let count = min(range.count, remaining)
        var fading = [Float](repeating: 0, count: count)
        let played = advance(into: &fading, range: 0..<count, rate: rate, with: bank)
        for index in 0..<played {
            buffer[range.lowerBound + index] +=
                fading[index] * Float(remaining - index) / Float(fadeLength)
        }
        fadeRemaining = remaining - count
        return played
    }

    private mutating func advance(
        into buffer: inout [Float], range: Range<Int>, rate: Int, with bank: ResamplerBank
    ) -> Int {
        var offset = range.lowerBound
        while offset < range.upperBound, clip < utterance.clips.count {
            let current = utterance.clips[clip]
            let resampler = bank[current.sampleRate]
            let left = resampler.outputCount(for: current.samples.count) - position
            let count = min(left, range.upperBound - offset)
            resampler.add(
                current.samples, from: position, to: &buffer, at: offset, count: count, gain: utterance.gain
            )
            offset += count
            position += count
            if count == left {
                clip += 1
                position = 0
            }
        }
        return offset - range.lowerBound
    }
}

/// The filters in use, one for each rate that clips come in; a voice has one rate, so there are hardly more
/// than two.
struct ResamplerBank: Sendable {
    /// Filters kept; a clip of yet another rate replaces them all. Together they stay below a megabyte.
    private static let capacity = 8
    private let targetRate: Int
    private var resamplers: [Int: Resampler] = [:]

    /// Filters that are kept.
    var count: Int { resamplers.count }

    init(targetRate: Int) {
        self.targetRate = targetRate
    }

    /// Makes the filters that `utterance` needs, once, before it is played: not a thing for the middle of a
    /// period.
    mutating func prepare(for utterance: Utterance) {
        for clip in utterance.clips where resamplers[clip.sampleRate] == nil {
            if resamplers.count >= ResamplerBank.capacity { resamplers.removeAll() }
            resamplers[clip.sampleRate] = Resampler(from: clip.sampleRate, to: targetRate)
        }
    }

    subscript(rate: Int) -> Resampler {
        resamplers[rate] ?? Resampler(from: rate, to: targetRate)
    }
}
