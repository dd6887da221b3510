import Wire

/// What a presence announcement says, for those who are met: a sender tag for each shows whose it is, where
/// the announcement has a signature and a chain.
///
/// By radio these are a hundred bytes that no difference saves; a tag is eight. The announcement follows, for
/// everybody else. Beside a proposal stands its key, wrapped for each. `docs/security.md` draws the bytes.
struct TaggedAnnouncement: Equatable, Sendable {
    private enum Offset {
        static let boot = Envelope.bytes
        static let sequence = boot + 4
        static let flags = sequence + 4
        static let body = flags + 1
    }

    /// Of as many others as play together, if it brings a key. Without one it is hardly shorter for more than
    /// three than what is signed.
    static let tagsAtMost = KeyDistribution.membersAtMost - 1
    static let tagsWithoutKeyAtMost = 3
    private static let urgentFlag: UInt8 = 1 << 0
    /// The number of tags stands above that flag.
    private static let tagsShift = 1
    private static let tagsMask: UInt8 = 0b111
    private static let keyFlag: UInt8 = 1 << 4
    private static let echoFlag: UInt8 = 1 << 5

    /// The body ends as another's does, which is left out: a member that agrees says what was proposed.
    struct Echo: Equatable, Sendable {
        static let bytes = 2
        /// Shorter ones are not worth it; longer ones cannot be told.
        static let counts = 8...255

        /// The last byte of the other announcement's sequence: a wrong one has other tags.
        let sequence: UInt8
        /// Of the end that both have.
        let count: Int

        /// Nil if they do not end alike.
        init?(of body: [UInt8], in other: [UInt8], sequence: UInt32) {
            let alike = zip(body.reversed(), other.reversed()).prefix { $0 == $1 }.count
            guard alike >= Self.counts.lowerBound else { return nil }
            self.init(
                sequence: UInt8(truncatingIfNeeded: sequence), count: min(alike, Self.counts.upperBound))
        }

        init(sequence: UInt8, count: Int) {
            self.sequence = sequence
            self.count = count
        }
    }

    let sender: StationID
    let boot: UInt32
    /// Of the presence announcement that says the same.
    let sequence: UInt32
    let isUrgent: Bool
    /// Without the end that is an echo, until it is completed.
    private(set) var body: [UInt8]
    let echo: Echo?
    let tags: [UInt64]
    /// As many as there are tags, in the same order; or none.
    let keys: [WrappedKey]
    /// What the tags are made of.
    private var digest: [UInt8]

    /// - Parameters:
    ///   - key: of the proposal; nil without one.
    ///   - echo: what is left out of the body; nil with a key.
    ///   - peers: whose tags stand behind it: one to `tagsAtMost`.
    static func write(
        _ content: PresenceAnnouncement.Content, from sender: StationID, boot: UInt32, sequence: UInt32,
        key: SessionKey? = nil, echo: Echo? = nil, for peers: [SenderTags]
    ) -> [UInt8] {
        precondition((1...tagsAtMost).contains(peers.count), "one to seven others are met")
        precondition(key == nil || echo == nil, "a proposal is nobody's echo")
        var writer = Envelope.open(.tagged, from: sender)
        writer.u32be(boot)
        writer.u32be(sequence)
        var flags = UInt8(peers.count) << tagsShift
        if content.isUrgent { flags |= urgentFlag }
        if key != nil { flags |= keyFlag }
        writer.u8(flags)
        writer.append(content.body)
        if let key {
            writer.u64be(key.mark)
            for peer in peers { writer.append(WrappedKey(key, for: peer).wrapped) }
        }
        let digest = SenderTags.digest(writer.bytes)
        if let echo {
            var said = Array(writer.bytes.dropLast(echo.count))
            said[Offset.flags] |= echoFlag
            writer = PacketWriter()
            writer.append(said)
            writer.u8(echo.sequence)
            writer.u8(UInt8(echo.count))
        }
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
        let (hasKey, hasEcho) = (flags & Self.keyFlag != 0, flags & Self.echoFlag != 0)
        let end = datagram.count - count * SenderTags.bytes
        let bytesOfKey = hasKey ? WrappedKey.bytesOfMark + count * WrappedKey.bytes : 0
        let bodyEnd = end - bytesOfKey - (hasEcho ? Echo.bytes : 0)
        guard count > 0, !hasKey || !hasEcho,
            (Offset.body...(Offset.body + Message.bytesAtMost)).contains(bodyEnd)
        else {
            throw Malformed("not as long as its tags say", at: Offset.flags)
        }
        sender = StationID(value: datagram.u64be(at: 4))
        boot = datagram.u32be(at: Offset.boot)
        sequence = datagram.u32be(at: Offset.sequence)
        isUrgent = flags & Self.urgentFlag != 0
        body = Array(datagram[Offset.body..<bodyEnd])
        let wrapped = bodyEnd + WrappedKey.bytesOfMark
        keys = (0..<(hasKey ? count : 0)).map { place in
            let start = wrapped + place * WrappedKey.bytes
            return WrappedKey(
                mark: datagram.u64be(at: bodyEnd), wrapped: Array(datagram[start..<start + WrappedKey.bytes]))
        }
        tags = (0..<count).map { datagram.u64be(at: end + $0 * SenderTags.bytes) }
        digest = SenderTags.digest(datagram[..<end])
        echo = hasEcho ? Echo(sequence: datagram[bodyEnd], count: Int(datagram[bodyEnd + 1])) : nil
    }

    /// With the end of what it echoes; nil if that is not so long, or the whole too long.
    func completed(by other: [UInt8], _ datagram: [UInt8]) -> TaggedAnnouncement? {
        guard let echo, echo.count <= other.count, body.count + echo.count <= Message.bytesAtMost else {
            return nil
        }
        var whole = self
        whole.body += other.suffix(echo.count)
        var said = Array(datagram[..<Offset.body])
        said[Offset.flags] &= ~Self.echoFlag
        whole.digest = SenderTags.digest(said + whole.body)
        return whole
    }

    /// Which of its tags is what the sender marks with for this station; nil if none is.
    func place(of pair: SenderTags) -> Int? { tags.firstIndex { pair.isRight($0, of: digest) } }
}
