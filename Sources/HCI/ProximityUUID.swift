import Wire

/// The sixteen bytes that say whose iBeacon this is. Printed and sent most significant byte first.
package struct ProximityUUID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// `"D9EED498-BFDB-43C0-8B55-D06BB74C430B"`, in either case, with all hyphens or with none; nil for
    /// anything else.
    package init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] || groups.map(\.utf8.count) == [32] else {
            return nil
        }
        let digits = groups.joined()
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Sixteen bytes, most significant first; nil if they are not sixteen.
    package init?(bigEndian bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndianBytes: bytes.prefix(8)), low: UInt64(bigEndianBytes: bytes.suffix(8)))
    }

    /// Sixteen bytes, most significant first.
    package var bytes: [UInt8] {
        high.bigEndianBytes + low.bigEndianBytes
    }

    package var description: String {
        var text = ""
        for (place, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(place) { text += "-" }
            text += hexadecimal(byte)
        }
        return text
    }

    package static func < (left: ProximityUUID, right: ProximityUUID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// Our own beacons.
    package static let hotCold = ProximityUUID(high: 0xD9EE_D498_BFDB_43C0, low: 0x8B55_D06B_B74C_430B)

    /// What an Estimote beacon sends as it comes out of the box.
    package static let estimote = ProximityUUID(high: 0xB940_7F30_F5F8_466E, low: 0xAFF9_2555_6B57_FE6D)
}

/// Kept as it is printed.
extension ProximityUUID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let uuid = ProximityUUID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = uuid
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension PacketReader {
    /// Sixteen bytes, most significant first.
    mutating func proximityUUID() throws(Malformed) -> ProximityUUID {
        let start = offset
        guard let uuid = ProximityUUID(bigEndian: try bytes(16)) else {
            throw Malformed("proximity UUID", at: start)
        }
        return uuid
    }
}
