import Determinism
import Runtime

/// A number that is this machine's and only this program's, for what has to stay the same from start to start
/// and differ from board to board: the seed of the radio's address and of the identity.
///
/// machine-id(5) asks programs not to let the identifier itself out, least of all to a network, and to hash
/// it with something of their own. FNV-1a folds its bytes and SplitMix64 mixes them, both keyed with our
/// service's name. That is no cryptographic hash, and does not have to be one: 128 random bits go in, 64 come
/// out, so that no listener can turn it round; what two programs that both do this would leak is at most half
/// of it.
struct MachineID: Equatable, Sendable {
    /// 64 bits; the same at every start of the same installation.
    let seed: UInt64

    private static let application = "com.example.ampersand-softworks.HotCold"

    /// - Parameters:
    ///   - identifier: the bytes of the machine's identifier, in whatever form it is stored.
    ///   - purpose: what the number is for, so that two uses do not share one.
    init(identifier: some Sequence<UInt8>, purpose: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func fold(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
            // Ends each part, so that ("ab", "c") and ("a", "bc") differ. No part contains it.
            hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
        }
        fold(Self.application.utf8)
        fold(purpose.utf8)
        fold(identifier)
        var mixer = SeededGenerator(seed: hash)
        seed = mixer.next()
    }

    /// The seed as eight bytes, for those who take bytes.
    var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) }
    }

    /// Reads /etc/machine-id or, where there is none, the copy that D-Bus keeps; nil when neither holds an
    /// identifier, as in a container or an image before its first boot ("uninitialized").
    static func current(purpose: String, paths: [String] = defaultPaths) -> MachineID? {
        for path in paths {
            guard let bytes = try? BoundedFile.read(path, atMost: 256) else { continue }
            let digits = bytes.filter { !UInt8.whitespace.contains($0) }
            guard digits.count == 32, digits.allSatisfy(\.isHexadecimalDigit) else { continue }
            return MachineID(identifier: digits, purpose: purpose)
        }
        return nil
    }

    static let defaultPaths = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
}

extension UInt8 {
    fileprivate static let whitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    fileprivate var isHexadecimalDigit: Bool {
        UnicodeScalar(self).properties.isASCIIHexDigit
    }
}
