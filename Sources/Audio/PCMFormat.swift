/// How samples leave for the loudspeaker: signed 16 bit, channels interleaved.
package struct PCMFormat: Sendable, Hashable {
    /// Frames per second, 8,000…192,000. 48 kHz is what HDMI and most USB sinks run at natively.
    package var sampleRate: Int
    /// Samples in a frame, 1…8. All carry the same signal: the station speaks in mono.
    package var channels: Int

    /// Interleaved samples of 16 bits.
    package init(sampleRate: Int = 48_000, channels: Int = 2) {
        precondition(
            (8_000...192_000).contains(sampleRate) && (1...8).contains(channels), "no such PCM format")
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// How many frames `duration` lasts, rounded down and never negative.
    package func frames(in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int(seconds) * sampleRate + Int(attoseconds / 1_000_000_000) * sampleRate / 1_000_000_000
    }

    /// How long `frames` last.
    package func duration(ofFrames frames: Int) -> Duration {
        .seconds(frames / sampleRate) + .nanoseconds(frames % sampleRate * 1_000_000_000 / sampleRate)
    }
}
