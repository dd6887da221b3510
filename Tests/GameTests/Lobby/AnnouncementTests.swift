import Testing

@testable import Game
@testable import PeerNetwork
@testable import Wire

struct AnnouncementTests {
    static let now = Duration.seconds(5_000)

    static let session = Session(
        id: 0x1122_3344_5566_7788, round: 3,
        members: [
            Session.Member(
                id: StationID(value: 1), name: StationName(StationID(value: 1)), role: .hide, points: 2),
            Session.Member(
                id: StationID(value: 2), name: StationName(StationID(value: 2)), role: .seek, points: 5),
        ],
        startsAt: now + .milliseconds(1_234), headStart: .seconds(60), limit: .seconds(600),
        outcome: .found(by: StationID(value: 2), after: .milliseconds(72_345)), generation: 1)

    static let plain: Announcement = {
        var announcement = Announcement(
            sender: StationID(value: 0xA1A2_A3A4_A5A6_A7A8), boot: 0xB1B2_B3B4,
            name: StationName(StationID(value: 9)), role: .hide)
        announcement.isHolding = true
        announcement.isDeaf = true
        announcement.presses = 0xD1D2
        announcement.taunts = 0xE1E2
        announcement.lot = 0xF1F2_F3F4_F5F6_F7F8
        announcement.company = Announcement.Company(
            capacity: 4, pairing: .random, partner: StationID(value: 0x0102_0304_0506_0708))
        return announcement
    }()

    static let playing: Announcement = {
        var announcement = plain
        announcement.isHolding = false
        announcement.isPressing = true
        announcement.isClaiming = true
        announcement.isPlaying = true
        announcement.company = Announcement.Company()
        announcement.carried = Announcement.Carried(session: session, stage: .locked)
        announcement.stamp = ClockStamp(
            sent: 0x0A0B_0C0D, echoes: [.init(of: StationID(value: 2), sent: 0x0102_0304, heldFor: 77)])
        return announcement
    }()

    static func decode(_ body: [UInt8], now: Duration = now) throws -> Announcement.Content {
        let message = Message(audience: .lobby(isUrgent: false), body: body)
        let received = Message.Received(sender: plain.sender, boot: plain.boot, message: message)
        return try Announcement.decode(received, now: now)
    }

    /// The gatekeeper reads the name, and nothing else, of what it carries.
    @Test func theNameIsReadWithoutTheRest() {
        for announcement in [Self.plain, Self.playing] {
            let body = announcement.encoded(now: Self.now)
            #expect(StationName(announcement: body[...]) == announcement.name)
            for length in 0..<3 { #expect(StationName(announcement: body[..<length]) == nil) }
            #expect(StationName(announcement: [Announcement.Kind.visitor] + body[1...]) == nil)
            #expect(StationName(announcement: [body[0], 32, 0]) == nil, "there is no such colour")
        }
    }

    @Test func plainBytesAreTheDocumentedOnes() {
        let name = Self.plain.name
        #expect(
            Self.plain.encoded(now: Self.now) == [
                1,  // an announcement
                name.colour, name.animal, 1,  // name, role: hide
                0, 0b0100_0110,  // holding, deaf, a partner follows
                0xD1, 0xD2, 0xE1, 0xE2,  // presses, taunts
                0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8,  // lot
                4, 1,  // at most four, drawn by lot
                1, 2, 3, 4, 5, 6, 7, 8,  // the partner
            ])
    }

    @Test(arguments: [plain, playing])
    func comesBackAsItWent(announcement: Announcement) throws {
        let bytes = announcement.encoded(now: Self.now)
        #expect(try Self.decode(bytes) == .announcement(announcement))
    }

    /// A session of eight that was found, with everybody's echo, is the longest there is.
    @Test func theLongestFits() {
        let members = (1...8).map { number in
            let id = StationID(value: UInt64(number))
            return Session.Member(
                id: id, name: StationName(id), role: number == 1 ? .hide : .seek, points: 9)
        }
        var longest = Self.plain
        longest.carried = Announcement.Carried(
            session: Session(
                id: 1, round: 1, members: members, startsAt: Self.now, headStart: .seconds(60),
                limit: .seconds(600), outcome: .found(by: members[1].id, after: .seconds(9))),
            stage: .locked)
        let echo = ClockStamp.Echo(of: members[0].id, sent: 0, heldFor: 0)
        longest.stamp = ClockStamp(sent: 0, echoes: Array(repeating: echo, count: 9))
        longest.line = Quip.taunts.last
        let bytes = longest.encoded(now: Self.now)
        #expect(bytes.count == 270)
        #expect(bytes.count <= Message.bytesAtMost)
    }

    /// Nobody can leave a round that has begun: longer than any settings allow is no round.
    @Test(arguments: [(600, 7_200, true), (601, 600, false), (60, 7_201, false), (65_535, 65_535, false)])
    func aRoundIsOfBoundedLength(headStart: Int, limit: Int, isGood: Bool) {
        let members = [StationID(value: 1), StationID(value: 2)].map { id in
            Session.Member(id: id, name: StationName(id), role: id.value == 1 ? .hide : .seek, points: 0)
        }
        var long = Self.plain
        long.carried = Announcement.Carried(
            session: Session(
                id: 1, round: 1, members: members, startsAt: Self.now, headStart: .seconds(headStart),
                limit: .seconds(limit)),
            stage: .locked)
        let decoded = try? Self.decode(long.encoded(now: Self.now))
        #expect((decoded != nil) == isGood)
    }

    /// What a round cannot have is not believed of a locked one; the rest is. A proposal is refused whole.
    @Test(arguments: [
        (10_000, 7, true), (10_001, 0, false), (-8_400_000, 1, true), (-8_400_002, 1, false),
        (3_600_000, 7, false), (0, 8, true), (0, 255, true),
    ])
    func anImpossibleFieldCostsNoMoreThanItself(startsIn: Int, generation: Int, tellsStart: Bool) throws {
        var word = Self.playing
        let start = Self.now + .milliseconds(startsIn)
        let session = Session(
            id: 1, round: 1, members: Self.session.members, startsAt: start, headStart: .seconds(60),
            limit: .seconds(600), outcome: .timeUp, generation: UInt8(generation))
        word.carried = Announcement.Carried(session: session, stage: .locked)
        guard case .announcement(let read) = try Self.decode(word.encoded(now: Self.now)) else {
            Issue.record("not an announcement")
            return
        }
        #expect(read.isClaiming && read.carried?.session.outcome == .timeUp)
        #expect(read.carried?.tellsStart == tellsStart)
        #expect(read.carried?.session.generation == (generation > 7 ? 0 : UInt8(generation)))
        let told = try #require(read.carried?.session.startsAt)
        // What is past is told up to a millisecond late.
        #expect((told >= start && told <= start + .milliseconds(1)) == tellsStart)
        #expect(told <= Self.now + .seconds(10) && told >= Self.now - .seconds(8_400))
        word.carried = Announcement.Carried(session: session, stage: .proposed)
        #expect((try? Self.decode(word.encoded(now: Self.now))) != nil || !tellsStart)
        #expect((try? Self.decode(word.encoded(now: Self.now))) == nil || tellsStart)
    }

    @Test func startIsRelativeToTheReceivingClock() throws {
        let bytes = Self.playing.encoded(now: Self.now)
        guard case .announcement(let received) = try Self.decode(bytes, now: .seconds(77)) else {
            Issue.record("not an announcement")
            return
        }
        #expect(received.carried?.session.startsAt == .seconds(77) + .milliseconds(1_234))
    }

    @Test(arguments: [plain, playing])
    func everyTruncationIsMalformed(announcement: Announcement) {
        let bytes = announcement.encoded(now: Self.now)
        for length in 0..<bytes.count {
            #expect(throws: Malformed.self) { try Self.decode(Array(bytes[..<length])) }
        }
    }

    /// A flipped bit may make another sound announcement or a malformed one, but never a session that breaks
    /// our rules.
    @Test(arguments: [plain, playing])
    func everyFlippedBitIsSurvived(announcement: Announcement) {
        let bytes = announcement.encoded(now: Self.now)
        var survived = 0
        // The first byte of the flags is for later programs: nothing of it is read.
        for bit in 0..<(bytes.count * 8) where bit / 8 != 4 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            if case .announcement(let read)? = try? Self.decode(damaged) {
                survived += 1
                #expect(read != announcement)
                if let members = read.carried?.session.members { #expect(Session.isSound(members)) }
            }
        }
        #expect(survived > 0)
    }

    @Test func laterFieldsAreIgnored() throws {
        let bytes = Self.playing.encoded(now: Self.now) + [1, 2, 3]
        #expect(try Self.decode(bytes) == .announcement(Self.playing))
    }

    @Test func otherKindsAreIgnored() throws {
        #expect(try Self.decode([77, 1, 2]) == .otherKind(77))
    }
}
