import GPIO
import HCI
import PeerNetwork
import Testing

@testable import Game

/// A round as one member lives through it, told by hand: two members, the first hides; it begins at 100 s,
/// the hunt at 110 s, its end is at 170 s.
struct PlayTests {
    private static let ids = (1...2).map { StationID(value: UInt64($0)) }

    private struct Member {
        var play: Play
        var session: Session
        let roster: Roster
        let own: StationID

        init(_ own: Int, slowness: Int? = nil, missed: Bool = false, at now: Double) {
            self.own = PlayTests.ids[own]
            session = Session(
                id: 9, round: 1,
                members: PlayTests.ids.map {
                    Session.Member(
                        id: $0, name: StationName($0), role: $0 == PlayTests.ids[0] ? .hide : .seek, points: 0
                    )
                }, startsAt: .seconds(100), headStart: .seconds(10), limit: .seconds(60))
            var configuration = Station.Configuration(
                id: self.own, name: StationName(self.own), role: .seek, boot: 1, seed: 1)
            configuration.formation.slowness = slowness
            play = Play(
                session, configuration: configuration, preferred: .seek, isReturned: false, missed: missed,
                now: .seconds(now))
            roster = Roster(own: self.own)
        }

        mutating func advance(at now: Double) {
            _ = play.advance(
                &session, roster: roster, radioWorks: true, networkWorks: true, now: .seconds(now))
        }

        mutating func hear(_ outcome: Outcome?, at now: Double) {
            let other = PlayTests.ids.first { $0 != own } ?? own
            var told = session
            if let outcome { told.end(outcome) }
            var word = Announcement(sender: other, boot: 1, name: StationName(other), role: .hide)
            word.carried = Announcement.Carried(session: told, stage: .locked)
            _ = play.heard(word, in: &session, now: .seconds(now))
        }
    }

    /// The hider ends the round; a seeker that does not hear so waits three seconds, by radio as many times
    /// as long as words take.
    @Test(arguments: [(nil, 173.0), (4, 182.0), (12, 206.0)] as [(Int?, Double)])
    func aSeekerWaitsForTheHidersWord(slowness: Int?, end: Double) {
        var seeker = Member(1, slowness: slowness, at: 100)
        seeker.hear(nil, at: 169)
        seeker.advance(at: end - 0.1)
        #expect(seeker.session.outcome == nil)
        seeker.advance(at: end)
        #expect(seeker.session.outcome == .timeUp)
    }

    @Test func aHiderEndsItAtOnce() {
        var hider = Member(0, slowness: 4, at: 100)
        hider.advance(at: 169.9)
        #expect(hider.session.outcome == nil)
        hider.advance(at: 170)
        #expect(hider.session.outcome == .timeUp)
    }

    /// Who comes back to a round that is over waits to hear how it ended: three seconds, by radio longer.
    @Test(arguments: [(nil, 183.0), (4, 192.0)] as [(Int?, Double)])
    func whoComesBackAfterTheEndAsksHowItEnded(slowness: Int?, until: Double) {
        var seeker = Member(1, slowness: slowness, missed: true, at: 180)
        seeker.hear(nil, at: 180)
        seeker.advance(at: until - 0.1)
        #expect(seeker.session.outcome == nil)
        seeker.advance(at: until + 30)
        #expect(seeker.session.outcome == .timeUp)
    }

    /// A seeker that has not claimed has found nobody, whatever the hider says.
    @Test func whoHasNotClaimedHasFoundNobody() {
        var seeker = Member(1, at: 100)
        seeker.hear(.found(by: Self.ids[1], after: .seconds(5)), at: 120)
        #expect(seeker.session.outcome == nil)
    }

    /// What a hider has said is remembered as far as it fits on a page.
    @Test func fortyTauntsAreRemembered() {
        var hider = Member(0, at: 100)
        for taunt in 0..<45 {
            let now = 111 + Double(taunt) * 2.1
            var session = hider.session
            _ = hider.play.press(.press, in: &session, radioWorks: true, now: .seconds(now))
        }
        #expect(hider.play.hunt.taunts == 45)
        #expect(hider.play.hunt.said.count == 40)
    }
}
