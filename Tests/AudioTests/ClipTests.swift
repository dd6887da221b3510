import Testing

@testable import Audio
@testable import Wire

/// Chunks of RIFF files, written by hand so that they can be wrong.
enum RIFF {
    static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    static func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }

    static func chunk(_ id: String, _ body: [UInt8], claiming: Int? = nil) -> [UInt8] {
        Array(id.utf8) + word(claiming ?? body.count) + body + (body.count % 2 == 1 ? [0] : [])
    }

    static func format(kind: Int, channels: Int, rate: Int, bits: Int) -> [UInt8] {
        let frame = channels * bits / 8
        return half(kind) + half(channels) + word(rate) + word(rate * frame) + half(frame) + half(bits)
    }

    static func file(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array("WAVE".utf8) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + word(body.count) + body
    }
}

@Suite("Reading WAV files")
struct ClipTests {
    /// One frame of every encoding, and what it is in 16 bits.
    static let encodings: [(kind: Int, bits: Int, bytes: [UInt8], sample: Int16)] = [
        (1, 8, [0x80], 0), (1, 8, [0xFF], 0x7F00), (1, 8, [0x00], -0x8000),
        (1, 16, [0x34, 0x12], 0x1234), (1, 16, [0xFF, 0xFF], -1), (1, 16, [0x00, 0x80], -0x8000),
        (1, 24, [0x00, 0x34, 0x12], 0x1234), (1, 24, [0xFF, 0xFF, 0x7F], 0x7FFF),
        (1, 32, [0x00, 0x00, 0x34, 0x12], 0x1234), (1, 32, [0xFF, 0xFF, 0xFF, 0x7F], 0x7FFF),
        (3, 32, [0x00, 0x00, 0x00, 0x3F], 0x4000),  // 0.5
        (3, 32, [0x00, 0x00, 0x00, 0xC1], -0x8000),  // -8: clipped
        (3, 32, [0x00, 0x00, 0xC0, 0x7F], 0),  // not a number
        (3, 32, [0x00, 0x00, 0x80, 0x7F], 0x7FFF),  // infinity
        (3, 64, [0, 0, 0, 0, 0, 0, 0xE0, 0xBF], -0x4000),  // -0.5
    ]

    @Test("every encoding becomes 16 bit", arguments: encodings)
    func encoding(kind: Int, bits: Int, bytes: [UInt8], sample: Int16) throws {
        let format = RIFF.format(kind: kind, channels: 1, rate: 16_000, bits: bits)
        let clip = try Clip(wav: RIFF.file(RIFF.chunk("fmt ", format), RIFF.chunk("data", bytes)))
        #expect(clip.samples == [sample])
        #expect(clip.sampleRate == 16_000)
    }

    @Test("channels are averaged into one")
    func downmix() throws {
        let format = RIFF.chunk("fmt ", RIFF.format(kind: 1, channels: 2, rate: 48_000, bits: 16))
        let frames = [1000, 3000, -200, 100, 32767, 32767, -32768, -32768].flatMap(RIFF.half)
        let clip = try Clip(wav: RIFF.file(format, RIFF.chunk("data", frames)))
        #expect(clip.samples == [2000, -50, 32767, -32768])
    }

    @Test("the extensible format is what its sub-format says")
    func extensible() throws {
        var format = RIFF.format(kind: 0xFFFE, channels: 1, rate: 44_100, bits: 32)
        format += RIFF.half(22) + RIFF.half(32) + RIFF.word(4)
        format += RIFF.half(3) + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        let wav = RIFF.file(RIFF.chunk("fmt ", format), RIFF.chunk("data", [0, 0, 0, 0x3F]))
        #expect(try Clip(wav: wav).samples == [0x4000])
    }

    @Test("chunks may come in any order, with odd lengths and strangers between them")
    func order() throws {
        let format = RIFF.chunk("fmt ", RIFF.format(kind: 1, channels: 1, rate: 8_000, bits: 16))
        let sound = RIFF.chunk("data", RIFF.half(77))
        let list = RIFF.chunk("LIST", Array("INFOodd".utf8))
        for file in [
            RIFF.file(list, format, list, sound), RIFF.file(sound, list, format),
            RIFF.file(format, sound, list, sound),
        ] {
            #expect(try Clip(wav: file).samples == [77])
        }
    }

    @Test(
        "a data chunk that claims too much is played as far as it goes",
        arguments: [6, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func claims(length: Int) throws {
        let format = RIFF.chunk("fmt ", RIFF.format(kind: 1, channels: 1, rate: 8_000, bits: 16))
        let sound = RIFF.chunk("data", RIFF.half(5) + RIFF.half(6) + [9], claiming: length)
        #expect(try Clip(wav: RIFF.file(format, sound)).samples.prefix(2) == [5, 6])
    }

    /// Files that are refused, and why.
    static let refused: [(what: String, bytes: [UInt8])] = {
        func file(_ kind: Int, _ channels: Int, _ rate: Int, _ bits: Int) -> [UInt8] {
            let format = RIFF.format(kind: kind, channels: channels, rate: rate, bits: bits)
            return RIFF.file(RIFF.chunk("fmt ", format), RIFF.chunk("data", [1, 2, 3, 4]))
        }
        let format = RIFF.chunk("fmt ", RIFF.format(kind: 1, channels: 1, rate: 8_000, bits: 16))
        return [
            ("not a WAV file", []), ("not a WAV file", Array("OggS, say the bytes".utf8)),
            ("no fmt chunk", RIFF.file(RIFF.chunk("data", [1, 2]))), ("no data chunk", RIFF.file(format)),
            (
                "fmt chunk too short",
                RIFF.file(RIFF.chunk("fmt ", [1, 0, 1, 0]), RIFF.chunk("data", [1, 2]))
            ),
            ("no samples", RIFF.file(format, RIFF.chunk("data", []))),
            ("no samples", RIFF.file(format, RIFF.chunk("data", [1], claiming: 1))),
            ("no such number of channels", file(1, 0, 8_000, 16)),
            ("no such number of channels", file(1, 65_535, 8_000, 16)),
            ("no such sample rate", file(1, 1, 0, 16)),
            ("no such sample rate", file(1, 1, 0xFFFF_FFFF, 16)),
            ("neither PCM nor float", file(1, 1, 8_000, 12)),
            ("neither PCM nor float", file(0x55, 1, 8_000, 16)),
        ]
    }()

    @Test("what cannot be played is refused with a reason", arguments: refused)
    func refuses(what: String, bytes: [UInt8]) {
        let error = #expect(throws: Clip.Malformed.self) { try Clip(wav: bytes) }
        #expect(error?.what == what)
    }

    @Test("a file longer than a minute is cut")
    func longest() throws {
        let format = PCMFormat(sampleRate: 8_000, channels: 1)
        let clip = try Clip(wav: wav(samples: Array(repeating: 1, count: 61 * 8_000), format: format))
        #expect(clip.samples.count == 60 * 8_000)
        #expect(clip.duration == .seconds(60))
    }

    @Test("what was written is read back", arguments: [1, 2])
    func roundTrip(channels: Int) throws {
        let samples: [Int16] = [0, 1, -1, 32767, -32768, 12_345]
        let interleaved = samples.flatMap { Array(repeating: $0, count: channels) }
        let bytes = wav(samples: interleaved, format: PCMFormat(sampleRate: 48_000, channels: channels))
        #expect(try Clip(wav: bytes) == Clip(samples: samples, sampleRate: 48_000))
    }

    @Test("no beginning of a good file and no flipped bit of it traps")
    func mutilated() throws {
        let format =
            RIFF.format(kind: 0xFFFE, channels: 2, rate: 16_000, bits: 24) + RIFF.half(22) + RIFF.half(24)
        let tail: [UInt8] = RIFF.word(3) + RIFF.half(1) + Array(repeating: 0, count: 14)
        let good = RIFF.file(
            RIFF.chunk("LIST", [1, 2, 3]), RIFF.chunk("fmt ", format + tail),
            RIFF.chunk("data", Array(1...60)))
        #expect(try Clip(wav: good).samples.count == 10)
        var played = 0
        for length in good.indices {
            if (try? Clip(wav: Array(good.prefix(length)))) != nil { played += 1 }
        }
        // Whatever has one whole frame is played.
        #expect(played == 54)
        for position in good.indices {
            for bit in 0..<8 {
                var bad = good
                bad[position] ^= 1 << bit
                guard let clip = try? Clip(wav: bad) else { continue }
                #expect(clip.samples.count <= 60 && Clip.sampleRates.contains(clip.sampleRate))
            }
        }
    }
}
