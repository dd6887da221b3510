import Wire

/// What a presence announcement says, for those who are met: a sender tag for each shows whose it is, where
/// the announcement has a signature and a chain.
///
/// By radio these are a hundred bytes that no difference saves; a tag is eight. The announcement follows, for
/// everybody else. `docs/security.md` draws the bytes.
struct TaggedAnnouncement: Equatable, Sendable {
    private enum Offset {
        static let boot = Envelope.bytes
        static let sequence = boot + 4
        static let flags = sequence + 4
        static let body = flags + 1
    }

    /// Of as many others as play together.
    static let tagsAtMost = 3
    private static let urgentFlag: UInt8 = 1 << 0
    /// The number of tags stands above the flag.
    private static let tagsShift = 1
    private static let tagsMask: UInt8 = 0b111

    let sender: StationID
    let boot: UInt32
    /// Of the presence announcement that says the same.
    let sequence: UInt32
    let isUrgent: Bool
    let body: [UInt8]
    let tags: [UInt64]
    /// What the tags are made of.
    private let digest: [UInt8]

    /// - Parameter peers: whose tags stand behind it: one to `tagsAtMost`.
    static func write(
        _ content: PresenceAnnouncement.Content, from sender: StationID, boot: UInt32, sequence: UInt32,
        for peers: [SenderTags]
    ) -> [UInt8] {
        precondition((1...tagsAtMost).contains(peers.count), "one to seven others are met")
        var writer = Envelope.open(.tagged, from: sender)
        writer.u32be(boot)
        writer.u32be(sequence)
        writer.u8(UInt8(peers.count) << tagsShift | (content.isUrgent ? urgentFlag : 0))
        writer.append(content.body)
        let digest = SenderTags.digest(writer.bytes)
        for peer in peers { writer.u64be(peer.mark(digest)) }
        return writer.bytes
    }

    /// Reads one and checks its form, not its tags.
    init(_ datagram: [UInt8]) throws(Malformed) {
        guard datagram.count >= Offset.body else {
            throw Malformed("too short for an announcement", at: datagram.count)
        }
        let flags = datagram[Offset.flags]
        let count = Int(flags >> Self.tagsShift & Self.tagsMask)
        let end = datagram.count - count * SenderTags.bytes
        guard count > 0, (Offset.body...(Offset.body + Message.bytesAtMost)).contains(end) else {
            throw Malformed("not as long as its tags say", at: Offset.flags)
        }
        sender = StationID(value: datagram.u64be(at: 4))
        boot = datagram.u32be(at: Offset.boot)
        sequence = datagram.u32be(at: Offset.sequence)
        isUrgent = flags & Self.urgentFlag != 0
        body = Array(datagram[Offset.body..<end])
        tags = (0..<count).map { datagram.u64be(at: end + $0 * SenderTags.bytes) }
        digest = SenderTags.digest(datagram[..<end])
    }

    /// Whether one of its tags is what the sender marks with for this station.
    func isMarked(with pair: SenderTags) -> Bool { tags.contains { pair.isRight($0, of: digest) } }
}
