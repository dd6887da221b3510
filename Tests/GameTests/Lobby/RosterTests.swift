import Testing

@testable import Game
@testable import PeerNetwork

/// Which of a station's announcements counts.
struct RosterTests {
    private static let other = StationID(value: 2)

    private static func announcement(isPlaying: Bool, holds: Bool = false) -> Announcement {
        var word = Announcement(sender: other, boot: 1, name: StationName(other), role: .seek)
        word.isPlaying = isPlaying
        word.isHolding = holds
        return word
    }

    private static func session(_ round: UInt16) -> Session {
        let members = [StationID(value: 1), other].map {
            Session.Member(id: $0, name: StationName($0), role: $0 == other ? .seek : .hide, points: 0)
        }
        return Session(
            id: 9, round: round, members: members, startsAt: .seconds(100), headStart: .seconds(10),
            limit: .seconds(60))
    }

    /// To the lobby a member says only that it plays: that takes back nothing of what it says to its session.
    @Test(arguments: [Announcement.Stage.locked, .proposed])
    func whatIsSaidToTheSessionCounts(stage: Announcement.Stage) {
        var roster = Roster(own: StationID(value: 1))
        var sealed = Self.announcement(isPlaying: true, holds: true)
        sealed.carried = Announcement.Carried(session: Self.session(2), stage: stage)
        _ = roster.take(sealed, now: .zero)
        var aloud = Self.announcement(isPlaying: true)
        aloud.presses = 7
        _ = roster.take(aloud, now: .zero)
        #expect(roster[Self.other]?.isHolding == true && roster[Self.other]?.carried == sealed.carried)
        #expect(roster[Self.other]?.presses == 7)
        var later = Self.announcement(isPlaying: false)
        later.presses = 7
        _ = roster.take(later, now: .zero)
        #expect(roster[Self.other]?.isHolding == false, "it plays no more")
        #expect(roster[Self.other]?.carried == nil)
    }

    /// Whoever proposes in the lobby, and then says that it plays, does not propose any more.
    @Test func whoPlaysProposesNothing() {
        var roster = Roster(own: StationID(value: 1))
        var proposal = Self.announcement(isPlaying: false, holds: true)
        proposal.carried = Announcement.Carried(session: Self.session(1), stage: .proposed)
        _ = roster.take(proposal, now: .zero)
        _ = roster.take(Self.announcement(isPlaying: true), now: .zero)
        #expect(roster[Self.other]?.carried == nil && roster[Self.other]?.isPlaying == true)
    }

    /// Stamps are compared as serial numbers are (RFC 1982); a restart begins a new count.
    @Test func whatIsOlderIsPassedOverUnlessItIsARestart() {
        for (one, other, isNewer) in [
            (5, 3, true), (3, 5, false), (5, 5, false), (2, UInt32.max, true), (UInt32.max, 2, false),
        ] {
            #expect(ClockStamp(sent: one).isNewer(than: ClockStamp(sent: other)) == isNewer)
        }
        var roster = Roster(own: StationID(value: 1))
        var word = Self.announcement(isPlaying: false)
        func take(_ sent: UInt32, boot: UInt32 = 1) -> Roster.News {
            word.stamp = ClockStamp(sent: sent)
            word.boot = boot
            return roster.take(word, now: .zero)
        }
        #expect(take(1_000) == .appeared)
        #expect(take(999) == .nothing)
        #expect(take(1_001) == .changed)
        #expect(take(10, boot: 2) == .restarted)
        #expect(take(11, boot: 2) == .changed)
    }

    /// The last words of a session may be heard after what is said in the lobby later: presses only go up.
    @Test(arguments: [(0, 1, true), (1, 0, false), (1, 1, true), (65_535, 0, true), (0, 65_535, false)])
    func whatComesLateTakesNoPressBack(before: UInt16, after: UInt16, isTaken: Bool) {
        var roster = Roster(own: StationID(value: 1))
        var word = Self.announcement(isPlaying: false)
        word.presses = before
        _ = roster.take(word, now: .zero)
        var late = Self.announcement(isPlaying: true, holds: true)
        late.carried = Announcement.Carried(session: Self.session(2), stage: .locked)
        late.presses = after
        #expect((roster.take(late, now: .zero) != .nothing) == isTaken)
        #expect(roster[Self.other]?.presses == (isTaken ? after : before))
        late.boot += 1
        #expect(roster.take(late, now: .zero) == .restarted, "a start begins a new count")
    }

    /// Of two that hold under one name the one that has been here longer counts.
    @Test func ofTwoWithOneNameTheFirstCounts() {
        var roster = Roster(own: StationID(value: 1))
        let name = StationName(Self.other)
        func word(_ id: UInt64, holds: Bool) -> Announcement {
            var word = Announcement(sender: StationID(value: id), boot: 1, name: name, role: .seek)
            word.isHolding = holds
            return word
        }
        for (index, id) in [UInt64(4), 2, 3].enumerated() {
            _ = roster.take(word(id, holds: id != 3), now: .seconds(index))
        }
        func left() -> [UInt64] {
            roster.withoutLaterNamesakes(roster.announcements, own: StationName(StationID(value: 1)))
                .map(\.sender.value).sorted()
        }
        #expect(left() == [3, 4])
        _ = roster.take(word(4, holds: false), now: .seconds(9))
        #expect(left() == [2, 3, 4])
    }

    /// Whoever makes up many names has eight sentences, and no more.
    @Test func eightSharedNamesAreToldOf() {
        func told(_ names: Int) -> Int {
            var (roster, namesakes) = (Roster(own: StationID(value: 1)), Namesakes())
            for number in 0..<2 * names {
                guard let name = StationName(colour: UInt8(number / 2), animal: 3) else { continue }
                let id = StationID(value: UInt64(100 + number))
                _ = roster.take(Announcement(sender: id, boot: 1, name: name, role: .seek), now: .zero)
            }
            let own = StationName(StationID(value: 1))
            return (0...20).reduce(0) { $0 + namesakes.look(own, roster.peers, now: .seconds($1)).count }
        }
        #expect([7, 8, 9, 12].map(told) == [7, 8, 8, 8])
    }

    /// Two of one name that come apart and together again are told of again after ten minutes, not before.
    @Test(arguments: [(590, 0), (610, 1)])
    func aSharedNameIsNewsAgainAfterTenMinutes(apart: Int, again: Int) {
        let peers = [UInt64(100), 101].map { number in
            let (id, name) = (StationID(value: number), StationName(StationID(value: 50)))
            let word = Announcement(sender: id, boot: 1, name: name, role: .seek)
            return Roster.Peer(latest: word, heardAt: .zero, since: .zero)
        }
        var namesakes = Namesakes()
        func told(_ peers: [Roster.Peer], _ seconds: Range<Int>) -> Int {
            let own = StationName(StationID(value: 1))
            return seconds.reduce(0) { $0 + namesakes.look(own, peers, now: .seconds($1)).count }
        }
        #expect(told(peers, 0..<10) == 1)
        #expect(told(Array(peers.prefix(1)), 10..<10 + apart) == 0)
        #expect(told(peers, 10 + apart..<30 + apart) == again)
    }
}
