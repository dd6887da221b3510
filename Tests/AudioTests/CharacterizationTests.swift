import Support
import Testing

@testable import Audio
@testable import Determinism

/// Mixers, resamplers and speakers under seeded scripts, and the digest of every sample. What the rules
/// are, the other tests say.
struct CharacterizationTests {
    private static func mix(seed: UInt64) -> String {
        var script = SeededGenerator(seed: seed)
        let format =
            seed.isMultiple(of: 2) ? MixerScriptTests.format : PCMFormat(sampleRate: 11_025, channels: 2)
        var mixer = Mixer(format: format, volume: MixerTests.full)
        var digest = Digest()
        for _ in 0..<60 {
            if Bool.random(using: &script) { MixerScriptTests.act(&mixer, &script) }
            let samples = mixer.render(frames: Int.random(in: 0...300, using: &script))
            digest.add(wav(samples: samples, format: format))
            digest.add("\(mixer.waitingCount) \(mixer.isIdle)".utf8)
        }
        return digest.description
    }

    private static func play(seed: UInt64) -> String {
        var script = SeededGenerator(seed: seed)
        var playback = Playback(format: MixerScriptTests.format, now: .zero)
        var digest = Digest()
        var now = Duration.zero
        let troubles: [SpeakerTrouble] = [.noCard, .busy]
        for _ in 0..<400 {
            let step = playback.step(now: now)
            digest.add("\(now) \(step)".utf8)
            var told: SpeakerEvent?
            switch step {
            case .open:
                if Int.random(in: 0..<3, using: &script) > 0 {
                    playback.opened(device: "a", now: now)
                } else {
                    told = playback.failed(troubles[Int.random(in: 0..<2, using: &script)], now: now)
                }
            case .rest(_, let until): now = max(now, until)
            case .feed(let most):
                if Int.random(in: 0..<60, using: &script) == 0 {
                    told = playback.failed(.unplugged, now: now)
                } else {
                    told = playback.fed(frames: Int.random(in: 0...min(most, 400), using: &script), now: now)
                }
            }
            digest.add("\(String(describing: told))".utf8)
            now += .milliseconds(Int.random(in: 0...60, using: &script))
        }
        return digest.description
    }

    // On other machines the last bit of a sine may be another.
    #if arch(x86_64)
        @Test func scriptsSoundAsTheyDid() throws {
            try WrittenDown.expect((1...40).map { Self.mix(seed: $0) + " " + Self.play(seed: $0) }, "sound")
        }
    #endif
}
