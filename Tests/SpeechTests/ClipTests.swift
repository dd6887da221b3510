import Foundation
import Testing

@testable import Audio
@testable import Game
@testable import Ranging
@testable import Speech

/// What is measured of clips, and how a recording becomes one.
struct ClipTests {
    private static func tone(
        _ amplitude: Double, seconds: Double = 1, lead: Double = 0, rate: Int = 48_000, hertz: Double = 997
    ) -> Clip {
        let silence = [Int16](repeating: 0, count: Int(lead * Double(rate)))
        let sound = (0..<Int(seconds * Double(rate))).map { index in
            Int16(32_767 * amplitude * sin(2 * .pi * hertz * Double(index) / Double(rate)))
        }
        return Clip(samples: silence + sound, sampleRate: rate)
    }

    /// ITU-R BS.1770-4: a full-scale sine of 997 Hz in one channel reads -3.01 LKFS.
    @Test(arguments: [(1.0, -3.01), (0.1, -23.01), (0.5, -9.03)])
    func loudnessIsThatOfTheStandard(amplitude: Double, level: Double) throws {
        for rate in [16_000, 44_100, 48_000] {
            let measured = try #require(Loudness.measure(Self.tone(amplitude, rate: rate)))
            #expect(abs(measured - level) < 0.1, "\(rate) Hz: \(measured)")
        }
    }

    @Test func pausesDoNotCountAndSilenceHasNoLoudness() throws {
        let level = try #require(Loudness.measure(Self.tone(0.1, seconds: 1)))
        let paused = try #require(Loudness.measure(Self.tone(0.1, seconds: 1, lead: 3)))
        #expect(abs(level - paused) < 1)
        #expect(Loudness.measure(Clip(samples: Array(repeating: 0, count: 9_000), sampleRate: 16_000)) == nil)
        #expect(Loudness.measure(Clip(samples: [], sampleRate: 16_000)) == nil)
    }

    @Test(arguments: [0.05, 0.2, 0.9], [0.0, 0.2, 1.5])
    func aPolishedRecordingHasNoFault(amplitude: Double, lead: Double) throws {
        let clip = try #require(Polish.polished(Self.tone(amplitude, seconds: 0.5, lead: lead)))
        #expect(ClipFault.all(clip) == [])
        #expect(clip.samples.allSatisfy { Double($0.magnitude) <= Polish.ceiling * 32_768 })
    }

    /// Somebody spoke before the recording began.
    @Test func aRecordingThatBeginsAtFullLevelDoesNotClick() throws {
        let shout = Clip(samples: (0..<24_000).map { $0 % 200 < 100 ? 20_000 : -20_000 }, sampleRate: 48_000)
        let clip = try #require(Polish.polished(shout))
        #expect(!ClipFault.all(clip).contains(.clickAtStart) && !ClipFault.all(clip).contains(.clickAtEnd))
    }

    @Test func nothingHeardIsNoClip() {
        #expect(Polish.polished(Self.tone(0.001)) == nil)
        #expect(Polish.polished(Clip(samples: [], sampleRate: 16_000)) == nil)
    }

    @Test func faultsAreNamed() {
        #expect(ClipFault.all(Self.tone(0.9)).contains { if case .tooLoud = $0 { true } else { false } })
        #expect(ClipFault.all(Self.tone(0.02)).contains { if case .tooQuiet = $0 { true } else { false } })
        #expect(ClipFault.all(Self.tone(0.2, lead: 0.05)).contains(.slowStart(50)))
        #expect(ClipFault.all(Self.tone(0.2, hertz: 990.3)).contains(.clickAtEnd))
        #expect(ClipFault.all(Clip(samples: [9, -9, 4], sampleRate: 16_000)) == [.silent])
    }

    // MARK: - What stands in

    @Test func whatIsMissingIsSaidByTheDefaultVoice() throws {
        let own = Clip(samples: [1, 2], sampleRate: 16_000), other = Clip(samples: [3], sampleRate: 16_000)
        let family = Voice(folder: "/x/family", standIn: { _ in other }, read: { $0 == "hot" ? own : nil })
        #expect(family.utterance(.cue(.hot(heat: 2))).clips == [own, own])
        #expect(family.utterance(.cue(.cold(chill: 1))).clips == [other])
        #expect(family.utterance(.foundBy(SentenceTests.name)).clips == [other, other, other])
        #expect(family.utterance(.tick).clips == [other])
    }

    /// Half a sentence in another language helps nobody.
    @Test func anotherLanguageStandsInWithWholeSentences() throws {
        let german = try #require(Language.builtIn["de"])
        let own = Clip(samples: [1, 2], sampleRate: 16_000), other = Clip(samples: [3], sampleRate: 16_000)
        let voice = Voice(
            folder: "/x/de", language: german, standIn: { _ in other }, read: { $0 == "metres" ? nil : own })
        let name = SentenceTests.name
        #expect(voice.utterance(.foundBy(name)).clips == [own, own, own])
        let said = voice.utterance(.seekerAt(name, metres: 21, .closing))
        #expect(said.clips == [other, other, other, other, other, other])
        #expect(said.label == "\(name), 21 metres, closing.")
    }

    // MARK: - What people type

    @Test(arguments: [
        (
            "Blue Otter, six metres, closing",
            ["colour-blue", "animal-otter", "number-6", "metres", "closing"]
        ),
        ("hot HOT Hot!", ["hot", "hot", "hot"]), ("42 points", ["number-40", "number-2", "points"]),
        ("The game is over.", ["game-over"]),
    ])
    func typedTextIsComposedOfClips(text: String, clips: [String]) {
        #expect(Composition(text, in: .english).sentence.pieces == clips.map { .clip($0) })
    }

    @Test func whatNoVoiceHasIsFreeTextOrSpelled() {
        let sentence = Composition("hello Zoë X2", in: .english).sentence
        #expect(sentence.pieces.first == .clip("hello"))
        #expect(sentence.clips.dropFirst() == ["letter-z", "letter-o", "letter-x", "number-2"])
    }
}
