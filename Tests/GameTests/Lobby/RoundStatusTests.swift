import Determinism
import PeerNetwork
import Testing
import Wire

@testable import Game

/// What a member says of its round in short.
struct RoundStatusTests {
    private static let now = AnnouncementTests.now
    private static let hider = StationID(value: 1)
    private static let seeker = StationID(value: 2)

    private static func session(_ outcome: Outcome?, startsAt: Duration = now - .seconds(70)) -> Session {
        Session(
            id: 7, round: 0x0103, members: AnnouncementTests.session.members, startsAt: startsAt,
            headStart: .seconds(60), limit: .seconds(600), outcome: outcome, generation: 2)
    }

    private static func said(_ outcome: Outcome? = nil, startsAt: Duration = now - .seconds(70))
        -> Announcement
    {
        var said = Announcement(sender: seeker, boot: 0xB1, name: StationName(seeker), role: .seek)
        said.isPlaying = true
        said.carried = Announcement.Carried(session: session(outcome, startsAt: startsAt), stage: .locked)
        return said
    }

    private static func decode(_ body: [UInt8]) throws -> RoundStatus {
        let received = Message.Received(
            sender: seeker, boot: 0xB1, message: Message(audience: .session(7), body: body))
        guard case .status(let status) = try Announcement.decode(received, now: now) else {
            throw Malformed("no status", at: 0)
        }
        return status
    }

    private static func status(_ announcement: Announcement) throws -> RoundStatus {
        try #require(RoundStatus(announcement, sent: 0x0102_0304, now: now))
    }

    /// The samples of `docs/lobby.md`.
    @Test func theBytesAreTheDocumentedOnes() throws {
        var claim = Self.said()
        claim.isPressing = true
        claim.isClaiming = true
        #expect(try Self.status(claim).encoded(now: Self.now) == [4, 3, 0b101, 0x20, 1, 2, 3, 4])
        let found = Self.said(.found(by: Self.seeker, after: .milliseconds(72_345)))
        #expect(
            try Self.status(found).encoded(now: Self.now) == [
                4, 3, 0, 0x21, 1, 2, 3, 4, 1, 0x01, 0x1A, 0x99,
            ])
        for (milliseconds, told) in [(16_777_215, 0xFF), (16_777_216, 0xFF), (16_777_214, 0xFE)] {
            let long = Self.said(.found(by: Self.seeker, after: .milliseconds(milliseconds)))
            let bytes = try Self.status(long).encoded(now: Self.now)
            #expect(bytes.suffix(3) == [0xFF, 0xFF, UInt8(told)])
        }
        let locked = Self.said(startsAt: Self.now + .milliseconds(6_993))
        #expect(
            try Self.status(locked).encoded(now: Self.now) == [
                4, 3, 0b100_0000, 0x20, 1, 2, 3, 4, 0, 0, 0x1B, 0x51,
            ])
        var taunt = Self.said()
        (taunt.taunts, taunt.line) = (5, Quip(tauntNumber: 12))
        #expect(
            try Self.status(taunt).encoded(now: Self.now) == [4, 3, 0b11_0000, 0x20, 1, 2, 3, 4, 0, 5, 12])
    }

    static let all: [Announcement] = {
        let outcomes: [Outcome?] = [
            nil, .found(by: seeker, after: .milliseconds(72_345)), .timeUp, .abandoned(.tooFew),
            .abandoned(.cancelled(by: hider)),
        ]
        return outcomes.flatMap { outcome in
            [now - .seconds(70), now + .seconds(3)].flatMap { start in
                [UInt16(0), 5].map { taunts in
                    var word = said(outcome, startsAt: start)
                    word.isClaiming = taunts > 0
                    word.isDeaf = outcome == .timeUp
                    word.declines = outcome == nil
                    word.taunts = outcome == nil ? taunts : 0
                    word.line = word.taunts > 0 ? Quip(tauntNumber: 40) : nil
                    return word
                }
            }
        }
    }()

    /// With what was said before and what was agreed it is the announcement again.
    @Test(arguments: all)
    func itStandsForTheAnnouncement(word: Announcement) throws {
        let read = try Self.decode(try Self.status(word).encoded(now: Self.now))
        var last = Self.said()
        (last.presses, last.company.capacity, last.lot, last.isHolding) = (9, 5, 77, true)
        let (played, agreed) = (AnnouncementTests.session, Self.session(.timeUp))
        let whole = try #require(
            try read.announcement(after: last, in: 7, played: played, agreed: agreed, binding: nil))
        var expected = word
        (expected.presses, expected.company.capacity, expected.lot) = (9, 5, 77)
        (expected.tellsLot, expected.stamp) = (false, ClockStamp(sent: 0x0102_0304))
        let start = try #require(word.carried?.session.startsAt)
        expected.carried?.tellsStart = start > Self.now
        #expect(whole == expected)
    }

    /// Only what all have agreed on is filled in, and only for a sender of whom something is known.
    @Test func nothingIsMadeUp() throws {
        let status = try Self.decode(try Self.status(Self.said()).encoded(now: Self.now))
        let agreed = Self.session(nil)
        #expect(
            try status.announcement(after: Self.said(), in: 7, played: agreed, agreed: nil, binding: nil)
                != nil)
        #expect(
            try status.announcement(after: nil, in: 7, played: agreed, agreed: nil, binding: nil) == nil,
            "nothing was heard of it")
        #expect(
            try status.announcement(after: Self.said(), in: 8, played: agreed, agreed: nil, binding: nil)
                == nil, "another session")
        #expect(
            try status.announcement(after: Self.said(), in: 7, played: nil, agreed: nil, binding: nil) == nil,
            "nothing was agreed")
        var other = Self.said()
        other.boot = 0xB2
        #expect(
            try status.announcement(after: other, in: 7, played: agreed, agreed: nil, binding: nil) == nil,
            "another start")
        let stranger = Message.Received(
            sender: StationID(value: 3), boot: 0xB1,
            message: Message(
                audience: .session(7), body: try Self.status(Self.said()).encoded(now: Self.now)))
        guard case .status(let said) = try Announcement.decode(stranger, now: Self.now) else {
            Issue.record("no status")
            return
        }
        #expect(
            try said.announcement(after: Self.said(), in: 7, played: agreed, agreed: nil, binding: nil)
                == nil, "no member")
        let next = try #require(
            Self.session(.timeUp).next(startsAt: Self.now, with: [Self.hider, Self.seeker]))
        #expect(
            try status.announcement(after: Self.said(), in: 7, played: next, agreed: nil, binding: nil)
                == nil, "another round")
    }

    /// Two proposals of one round: of the one that was locked, if the key is that one's.
    @Test func theKeyTellsWhichWasLocked() throws {
        let status = try Self.decode(try Self.status(Self.said()).encoded(now: Self.now))
        let agreed = Self.session(nil)
        let bindings: [(UInt64?, Bool)] = [
            (nil, true), (KeyEpoch.binding(of: agreed.agreement), true),
            (KeyEpoch.binding(of: AnnouncementTests.session.agreement), false),
        ]
        for (binding, isRead) in bindings {
            let whole = try status.announcement(
                after: Self.said(), in: 7, played: nil, agreed: agreed, binding: binding)
            #expect((whole != nil) == isRead)
            // How the round that is played stands is also said with the key of the next.
            let played = try status.announcement(
                after: Self.said(), in: 7, played: agreed, agreed: nil, binding: binding)
            #expect(played != nil)
        }
    }

    /// An end by nobody of the round, or by one that does not seek, is none.
    @Test(arguments: [
        (RoundStatus.Ending.found(by: 0, milliseconds: 1), false), (.found(by: 1, milliseconds: 1), true),
        (.found(by: 2, milliseconds: 1), false), (.cancelled(by: 1), true), (.cancelled(by: 2), false),
        (.cancelled(by: 255), false),
    ])
    func anEndIsByAMember(ending: RoundStatus.Ending, isGood: Bool) throws {
        var status = try Self.status(Self.said())
        status.ending = ending
        let read = try Self.decode(status.encoded(now: Self.now))
        let whole = try? read.announcement(
            after: Self.said(), in: 7, played: Self.session(nil), agreed: nil, binding: nil)
        #expect((whole != nil) == isGood)
    }

    /// A start beyond belief, or more changes of numbers than a round has, cost no more than that.
    @Test func anImpossibleFieldCostsNoMoreThanItself() throws {
        var status = try Self.status(Self.said())
        (status.startsAt, status.generation) = (Self.now + .seconds(3_600), 8)
        let read = try Self.decode(status.encoded(now: Self.now))
        #expect(read.startsAt == nil && read.generation == 0)
        (status.startsAt, status.generation) = (Self.now + .seconds(10), 7)
        let good = try Self.decode(status.encoded(now: Self.now))
        #expect(good.startsAt == Self.now + .seconds(10) && good.generation == 7)
    }

    @Test(arguments: all)
    func everyTruncationIsMalformedAndNoFlippedBitTraps(word: Announcement) throws {
        let bytes = try Self.status(word).encoded(now: Self.now)
        for count in 1..<bytes.count {
            #expect(throws: Malformed.self) { try Self.decode(Array(bytes.prefix(count))) }
        }
        #expect(try Self.decode(bytes + [1, 2]) == Self.decode(bytes), "later fields are passed over")
        for bit in 8..<(8 * bytes.count) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let read = try? Self.decode(flipped) else { continue }
            _ = try? read.announcement(
                after: Self.said(), in: 7, played: Self.session(nil), agreed: nil, binding: nil)
        }
    }

    /// It is said only of what is locked, and not while its lot counts.
    @Test func whatItCannotSayIsSaidWhole() {
        var word = Self.said()
        word.isHolding = true
        #expect(RoundStatus(word, sent: 0, now: Self.now) == nil)
        word = Self.said()
        word.carried?.stage = .proposed
        #expect(RoundStatus(word, sent: 0, now: Self.now) == nil)
        word.carried = nil
        #expect(RoundStatus(word, sent: 0, now: Self.now) == nil)
    }

    /// What has happened is said in short, and then by turns with the whole of it; in the countdown, and once
    /// a change is old, whole.
    @Test func inWhichOrderItIsSaid() throws {
        var announcer = Announcer()
        let clocks = ClockOffsets(own: Self.seeker)
        func kinds(_ word: Announcement, _ times: Int, from now: Duration, every: Duration) -> [UInt8] {
            (0..<times).compactMap {
                announcer.session(word, id: 7, clocks: clocks, now: now + every * $0)?.body[0]
            }
        }
        let tenth = Duration.milliseconds(100)
        let counting = Self.said(startsAt: Self.now + .seconds(7))
        #expect(kinds(counting, 5, from: Self.now, every: tenth) == [4, 1, 1, 1, 1], "a lock")
        let hunt = Self.said(startsAt: Self.now)
        let begun = Self.now + .seconds(70)
        #expect(kinds(hunt, 3, from: begun, every: .milliseconds(500)) == [1, 1, 1], "nothing happens")
        var claim = hunt
        claim.isClaiming = true
        let claims = kinds(claim, 20, from: begun + .seconds(2), every: tenth)
        #expect(claims == [4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1])
        var drawn = claim
        drawn.lot = 5
        let later = kinds(drawn, 1, from: begun + .seconds(4), every: tenth)
        #expect(later == [1], "it says nothing of the lot")
    }

    /// What a hold has shown is not taken for a commitment to the next lot.
    @Test func itSaysNothingOfTheLot() throws {
        var roster = Roster(own: Self.hider)
        var word = Self.said()
        word.carried = nil
        let committed = Draw.commitment(to: 4, of: Self.seeker, boot: 0xB1)
        word.lot = committed
        _ = roster.take(word, now: Self.now)
        let status = try Self.status(Self.said())
        let last = try #require(roster[Self.seeker])
        let whole = try #require(
            try status.announcement(after: last, in: 7, played: Self.session(nil), agreed: nil, binding: nil))
        _ = roster.take(whole, now: Self.now)
        (word.isHolding, word.lot) = (true, 4)
        word.stamp = ClockStamp(sent: 0x0102_0305)
        word.carried = Self.said().carried
        _ = roster.take(word, now: Self.now)
        #expect(roster.fair == [Self.seeker])
        _ = roster.take(
            try #require(
                try status.announcement(
                    after: word, in: 7, played: Self.session(nil), agreed: nil, binding: nil)), now: Self.now)
        #expect(roster[Self.seeker]?.isHolding == true, "it is older")
    }
}
