import HCI
package import PeerNetwork
package import Wire

/// Everything a station lets the others know, whole: `docs/lobby.md` draws its bytes.
///
/// State is sent as state and the newest wins, so that a lost, doubled or late one costs nothing. A press is
/// a counter that goes up, a taunt likewise. In the lobby everybody may read it; what belongs to a session is
/// said to its members only.
package struct Announcement: Equatable, Codable, Sendable {
    /// How far a session that is carried along has come.
    package enum Stage: UInt8, Codable, Sendable {
        /// Somebody proposes it, and the sender, if listed, agrees for as long as it says so.
        case proposed = 0
        /// It is locked: nobody joins or leaves.
        case locked = 1
    }

    /// What a body is, in its first byte.
    package enum Kind {
        static let announcement = StationName.announcementKind
        static let remoteReport: UInt8 = 2
        /// Somebody who is here and does not play: nothing follows, and no station takes it for one.
        package static let visitor: UInt8 = 3
        static let status: UInt8 = 4
    }

    package struct Carried: Equatable, Codable, Sendable {
        package var session: Session
        package var stage: Stage
        /// The start is one that a round can have. Only of a locked one the rest counts without it.
        var tellsStart = true
        /// The sender says, with the key of this round, that it plays a later one without the hearer.
        var leavesOut = false
    }

    /// Whom a station would play with.
    package struct Company: Equatable, Codable, Sendable {
        /// How many, this station included: 2…8.
        package var capacity = 2
        var pairing = Pairing.together
        /// The only one, if it was chosen.
        var partner: StationID?

        package init(
            capacity: Int = 2,
            pairing: Pairing = Pairing.together,
            partner: StationID? = nil
        ) {
            self.capacity = capacity
            self.pairing = pairing
            self.partner = partner
        }
    }

    /// Which of those who hold at the same moment end up together.
    package enum Pairing: UInt8, Codable, Sendable, CaseIterable {
        /// All of them, as far as there is room.
        case together = 0
        /// Drawn by lot among all who hold within a second.
        case random = 1
        /// Nobody but the chosen partner.
        case chosen = 2
        /// Those who were called together for an evening, and nobody else: their party's number
        /// stands where a partner would.
        case called = 3
    }

    package var sender: StationID
    /// Drawn at every start of the program; tells a restart.
    var boot: UInt32
    package var name: StationName
    package var role: Role
    /// The button is down, whether or not long enough to count as holding.
    package var isPressing = false
    package var isHolding = false
    /// The sender's radio does not work: its beacon cannot be heard and it hears nobody.
    package var isDeaf = false
    /// A seeker says it stands beside the hider.
    var isClaiming = false
    /// The sender does not want to play now: nobody waits for it.
    package var declines = false
    /// The sender is in a session: what it carries there is for its members only.
    package var isPlaying = false
    /// Short presses since the start of the program.
    package var presses: UInt16 = 0
    /// Taunts of this round.
    var taunts: UInt16 = 0
    /// The words of the last of them; nil where the hearers choose them.
    var line: Quip?
    /// While the sender holds, its lot; otherwise the commitment to the next one. All lots together decide
    /// who comes first (`Draw`).
    var lot: Draw.Lot = 0
    /// A round's status says nothing of it: it is as it was.
    var tellsLot = true
    package var company = Company()
    package var carried: Carried?
    /// The sender's clock, for the members of its session.
    var stamp: ClockStamp?

    package init(
        sender: StationID,
        boot: UInt32,
        name: StationName,
        role: Role,
        isPressing: Bool = false,
        isHolding: Bool = false,
        isDeaf: Bool = false,
        isClaiming: Bool = false,
        isPlaying: Bool = false,
        presses: UInt16 = 0,
        taunts: UInt16 = 0,
        lot: Draw.Lot = 0,
        company: Company = Company(),
        carried: Carried? = nil,
        stamp: ClockStamp? = nil
    ) {
        self.sender = sender
        self.boot = boot
        self.name = name
        self.role = role
        self.isPressing = isPressing
        self.isHolding = isHolding
        self.isDeaf = isDeaf
        self.isClaiming = isClaiming
        self.isPlaying = isPlaying
        self.presses = presses
        self.taunts = taunts
        self.lot = lot
        self.company = company
        self.carried = carried
        self.stamp = stamp
    }

    private enum Flag {
        static let pressing: UInt16 = 1 << 0
        static let holding: UInt16 = 1 << 1
        static let deaf: UInt16 = 1 << 2
        static let claiming: UInt16 = 1 << 3
        static let session: UInt16 = 1 << 4
        static let playing: UInt16 = 1 << 5
        static let partner: UInt16 = 1 << 6
        static let stamp: UInt16 = 1 << 7
        static let declining: UInt16 = 1 << 8
        static let line: UInt16 = 1 << 9
    }

    /// The body of a message. Times in it are relative to `now`, because stations do not share a clock.
    package func encoded(now: Duration) -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(Kind.announcement)
        writer.u8(name.colour)
        writer.u8(name.animal)
        writer.u8(role.rawValue)
        writer.u16be(flags)
        writer.u16be(presses)
        writer.u16be(taunts)
        writer.u64be(lot)
        writer.u8(UInt8(clamping: company.capacity))
        writer.u8(company.pairing.rawValue)
        if let partner = company.partner { writer.u64be(partner.value) }
        if let carried {
            writer.u8(carried.stage.rawValue)
            SessionCoding.write(carried.session, to: &writer, now: now)
        }
        stamp?.write(to: &writer)
        // Behind everything else: programs that do not know it pass it over.
        if let line { writer.u8(line.tauntNumber) }
        return writer.bytes
    }

    private var flags: UInt16 {
        var flags: UInt16 = 0
        if isPressing { flags |= Flag.pressing }
        if isHolding { flags |= Flag.holding }
        if isDeaf { flags |= Flag.deaf }
        if isClaiming { flags |= Flag.claiming }
        if isPlaying { flags |= Flag.playing }
        if carried != nil { flags |= Flag.session }
        if company.partner != nil { flags |= Flag.partner }
        if stamp != nil { flags |= Flag.stamp }
        if declines { flags |= Flag.declining }
        if line != nil { flags |= Flag.line }
        return flags
    }

    /// What a received body says.
    package enum Content: Equatable, Sendable {
        case announcement(Announcement)
        case remoteReport(RemoteRSSIReport)
        case status(RoundStatus)
        /// Of a kind that this program does not know: it is passed over.
        case otherKind(UInt8)
    }

    /// Reads a message; bytes behind the known ones are left for later programs.
    ///
    /// - Parameter now: when it was received; the session's start is put on this clock.
    package static func decode(_ received: Message.Received, now: Duration) throws(Malformed) -> Content {
        var reader = PacketReader(received.message.body)
        let kind = try reader.u8()
        switch kind {
        case Kind.announcement: return .announcement(try read(&reader, from: received, now: now))
        case Kind.remoteReport:
            return .remoteReport(try RemoteRSSIReport.read(&reader, from: received, now: now))
        case Kind.status: return .status(try RoundStatus.read(&reader, from: received, now: now))
        default: return .otherKind(kind)
        }
    }

    private static func read(
        _ reader: inout PacketReader, from received: Message.Received, now: Duration
    ) throws(Malformed) -> Announcement {
        let name = try decodeName(&reader)
        guard let role = Role(rawValue: try reader.u8()) else { throw Malformed("no such role", at: 3) }
        let flags = try reader.u16be()
        var announcement = Announcement(
            sender: received.sender, boot: received.boot, name: name, role: role)
        announcement.isPressing = flags & Flag.pressing != 0
        announcement.isHolding = flags & Flag.holding != 0
        announcement.isDeaf = flags & Flag.deaf != 0
        announcement.isClaiming = flags & Flag.claiming != 0
        announcement.isPlaying = flags & Flag.playing != 0
        announcement.declines = flags & Flag.declining != 0
        announcement.presses = try reader.u16be()
        announcement.taunts = try reader.u16be()
        announcement.lot = try reader.u64be()
        announcement.company = try readCompany(&reader, hasPartner: flags & Flag.partner != 0)
        if flags & Flag.session != 0 {
            guard let stage = Stage(rawValue: try reader.u8()) else {
                throw Malformed("no such stage", at: reader.offset)
            }
            let (session, tellsStart) = try SessionCoding.read(&reader, now: now)
            guard tellsStart || stage == .locked else {
                throw Malformed("a start beyond belief", at: reader.offset)
            }
            announcement.carried = Carried(session: session, stage: stage, tellsStart: tellsStart)
        }
        if flags & Flag.stamp != 0 { announcement.stamp = try ClockStamp.read(&reader) }
        // A taunt that a later program knows is said in words of this one's.
        if flags & Flag.line != 0 { announcement.line = Quip(tauntNumber: try reader.u8()) }
        return announcement
    }

    private static func readCompany(
        _ reader: inout PacketReader, hasPartner: Bool
    ) throws(Malformed) -> Company {
        let capacity = Int(try reader.u8())
        guard (2...Session.membersAtMost).contains(capacity) else {
            throw Malformed("no such capacity", at: reader.offset)
        }
        guard let pairing = Pairing(rawValue: try reader.u8()) else {
            throw Malformed("no such pairing", at: reader.offset)
        }
        let partner = hasPartner ? StationID(value: try reader.u64be()) : nil
        return Company(capacity: capacity, pairing: pairing, partner: partner)
    }

    static func decodeName(_ reader: inout PacketReader) throws(Malformed) -> StationName {
        let colour = try reader.u8()
        let animal = try reader.u8()
        guard let name = StationName(colour: colour, animal: animal) else {
            throw Malformed("no such name", at: reader.offset)
        }
        return name
    }
}
