/// "Are you there, now?": sent to where a card came from, before anything on the card is believed.
///
/// As long as its answer, so that nobody is hit with more bytes than the sender of the probe spent.
package struct Challenge: Equatable, Sendable {
    static let bytes = 100
    static let nonceBytes = 8

    var sender: StationID
    package var target: StationID
    /// The start of the target's program that is meant.
    var boot: UInt32
    var nonce: UInt64

    package var encoded: [UInt8] {
        var bytes = Envelope.open(.probe, from: sender)
        bytes.add(target.value)
        bytes.add(boot)
        bytes.add(nonce)
        bytes += [UInt8](repeating: 0, count: Self.bytes - bytes.count)
        return bytes
    }

    package init(from sender: StationID, to target: StationID, boot: UInt32, nonce: UInt64) {
        self.sender = sender
        self.target = target
        self.boot = boot
        self.nonce = nonce
    }

    /// nil unless it has the length, and the padding, of a probe.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count == Self.bytes, datagram[32...].allSatisfy({ $0 == 0 }) else { return nil }
        sender = StationID(value: datagram.word64(at: 4))
        target = StationID(value: datagram.word64(at: 12))
        boot = datagram.word32(at: 20)
        nonce = datagram.word64(at: 24)
    }
}

/// "I am": the probe's number and both names, signed; and how new the newest card is, so that an older one is
/// not taken for it.
package struct ChallengeResponse: Equatable, Sendable {
    static let bytes = 100
    private static let signedBytes = 36
    private static let context = Array("hotcold answer v2".utf8)

    var sender: StationID
    /// Who asked.
    var target: StationID
    var boot: UInt32
    /// Of the sender's newest card.
    var sequence: UInt32
    var nonce: UInt64
    private var signature: [UInt8]
    private var signed: [UInt8]

    package var encoded: [UInt8] { signed + signature }

    package init(to probe: Challenge, sequence: UInt32, by key: IdentityKey) {
        sender = key.id
        target = probe.sender
        boot = probe.boot
        self.sequence = sequence
        nonce = probe.nonce
        var bytes = Envelope.open(.answer, from: sender)
        bytes.add(target.value)
        bytes.add(boot)
        bytes.add(sequence)
        bytes.add(nonce)
        signed = bytes
        signature = key.signature(of: Self.context + bytes)
    }

    /// nil unless it has the length of an answer. The signature is not checked here.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count == Self.bytes else { return nil }
        sender = StationID(value: datagram.word64(at: 4))
        target = StationID(value: datagram.word64(at: 12))
        boot = datagram.word32(at: 20)
        sequence = datagram.word32(at: 24)
        nonce = datagram.word64(at: 28)
        signed = Array(datagram[..<Self.signedBytes])
        signature = Array(datagram[Self.signedBytes...])
    }

    func isSigned(by publicKey: [UInt8]) -> Bool {
        IdentityKey.isSigned(Self.context + signed, by: publicKey, signature[...])
    }
}
