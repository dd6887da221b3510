import Crypto
import FoundationEssentials
import Wire

/// The key that a station is: made at its first start, kept in the state directory, and never sent.
///
/// The station's permanent identity is the beginning of the hash of the public half, so an identity can be
/// copied only together with the key.
package struct IdentityKey: Sendable {
    /// The name under which the seed is kept in the state directory, readable by its owner only.
    package static let fileName = "identity.key"
    /// An Ed25519 seed, RFC 8032 section 5.1.5.
    package static let seedBytes = 32
    /// An Ed25519 public key.
    static let publicBytes = 32
    /// An Ed25519 signature.
    package static let signatureBytes = 64

    package let id: StationID
    let publicKey: [UInt8]
    private let key: Curve25519.Signing.PrivateKey

    /// The key that belongs to 32 bytes: the same ones give the same station.
    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedBytes, "an identity is made from 32 bytes")
        // Every 32 bytes are a seed, so nothing is ever drawn here instead.
        key = (try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)) ?? .init()
        publicKey = Array(key.publicKey.rawRepresentation)
        id = Self.identity(of: publicKey)
    }

    /// Why a file is not used, as the end of a sentence that begins with its name.
    package struct Unusable: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The key that was kept in a file. The caller draws another one if this throws.
    ///
    /// The file's permissions are not looked at: refusing one that others may read would cost the name and
    /// the scores. Whatever is written there is written 0600.
    package init(file: [UInt8]) throws(Unusable) {
        guard file.count == Self.seedBytes else {
            throw Unusable(
                description: "has \(file.count) bytes instead of \(Self.seedBytes), so it is no key: a "
                    + "new one is drawn, and this station has a new name")
        }
        guard file.contains(where: { $0 != 0 }) else {
            // What a file system leaves of a file whose blocks were not written before the plug was pulled.
            throw Unusable(
                description: "holds only zeros, so it is no key: a new one is drawn, and this station has "
                    + "a new name")
        }
        self.init(seed: file)
    }

    /// The key that stands in for one where nothing can be kept: made from the machine's own number, so that
    /// the name stays the same. It is as secret as that number, which every user of the machine can read.
    package init(machine: [UInt8]) {
        self.init(seed: Array(SHA256.hash(data: Array("hotcold machine v2".utf8) + machine)))
    }

    /// First 8 bytes of SHA-256 over the context and the public key.
    package static func identity(of publicKey: [UInt8]) -> StationID {
        var hash = SHA256()
        hash.update(data: Array("hotcold identity v2".utf8))
        hash.update(data: publicKey)
        return StationID(value: UInt64(bigEndianBytes: hash.finalize().prefix(8)))
    }

    func signature(of bytes: [UInt8]) -> [UInt8] {
        // Signing fails only without memory; zeros are then a signature that nobody believes.
        guard let signature = try? key.signature(for: bytes) else {
            return [UInt8](repeating: 0, count: Self.signatureBytes)
        }
        return Array(signature)
    }

    /// Whether the owner of `publicKey` signed these bytes.
    static func isSigned(_ bytes: [UInt8], by publicKey: [UInt8], _ signature: ArraySlice<UInt8>) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(Array(signature), for: bytes)
    }
}
