import HCI

/// Everything a station lets the others know, whole, in one datagram: `docs/lobby.md` draws its bytes.
///
/// State is sent as state and the newest wins, so that a lost, doubled or late datagram costs nothing and
/// nothing has to be acknowledged. A press is a counter that goes up, a taunt likewise.
struct Announcement: Equatable, Codable, Sendable {
    /// The version of this format. Stations of another version are shown, told, and never locked with.
    static let version: UInt8 = 1
    /// A datagram that is not ours almost never begins with these two bytes, "HC".
    static let magic: UInt16 = 0x4843
    /// Longer datagrams are not read further. A session of eight takes 183 bytes; the rest is for later
    /// versions.
    static let bytesAtMost = 1_200

    /// How far a session that is carried along has come.
    enum Stage: UInt8, Codable, Sendable {
        /// Somebody proposes it, and the sender, if listed, agrees for as long as it says so.
        case proposed = 0
        /// It is locked: nobody joins or leaves.
        case locked = 1
    }

    /// What a datagram is, in its fourth byte.
    enum Kind {
        static let announcement: UInt8 = 1
        static let hearsay: UInt8 = 2
    }

    struct Carried: Equatable, Codable, Sendable {
        var session: Session
        var stage: Stage
    }

    var sender: StationID
    /// Drawn at every start of the program; tells a restart from a datagram that comes late.
    var boot: UInt32
    var sequence: UInt32
    var name: StationName
    var role: Role
    /// The button is down, whether or not long enough to count as holding.
    var isPressing = false
    var isHolding = false
    /// The sender's radio does not work: its beacon cannot be heard and it hears nobody.
    var isDeaf = false
    /// A seeker says it stands beside the hider.
    var isClaiming = false
    /// Short presses since the start of the program.
    var presses: UInt16 = 0
    /// Taunts of this round.
    var taunts: UInt16 = 0
    var carried: Carried?

    private enum Flag {
        static let pressing: UInt8 = 1 << 0
        static let holding: UInt8 = 1 << 1
        static let deaf: UInt8 = 1 << 2
        static let claiming: UInt8 = 1 << 3
        static let session: UInt8 = 1 << 4
    }

    /// The datagram. Times in it are relative to `now`, because stations do not share a clock.
    func encoded(now: Duration) -> [UInt8] {
        var writer = PacketWriter()
        writer.u16be(Self.magic)
        writer.u8(Self.version)
        writer.u8(Kind.announcement)
        writer.u64be(sender.value)
        writer.u32be(boot)
        writer.u32be(sequence)
        writer.u8(name.colour)
        writer.u8(name.animal)
        writer.u8(role.rawValue)
        var flags: UInt8 = carried == nil ? 0 : Flag.session
        if isPressing { flags |= Flag.pressing }
        if isHolding { flags |= Flag.holding }
        if isDeaf { flags |= Flag.deaf }
        if isClaiming { flags |= Flag.claiming }
        writer.u8(flags)
        writer.u16be(presses)
        writer.u16be(taunts)
        if let carried {
            writer.u8(carried.stage.rawValue)
            SessionCoding.write(carried.session, to: &writer, now: now)
        }
        return writer.bytes
    }

    /// What a received datagram says.
    enum Received: Equatable, Sendable {
        case announcement(Announcement)
        case hearsay(Hearsay)
        /// From a station of another version: only what every version keeps in its place can be told.
        case otherVersion(UInt8, sender: StationID)
        /// Ours, of a kind that this version does not know.
        case otherKind(UInt8)
    }

    /// Reads a datagram; bytes behind the known ones are left for later versions.
    ///
    /// - Parameter now: when it was received; the session's start is put on this clock.
    static func decode(_ bytes: [UInt8], now: Duration) throws(Malformed) -> Received {
        guard bytes.count <= bytesAtMost else {
            throw Malformed("too long for an announcement", at: bytesAtMost)
        }
        var reader = PacketReader(bytes)
        guard try reader.u16be() == magic else { throw Malformed("not an announcement", at: 0) }
        let version = try reader.u8()
        let kind = try reader.u8()
        let sender = StationID(value: try reader.u64be())
        guard version == Self.version else { return .otherVersion(version, sender: sender) }
        switch kind {
        case Kind.announcement: return .announcement(try read(&reader, from: sender, now: now))
        case Kind.hearsay: return .hearsay(try Hearsay.read(&reader, from: sender, now: now))
        default: return .otherKind(kind)
        }
    }

    private static func read(
        _ reader: inout PacketReader, from sender: StationID, now: Duration
    ) throws(Malformed) -> Announcement {
        let boot = try reader.u32be()
        let sequence = try reader.u32be()
        let name = try decodeName(&reader)
        guard let role = Role(rawValue: try reader.u8()) else { throw Malformed("no such role", at: 22) }
        let flags = try reader.u8()
        var announcement = Announcement(
            sender: sender, boot: boot, sequence: sequence, name: name, role: role)
        announcement.isPressing = flags & Flag.pressing != 0
        announcement.isHolding = flags & Flag.holding != 0
        announcement.isDeaf = flags & Flag.deaf != 0
        announcement.isClaiming = flags & Flag.claiming != 0
        announcement.presses = try reader.u16be()
        announcement.taunts = try reader.u16be()
        if flags & Flag.session != 0 {
            guard let stage = Stage(rawValue: try reader.u8()) else {
                throw Malformed("no such stage", at: 28)
            }
            announcement.carried = Carried(session: try SessionCoding.read(&reader, now: now), stage: stage)
        }
        return announcement
    }

    static func decodeName(_ reader: inout PacketReader) throws(Malformed) -> StationName {
        let colour = try reader.u8()
        let animal = try reader.u8()
        guard let name = StationName(colour: colour, animal: animal) else {
            throw Malformed("no such name", at: 20)
        }
        return name
    }
}
