import Testing

@testable import Game
@testable import PeerNetwork

/// Every field of an announcement, its place and its range: docs/lobby.md, "Announcement".
struct AnnouncementTableTests {
    private static let now = AnnouncementTests.now

    private static func read(_ bytes: [UInt8]) -> Announcement? {
        guard case .announcement(let read)? = try? AnnouncementTests.decode(bytes) else { return nil }
        return read
    }

    private static let bytes = AnnouncementTests.plain.encoded(now: now)

    private static func session(
        of members: [Session.Member] = AnnouncementTests.session.members, outcome: Outcome?
    ) -> Session {
        let usual = AnnouncementTests.session
        return Session(
            id: usual.id, round: usual.round, members: members, startsAt: usual.startsAt,
            headStart: usual.headStart, limit: usual.limit, outcome: outcome, generation: 1)
    }

    /// What is malformed is refused whole.
    @Test(
        arguments: [
            (1, 31, true), (1, 32, false), (2, 63, true), (2, 64, false), (3, 0, true), (3, 1, true),
            (3, 2, false),
            (18, 1, false), (18, 2, true), (18, 8, true), (18, 9, false), (19, 0, true), (19, 3, true),
            (19, 4, false),
        ] as [(Int, UInt8, Bool)])
    func rangesAreKept(place: Int, value: UInt8, isGood: Bool) {
        var bytes = Self.bytes
        bytes[place] = value
        #expect((Self.read(bytes) != nil) == isGood)
    }

    /// Bits 0 to 9; those above are not looked at.
    @Test func everyFlagHasItsBit() {
        var bare = AnnouncementTests.plain
        (bare.isHolding, bare.isDeaf, bare.company) = (false, false, Announcement.Company())
        func flags(_ change: (inout Announcement) -> Void) -> UInt16 {
            var changed = bare
            change(&changed)
            let bytes = changed.encoded(now: Self.now)
            #expect(Self.read(bytes) == changed)
            return UInt16(bytes[4]) << 8 | UInt16(bytes[5])
        }
        #expect(flags { _ in } == 0)
        #expect(flags { $0.isPressing = true } == 1 << 0)
        #expect(flags { $0.isHolding = true } == 1 << 1)
        #expect(flags { $0.isDeaf = true } == 1 << 2)
        #expect(flags { $0.isClaiming = true } == 1 << 3)
        #expect(flags { $0.carried = AnnouncementTests.playing.carried } == 1 << 4)
        #expect(flags { $0.isPlaying = true } == 1 << 5)
        #expect(flags { $0.company.partner = StationID(value: 8) } == 1 << 6)
        #expect(flags { $0.stamp = ClockStamp(sent: 5, echoes: []) } == 1 << 7)
        #expect(flags { $0.declines = true } == 1 << 8)
        #expect(flags { $0.line = Quip.taunts.first } == 1 << 9)
        var later = bare.encoded(now: Self.now)
        later[4] |= 0b1111_1100
        #expect(Self.read(later) == bare)
    }

    /// Outcomes: 0 none, 1 found, 2 time is up, 3 too few, 4 cancelled.
    @Test func everyOutcomeHasItsNumber() {
        let (hider, seeker) = (StationID(value: 1), StationID(value: 2))
        let outcomes: [(Outcome?, [UInt8])] = [
            (nil, [0]),
            (.found(by: seeker, after: .milliseconds(72_345)), [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 26, 153]),
            (.timeUp, [2]), (.abandoned(.tooFew), [3]),
            (.abandoned(.cancelled(by: hider)), [4, 0, 0, 0, 0, 0, 0, 0, 1]),
        ]
        for (outcome, bytes) in outcomes {
            var word = AnnouncementTests.plain
            let session = Self.session(outcome: outcome)
            word.carried = Announcement.Carried(session: session, stage: .locked)
            let said = word.encoded(now: Self.now)
            #expect(said.suffix(bytes.count) == bytes[...])
            #expect(Self.read(said)?.carried?.session.outcome == outcome)
            #expect(Self.read(said) == word)
        }
        // There is no fifth; only a seeker finds, only a member cancels.
        var word = AnnouncementTests.plain
        word.carried = Announcement.Carried(session: Self.session(outcome: .timeUp), stage: .locked)
        var bytes = word.encoded(now: Self.now)
        bytes[bytes.count - 1] = 5
        #expect(Self.read(bytes) == nil)
        let wrong: [Outcome] = [
            .found(by: hider, after: .zero), .found(by: StationID(value: 9), after: .zero),
            .abandoned(.cancelled(by: StationID(value: 9))),
        ]
        for outcome in wrong {
            word.carried = Announcement.Carried(session: Self.session(outcome: outcome), stage: .locked)
            #expect(Self.read(word.encoded(now: Self.now)) == nil)
        }
    }

    /// Stages: 0 proposed, 1 locked. Members: two to eight, one hider, each once.
    @Test func aSessionIsSound() throws {
        var word = AnnouncementTests.plain
        word.company = Announcement.Company()
        let members = (1...9).map { number in
            let id = StationID(value: UInt64(number))
            return Session.Member(
                id: id, name: StationName(id), role: number == 2 ? .hide : .seek, points: 513)
        }
        func said(_ members: [Session.Member], _ stage: Announcement.Stage = .locked) -> [UInt8] {
            word.carried = Announcement.Carried(
                session: Self.session(of: members, outcome: nil), stage: stage)
            return word.encoded(now: Self.now)
        }
        #expect(said(Array(members.prefix(2)), .proposed)[20] == 0 && said(Array(members.prefix(2)))[20] == 1)
        var staged = said(Array(members.prefix(2)))
        staged[20] = 2
        #expect(Self.read(staged) == nil)
        for count in 2...8 {
            let read = Self.read(said(Array(members.prefix(count))))
            #expect(read?.carried?.session.members == Array(members.prefix(count)))
        }
        // From byte 35 on: how many, and 13 bytes of each, of which the eleventh is its role.
        let three = said(Array(members.prefix(3)))
        #expect(three[35] == 3 && three[36 + 13 + 10] == 1)
        func changed(_ change: (inout [UInt8]) -> Void) -> Announcement? {
            var bytes = three
            change(&bytes)
            return Self.read(bytes)
        }
        #expect(changed { _ in } != nil)
        #expect(changed { $0[36 + 13 + 10] = 0 } == nil, "nobody hides")
        #expect(changed { $0[36 + 10] = 1 } == nil, "two hide")
        #expect(changed { $0.replaceSubrange(62..<70, with: $0[36..<44]) } == nil, "one is there twice")
        let eight = said(Array(members.prefix(8)))
        var nine = eight
        nine[35] = 9
        nine.insert(contentsOf: [0, 0, 0, 0, 0, 0, 0, 9] + eight[44..<49], at: 36 + 8 * 13)
        #expect(Self.read(eight) != nil && Self.read(nine) == nil)
        var alone = three
        alone.removeSubrange(62..<75)
        alone.removeSubrange(36..<49)
        alone[35] = 1
        #expect(Self.read(alone) == nil)
    }

    /// What a station says of its hand and its session is believed for a second and a half, by radio so many
    /// times as long as words take there.
    @Test(arguments: [(nil, 1_500), (4, 6_000), (12, 18_000)] as [(Int?, Int)])
    func wordsAreFreshForAWhile(slowness: Int?, milliseconds: Int) {
        var roster = Roster(own: StationID(value: 1))
        roster.slowness = slowness
        var word = AnnouncementTests.playing
        word.isHolding = true
        _ = roster.take(word, now: .zero)
        #expect(roster.fresh(now: .milliseconds(milliseconds)).count == 1)
        #expect(roster.fresh(now: .milliseconds(milliseconds + 1)).isEmpty)
        #expect(roster.freshlyLocked(now: .milliseconds(milliseconds)).count == 1)
        #expect(roster.freshlyLocked(now: .milliseconds(milliseconds + 1)).isEmpty)
    }

    /// A folder's name, of 64 bytes at most, that leads nowhere else.
    @Test func theNameOfAVoiceIsThatOfAFolder() {
        for good in ["en", "en-deep", "Oma", String(repeating: "x", count: 64), "öä"] {
            #expect(VoiceName.isOne(good), "\(good)")
        }
        for bad in ["", ".", "..", ".en", "a/b", "/", "a\n", "a\u{7F}", String(repeating: "x", count: 65)] {
            #expect(!VoiceName.isOne(bad), "\(bad.debugDescription)")
        }
        #expect(
            !VoiceName.isOne(String(repeating: "ö", count: 33))
                && VoiceName.isOne(String(repeating: "ö", count: 32)))
    }
}
