import Crypto
import FoundationEssentials
import Wire

/// Where keys and nonces come from: 32 bytes of the kernel's, stretched.
///
/// HMAC-SHA256 with key erasure: every draw replaces the state by a hash of it, so that who reads the memory
/// later cannot compute what was drawn before. The same seed gives the same bytes, which is what a simulation
/// needs.
package struct SecretSource: Sendable {
    package static let seedBytes = 32

    private var state: SymmetricKey

    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedBytes, "a source of secrets is seeded with 32 bytes")
        state = SymmetricKey(data: seed)
    }

    /// At most 32 bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let drawn = HMAC<SHA256>.authenticationCode(for: Array("hotcold draw v2".utf8), using: state)
        let next = HMAC<SHA256>.authenticationCode(for: Array("hotcold next v2".utf8), using: state)
        state = SymmetricKey(data: next)
        return Array(drawn.prefix(count))
    }

    mutating func key() -> SymmetricKey { SymmetricKey(data: bytes(32)) }

    /// As long, and as hard to guess as 16 bytes are: the second half is zeros, which nobody has to be told.
    mutating func shortKey() -> SymmetricKey {
        SymmetricKey(data: bytes(WrappedKey.bytes) + [UInt8](repeating: 0, count: 32 - WrappedKey.bytes))
    }

    /// Never 0, which stands for "none".
    mutating func word32() -> UInt32 { max(1, UInt32(truncatingIfNeeded: word64())) }

    mutating func word64() -> UInt64 { UInt64(bigEndianBytes: bytes(8)) }

    /// A key pair for one key agreement after another, until it is renewed.
    mutating func agreementKey() -> Curve25519.KeyAgreement.PrivateKey {
        // Every 32 bytes are a key (RFC 7748 section 5), so nothing is ever drawn here instead.
        (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes(32))) ?? .init()
    }
}
