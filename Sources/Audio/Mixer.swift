/// Turns utterances into one stream of samples: speech in its order, effects at once, never louder than
/// allowed.
///
/// A value without a clock: `render` is called for as many frames as the loudspeaker takes, and time is
/// what has been rendered. The thread of a `Speaker` drives it, and so does the simulation, at any speed.
package struct Mixer: Sendable {
    /// Sentences that may wait for their turn. One more, and the one waiting longest is dropped: it is the
    /// stalest.
    package static let mostWaiting = 8
    /// Effects that sound at the same time. One more, and the one sounding longest is faded out.
    package static let mostEffects = 8
    /// How quickly something ends that is cut off: too short to hear, long enough not to click.
    package static let fade: Duration = .milliseconds(5)
    /// Between sentences of the queue, so that they are heard as two.
    package static let pause: Duration = .milliseconds(120)

    /// What it renders.
    package let format: PCMFormat
    /// May be changed at any time; the sound follows without a click.
    package var volume: Volume
    /// What the device leaves of the sound by itself, 0…1; the rest of the way to the volume is ours.
    package var attenuation: Float = 1
    /// Sentences that were dropped because too many waited, since the beginning.
    package private(set) var dropped = 0

    private var speech: Playhead?
    private var waiting: [Utterance] = []
    private var pauseRemaining = 0
    private var effects: [Playhead] = []
    private var fading: [Playhead] = []
    private var bank: ResamplerBank
    private var amplitude: Float
    private var mono: [Float] = []

    /// Silent until something is played.
    package init(format: PCMFormat = .init(), volume: Volume = .init()) {
        self.format = format
        self.volume = volume
        bank = ResamplerBank(targetRate: format.sampleRate)
        amplitude = volume.amplitude
    }

    /// Whether nothing sounds and nothing waits.
    package var isIdle: Bool { speech == nil && waiting.isEmpty && effects.isEmpty && fading.isEmpty }
    /// The label of the sentence that is being said.
    package var speaking: String? { speech?.utterance.label }
    /// Sentences that wait.
    package var waitingCount: Int { waiting.count }

    /// Says it now, next, or when it is its turn: see `Urgency`.
    package mutating func play(_ utterance: Utterance) {
        guard utterance.clips.contains(where: { !$0.samples.isEmpty }) else { return }
        bank.prepare(for: utterance)
        switch (utterance.track, utterance.urgency) {
        case (.effect, _):
            if effects.count >= Mixer.mostEffects { end(effects.removeFirst()) }
            effects.append(Playhead(utterance))
        case (.speech, .bargeIn):
            waiting.removeAll(keepingCapacity: true)
            if let speech { end(speech) }
            pauseRemaining = 0
            speech = Playhead(utterance)
        case (.speech, .ifIdle):
            guard speech == nil, waiting.isEmpty else { return }
            waiting.append(utterance)
        case (.speech, .queue):
            if waiting.count >= Mixer.mostWaiting {
                waiting.removeFirst()
                dropped += 1
            }
            waiting.append(utterance)
        }
    }

    /// Ends everything that bears this label, sounding or waiting.
    package mutating func stop(label: String) {
        waiting.removeAll { $0.label == label }
        if let current = speech, current.utterance.label == label {
            end(current)
            speech = nil
        }
        for effect in effects where effect.utterance.label == label { end(effect) }
        effects.removeAll { $0.utterance.label == label }
    }

    /// Ends everything.
    package mutating func silence() {
        waiting.removeAll(keepingCapacity: true)
        if let speech { end(speech) }
        speech = nil
        effects.forEach { end($0) }
        effects.removeAll(keepingCapacity: true)
    }

    /// The next `frames` frames, interleaved.
    package mutating func render(frames: Int) -> [Int16] {
        var buffer: [Int16] = []
        render(frames: frames, into: &buffer)
        return buffer
    }

    /// As `render(frames:)`, into memory that is used again: the thread that feeds the device should not
    /// allocate.
    package mutating func render(frames: Int, into buffer: inout [Int16]) {
        precondition(frames >= 0, "frames cannot be taken back")
        buffer.removeAll(keepingCapacity: true)
        guard !isIdle else {
            amplitude = ours
            pauseRemaining = max(0, pauseRemaining - frames)
            buffer.append(contentsOf: repeatElement(0, count: frames * format.channels))
            return
        }
        mono.removeAll(keepingCapacity: true)
        mono.append(contentsOf: repeatElement(0, count: frames))
        mixSpeech(frames)
        effects = mix(effects, frames)
        fading = mix(fading, frames)
        master(into: &buffer)
    }

    private mutating func end(_ playhead: Playhead) {
        guard !playhead.isUntouched, !playhead.isFinished else { return }
        var playhead = playhead
        playhead.fade(over: format.frames(in: Mixer.fade))
        // Nobody can cut off this many within five milliseconds by hand; the oldest has nearly faded.
        if fading.count >= Mixer.mostEffects * 2 { fading.removeFirst() }
        fading.append(playhead)
    }

    private mutating func mixSpeech(_ frames: Int) {
        var offset = 0
        while offset < frames {
            if var current = speech {
                offset += current.mix(
                    into: &mono, range: offset..<frames, at: format.sampleRate, with: bank)
                speech = current.isFinished ? nil : current
                if current.isFinished { pauseRemaining = format.frames(in: Mixer.pause) }
            } else if pauseRemaining > 0 {
                let skipped = min(pauseRemaining, frames - offset)
                pauseRemaining -= skipped
                offset += skipped
            } else if !waiting.isEmpty {
                speech = Playhead(waiting.removeFirst())
            } else {
                return
            }
        }
    }

    /// Mixes `playheads`; returns those that go on.
    private mutating func mix(_ playheads: [Playhead], _ frames: Int) -> [Playhead] {
        playheads.compactMap { playhead in
            var playhead = playhead
            _ = playhead.mix(into: &mono, range: 0..<frames, at: format.sampleRate, with: bank)
            return playhead.isFinished ? nil : playhead
        }
    }

    /// Limits the mix, brings it to the volume and spreads it over the channels.
    private mutating func master(into buffer: inout [Int16]) {
        let target = ours
        let step = 1 / Float(format.frames(in: Mixer.fade))
        // A ceiling that was lowered holds at once; the level is approached without a click.
        amplitude = min(amplitude, volume.highestAmplitude)
        for value in mono {
            amplitude = amplitude < target ? min(target, amplitude + step) : max(target, amplitude - step)
            let sample = Int16((Mixer.limited(value / 32_768) * amplitude * 32_767).rounded())
            for _ in 0..<format.channels { buffer.append(sample) }
        }
    }

    /// What is left to do when the device has done its part. The ceiling holds here, whatever a device says
    /// of itself.
    private var ours: Float {
        attenuation > 0 ? min(volume.highestAmplitude, volume.amplitude / attenuation) : volume.amplitude
    }

    /// Leaves what is below 0.7 alone and bends what is above towards 1, which it never reaches: two sounds
    /// at full level get a little rounder instead of wrapping or clipping. Smooth in value and slope.
    static func limited(_ value: Float) -> Float {
        let knee: Float = 0.7
        let excess = abs(value) - knee
        guard excess > 0 else { return value }
        let bent = knee + (1 - knee) * excess / (excess + (1 - knee))
        return value < 0 ? -bent : bent
    }
}
