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

    private static func mark(_ digest: [UInt8], _ key: SymmetricKey) -> UInt64 {
        Array(HMAC<SHA256>.authenticationCode(for: context + digest, using: key)).u64be(at: 0)
    }
}
