import Wire

/// A recorded piece of speech or sound, as the mixer wants it: mono, 16 bit.
package struct Clip: Sendable, Equatable {
    /// Bytes that are not a WAV file we can play.
    package struct Malformed: Error, Equatable, Sendable {
        /// What was wrong, for the log.
        package let what: String
        /// Where, in bytes from the beginning of the file.
        package let offset: Int
    }

    /// A clip holds no more than this; what a file has beyond it is not read. One that long is a mistake,
    /// and a hundred of them would fill a Pi Zero.
    package static let longest: Duration = .seconds(60)
    /// Rates of clips we resample from.
    package static let sampleRates = 4_000...192_000

    /// Mono.
    package let samples: [Int16]
    /// Samples per second, within `sampleRates`.
    package let sampleRate: Int

    /// A clip made of samples; what exceeds `longest` is cut off.
    package init(samples: [Int16], sampleRate: Int) {
        precondition(Clip.sampleRates.contains(sampleRate), "no clip has this sample rate")
        self.samples = Array(samples.prefix(sampleRate * Int(Clip.longest.components.seconds)))
        self.sampleRate = sampleRate
    }

    /// Reads a WAV file: PCM of 8, 16, 24 or 32 bits or floats of 32 or 64, plain or extensible, 1…8
    /// channels (averaged into one). Chunks may come in any order and lie about their length; sound that is
    /// cut short is played as far as it goes.
    package init(wav bytes: [UInt8]) throws(Malformed) {
        let file = try WAVFile(bytes)
        let longest = file.sampleRate * Int(Clip.longest.components.seconds)
        let count = min(file.frameCount, longest)
        guard count > 0 else { throw Malformed(what: "no samples", offset: file.sound.lowerBound) }
        var samples: [Int16] = []
        samples.reserveCapacity(count)
        for frame in 0..<count {
            samples.append(file.monoSample(atFrame: frame))
        }
        self.samples = samples
        sampleRate = file.sampleRate
    }

    /// How long it sounds.
    package var duration: Duration {
        .nanoseconds(samples.count * 1_000_000_000 / sampleRate)
    }
}
