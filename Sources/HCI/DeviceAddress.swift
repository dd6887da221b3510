import Determinism
import Wire

/// The 48-bit address of a Bluetooth device, public or random.
///
/// Never an identity in the game: several Pis share a default address, and phones change theirs every few
/// minutes.
package struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as a number; the top 16 bits are zero.
    private let value: UInt64

    private init(value: UInt64) {
        self.value = value & 0xFFFF_FFFF_FFFF
    }

    /// Six bytes in the order they travel, least significant first.
    package init(littleEndian bytes: some Collection<UInt8>) {
        precondition(bytes.count == 6, "a device address has six bytes")
        self.init(value: UInt64(littleEndianBytes: bytes))
    }

    /// `"AA:BB:CC:DD:EE:FF"` in either case, most significant byte first; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard part.utf8.count == 2, part.allSatisfy(\.isHexDigit), let byte = UInt8(part, radix: 16)
            else {
                return nil
            }
            value = value << 8 | UInt64(byte)
        }
        self.init(value: value)
    }

    /// Six bytes in the order they travel, least significant first.
    package var littleEndian: [UInt8] {
        Array(value.littleEndianBytes.prefix(6))
    }

    package var description: String {
        littleEndian.reversed().map(hexadecimal).joined(separator: ":")
    }

    /// What a controller without an address of its own reports.
    package static let zero = DeviceAddress(value: 0)

    /// Whether this is a valid random static address: the two top bits set, the other 46 neither all 0 nor
    /// all 1 (Core 5.3 Vol 6 Part B 1.3.2.1).
    package var isRandomStatic: Bool {
        value >> 46 == 0b11 && value & Self.randomPart != 0 && value & Self.randomPart != Self.randomPart
    }

    /// A random static address that is always the same for one machine, so that it survives restarts
    /// without being stored.
    ///
    /// FNV-1a over the machine's identity, then a final mix, because neighbouring serial numbers differ in
    /// one digit only.
    package static func randomStatic(seed machineID: [UInt8]) -> DeviceAddress {
        var digest = Digest()
        digest.fold(machineID)
        var hash = digest.value
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return randomStatic(mixed: hash ^ (hash >> 33))
    }

    /// The address of which these are the lower 46 bits, or the nearest that is allowed.
    static func randomStatic(mixed hash: UInt64) -> DeviceAddress {
        var random = hash & randomPart
        if random == 0 || random == randomPart { random ^= 1 }
        return DeviceAddress(value: 0b11 << 46 | random)
    }

    private static let randomPart: UInt64 = (1 << 46) - 1
}

extension PacketReader {
    /// Six bytes, least significant first.
    mutating func address() throws(Malformed) -> DeviceAddress {
        DeviceAddress(littleEndian: try bytes(6))
    }
}

/// Two upper-case digits, without Foundation's formatter.
func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
}
