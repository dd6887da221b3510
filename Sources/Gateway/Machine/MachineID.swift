import Determinism
import Runtime
import Wire

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
        var digest = Digest()
        digest.add(Self.application.utf8)
        digest.add(purpose.utf8)
        digest.add(identifier)
        var mixer = SeededGenerator(seed: digest.value)
        seed = mixer.next()
    }

    /// The seed as eight bytes, for those who take bytes.
    var bytes: [UInt8] {
        seed.littleEndianBytes
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
