import Testing

@testable import Audio

/// What a WAV file may look like, and where it is wrong: the parts that `ClipTests` does not hold.
struct WAVFileTests {
    private static let format = RIFF.format(kind: 1, channels: 1, rate: 16_000, bits: 16)

    private static func malformed(_ bytes: [UInt8]) -> Clip.Malformed? {
        do {
            _ = try WAVFile(bytes)
            return nil
        } catch {
            return error
        }
    }

    private static func malformed(format: [UInt8]) -> Clip.Malformed? {
        malformed(RIFF.file(RIFF.chunk("fmt ", format), RIFF.chunk("data", [1, 2])))
    }

    /// Both names at the beginning count.
    @Test(arguments: [0, 8]) func anotherKindOfFile(place: Int) {
        var bytes = RIFF.file(RIFF.chunk("fmt ", Self.format), RIFF.chunk("data", [1, 2]))
        #expect(Self.malformed(bytes) == nil)
        bytes[place] = UInt8(ascii: "X")
        #expect(Self.malformed(bytes) == Clip.Malformed(what: "not a WAV file", offset: 0))
    }

    /// What is wrong in the format stands where it says: the chunk's body begins at byte 20.
    @Test func whereAFormatIsWrong() {
        typealias Row = (format: [UInt8], what: String, offset: Int)
        let channels = "no such number of channels"
        let rows: [Row] = [
            (RIFF.format(kind: 1, channels: 0, rate: 16_000, bits: 16), channels, 22),
            (RIFF.format(kind: 1, channels: 9, rate: 16_000, bits: 16), channels, 22),
            (RIFF.format(kind: 1, channels: 1, rate: 3_999, bits: 16), "no such sample rate", 24),
            (RIFF.format(kind: 1, channels: 1, rate: 192_001, bits: 16), "no such sample rate", 24),
            (RIFF.format(kind: 2, channels: 1, rate: 16_000, bits: 16), "neither PCM nor float", 20),
            (Array(Self.format.dropLast()), "fmt chunk too short", 20),
        ]
        for row in rows {
            #expect(Self.malformed(format: row.format) == Clip.Malformed(what: row.what, offset: row.offset))
        }
        for format in [(8, 4_000), (1, 192_000)] {
            let bytes = RIFF.format(kind: 1, channels: format.0, rate: format.1, bits: 16)
            #expect(Self.malformed(format: bytes) == nil)
        }
    }

    /// The first chunk of a kind counts.
    @Test func aSecondFormatOrSoundIsNotLookedAt() throws {
        let other = RIFF.format(kind: 1, channels: 2, rate: 8_000, bits: 8)
        let file = try WAVFile(
            RIFF.file(
                RIFF.chunk("fmt ", Self.format), RIFF.chunk("fmt ", other), RIFF.chunk("data", [1, 2]),
                RIFF.chunk("data", [3, 4, 5, 6])))
        #expect(file.channels == 1 && file.sampleRate == 16_000 && file.frameCount == 1)
        #expect(file.monoSample(atFrame: 0) == 0x0201)
        let late = try WAVFile(
            RIFF.file(
                RIFF.chunk("data", [1, 2]), RIFF.chunk("data", [3, 4, 5, 6]), RIFF.chunk("fmt ", Self.format))
        )
        #expect(late.frameCount == 1)
    }

    /// Extensible: the kind is in the first two bytes of the sub-format, where there are any.
    @Test func theKindOfAnExtensibleFormat() throws {
        func kind(_ kind: Int, sub: [UInt8], id: [UInt8] = Array("data".utf8)) -> Clip.Malformed? {
            let format =
                RIFF.format(kind: kind, channels: 1, rate: 16_000, bits: 16) + [22, 0, 16, 0, 0, 0, 0, 0]
                + sub
            let rest = id + RIFF.word(2) + [1, 2] + RIFF.chunk("data", [1, 2])
            return Self.malformed(RIFF.file(RIFF.chunk("fmt ", format), rest))
        }
        #expect(
            kind(0xFFFE, sub: [1, 0]) == nil
                && kind(0xFFFE, sub: [1, 0] + [UInt8](repeating: 9, count: 14)) == nil)
        #expect(kind(0xFFFE, sub: [3, 0])?.what == "neither PCM nor float")
        // What stands there is not looked at where the kind is no extensible one.
        #expect(kind(1, sub: [3, 0]) == nil && kind(2, sub: [1, 0])?.what == "neither PCM nor float")
        // What follows the chunk belongs to the next one.
        #expect(kind(0xFFFE, sub: [], id: [1, 0, 65, 65])?.what == "neither PCM nor float")
    }

    /// Rounded from 32 bits to 16, half of a step upwards; the average of the channels.
    @Test func roundsToTheNearest() throws {
        func samples(channels: Int, _ words: [Int]) throws -> [Int16] {
            let format = RIFF.format(kind: 1, channels: channels, rate: 16_000, bits: 32)
            let file = try WAVFile(
                RIFF.file(RIFF.chunk("fmt ", format), RIFF.chunk("data", words.flatMap(RIFF.word))))
            return (0..<file.frameCount).map(file.monoSample)
        }
        #expect(try samples(channels: 1, [0x7FFF, 0x8000, -0x8000, -0x8001]) == [0, 1, 0, -1])
        #expect(
            try samples(channels: 2, [0x10000, 0x30000, 0x7FFF, 0x7FFF, -0x40000, 0x20000]) == [2, 0, -1])
    }
}
