import PeerNetwork
import Wire

/// Challenges and responses, without what the one that they are for knows: one block and three.
extension AirMessage {
    /// Who asks, whom, and the number; nil for another datagram.
    static func challenge(_ datagram: [UInt8]) -> [UInt8]? {
        guard let challenge = Challenge(datagram), challenge.encoded == datagram else { return nil }
        var writer = PacketWriter()
        writer.u64be(challenge.sender.value)
        writer.u32be(mark(of: challenge.target, start: challenge.boot))
        writer.u64be(challenge.nonce)
        return writer.bytes
    }

    /// Nil for what is not a challenge, and for one that is for somebody else.
    static func datagram(challenge content: [UInt8], to own: StationID, start: UInt32) -> [UInt8]? {
        var reader = PacketReader(content)
        guard let sender = try? reader.u64be(), let mark = try? reader.u32be(),
            let nonce = try? reader.u64be(), reader.remaining == 0, mark == Self.mark(of: own, start: start)
        else { return nil }
        return Challenge(from: StationID(value: sender), to: own, boot: start, nonce: nonce).encoded
    }

    /// Whom it is for, so that hardly anybody takes it for a challenge of its own.
    private static func mark(of station: StationID, start: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: station.value >> 32) ^ start
    }

    /// The ends of two numbers that the asker knows, or nearly, and the signature; nil for another datagram,
    /// and for what would not be read as it is.
    static func response(_ datagram: [UInt8], by presence: AirPresence) -> [UInt8]? {
        guard let response = ChallengeResponse(datagram) else { return nil }
        var writer = PacketWriter()
        writer.u16be(UInt16(truncatingIfNeeded: response.sequence))
        writer.u16be(UInt16(truncatingIfNeeded: response.nonce))
        writer.append(response.signature)
        let challenge = Challenge(
            from: response.target, to: presence.sender, boot: presence.start, nonce: response.nonce)
        let read = Self.datagram(response: writer.bytes, by: presence, asked: [challenge])
        return read == datagram ? writer.bytes : nil
    }

    /// Nil for what is not a response, and for one to a challenge that was not said.
    ///
    /// - Parameters:
    ///   - presence: of the one that responds.
    ///   - asked: the challenges of this station, the newest last.
    static func datagram(response content: [UInt8], by presence: AirPresence, asked: [Challenge]) -> [UInt8]?
    {
        var reader = PacketReader(content)
        guard let sequence = try? reader.u16be(), let nonce = try? reader.u16be(),
            let signature = try? reader.bytes(IdentityKey.signatureBytes), reader.remaining == 0,
            let challenge = asked.last(where: {
                $0.target == presence.sender && UInt16(truncatingIfNeeded: $0.nonce) == nonce
            })
        else { return nil }
        // The nearest to that of the announcement which is known here.
        let ahead = Int16(bitPattern: sequence &- UInt16(truncatingIfNeeded: presence.sequence))
        let whole = presence.sequence &+ UInt32(bitPattern: Int32(ahead))
        return ChallengeResponse(
            to: challenge, sequence: whole, from: presence.sender, signature: signature
        ).encoded
    }
}
