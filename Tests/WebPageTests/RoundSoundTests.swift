import Rounds
import Support
import Testing

@testable import Audio
@testable import Game
@testable import Journaling
@testable import Simulation
@testable import Speech
@testable import WebPage

/// A past round, heard again.
struct RoundSoundTests {
    private static let journal = JournalRounds.quiet.journals[1]

    private static func voice() -> Voice {
        VoiceFolder.load("en", in: Checkout.path + "/deploy/voices").voice
    }

    private static func found() throws -> RoundSound {
        let found = try #require(try RoundSound.find(journal))
        #expect(found.isWhole)
        return found.sound
    }

    private static func bytes(_ sound: RoundSound, _ range: Range<Int>, _ voice: Voice) -> [UInt8] {
        var reel = sound.reel(range, in: voice)
        #expect(reel.left == range.count)
        var bytes: [UInt8] = []
        while let piece = reel.next() {
            #expect(piece.count <= 2 * RoundSound.format.sampleRate + 44)
            bytes += piece
        }
        return bytes
    }

    @Test func everySentenceOfTheRoundIsInIt() throws {
        let sound = try Self.found()
        let said = JournalRounds.quiet.happenings.count {
            if $0.station == 1, case .say = $0.effect { true } else { false }
        }
        let told = sound.moments.count { if case .say = $0.effect { true } else { false } }
        #expect(told == said && told > 10)
        #expect(zip(sound.moments, sound.moments.dropFirst()).allSatisfy { $0.at <= $1.at })
    }

    @Test func itIsAWAVFileOfThatLengthInWhichSomebodySpeaks() throws {
        let sound = try Self.found()
        let file = Self.bytes(sound, 0..<sound.byteCount, Self.voice())
        #expect(file.count == sound.byteCount)
        // Longer than any clip may be, but begun like one.
        #expect(try Clip(wav: file).sampleRate == RoundSound.format.sampleRate)
        let samples = stride(from: 44, to: file.count, by: 2).map {
            Int16(truncatingIfNeeded: Int(file[$0]) | Int(file[$0 + 1]) << 8)
        }
        #expect(samples.count == RoundSound.format.frames(in: sound.lasts))
        // What is heard is heard when it was: somebody speaks in the second after each sentence began.
        for moment in sound.moments {
            // What is not worth waiting for is left out while something else is said.
            guard case .say(let phrase) = moment.effect, phrase.urgency != .onlyInSilence else { continue }
            let at = RoundSound.format.frames(in: moment.at)
            let second = samples[at..<min(samples.count, at + RoundSound.format.sampleRate)]
            #expect(second.contains { abs(Int($0)) > 1_000 }, "\(moment)")
        }
        #expect(samples.count { $0 == 0 } > samples.count / 4, "and there is silence between")
    }

    /// Phones ask for the first two bytes, and then from anywhere on.
    @Test func anyPartIsTheSameAsInTheWhole() throws {
        let sound = try Self.found()
        let voice = Self.voice()
        let whole = Self.bytes(sound, 0..<sound.byteCount, voice)
        let rate = RoundSound.format.sampleRate * 2
        let end = sound.byteCount
        for part in [
            0..<2, 0..<44, 43..<45, 44..<46, 45..<1_000, end - 1..<end, end - 7..<end, rate * 20 + 1..<end,
            rate * 40 + 44..<rate * 41 + 45, end / 2..<end / 2 + 3,
        ] where part.upperBound <= end {
            let bytes = Self.bytes(sound, part, voice)
            #expect(bytes.count == part.count, "\(part)")
            #expect(bytes == Array(whole[part]), "\(part)")
        }
    }

    @Test func aJournalThatIsNoneHasNoSound() throws {
        #expect(throws: JournalTrouble.self) { _ = try RoundSound.find([]) }
    }

    /// Of a round that is still being written the last line may not be there, or not all of it: neither may
    /// be kept for the whole.
    @Test(arguments: [0, 1, 7]) func partOfARoundIsNotTheWhole(bytesOfTheNextLine: Int) throws {
        let line = try #require(Self.journal[(Self.journal.count / 2)...].firstIndex(of: 10))
        let part = Array(Self.journal[...(line + bytesOfTheNextLine)])
        let sound = try #require(try RoundSound.find(part))
        #expect(!sound.sound.moments.isEmpty && !sound.isWhole)
        let chart = try #require(try RoundChart.draw(part, title: "half"))
        #expect(!chart.isWhole)
    }

    @Test func whatABrowserMayAskFor() {
        let whole = 0..<100
        for (field, wanted) in [
            ("bytes=0-1", PagePart.bytes(0..<2)), ("bytes=0-", .bytes(0..<100)),
            ("bytes=99-", .bytes(99..<100)), ("bytes=100-", .none), ("bytes=7-7", .bytes(7..<8)),
            ("bytes=50-1000000", .bytes(50..<100)), ("bytes=-10", .bytes(90..<100)),
            ("bytes=-1000", .bytes(0..<100)), ("bytes=-0", .none), ("bytes=1000-2000", .none),
            // What is no range of bytes may be taken as if nobody had asked.
            ("bytes=9-3", .all), ("bytes=-", .all), ("bytes=", .all), ("", .all), ("items=0-1", .all),
            ("bytes=0-1,5-6", .all), ("bytes=a-b", .all), ("bytes=0-1-2", .all), ("bytes= 0-1", .all),
            ("bytes=99999999999999999999-", .all), ("bytes=" + String(repeating: "9", count: 100), .all),
        ] {
            let part = PagePart.bytes(field, of: whole)
            #expect(part == wanted, "\(field)")
            if let bytes = part.bytes(of: whole) {
                #expect(!bytes.isEmpty && bytes.upperBound <= 100)
            }
        }
    }
}
