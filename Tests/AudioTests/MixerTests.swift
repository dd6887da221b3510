import Testing

@testable import Audio

/// A clip whose every sample is `value`, `milliseconds` long, at the mixer's rate.
func steady(_ value: Int16, milliseconds: Int, rate: Int = 48_000) -> Clip {
    Clip(samples: Array(repeating: value, count: rate * milliseconds / 1_000), sampleRate: rate)
}

@Suite("The mixer")
struct MixerTests {
    static let mono = PCMFormat(sampleRate: 48_000, channels: 1)
    static let full = Volume(level: 1, ceiling: 1)

    private func say(
        _ label: String, _ value: Int16 = 8_000, milliseconds: Int = 10,
        urgency: Utterance.Urgency = .queue
    ) -> Utterance {
        Utterance(label: label, clips: [steady(value, milliseconds: milliseconds)], urgency: urgency)
    }

    private func sound(_ label: String, _ value: Int16, milliseconds: Int = 10) -> Utterance {
        Utterance(label: label, clips: [steady(value, milliseconds: milliseconds)], track: .effect)
    }

    private func mixer() -> Mixer { Mixer(format: MixerTests.mono, volume: MixerTests.full) }

    @Test("it is silent when there is nothing to say, on every channel")
    func silence() {
        var mixer = Mixer(format: PCMFormat(sampleRate: 48_000, channels: 2))
        #expect(mixer.isIdle)
        #expect(mixer.render(frames: 480) == Array(repeating: 0, count: 960))
    }

    @Test("a sound begins with the very next frame, the same on both channels")
    func immediate() {
        var mixer = Mixer(format: PCMFormat(sampleRate: 48_000, channels: 2), volume: MixerTests.full)
        mixer.play(sound("tick", 16_384))
        #expect(mixer.render(frames: 2) == [16_384, 16_384, 16_384, 16_384])
    }

    @Test("clips follow each other without a gap, sentences with a pause")
    func order() {
        var mixer = mixer()
        mixer.play(
            Utterance(
                label: "a", clips: [steady(1_000, milliseconds: 1), steady(2_000, milliseconds: 1)]))
        mixer.play(say("b", 3_000, milliseconds: 1))
        let pause = Array(repeating: Int16(0), count: 120 * 48)
        let expected = [1_000, 2_000].flatMap { Array(repeating: Int16($0), count: 48) } + pause
        #expect(
            mixer.render(frames: expected.count + 48) == expected + Array(repeating: 3_000, count: 48))
        #expect(mixer.isIdle)
    }

    @Test("too many sentences: the one waiting longest is dropped and counted")
    func bounded() {
        var mixer = mixer()
        mixer.play(say("now"))
        _ = mixer.render(frames: 1)
        for index in 1...12 { mixer.play(say("\(index)")) }
        #expect(mixer.waitingCount == Mixer.mostWaiting)
        #expect(mixer.dropped == 4)
        #expect(mixer.speaking == "now")
        var heard: [String] = []
        while !mixer.isIdle {
            _ = mixer.render(frames: 48)
            if let label = mixer.speaking, heard.last != label { heard.append(label) }
        }
        #expect(heard == ["now", "5", "6", "7", "8", "9", "10", "11", "12"])
    }

    @Test("barging in cuts off what is said and what waits, and begins at once")
    func bargeIn() {
        var mixer = mixer()
        mixer.play(say("old", 8_000, milliseconds: 1_000))
        mixer.play(say("waiting"))
        _ = mixer.render(frames: 480)
        mixer.play(say("new", 4_000, milliseconds: 20, urgency: .bargeIn))
        #expect(mixer.waitingCount == 0)
        let samples = mixer.render(frames: 480)
        #expect(abs(Int(samples[0]) - 12_000) < 50)
        #expect(samples[239...].allSatisfy { abs(Int($0) - 4_000) < 50 })
        _ = mixer.render(frames: 480)
        #expect(mixer.isIdle)
    }

    @Test("what can wait for silence is not said at any other time")
    func ifIdle() {
        var mixer = mixer()
        mixer.play(say("a"))
        mixer.play(say("b", urgency: .ifIdle))
        #expect(mixer.waitingCount == 1)
        _ = mixer.render(frames: 480)
        mixer.play(say("c", urgency: .ifIdle))
        #expect(mixer.waitingCount == 1)
    }

    @Test("stopping a label fades it within five milliseconds and leaves the rest alone")
    func stop() {
        var mixer = mixer()
        mixer.play(sound("rising", 8_000, milliseconds: 1_000))
        mixer.play(sound("other", 2_000, milliseconds: 1_000))
        _ = mixer.render(frames: 480)
        mixer.stop(label: "rising")
        let samples = mixer.render(frames: 480)
        #expect(
            zip(samples, samples.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) <= 8_000 / 240 + 2 })
        #expect(samples[240...].allSatisfy { abs(Int($0) - 2_000) < 2 })
    }

    @Test("more effects than can sound: the oldest gives way")
    func effects() {
        var mixer = mixer()
        for index in 0..<12 {
            mixer.play(sound("\(index)", 1_000, milliseconds: 100))
            _ = mixer.render(frames: 48)
        }
        let samples = mixer.render(frames: 480)
        #expect(samples[300...].allSatisfy { abs(Int($0) - 8_000) < 10 })
    }

    @Test("silence ends everything")
    func hush() {
        var mixer = mixer()
        mixer.play(say("a", milliseconds: 500))
        mixer.play(say("b", milliseconds: 500))
        mixer.play(sound("c", 8_000, milliseconds: 500))
        _ = mixer.render(frames: 480)
        mixer.silence()
        _ = mixer.render(frames: 240)
        #expect(mixer.isIdle)
    }

    @Test("an utterance of nothing is nothing")
    func empty() {
        var mixer = mixer()
        mixer.play(Utterance(label: "none", clips: []))
        mixer.play(Utterance(label: "none", clips: [Clip(samples: [], sampleRate: 16_000)]))
        #expect(mixer.isIdle)
    }

    static let volumes: [(level: Float, ceiling: Float, amplitude: Float)] = [
        (1, 1, 1), (0.5, 1, 0.25), (1, 0.5, 0.25), (0, 1, 0), (1, 0, 0), (7, 1, 1), (-1, 1, 0),
        (.nan, 1, 0),
        (1, .nan, 0), (.infinity, 1, 0),
    ]

    @Test(
        "the volume is squared, bounded by its ceiling, and nonsense is silence", arguments: volumes)
    func volume(level: Float, ceiling: Float, amplitude: Float) {
        #expect(Volume(level: level, ceiling: ceiling).amplitude == amplitude)
    }

    @Test("a lower ceiling holds from the next sample on, a lower level glides")
    func changes() {
        var mixer = mixer()
        mixer.play(sound("tone", 16_000, milliseconds: 1_000))
        _ = mixer.render(frames: 480)
        mixer.volume = Volume(level: 0.5, ceiling: 1)
        let glide = mixer.render(frames: 480)
        #expect(glide[0] > 15_900 && abs(Int(glide[479]) - 4_000) < 10)
        mixer.volume = Volume(level: 0.5, ceiling: 0.1)
        #expect(mixer.render(frames: 480).allSatisfy { $0 <= 328 })
    }

    @Test("the limiter leaves quiet sound alone, keeps order and never reaches 1")
    func limiter() {
        #expect(Mixer.limited(0.7) == 0.7 && Mixer.limited(-0.3) == -0.3)
        let values = stride(from: Float(-40), through: 40, by: 0.01).map(Mixer.limited)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 0.0101 })
        #expect(values.allSatisfy { abs($0) < 1 })
    }

    @Test("what is mixed into a part of the buffer is counted from there")
    func part() {
        var playhead = Playhead(say("a", 8_000, milliseconds: 1))
        let bank = ResamplerBank(targetRate: 48_000)
        var buffer = [Float](repeating: 0, count: 100)
        #expect(playhead.mix(into: &buffer, range: 10..<30, at: 48_000, with: bank) == 20)
        #expect(playhead.mix(into: &buffer, range: 30..<100, at: 48_000, with: bank) == 28)
        #expect(buffer.indices.filter { buffer[$0] != 0 } == Array(10..<58))
        #expect(playhead.isFinished)
    }

    @Test("sixteen fade at once; of more the one that has nearly faded is gone")
    func manyFade() {
        var mixer = mixer()
        for number in 0..<20 {
            mixer.play(sound("\(number)", 100, milliseconds: 1_000))
            _ = mixer.render(frames: 1)
            mixer.stop(label: "\(number)")
        }
        // Each of sixteen between 220 and 236 of 240 frames before its end.
        let sum = mixer.render(frames: 1)[0]
        #expect((16 * 92...16 * 99).contains(Int(sum)), "\(sum)")
    }

    @Test("a sentence begins exactly a pause after the one before, however the frames are asked for")
    func exactPause() {
        for piece in [1, 7, 479, 480, 481] {
            var mixer = mixer()
            mixer.play(say("a"))
            mixer.play(say("b"))
            var samples: [Int16] = []
            while samples.count < 480 + 120 * 48 + 480 { samples += mixer.render(frames: piece) }
            let begins = 480 + 120 * 48
            #expect(samples[479] != 0 && samples[480..<begins].allSatisfy { $0 == 0 } && samples[begins] != 0)
        }
    }

    @Test("nothing glides while nothing sounds")
    func silentChange() {
        var mixer = mixer()
        _ = mixer.render(frames: 1)
        mixer.volume = Volume(level: 0.5, ceiling: 1)
        _ = mixer.render(frames: 1)
        mixer.play(sound("tone", 16_000))
        #expect(mixer.render(frames: 1) == [4_000])
    }

    @Test("of a device that says it is silent nothing is made up for")
    func silentDevice() {
        var mixer = Mixer(format: MixerTests.mono, volume: Volume(level: 0.5, ceiling: 1))
        mixer.attenuation = 0
        _ = mixer.render(frames: 1)
        mixer.play(sound("tone", 16_000))
        #expect(mixer.render(frames: 1) == [4_000])
    }

    @Test("what nobody has heard yet is taken back without a sound")
    func takenBack() {
        var mixer = mixer()
        mixer.play(sound("tick", 16_000))
        mixer.stop(label: "tick")
        #expect(mixer.isIdle)
        mixer.play(sound("tick", 16_000))
        _ = mixer.render(frames: 1)
        mixer.stop(label: "tick")
        #expect(!mixer.isIdle)
    }
}
