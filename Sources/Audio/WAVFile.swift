import Wire

/// The parts of a RIFF/WAVE file that matter for playing it, found without trusting any length in it.
///
/// (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" for RIFF and fmt; "Multiple
/// channel audio data and WAVE files" for the extensible format.)
struct WAVFile {
    enum Encoding {
        case unsigned8, signed16, signed24, signed32, float32, float64

        var byteCount: Int {
            switch self {
            case .unsigned8: 1
            case .signed16: 2
            case .signed24: 3
            case .signed32, .float32: 4
            case .float64: 8
            }
        }
    }

    private let bytes: [UInt8]
    let encoding: Encoding
    let channels: Int
    let sampleRate: Int
    /// The bytes of the data chunk, always within the file.
    let sound: Range<Int>

    /// Whole frames; an unfinished last one does not count.
    var frameCount: Int { sound.count / (encoding.byteCount * channels) }

    init(_ bytes: [UInt8]) throws(Clip.Malformed) {
        guard WAVFile.tag(bytes, at: 0) == "RIFF", WAVFile.tag(bytes, at: 8) == "WAVE" else {
            throw Clip.Malformed(what: "not a WAV file", offset: 0)
        }
        var format: Range<Int>?
        var sound: Range<Int>?
        var offset = 12
        // The length in the RIFF header is not looked at: recorders that stream cannot know it.
        while let id = WAVFile.tag(bytes, at: offset), let claimed = WAVFile.word(bytes, at: offset + 4) {
            let start = offset + 8
            let end = start + min(claimed, bytes.count - start)
            if id == "fmt ", format == nil { format = start..<end }
            if id == "data", sound == nil { sound = start..<end }
            if format != nil, sound != nil { break }
            // Chunks begin on even offsets; the padding byte is not counted in the length.
            offset = end + claimed % 2
        }
        guard let format else { throw Clip.Malformed(what: "no fmt chunk", offset: offset) }
        guard let sound else { throw Clip.Malformed(what: "no data chunk", offset: offset) }
        self.bytes = bytes
        self.sound = sound
        (encoding, channels, sampleRate) = try WAVFile.parse(format, of: bytes)
    }

    private static func parse(
        _ format: Range<Int>, of bytes: [UInt8]
    ) throws(Clip.Malformed) -> (Encoding, channels: Int, sampleRate: Int) {
        let start = format.lowerBound
        guard format.count >= 16,
            var kind = half(bytes, at: start), let channels = half(bytes, at: start + 2),
            let rate = word(bytes, at: start + 4), let bits = half(bytes, at: start + 14)
        else { throw Clip.Malformed(what: "fmt chunk too short", offset: start) }
        if kind == 0xFFFE, format.count >= 26, let actual = half(bytes, at: start + 24) {
            // Extensible: the kind is in the first two bytes of the sub-format GUID.
            kind = actual
        }
        guard (1...8).contains(channels) else {
            throw Clip.Malformed(what: "no such number of channels", offset: start + 2)
        }
        guard Clip.sampleRates.contains(rate) else {
            throw Clip.Malformed(what: "no such sample rate", offset: start + 4)
        }
        let encoding: Encoding
        switch (kind, bits) {
        case (1, 8): encoding = .unsigned8
        case (1, 16): encoding = .signed16
        case (1, 24): encoding = .signed24
        case (1, 32): encoding = .signed32
        case (3, 32): encoding = .float32
        case (3, 64): encoding = .float64
        default: throw Clip.Malformed(what: "neither PCM nor float", offset: start)
        }
        return (encoding, channels, rate)
    }

    /// The average of a frame's channels. `frame` is below `frameCount`.
    func monoSample(atFrame frame: Int) -> Int16 {
        var sum: Int64 = 0
        let start = sound.lowerBound + frame * channels * encoding.byteCount
        for channel in 0..<channels {
            sum += Int64(sample(at: start + channel * encoding.byteCount))
        }
        // From 32 bits to 16, rounded; only the very highest values would round beyond what 16 bits hold.
        return Int16(clamping: (sum / Int64(channels) + 0x8000) >> 16)
    }

    /// One sample, scaled to 32 bits.
    private func sample(at offset: Int) -> Int32 {
        let raw = bytes.littleEndian(encoding.byteCount, at: offset)
        switch encoding {
        case .unsigned8: return Int32(bitPattern: UInt32(truncatingIfNeeded: raw ^ 0x80) << 24)
        case .signed16: return Int32(bitPattern: UInt32(truncatingIfNeeded: raw) << 16)
        case .signed24: return Int32(bitPattern: UInt32(truncatingIfNeeded: raw) << 8)
        case .signed32: return Int32(bitPattern: UInt32(truncatingIfNeeded: raw))
        case .float32: return WAVFile.scaled(Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))))
        case .float64: return WAVFile.scaled(Double(bitPattern: raw))
        }
    }

    /// ±1 to 32 bits. Beyond that it is clipped; what is not a number is silence.
    private static func scaled(_ value: Double) -> Int32 {
        value.isNaN ? 0 : Int32(max(-1, min(value, 1)) * 2_147_483_647)
    }

    private static func tag(_ bytes: [UInt8], at offset: Int) -> String? {
        var reader = PacketReader(bytes.dropFirst(offset))
        return (try? reader.bytes(4)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func half(_ bytes: [UInt8], at offset: Int) -> Int? {
        var reader = PacketReader(bytes.dropFirst(offset))
        return (try? reader.u16le()).map { Int($0) }
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> Int? {
        var reader = PacketReader(bytes.dropFirst(offset))
        return (try? reader.u32le()).map { Int($0) }
    }
}

/// A WAV file of `samples`, interleaved as `format` says.
package func wav(samples: [Int16], format: PCMFormat) -> [UInt8] {
    wavHead(samples: samples.count, format: format) + wavBody(samples)
}

/// What a WAV file begins with, before its samples; of all channels together.
package func wavHead(samples: Int, format: PCMFormat) -> [UInt8] {
    let size = samples * 2
    let frame = format.channels * 2
    var writer = PacketWriter()
    writer.append("RIFF".utf8)
    writer.u32le(UInt32(clamping: 36 + size))
    writer.append("WAVEfmt ".utf8)
    writer.u32le(16)
    // PCM.
    writer.u16le(1)
    writer.u16le(UInt16(truncatingIfNeeded: format.channels))
    writer.u32le(UInt32(clamping: format.sampleRate))
    writer.u32le(UInt32(clamping: format.sampleRate * frame))
    writer.u16le(UInt16(truncatingIfNeeded: frame))
    writer.u16le(16)
    writer.append("data".utf8)
    writer.u32le(UInt32(clamping: size))
    return writer.bytes
}

/// What stands behind a WAV file's head.
package func wavBody(_ samples: [Int16]) -> [UInt8] {
    var writer = PacketWriter(reserving: samples.count * 2)
    for sample in samples { writer.u16le(UInt16(bitPattern: sample)) }
    return writer.bytes
}
