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
        _ = roster.take(Self.announcement(isPlaying: false), now: .zero)
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
}
