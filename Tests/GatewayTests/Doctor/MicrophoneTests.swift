import Support
import Testing

@testable import Audio
@testable import Determinism
@testable import Gateway
@testable import Speech

struct MicrophoneTests {
    private static let rate = 16_000

    @Test func theKernelsListIsRead() {
        let listing = """
            00-00: bcm2835 Headphones : bcm2835 Headphones : playback 8
            01-00: USB Audio : USB  Audio : playback 1 : capture 1
            02-01: Loopback PCM : Loopback PCM : playback 8 : capture 8
            nonsense : : capture 1
            03-00: capture

            """
        #expect(
            Microphone.all(in: listing) == [
                Microphone(device: "plughw:1,0", name: "USB Audio"),
                Microphone(device: "plughw:2,1", name: "Loopback PCM"),
            ])
        let many = (0..<9).map { "0\($0)-00: A : B : capture 1" }.joined(separator: "\n")
        #expect(Microphone.all(in: many).count == Microphone.atMost)
        #expect(Microphone.all(in: "").isEmpty)
    }

    private static func chime() throws -> Clip {
        try #require(VoiceFolder.read(Checkout.path + "/deploy/voices/effects/chime.wav"))
    }

    /// Two seconds of a room: the chime begins somewhere, comes by way of the walls too, and is not alone.
    private static func room(
        _ sound: Clip?, gain: Float, noise: Float, begins: Int = 9_000, seed: UInt64 = 1
    ) -> Clip {
        var random = SeededGenerator(seed: seed)
        var samples = (0..<2 * rate).map { _ in noise * Float(random.normal()) }
        for (index, sample) in (sound?.samples ?? []).enumerated() {
            for (delay, share) in [(0, Float(1)), (190, 0.6), (731, 0.5), (1_523, 0.35)] {
                let place = begins + index + delay
                if place < samples.count { samples[place] += gain * share * Float(sample) }
            }
        }
        return Clip(samples: samples.map { Int16(max(-32_768, min(32_767, $0))) }, sampleRate: rate)
    }

    @Test(arguments: [
        // Loud and clear, from afar, in a room as loud as the chime itself.
        (Float(0.5), Float(5)), (0.01, 5), (0.1, 250),
    ])
    func aChimeIsHeard(gain: Float, noise: Float) throws {
        let match = try #require(SoundMatch(Self.chime()))
        for begins in [0, 4_321, 12_000] {
            let recording = try Self.room(Self.chime(), gain: gain, noise: noise, begins: begins)
            #expect(match.likeness(recording) >= SoundMatch.threshold)
        }
    }

    @Test func whatIsNoChimeIsNotHeard() throws {
        let match = try #require(SoundMatch(Self.chime()))
        for seed in 1...3 as ClosedRange<UInt64> {
            #expect(match.likeness(Self.room(nil, gain: 0, noise: 300, seed: seed)) < SoundMatch.threshold)
        }
        #expect(match.likeness(Self.room(nil, gain: 0, noise: 0)) == 0)
        for word in ["hello", "cold", "colour-blue"] {
            let clip = try #require(VoiceFolder.read(Checkout.path + "/deploy/voices/en/\(word).wav"))
            #expect(match.likeness(Self.room(clip, gain: 0.5, noise: 20)) < SoundMatch.threshold, "\(word)")
        }
        #expect(match.likeness(Clip(samples: [1, 2, 3], sampleRate: Self.rate)) == 0)
        #expect(SoundMatch(Clip(samples: [0, 0], sampleRate: Self.rate)) == nil)
    }

    @Test func theVerdictNamesWhoHeardBest() throws {
        let chime = try Self.chime()
        let good = Microphone(device: "plughw:1,0", name: "USB Audio")
        let poor = Microphone(device: "plughw:2,0", name: "Webcam")
        let (loud, silent) = (Self.room(chime, gain: 0.3, noise: 20), Self.room(nil, gain: 0, noise: 20))
        #expect(
            Microphone.verdict(chime, heard: [(poor, silent), (good, loud)])
                == ", and the microphone USB Audio heard it.")
        #expect(
            Microphone.verdict(chime, heard: [(poor, silent), (good, nil)])
                == ", but the microphone Webcam did not hear it: is the loudspeaker on, and turned up?")
        // Without a microphone, or with one that cannot be opened, there is nothing to say.
        #expect(Microphone.verdict(chime, heard: []) == ".")
        #expect(Microphone.verdict(chime, heard: [(good, nil)]) == ".")
    }
}
