import Wire

/// "Are you there, now?": sent to where an announcement came from, before anything on the announcement is
/// believed.
///
/// As long as its answer, so that nobody is hit with more bytes than the sender of the challenge spent.
package struct Challenge: Equatable, Sendable {
    static let bytes = 100
    static let nonceBytes = 8

    package var sender: StationID
    package var target: StationID
    /// The start of the target's program that is meant.
    package var boot: UInt32
    package var nonce: UInt64

    package var encoded: [UInt8] {
        var writer = Envelope.open(.challenge, from: sender)
        writer.u64be(target.value)
        writer.u32be(boot)
        writer.u64be(nonce)
        writer.pad(to: Self.bytes)
        return writer.bytes
    }

    package init(from sender: StationID, to target: StationID, boot: UInt32, nonce: UInt64) {
        self.sender = sender
        self.target = target
        self.boot = boot
        self.nonce = nonce
    }

    /// Asks the station that this announcement is of, whether or not it is genuine.
    package init(to announcement: PresenceAnnouncement, from sender: StationID, nonce: UInt64) {
        self.init(from: sender, to: announcement.sender, boot: announcement.boot, nonce: nonce)
    }

    /// nil unless it has the length, and the padding, of a challenge.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count == Self.bytes, datagram[32...].allSatisfy({ $0 == 0 }) else { return nil }
        sender = StationID(value: datagram.u64be(at: 4))
        target = StationID(value: datagram.u64be(at: 12))
        boot = datagram.u32be(at: 20)
        nonce = datagram.u64be(at: 24)
    }
}

/// "I am": the challenge's number and both names, signed; and how new the newest announcement is, so that an
/// older one is not taken for it.
package struct ChallengeResponse: Equatable, Sendable {
    static let bytes = 100
    private static let signedBytes = 36
    private static let context = Array("hotcold answer v2".utf8)

    package var sender: StationID
    /// Who asked.
    package var target: StationID
    var boot: UInt32
    /// Of the sender's newest announcement.
    package var sequence: UInt32
    package var nonce: UInt64
    package var signature: [UInt8]
    private var signed: [UInt8]

    package var encoded: [UInt8] { signed + signature }

    package init(to challenge: Challenge, sequence: UInt32, by key: IdentityKey) {
        self.init(to: challenge, sequence: sequence, from: key.id, signature: [])
        signature = key.signature(of: Self.context + signed)
    }

    /// As it was heard, by a carrier that leaves out what the asker knows.
    package init(to challenge: Challenge, sequence: UInt32, from sender: StationID, signature: [UInt8]) {
        self.sender = sender
        target = challenge.sender
        boot = challenge.boot
        self.sequence = sequence
        nonce = challenge.nonce
        self.signature = signature
        var writer = Envelope.open(.response, from: sender)
        writer.u64be(target.value)
        writer.u32be(boot)
        writer.u32be(sequence)
        writer.u64be(nonce)
        signed = writer.bytes
    }

    /// nil unless it has the length of an answer. The signature is not checked here.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count == Self.bytes else { return nil }
        sender = StationID(value: datagram.u64be(at: 4))
        target = StationID(value: datagram.u64be(at: 12))
        boot = datagram.u32be(at: 20)
        sequence = datagram.u32be(at: 24)
        nonce = datagram.u64be(at: 28)
        signed = Array(datagram[..<Self.signedBytes])
        signature = Array(datagram[Self.signedBytes...])
    }

    /// Whether it is for this asker. Whose it is remains to be proved.
    package func isAnswer(to asker: StationID) -> Bool { target == asker }

    func isSigned(by publicKey: [UInt8]) -> Bool {
        IdentityKey.isSigned(Self.context + signed, by: publicKey, signature[...])
    }
}
