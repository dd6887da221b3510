package import Crypto
import FoundationEssentials
import Wire

/// The keys that two stations share with nobody else: one for each direction.
///
/// Made from the ephemeral keys on their announcements, and bound to both identities, both programs' starts
/// and the crew word; so it opens nothing after a restart, and nothing for who uses another word.
package struct PairwiseKeys: Sendable {
    /// What both sides put in, as one side sees itself and the other.
    package struct Side: Sendable {
        var id: StationID
        var publicKey: [UInt8]
        var ephemeral: [UInt8]
        var boot: UInt32
    }

    /// Tells which keys a unicast message is sealed with; says nothing about them.
    let tag: UInt32
    /// The two ephemeral keys it was made from.
    let mine: [UInt8]
    let theirs: [UInt8]
    /// Until when it still opens; nil for the one in use.
    var fadesAt: Duration?
    var window = ReplayWindow()
    /// With which the two mark what they say to a session.
    let marks: SenderTags
    private let sending: SymmetricKey
    private let receiving: SymmetricKey

    /// nil if the other's ephemeral key is one of the few that would make the secret known to everybody.
    package init?(
        _ me: Side, _ key: Curve25519.KeyAgreement.PrivateKey, _ other: Side, crew: CrewKey?
    ) {
        guard let theirKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other.ephemeral),
            let shared = try? key.sharedSecretFromKeyAgreement(with: theirKey)
        else { return nil }
        let (low, high) = me.id < other.id ? (me, other) : (other, me)
        var info = Array("hotcold pair v3".utf8)
        for side in [low, high] { info += side.publicKey }
        for side in [low, high] { info += side.ephemeral }
        for side in [low, high] { info += side.boot.bigEndianBytes }
        var salt = [UInt8](repeating: 0, count: CrewKey.bytes)
        if let crew { salt = unsafe crew.key.withUnsafeBytes { unsafe Array($0) } }
        let keys = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: salt, sharedInfo: info, outputByteCount: 132)
        salt.wipe()
        var bytes = unsafe keys.withUnsafeBytes { unsafe Array($0) }
        let upwards = SymmetricKey(data: bytes[0..<32])
        let downwards = SymmetricKey(data: bytes[32..<64])
        let marksUp = SymmetricKey(data: bytes[64..<96])
        let marksDown = SymmetricKey(data: bytes[96..<128])
        tag = bytes.u32be(at: 128)
        bytes.wipe()
        let isLower = me.id < other.id
        (sending, receiving) = isLower ? (upwards, downwards) : (downwards, upwards)
        marks = SenderTags(
            sending: isLower ? marksUp : marksDown, receiving: isLower ? marksDown : marksUp)
        mine = me.ephemeral
        theirs = other.ephemeral
    }

    func seal(_ plain: [UInt8], behind header: [UInt8], counter: UInt64) -> [UInt8] {
        SealedBytes.seal(plain, behind: header, counter: counter, with: sending)
    }

    func open(_ sealed: ArraySlice<UInt8>, behind header: ArraySlice<UInt8>, counter: UInt64)
        -> [UInt8]?
    {
        SealedBytes.open(sealed, behind: header, counter: counter, with: receiving)
    }
}

/// ChaCha20-Poly1305 (RFC 8439) with a counter for a nonce: a sender never uses a number twice, with any key.
enum SealedBytes {
    static let tagBytes = 16

    /// Header, ciphertext and tag; only the header if it cannot be sealed, which nobody opens.
    static func seal(
        _ plain: [UInt8], behind header: [UInt8], counter: UInt64, with key: SymmetricKey
    ) -> [UInt8] {
        guard let nonce = try? ChaChaPoly.Nonce(data: nonce(counter)),
            let box = try? ChaChaPoly.seal(plain, using: key, nonce: nonce, authenticating: header)
        else { return header }
        return header + box.combined.dropFirst(nonceBytes)
    }

    /// nil unless it was sealed by who has the key, behind this header.
    static func open(
        _ sealed: ArraySlice<UInt8>, behind header: ArraySlice<UInt8>, counter: UInt64, with key: SymmetricKey
    ) -> [UInt8]? {
        guard sealed.count >= tagBytes,
            let box = try? ChaChaPoly.SealedBox(combined: nonce(counter) + sealed),
            let plain = try? ChaChaPoly.open(box, using: key, authenticating: header)
        else { return nil }
        return Array(plain)
    }

    private static let nonceBytes = 12

    private static func nonce(_ counter: UInt64) -> [UInt8] {
        [0, 0, 0, 0] + counter.bigEndianBytes
    }
}
