import Crypto
import Wire

/// How one member of a session shows another that it has said something itself: eight bytes that only the two
/// can make.
///
/// All members share the key of a session, so its seal says no more than that a member spoke. One mark for
/// each other member says which (an "authenticator", Castro and Liskov, OSDI 1999, section 4).
package struct SenderTags: Sendable {
    /// Guessing one takes 2^63 tries on average, each of them a datagram.
    static let bytes = 8
    private static let context = Array("hotcold said v3".utf8)
    private static let wrapContext = Array("hotcold wrap v3".utf8)

    let sending: SymmetricKey
    let receiving: SymmetricKey

    /// What is marked: all bytes of the datagram before the marks.
    static func digest(_ datagram: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(datagram)))
    }

    /// The mark for the other one.
    func mark(_ digest: [UInt8]) -> UInt64 { Self.mark(digest, sending) }

    /// Whether the other one has made it.
    func isRight(_ mark: UInt64, of digest: [UInt8]) -> Bool {
        // One comparison of two words takes as long whatever they are.
        Self.mark(digest, receiving) == mark
    }

    /// A secret for the other one alone: nothing else is ever wrapped for the same mark.
    func wrap(_ secret: [UInt8], mark: UInt64) -> [UInt8] { Self.mask(secret, mark, sending) }

    /// What the other one has wrapped.
    func unwrap(_ wrapped: [UInt8], mark: UInt64) -> [UInt8] { Self.mask(wrapped, mark, receiving) }

    private static func mask(_ bytes: [UInt8], _ mark: UInt64, _ key: SymmetricKey) -> [UInt8] {
        let mask = HMAC<SHA256>.authenticationCode(for: wrapContext + mark.bigEndianBytes, using: key)
        return zip(bytes, mask).map { $0 ^ $1 }
    }

    private static func mark(_ digest: [UInt8], _ key: SymmetricKey) -> UInt64 {
        Array(HMAC<SHA256>.authenticationCode(for: context + digest, using: key)).u64be(at: 0)
    }
}
