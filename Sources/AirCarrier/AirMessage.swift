import Determinism
import PeerNetwork
import Wire

/// What is cut into blocks: a length, as much as has to be said, zeros, and a check.
///
/// Nothing is said that the other side knows: the two bytes that all datagrams begin with, the zeros that
/// some end with, who speaks, where its announcement was heard, and what of an announcement is as it was.
enum AirMessage {
    private static let lengthBytes = 2
    private static let checkBytes = 2
    private static let magic: [UInt8] = [0x48, 0x43]
    /// Where the sender's identity stands.
    private static let sender = 4..<12
    private static let bytesAtMost = Envelope.datagramBytesAtMost
    /// Above the bits of the length, in units of 32 ms.
    private static let ageBits = 11
    private static let ageUnit: Duration = .milliseconds(32)

    // MARK: - Blocks

    /// Nil for what is too long.
    ///
    /// - Parameters:
    ///   - content: without what it begins with, where that is left out.
    ///   - age: how long it has waited to be said; what is more than a second counts as one.
    static func blocks(of content: [UInt8], age: Duration = .zero) -> [[UInt8]]? {
        let end = content.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        let bytes = AirFrame.payloadBytes
        let count = (lengthBytes + end + checkBytes + bytes - 1) / bytes
        guard content.count <= bytesAtMost, count <= AirFrame.blocksAtMost else { return nil }
        var writer = PacketWriter()
        let units = min(Int((age / ageUnit).rounded()), 31)
        writer.u16be(UInt16(units << ageBits | content.count))
        writer.append(content[..<end])
        writer.pad(to: count * bytes - checkBytes)
        writer.u16be(check(writer.bytes))
        let padded = writer.bytes
        return (0..<count).map { Array(padded[($0 * bytes)..<(($0 + 1) * bytes)]) }
    }

    /// Nil for blocks that do not belong together.
    static func content(of blocks: [[UInt8]]) -> [UInt8]? {
        let padded = Array(blocks.joined())
        let end = padded.count - checkBytes
        guard end >= lengthBytes, padded.u16be(at: end) == check(Array(padded[..<end])) else { return nil }
        let length = Int(padded.u16be(at: 0)) & (1 << ageBits - 1)
        guard length <= bytesAtMost else { return nil }
        let said = padded[lengthBytes..<end].prefix(length)
        return said + [UInt8](repeating: 0, count: length - said.count)
    }

    /// How long it had waited, of blocks that belong together.
    static func age(of blocks: [[UInt8]]) -> Duration {
        guard let first = blocks.first, first.count >= lengthBytes else { return .zero }
        return ageUnit * Int(first.u16be(at: 0) >> ageBits)
    }

    /// Tells symbols that belong together from others; whom they are from is the gatekeeper's to say.
    private static func check(_ bytes: [UInt8]) -> UInt16 {
        var digest = Digest()
        digest.fold(bytes)
        let value = digest.value
        return UInt16(truncatingIfNeeded: value ^ value >> 16 ^ value >> 32 ^ value >> 48)
    }

    // MARK: - Datagrams

    /// Without what all begin with, and without the sender where it is known.
    static func content(of datagram: [UInt8], sender isKnown: Bool) -> [UInt8]? {
        guard datagram.starts(with: magic), datagram.count >= sender.upperBound else { return nil }
        let head = datagram[magic.count..<sender.lowerBound]
        return Array(head + datagram[(isKnown ? sender.upperBound : sender.lowerBound)...])
    }

    /// - Parameter known: the sender, where it was left out.
    static func datagram(of content: [UInt8], sender known: StationID?) -> [UInt8] {
        guard let known else { return magic + content }
        let head = sender.lowerBound - magic.count
        let (before, after) = (Array(content.prefix(head)), Array(content.dropFirst(head)))
        return magic + before + known.value.bigEndianBytes + after
    }

    /// In which kind of frames it is said, and what of it.
    ///
    /// - Parameter presence: the sender's announcement.
    static func content(
        of datagram: [UInt8], by presence: AirPresence?
    ) -> (kind: AirFrame.Kind, bytes: [UInt8])? {
        if let challenge = challenge(datagram) { return (.challenge, challenge) }
        if let presence, let response = response(datagram, by: presence) { return (.response, response) }
        if let presence, let sealed = sealed(datagram, by: presence) { return (.sealed, sealed) }
        let isKnown = Envelope(datagram).flatMap { Envelope.Kind(rawValue: $0.kind)?.isForKnown } ?? false
        return content(of: datagram, sender: isKnown).map { (isKnown ? .known : .whole, $0) }
    }

    // MARK: - Sealed packets

    /// Where the sender's start stands in a sealed packet: `docs/security.md`, "Wire format".
    private static let start = 12..<16
    /// The first half of its counter: zeros for as long as anybody plays.
    private static let highCounter = 20..<24

    /// A sealed packet without version, kind, sender, start and the zeros that its counter begins with; nil
    /// where the announcement does not say the same.
    private static func sealed(_ datagram: [UInt8], by presence: AirPresence) -> [UInt8]? {
        guard datagram.count >= highCounter.upperBound,
            datagram[..<start.upperBound].elementsEqual(head(of: presence)),
            datagram[highCounter].allSatisfy({ $0 == 0 })
        else { return nil }
        return Array(
            datagram[start.upperBound..<highCounter.lowerBound] + datagram[highCounter.upperBound...])
    }

    /// Nil for what is too short to be a part of any.
    static func datagram(sealed content: [UInt8], by presence: AirPresence) -> [UInt8]? {
        let keyTagBytes = highCounter.lowerBound - start.upperBound
        guard content.count >= keyTagBytes else { return nil }
        return head(of: presence) + content[..<keyTagBytes]
            + [UInt8](repeating: 0, count: highCounter.count) + content[keyTagBytes...]
    }

    /// What every sealed packet of a start begins with.
    private static func head(of presence: AirPresence) -> [UInt8] {
        var writer = Envelope.open(.sealed, from: presence.sender)
        writer.u32be(presence.start)
        return writer.bytes
    }

    // MARK: - Changes

    /// Equal bytes between two changes that are said again rather than passed over.
    private static let worthPassingOver = 3

    /// What makes one announcement into the next: its length, then how many bytes stay, how many are
    /// replaced, and by what, until nothing more is.
    static func change(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
        var writer = PacketWriter()
        writer.u16be(UInt16(new.count))
        func isSame(_ place: Int) -> Bool { (place < old.count ? old[place] : 0) == new[place] }
        var place = 0
        while place < new.count {
            let start = place
            while place < new.count, isSame(place), place - start < 255 { place += 1 }
            let stay = place - start
            let begin = place
            var end = place
            while place < new.count, place - begin < 255, place - end < Self.worthPassingOver {
                if !isSame(place) { end = place + 1 }
                place += 1
            }
            if end == begin, place >= new.count { break }
            writer.u8(UInt8(stay))
            writer.u8(UInt8(end - begin))
            writer.append(new[begin..<end])
            place = end
        }
        return writer.bytes
    }

    static func apply(_ change: [UInt8], to old: [UInt8]) throws(Malformed) -> [UInt8] {
        var reader = PacketReader(change)
        let length = Int(try reader.u16be())
        guard length <= bytesAtMost else { throw Malformed("too long", at: 0) }
        var new = Array(old.prefix(length))
        new += [UInt8](repeating: 0, count: length - new.count)
        var place = 0
        while reader.remaining > 0 {
            place += Int(try reader.u8())
            let bytes = try reader.bytes(Int(try reader.u8()))
            guard place + bytes.count <= length else { throw Malformed("beyond its end", at: reader.offset) }
            new.replaceSubrange(place..<(place + bytes.count), with: bytes)
            place += bytes.count
        }
        return new
    }
}

extension Envelope.Kind {
    /// It is for those who know the sender's announcement, which says whose it is. A station that is
    /// challenged may not know it.
    var isForKnown: Bool {
        switch self {
        case .response, .unicast, .sealed, .tagged: true
        case .announcement, .challenge: false
        }
    }
}
