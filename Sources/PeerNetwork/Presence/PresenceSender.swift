/// The station's own announcement: when it is signed anew, and when it is repeated.
struct PresenceSender: Sendable {
    /// After a change, and while somebody holds.
    static let quick: Duration = .milliseconds(100)
    static let quickFor: Duration = .milliseconds(1_500)
    /// Between two signatures; of several contents in between the newest stands.
    static let apart: Duration = .milliseconds(50)

    private let boot: UInt32
    private(set) var sequence: UInt32 = 0
    private var wanted: PresenceAnnouncement.Content?
    private(set) var said: PresenceAnnouncement.Content?
    private var signed: [UInt8] = []
    private var chain: HashChain?
    private var index = 0
    private var signedAt: Duration?
    private var changedAt: Duration = .zero
    /// When the next datagram is due; nil before the first content.
    private(set) var next: Duration?

    init(boot: UInt32) { self.boot = boot }

    /// Whether this station presses, holds or proposes.
    var isUrgent: Bool { wanted?.isUrgent ?? false }

    /// What is to be said from now on.
    mutating func say(_ body: [UInt8], isUrgent: Bool, now: Duration) {
        var content =
            wanted ?? PresenceAnnouncement.Content(body: [], isUrgent: false, ephemeral: [], pace: 10)
        content.body = body
        content.isUrgent = isUrgent
        want(content, now: now)
    }

    /// The key with which this station is spoken to from now on.
    mutating func show(ephemeral: [UInt8], now: Duration) {
        guard var content = wanted else { return }
        content.ephemeral = ephemeral
        want(content, now: now)
    }

    private mutating func want(_ content: PresenceAnnouncement.Content, now: Duration) {
        guard content != wanted else { return }
        wanted = content
        // At once, or as soon as the last signature is 50 ms old.
        let due = signedAt.map { max(now, $0 + Self.apart) } ?? now
        next = min(next ?? due, due)
    }

    /// The next datagram if it is due.
    ///
    /// - Parameters:
    ///   - ephemeral: the key that belongs on the announcement.
    ///   - pace: in tenths of a second, up to 300; taken over with the next signature, which comes at once
    ///     when the room has become twice as large or half as large.
    mutating func datagram(
        now: Duration, ephemeral: [UInt8], pace: UInt16, key: IdentityKey, secrets: inout SecretSource
    ) -> [UInt8]? {
        guard let due = next, due <= now, var content = wanted else { return nil }
        content.ephemeral = ephemeral
        wanted?.ephemeral = ephemeral
        content.pace = said?.pace ?? pace
        let isChange = content != said
        if isChange { changedAt = now }
        let isOtherRoom = pace >= content.pace * 2 || pace * 2 <= content.pace
        if isChange || isOtherRoom || index >= HashChain.repetitions || chain == nil {
            content.pace = pace
            sign(content, key: key, secrets: &secrets)
            signedAt = now
        } else {
            index += 1
        }
        said = content
        wanted?.pace = content.pace
        guard let chain else { return nil }
        let element = chain.element(index)
        next = now + interval(now: now, content: content, chance: element.first ?? 0)
        return signed + [UInt8(index)] + element
    }

    private mutating func sign(
        _ content: PresenceAnnouncement.Content, key: IdentityKey, secrets: inout SecretSource
    ) {
        sequence &+= 1
        let place = HashChain.Place(sender: key.id, boot: boot, sequence: sequence)
        let link =
            self.chain.map { [UInt8(index + 1)] + $0.element(index + 1) } ?? PresenceAnnouncement.noLink
        let chain = HashChain(end: secrets.bytes(HashChain.elementBytes), at: place)
        signed = PresenceAnnouncement.write(
            content, boot: boot, sequence: sequence, anchor: chain.element(0), link: link, by: key)
        self.chain = chain
        index = 0
    }

    /// - Parameter chance: nobody can tell it from any other before it is shown.
    private func interval(now: Duration, content: PresenceAnnouncement.Content, chance: UInt8) -> Duration {
        if content.isUrgent || now - changedAt < Self.quickFor { return Self.quick }
        // A tenth more or less, so that stations that were switched on together drift apart.
        return .milliseconds(Int(content.pace) * (90 + Int(chance) % 21))
    }
}
