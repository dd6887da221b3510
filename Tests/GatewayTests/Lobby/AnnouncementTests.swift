import HCI
import Testing

@testable import Gateway

struct AnnouncementTests {
    static let now = Duration.seconds(5_000)

    static let session = Session(
        id: 0x1122_3344_5566_7788, major: 0x99AA, round: 3,
        members: [
            Session.Member(
                id: StationID(value: 1), name: StationName(StationID(value: 1)), role: .hide, minor: 7,
                points: 2),
            Session.Member(
                id: StationID(value: 2), name: StationName(StationID(value: 2)), role: .seek, minor: 8,
                points: 5),
        ],
        startsAt: now + .milliseconds(1_234), headStart: .seconds(60), limit: .seconds(600),
        outcome: .found(by: StationID(value: 2), after: .milliseconds(72_345)))

    static let plain: Announcement = {
        var announcement = Announcement(
            sender: StationID(value: 0xA1A2_A3A4_A5A6_A7A8), boot: 0xB1B2_B3B4, sequence: 0xC1C2_C3C4,
            name: StationName(StationID(value: 9)), role: .hide)
        announcement.isHolding = true
        announcement.isDeaf = true
        announcement.presses = 0xD1D2
        announcement.taunts = 0xE1E2
        return announcement
    }()

    static let playing: Announcement = {
        var announcement = plain
        announcement.isHolding = false
        announcement.isPressing = true
        announcement.isClaiming = true
        announcement.carried = Announcement.Carried(session: session, stage: .locked)
        return announcement
    }()

    @Test func plainBytesAreTheDocumentedOnes() {
        let name = Self.plain.name
        #expect(
            Self.plain.encoded(now: Self.now) == [
                0x48, 0x43,  // "HC"
                1, 1,  // version, kind
                0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8,  // sender
                0xB1, 0xB2, 0xB3, 0xB4,  // boot
                0xC1, 0xC2, 0xC3, 0xC4,  // sequence
                name.colour, name.animal, 1,  // name, role: hide
                0b0000_0110,  // holding, deaf
                0xD1, 0xD2, 0xE1, 0xE2,  // presses, taunts
            ])
    }

    @Test(arguments: [plain, playing])
    func comesBackAsItWent(announcement: Announcement) throws {
        let bytes = announcement.encoded(now: Self.now)
        #expect(bytes.count <= Announcement.bytesAtMost)
        #expect(try Announcement.decode(bytes, now: Self.now) == .announcement(announcement))
    }

    @Test func startIsRelativeToTheReceivingClock() throws {
        let bytes = Self.playing.encoded(now: Self.now)
        guard case .announcement(let received) = try Announcement.decode(bytes, now: .seconds(77)) else {
            Issue.record("not an announcement")
            return
        }
        #expect(received.carried?.session.startsAt == .seconds(77) + .milliseconds(1_234))
    }

    @Test(arguments: [plain, playing])
    func everyTruncationIsMalformed(announcement: Announcement) {
        let bytes = announcement.encoded(now: Self.now)
        for length in 0..<bytes.count {
            #expect(throws: Malformed.self) {
                try Announcement.decode(Array(bytes[..<length]), now: Self.now)
            }
        }
    }

    /// A flipped bit may make another sound announcement or a malformed one, but never a session that breaks
    /// our rules.
    @Test(arguments: [plain, playing])
    func everyFlippedBitIsSurvived(announcement: Announcement) {
        let bytes = announcement.encoded(now: Self.now)
        var survived = 0
        // The three highest flags belong to later versions and mean nothing yet.
        let reserved = (23 * 8 + 5)..<(24 * 8)
        for bit in 0..<(bytes.count * 8) where !reserved.contains(bit) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            if case .announcement(let read)? = try? Announcement.decode(damaged, now: Self.now) {
                survived += 1
                #expect(read != announcement)
                if let members = read.carried?.session.members { #expect(Session.isSound(members)) }
            }
        }
        #expect(survived > 0)
    }

    @Test func laterFieldsAreIgnored() throws {
        let bytes = Self.playing.encoded(now: Self.now) + [1, 2, 3]
        #expect(try Announcement.decode(bytes, now: Self.now) == .announcement(Self.playing))
    }

    @Test func otherVersionsAreTold() throws {
        var bytes = Self.plain.encoded(now: Self.now)
        bytes[2] = 9
        #expect(
            try Announcement.decode(Array(bytes[..<12]), now: Self.now)
                == .otherVersion(9, sender: Self.plain.sender))
    }

    @Test func otherKindsAreIgnored() throws {
        var bytes = Self.plain.encoded(now: Self.now)
        bytes[3] = 77
        #expect(try Announcement.decode(bytes, now: Self.now) == .otherKind(77))
    }

    @Test func tooLongIsMalformed() {
        let bytes = Self.plain.encoded(now: Self.now) + [UInt8](repeating: 0, count: 1_200)
        #expect(throws: Malformed.self) { try Announcement.decode(bytes, now: Self.now) }
    }
}
