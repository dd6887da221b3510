import Crypto
import FoundationEssentials
import Wire

/// The key of a session inside a tagged announcement, for one of those it is told to.
///
/// A key's mark is worked out of the secret and of all that it is bound to. It is sent beside the wrapped
/// secret, and what wraps is made of it: a synthetic initialisation vector (RFC 5297, section 1). Another
/// secret, or one that is not of what the receiver has agreed to, has another mark.
struct WrappedKey: Equatable, Sendable {
    /// Of the secret; the rest is zeros (`SecretSource.shortKey`).
    static let bytes = 16
    static let bytesOfMark = 8

    let mark: UInt64
    let wrapped: [UInt8]

    /// - Parameter key: drawn by `SecretSource.shortKey`.
    init(_ key: SessionKey, for other: SenderTags) {
        mark = key.mark
        var secret = unsafe key.secret.withUnsafeBytes { unsafe Array($0.prefix(WrappedKey.bytes)) }
        wrapped = other.wrap(secret, mark: mark)
        secret.wipe()
    }

    /// - Parameter wrapped: `bytes` bytes.
    init(mark: UInt64, wrapped: [UInt8]) {
        self.mark = mark
        self.wrapped = wrapped
    }

    func secret(from other: SenderTags) -> SymmetricKey {
        var secret = other.unwrap(wrapped, mark: mark)
        defer { secret.wipe() }
        return SymmetricKey(
            data: secret + [UInt8](repeating: 0, count: SessionKey.secretBytes - secret.count))
    }
}
