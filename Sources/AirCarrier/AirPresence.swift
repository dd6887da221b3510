import PeerNetwork
import Wire

/// A presence announcement as it is said by radio, without its tail.
///
/// Nothing is said that a listener works out: whose it is, of its key; its first tail, of its anchor; what
/// all begin with, and how long it is. So all that is needed is symbols of one message, of which any will do.
struct AirPresence: Equatable, Sendable {
    private typealias Offset = PresenceAnnouncement.Offset

    /// The part that is another one in each repetition: an index, and the element of the chain.
    static let tailBytes = PresenceAnnouncement.tailBytes
    private static let keyBytes = Offset.boot - Offset.publicKey
    /// A link stands before the signature. No announcement of this version has this flag itself.
    private static let linkFlag: UInt8 = 0x80

    /// What is said: start, key, ephemeral key, pace, flags, body, sequence, anchor, a link if there is one,
    /// signature. What changes mostly stands together.
    let bytes: [UInt8]
    let sender: StationID
    let start: UInt32
    let sequence: UInt32
    private let key: [UInt8]
    private let ephemeral: [UInt8]
    private let pace: [UInt8]
    private let flags: UInt8
    private let body: [UInt8]
    private let anchor: [UInt8]
    private let link: [UInt8]
    private let signature: [UInt8]

    /// As it was heard.
    init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        start = try reader.u32be()
        key = try reader.bytes(Self.keyBytes)
        ephemeral = try reader.bytes(Self.keyBytes)
        pace = try reader.bytes(2)
        let flags = try reader.u8()
        let linkBytes = flags & Self.linkFlag == 0 ? 0 : PresenceAnnouncement.noLink.count
        let rest = 4 + HashChain.elementBytes + linkBytes + IdentityKey.signatureBytes
        body = try reader.bytes(reader.remaining - rest)
        sequence = try reader.u32be()
        anchor = try reader.bytes(HashChain.elementBytes)
        let link = try reader.bytes(linkBytes)
        signature = try reader.bytes(IdentityKey.signatureBytes)
        self.link = link.isEmpty ? PresenceAnnouncement.noLink : link
        self.flags = flags & ~Self.linkFlag
        self.bytes = bytes
        sender = IdentityKey.identity(of: key)
    }

    /// Nil for a datagram that this would not say whole.
    init?(of datagram: [UInt8]) {
        let end = datagram.count - Self.tailBytes
        let signature = end - IdentityKey.signatureBytes
        guard signature >= Offset.body else { return nil }
        let link = datagram[Offset.link..<Offset.length]
        let hasLink = link.contains { $0 != 0 }
        var writer = PacketWriter()
        writer.append(datagram[Offset.boot..<Offset.sequence])
        writer.append(datagram[Offset.publicKey..<Offset.boot])
        writer.append(datagram[Offset.ephemeral..<Offset.flags])
        writer.append(datagram[Offset.pace..<Offset.link])
        writer.u8(datagram[Offset.flags] | (hasLink ? Self.linkFlag : 0))
        writer.append(datagram[Offset.body..<signature])
        writer.append(datagram[Offset.sequence..<Offset.ephemeral])
        if hasLink { writer.append(link) }
        writer.append(datagram[signature..<end])
        guard let said = try? AirPresence(writer.bytes), said.datagram(Array(datagram[end...])) == datagram
        else { return nil }
        self = said
    }

    /// Of the announcement as it was first said.
    var firstTail: [UInt8] { [0] + anchor }

    /// Whether this tail is a part of it: at most 64 hashes.
    func isEnded(by tail: [UInt8]) -> Bool {
        let place = HashChain.Place(sender: sender, boot: start, sequence: sequence)
        guard let index = tail.first, index <= HashChain.length, tail.count == Self.tailBytes else {
            return false
        }
        return HashChain.leads(from: tail.dropFirst(), to: anchor[...], steps: Int(index), at: place)
    }

    /// The whole announcement with this tail, which nobody has looked at.
    func datagram(_ tail: [UInt8]) -> [UInt8] {
        var writer = Envelope.open(.announcement, from: sender)
        writer.append(key)
        writer.u32be(start)
        writer.u32be(sequence)
        writer.append(anchor)
        writer.append(ephemeral)
        writer.u8(flags)
        writer.append(pace)
        writer.append(link)
        writer.u16be(UInt16(clamping: body.count))
        writer.append(body)
        writer.append(signature)
        writer.append(tail)
        return writer.bytes
    }
}
