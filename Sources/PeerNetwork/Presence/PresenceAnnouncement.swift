import Crypto
package import Wire

/// What a station shows everybody: who it is, the key to speak to it alone, and what it has to say, signed.
///
/// The signed part stays the same until the content changes; behind it stands the element of the hash chain
/// that makes this datagram a new one.
package struct PresenceAnnouncement: Sendable {
    package enum Offset {
        package static let publicKey = 12
        package static let boot = 44
        package static let sequence = 48
        package static let anchor = 52
        package static let ephemeral = 68
        package static let flags = 100
        package static let pace = 101
        package static let link = 103
        package static let length = 120
        package static let body = 122
    }

    /// Index and element: of a repetition at the end, and of the announcement before in the link.
    package static let tailBytes = 1 + HashChain.elementBytes
    static let bytesAtLeast = Offset.body + IdentityKey.signatureBytes + tailBytes
    static let urgentFlag: UInt8 = 1 << 0
    package static let noLink = [UInt8](repeating: 0, count: tailBytes)
    static let context = Array("hotcold card v2".utf8)

    /// Everything up to and with the signature.
    package let signed: [UInt8]
    let sender: StationID
    let publicKey: [UInt8]
    let boot: UInt32
    let sequence: UInt32
    let ephemeral: [UInt8]
    let isUrgent: Bool
    /// How often it is repeated while nothing happens; at most `CrowdEstimate.paceAtMost`, whatever it says.
    let pace: Duration
    let body: [UInt8]

    var place: HashChain.Place { HashChain.Place(sender: sender, boot: boot, sequence: sequence) }
    var anchor: ArraySlice<UInt8> { signed[Offset.anchor..<(Offset.anchor + HashChain.elementBytes)] }

    /// Where the chain of the announcement before goes on: so an announcement is known to be its sender's by
    /// a hash or two before its signature is looked at. Zeros on the first announcement of a start.
    var link: Tail {
        Tail(index: Int(signed[Offset.link]), element: signed[(Offset.link + 1)..<Offset.length])
    }

    /// What `write` signs.
    package struct Content: Equatable, Sendable {
        var body: [UInt8]
        var isUrgent: Bool
        var ephemeral: [UInt8]
        /// In tenths of a second.
        var pace: UInt16

        package init(
            body: [UInt8],
            isUrgent: Bool,
            ephemeral: [UInt8],
            pace: UInt16
        ) {
            self.body = body
            self.isUrgent = isUrgent
            self.ephemeral = ephemeral
            self.pace = pace
        }
    }

    /// The signed part of a new announcement.
    package static func write(
        _ content: Content, boot: UInt32, sequence: UInt32, anchor: ArraySlice<UInt8>, link: [UInt8] = noLink,
        by key: IdentityKey
    ) -> [UInt8] {
        precondition(link.count == tailBytes, "a link is an index and an element")
        var writer = Envelope.open(.announcement, from: key.id)
        writer.append(key.publicKey)
        writer.u32be(boot)
        writer.u32be(sequence)
        writer.append(anchor)
        writer.append(content.ephemeral)
        writer.u8(content.isUrgent ? urgentFlag : 0)
        writer.u16be(content.pace)
        writer.append(link)
        writer.u16be(UInt16(content.body.count))
        writer.append(content.body)
        writer.append(key.signature(of: context + writer.bytes))
        return writer.bytes
    }

    /// Reads an announcement and checks its form and nothing else: neither the signature nor the chain.
    package init(_ datagram: [UInt8]) throws(Malformed) {
        guard datagram.count >= Self.bytesAtLeast else {
            throw Malformed("too short for a card", at: datagram.count)
        }
        let length = Int(datagram.u16be(at: Offset.length))
        guard length <= Message.bytesAtMost, datagram.count == Self.bytesAtLeast + length else {
            throw Malformed("not as long as it says", at: Offset.length)
        }
        signed = Array(datagram[..<(datagram.count - Self.tailBytes)])
        sender = StationID(value: datagram.u64be(at: 4))
        publicKey = Array(datagram[Offset.publicKey..<Offset.boot])
        boot = datagram.u32be(at: Offset.boot)
        sequence = datagram.u32be(at: Offset.sequence)
        ephemeral = Array(datagram[Offset.ephemeral..<Offset.flags])
        isUrgent = datagram[Offset.flags] & Self.urgentFlag != 0
        // Silence is measured by it: one that claims to speak every two hours would be waited for all day.
        pace = min(.milliseconds(100 * Int(datagram.u16be(at: Offset.pace))), CrowdEstimate.paceAtMost)
        body = Array(datagram[Offset.body..<(Offset.body + length)])
    }

    /// The name that it says, if it says one; a visitor does not.
    package var name: StationName? { StationName(announcement: body[...]) }

    /// The name in an announcement's datagram that nobody has looked at.
    static func name(_ datagram: [UInt8]) -> StationName? {
        StationName(announcement: datagram.dropFirst(Offset.body))
    }

    /// Whether its identity belongs to its key, and its key signed it. Costs what a signature costs.
    package var isGenuine: Bool {
        guard IdentityKey.identity(of: publicKey) == sender else { return false }
        let end = signed.count - IdentityKey.signatureBytes
        return IdentityKey.isSigned(Self.context + signed[..<end], by: publicKey, signed[end...])
    }

    /// The end of an announcement's datagram: which repetition it is, and what proves it.
    package struct Tail {
        let index: Int
        let element: ArraySlice<UInt8>

        package init(index: Int, element: ArraySlice<UInt8>) {
            self.index = index
            self.element = element
        }

        /// - Parameter datagram: at least `tailBytes` long. nil if the index is none.
        package init?(_ datagram: [UInt8]) {
            let start = datagram.count - PresenceAnnouncement.tailBytes
            index = Int(datagram[start])
            element = datagram[(start + 1)...]
            if index > HashChain.length { return nil }
        }
    }

    /// Whether this announcement comes right after another one, of which an element is known: at most 64
    /// hashes.
    func follows(_ place: HashChain.Place, index: Int, element: ArraySlice<UInt8>) -> Bool {
        let steps = link.index - index
        return (1...HashChain.length).contains(steps)
            && HashChain.leads(from: link.element, to: element, steps: steps, at: place)
    }

    /// Whether the tail belongs to this announcement: at most 64 hashes.
    func isFollowed(by tail: Tail) -> Bool {
        HashChain.leads(from: tail.element, to: anchor, steps: tail.index, at: place)
    }
}

extension UInt32 {
    /// RFC 1982: whether this number, which may have wrapped, comes after another.
    func isAhead(of old: UInt32) -> Bool {
        Int32(bitPattern: self &- old) > 0
    }
}
