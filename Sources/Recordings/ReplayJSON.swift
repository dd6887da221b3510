import Game
import Ranging

/// The lines of a replay for programs: one JSON object (RFC 8259) each.
///
/// Bytes are written without a detour over strings, because a long recording is a million lines.
package struct ReplayJSON: Sendable {
    /// The names of the beacons, as JSON strings.
    private let names: [[UInt8]]
    private let explains: Bool

    /// - Parameter explains: give the reason of every cue.
    package init(beacons: [String], explains: Bool) {
        names = beacons.map { Self.string($0) }
        self.explains = explains
    }

    /// Adds one line, with its line feed.
    package func write(_ line: Replay.Line, to bytes: inout [UInt8]) {
        switch line {
        case .range(let range, let beacon, let time):
            begin("range", beacon, time, &bytes)
            bytes += #","closing":"#.utf8
            Self.number(range.closing, decimals: 4, &bytes)
            bytes += #","trend":""#.utf8
            bytes += range.trend.rawValue.utf8
            metres(#"","distance":"#, range.distance?.metres, &bytes)
            metres(#","low":"#, range.distance?.low, &bytes)
            metres(#","high":"#, range.distance?.high, &bytes)
            bytes += #","zone":""#.utf8
            bytes += range.zone.rawValue.utf8
            bytes += "\"}\n".utf8
        case .cue(let cue, let why, let beacon, let time):
            begin("cue", beacon, time, &bytes)
            bytes += #","cue":""#.utf8
            bytes += cue.term.utf8
            bytes.append(UInt8(ascii: "\""))
            if let (name, degree) = cue.degree { bytes += ",\"\(name)\":\(degree)".utf8 }
            if explains {
                bytes += #","why":"#.utf8
                bytes += Self.string(why)
            }
            bytes += "}\n".utf8
        }
    }

    private func begin(_ type: String, _ beacon: Int, _ time: Duration, _ bytes: inout [UInt8]) {
        bytes += #"{"type":""#.utf8
        bytes += type.utf8
        bytes += #"","t":"#.utf8
        Self.seconds(time, &bytes)
        bytes += #","beacon":"#.utf8
        bytes += names[beacon]
    }

    private func metres(_ label: String, _ value: Double?, _ bytes: inout [UInt8]) {
        bytes += label.utf8
        if let value { Self.number(value, decimals: 3, &bytes) } else { bytes += "null".utf8 }
    }

    /// Whole milliseconds where that is exact, microseconds otherwise.
    package static func seconds(_ time: Duration, _ bytes: inout [UInt8]) {
        let (seconds, attoseconds) = time.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        if microseconds % 1_000 == 0 {
            fixed(microseconds / 1_000, decimals: 3, &bytes)
        } else {
            fixed(microseconds, decimals: 6, &bytes)
        }
    }

    /// What is no number, or beyond a million, is not written as one.
    static func number(_ value: Double, decimals: Int, _ bytes: inout [UInt8]) {
        let scale = decimals == 4 ? 10_000.0 : 1_000.0
        guard abs(value) < 1e6 else {
            bytes += "null".utf8
            return
        }
        fixed(Int64((value * scale).rounded()), decimals: decimals, &bytes)
    }

    private static func fixed(_ value: Int64, decimals: Int, _ bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        var written = 0
        while rest > 0 || written <= decimals {
            if written == decimals { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
            rest /= 10
            written += 1
        }
        bytes[start...].reverse()
    }

    /// A string with its quotes, and everything escaped that must be (RFC 8259, section 7).
    package static func string(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
            case 0x10..<0x20, 0x7F: bytes += "\\u00\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: "\"")]
    }
}
