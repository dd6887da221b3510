import Testing

@testable import Game
@testable import PeerNetwork

/// What a member of a session is believed about the end of a round, and what not.
struct TestimonyTests {
    private static let ids = (1...4).map { StationID(value: UInt64($0)) }
    /// The first hides; it begins at 100 s, the hunt at 110 s, its end is at 170 s.
    private static let session = Session(
        id: 9, round: 1,
        members: ids.map {
            Session.Member(id: $0, name: StationName($0), role: $0 == ids[0] ? .hide : .seek, points: 0)
        }, startsAt: .seconds(100), headStart: .seconds(10), limit: .seconds(60))
    private static let found = Outcome.found(by: ids[1], after: .seconds(3))

    /// What one member hears, one after the other.
    private struct Ear {
        var testimony = Testimony()
        let own: StationID

        init(_ own: Int) { self.own = TestimonyTests.ids[own] }

        mutating func hear(_ index: Int, _ outcome: Outcome?, claims: Bool = false, at now: Double) {
            let id = TestimonyTests.ids[index]
            var session = TestimonyTests.session
            if let outcome { session.end(outcome) }
            var word = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
            word.isClaiming = claims
            word.carried = Announcement.Carried(session: session, stage: .locked)
            testimony.heard(word, in: TestimonyTests.session, now: .seconds(now))
        }

        func outcome(claimed: Bool = false, returned: Bool = false, at now: Double) -> Outcome? {
            testimony.outcome(
                of: TestimonyTests.session, own: own, hasClaimed: claimed, isReturned: returned,
                now: .seconds(now))
        }
    }

    @Test func oneAloneFindsNobody() {
        // Whoever says it: the hider, the finder, a third one; and whoever hears it.
        for liar in 0..<3 {
            for own in 0..<4 where own != liar {
                var ear = Ear(own)
                ear.hear(liar, Self.found, at: 120)
                #expect(ear.outcome(at: 120) == nil, "\(liar) to \(own)")
            }
        }
    }

    @Test func theHiderAndTheSeekersClaimMakeIt() {
        var third = Ear(2)
        third.hear(1, nil, claims: true, at: 119)
        #expect(third.outcome(at: 119) == nil)
        third.hear(0, Self.found, at: 120)
        #expect(third.outcome(at: 120) == Self.found)
        // How long it took is the hider's to say.
        third.hear(1, .found(by: Self.ids[1], after: .seconds(9)), claims: true, at: 120)
        #expect(third.outcome(at: 130) == Self.found)
        var doubtful = Ear(2)
        doubtful.hear(1, nil, at: 119)
        doubtful.hear(0, Self.found, at: 120)
        #expect(doubtful.outcome(at: 120) == nil, "the seeker has not claimed")
        var finder = Ear(1)
        finder.hear(0, Self.found, at: 120)
        #expect(finder.outcome(claimed: true, at: 120) == Self.found)
        #expect(finder.outcome(claimed: false, at: 120) == nil)
    }

    /// Whoever cancels is believed about that until a second and a half after the start: so much may two
    /// clocks differ.
    @Test(arguments: [(99.0, true), (101.4, true), (101.5, false)])
    func aRoundIsCancelledBeforeItBegins(at: Double, counts: Bool) {
        let cancelled = Outcome.abandoned(.cancelled(by: Self.ids[2]))
        var ear = Ear(1)
        ear.hear(2, cancelled, at: at)
        #expect(ear.outcome(at: at) == (counts ? cancelled : nil))
    }

    /// A claim counts in the hunt, and a second and a half before: so much may two clocks differ.
    @Test(arguments: [(108.4, false), (108.5, true), (111.0, true)])
    func aClaimBeforeTheHuntIsNone(at: Double, counts: Bool) {
        var third = Ear(2)
        third.hear(1, nil, claims: true, at: at)
        third.hear(0, Self.found, at: 120)
        #expect(third.outcome(at: 120) == (counts ? Self.found : nil))
    }

    /// The finder's plug is pulled after the fanfare: two others say the same.
    @Test func twoWhoSayItAreBelieved() {
        var ear = Ear(2)
        ear.hear(0, Self.found, at: 120)
        ear.hear(3, Self.found, at: 121)
        #expect(ear.outcome(at: 121) == Self.found)
        var hider = Ear(0)
        for other in 1...3 { hider.hear(other, Self.found, at: 121) }
        #expect(hider.outcome(at: 121) == nil, "it believes its own radio")
        #expect(hider.outcome(returned: true, at: 121) == Self.found)
    }

    @Test func nobodyIsFoundBeforeTheHunt() {
        var ear = Ear(2)
        ear.hear(1, nil, claims: true, at: 104)
        ear.hear(0, Self.found, at: 104)
        ear.hear(1, Self.found, at: 105)
        #expect(ear.outcome(at: 105) == nil)
        var early = Ear(2)
        early.hear(1, nil, claims: true, at: 104)
        early.hear(0, Self.found, at: 112)
        #expect(early.outcome(at: 112) == nil, "what was claimed in the head start is no claim")
    }

    @Test func aHuntWasNoLongerThanItHasLasted() {
        let long = Outcome.found(by: Self.ids[1], after: .seconds(1_000_000))
        var ear = Ear(2)
        ear.hear(1, long, at: 120)
        ear.hear(0, long, at: 120)
        #expect(ear.outcome(at: 120) == .found(by: Self.ids[1], after: .seconds(10)))
    }

    @Test func timeIsUpWhenItIs() {
        var ear = Ear(2)
        ear.hear(0, .timeUp, at: 120)
        ear.hear(1, .timeUp, at: 120)
        #expect(ear.outcome(at: 168) == nil)
        #expect(ear.outcome(at: 169) == .timeUp)
        var other = Ear(2)
        other.hear(1, .timeUp, at: 169)
        #expect(other.outcome(at: 169) == nil, "not the hider's word")
    }

    @Test func nobodyCancelsForAnother() {
        func cancelled(_ index: Int) -> Outcome { .abandoned(.cancelled(by: Self.ids[index])) }
        var ear = Ear(2)
        ear.hear(1, cancelled(3), at: 98)
        #expect(ear.outcome(at: 98) == nil)
        ear.hear(1, cancelled(1), at: 98)
        #expect(ear.outcome(at: 98) == cancelled(1))
        #expect(ear.outcome(at: 102) == nil, "it has begun")
        ear.hear(1, cancelled(3), at: 98)
        ear.hear(0, cancelled(3), at: 98)
        #expect(ear.outcome(at: 98) == cancelled(3), "two say so")
    }

    /// Who has given up has left; that is no reason for the others to.
    @Test func oneWhoGivesUpEndsNothing() {
        var ear = Ear(2)
        ear.hear(1, .abandoned(.tooFew), at: 120)
        #expect(ear.outcome(at: 120) == nil)
        let hasGivenUp = [0, 1, 3].map { ear.testimony.hasGivenUp(Self.ids[$0]) }
        #expect(hasGivenUp == [false, true, false])
        ear.hear(1, nil, at: 121)
        #expect(!ear.testimony.hasGivenUp(Self.ids[1]))
        ear.hear(1, .abandoned(.tooFew), at: 122)
        ear.hear(3, .abandoned(.tooFew), at: 122)
        #expect(ear.outcome(at: 122) == .abandoned(.tooFew), "two say so")
    }

    /// Those whom it concerns may be gone when somebody comes back.
    @Test func whoComesBackBelievesWhatAllSay() {
        var ear = Ear(2)
        ear.hear(3, Self.found, at: 130)
        #expect(ear.outcome(returned: true, at: 131) == nil, "others may speak yet")
        #expect(ear.outcome(returned: true, at: 132) == Self.found)
        #expect(ear.outcome(at: 132) == nil)
        ear.hear(1, nil, at: 132)
        #expect(ear.outcome(returned: true, at: 133) == nil)
    }

    /// The finder lies, and the hider comes back: the two others know.
    @Test(arguments: [0, 2])
    func whoComesBackBelievesTwoAgainstOne(own: Int) {
        for ending in [Self.found, .timeUp] {
            var ear = Ear(own)
            ear.hear(1, nil, at: 130)
            ear.hear(3, ending, at: 130)
            #expect(ear.outcome(returned: true, at: 132) == nil, "one against one")
            ear.hear(own == 0 ? 2 : 0, ending, at: 132)
            #expect(ear.outcome(returned: true, at: 132) == ending)
        }
        var ear = Ear(own)
        for other in [1, 3] { ear.hear(other, .abandoned(.cancelled(by: Self.ids[1])), at: 130) }
        #expect(ear.outcome(returned: true, at: 132) == nil, "no round is cancelled in the hunt")
    }

    @Test func thatOthersPlayOnTakesTwoToSay() {
        var testimony = Testimony()
        // The second time it is the same one again.
        let believed = [1, 1, 3].map { index in
            let word = Announcement(
                sender: Self.ids[index], boot: 1, name: StationName(Self.ids[index]), role: .seek)
            return testimony.playsOn(word, in: Self.session, now: .seconds(120))
        }
        #expect(believed == [false, false, true])
    }

    /// A liar that claims stands beside the hider all the same, and the hider may say so.
    @Test(arguments: [(104.0, false), (119.0, true)])
    func whoSaysThatOthersPlayOnClaimsAllTheSame(at: Double, counts: Bool) {
        var ear = Ear(2)
        var word = Announcement(sender: Self.ids[1], boot: 1, name: StationName(Self.ids[1]), role: .seek)
        word.isClaiming = true
        _ = ear.testimony.playsOn(word, in: Self.session, now: .seconds(at))
        ear.hear(0, Self.found, at: 120)
        #expect((ear.outcome(at: 120) == Self.found) == counts)
    }
}
