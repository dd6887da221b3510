import Determinism
import Testing

@testable import Audio

@Suite("The mixer under random scripts")
struct MixerScriptTests {
    /// A low rate, because nothing here depends on it and every frame costs.
    static let format = PCMFormat(sampleRate: 8_000, channels: 1)

    /// Smooth sounds at several rates, so that every step in what comes out is of the mixer's making.
    static let clips: [Clip] = [(4_000, 200.0), (8_000, 83), (6_000, 330), (16_000, 150)].map {
        rate, frequency in
        let tone = Spectrum.sine(frequency, rate: rate, count: rate / 50, amplitude: 0.5)
        let edge = rate / 200
        return Clip(
            samples: tone.enumerated().map { index, value in
                let slope = min(edge, min(index, tone.count - 1 - index))
                return Int16(Int(value) * slope / edge)
            }, sampleRate: rate)
    }

    static func act(_ mixer: inout Mixer, _ script: inout SeededGenerator) {
        let label = "\(Int.random(in: 0..<4, using: &script))"
        switch Int.random(in: 0..<12, using: &script) {
        case 0: mixer.stop(label: label)
        case 1: mixer.silence()
        case 2:
            mixer.volume = Volume(
                level: Float.random(in: 0...1, using: &script),
                ceiling: Float.random(in: 0.1...1, using: &script))
        default:
            let urgency = [Utterance.Urgency.queue, .queue, .bargeIn, .ifIdle][
                Int.random(in: 0..<4, using: &script)]
            mixer.play(
                Utterance(
                    label: label,
                    clips: (0..<Int.random(in: 0...3, using: &script)).map { _ in
                        MixerScriptTests.clips[Int.random(in: 0..<4, using: &script)]
                    }, track: Bool.random(using: &script) ? .speech : .effect, urgency: urgency,
                    gain: Float.random(in: 0...2, using: &script)))
        }
    }

    @Test(
        "never above the ceiling, bounded, silent at the end, the same for the same seed",
        arguments: 1...200)
    func invariants(seed: Int) {
        func play() -> [Int16] {
            var script = SeededGenerator(seed: UInt64(seed))
            var mixer = Mixer(format: MixerScriptTests.format, volume: MixerTests.full)
            var heard: [Int16] = []
            for _ in 0..<30 {
                if Bool.random(using: &script) { Self.act(&mixer, &script) }
                let frames = Int.random(in: 0...120, using: &script)
                let samples = mixer.render(frames: frames)
                #expect(samples.count == frames)
                let highest = Int((mixer.volume.highestAmplitude * 32_767).rounded())
                #expect((samples.map { Int($0.magnitude) }.max() ?? 0) <= highest)
                #expect(mixer.waitingCount <= Mixer.mostWaiting)
                heard += samples
            }
            // What is left is no more than the longest queue there can be.
            for _ in 0..<400 where !mixer.isIdle { _ = mixer.render(frames: 80) }
            #expect(mixer.isIdle)
            #expect(mixer.render(frames: 80).allSatisfy { $0 == 0 })
            return heard
        }
        let heard = play()
        if seed % 20 == 0 { #expect(play() == heard) }
    }

    @Test("cutting off, barging in and fading never click", arguments: 1...50)
    func continuity(seed: Int) {
        var script = SeededGenerator(seed: UInt64(seed))
        var mixer = Mixer(format: MixerScriptTests.format, volume: MixerTests.full)
        let clip = MixerScriptTests.clips[1]
        var heard: [Int16] = []
        for _ in 0..<20 {
            mixer.play(Utterance(label: "hot", clips: [clip], urgency: .bargeIn))
            heard += mixer.render(frames: Int.random(in: 1...250, using: &script))
            if Bool.random(using: &script) { mixer.stop(label: "hot") }
            if Int.random(in: 0..<4, using: &script) == 0 { mixer.silence() }
        }
        heard += mixer.render(frames: 400)
        // An 83 Hz sine at half amplitude moves 1,068 a sample; a fade over 40 samples adds 410. Several may
        // overlap when cuts come within milliseconds of each other.
        let overlap = 3
        let largest = zip(heard, heard.dropFirst()).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(largest > 300)
        #expect(largest < overlap * (1_068 + 410))
    }
}
