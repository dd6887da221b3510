import Testing

@testable import Game
@testable import PeerNetwork

/// What a member says of a locked session, held against the key that it was sealed with.
struct BindingTests {
    private static let ids = (1...3).map { StationID(value: UInt64($0)) }

    private static func session(
        round: UInt16 = 1, of ids: [StationID] = ids, points: UInt16 = 0, startsAt: Duration = .seconds(100),
        outcome: Outcome? = nil, generation: UInt8 = 0
    ) -> Session {
        let members = ids.map {
            Session.Member(
                id: $0, name: StationName($0), role: $0 == ids[0] ? .hide : .seek, points: points)
        }
        return Session(
            id: 9, round: round, members: members, startsAt: startsAt, headStart: .seconds(10),
            limit: .seconds(60), outcome: outcome, generation: generation)
    }

    private static func binding(_ session: Session) -> UInt64 { KeyEpoch.binding(of: session.agreement) }

    /// What the third is left with, of what the first says.
    private static func believed(
        _ said: Session, sealedFor sealed: Session?, mine: Session? = nil, agreed: Session? = nil,
        tellsStart: Bool = true, holds: Bool = false
    ) -> Session? {
        var word = Announcement(sender: ids[0], boot: 1, name: StationName(ids[0]), role: .hide)
        word.isHolding = holds
        word.carried = Announcement.Carried(session: said, stage: .locked, tellsStart: tellsStart)
        let held = word.held(to: sealed.map(binding), in: mine, agreed: agreed, by: ids[2])
        #expect(held.isHolding == holds && held.sender == word.sender)
        return held.carried?.session
    }

    /// Round, members, their order and points are what the key says; start, ending and generation its own.
    @Test func theKeyTellsWhatWasAgreed() {
        let mine = Self.session()
        let ending = Outcome.found(by: Self.ids[1], after: .seconds(3))
        for said in [
            Self.session(of: Self.ids.reversed(), startsAt: .seconds(90), outcome: ending, generation: 2),
            Self.session(points: 9, startsAt: .seconds(90), outcome: ending, generation: 2),
            Self.session(round: 2, startsAt: .seconds(90), outcome: ending, generation: 2),
            Self.session(
                of: [Self.ids[0], Self.ids[1]], startsAt: .seconds(90), outcome: ending, generation: 2),
        ] {
            #expect(
                Self.believed(said, sealedFor: mine, mine: mine)
                    == Self.session(startsAt: .seconds(90), outcome: ending, generation: 2))
            #expect(Self.believed(said, sealedFor: nil, mine: mine) == said, "nothing is known of the key")
        }
    }

    /// Who hides by what was agreed is not found, and who does not play cancels nothing.
    @Test func anEndingThatCannotBeIsNone() {
        let mine = Self.session()
        let stranger = StationID(value: 77)
        for outcome in [
            Outcome.found(by: Self.ids[0], after: .zero), .abandoned(.cancelled(by: stranger)),
        ] {
            let said = Self.session(of: [stranger] + Self.ids, outcome: outcome)
            #expect(Self.believed(said, sealedFor: mine, mine: mine) == mine)
        }
    }

    /// Others play on without this station: they say it with the key of the round before.
    @Test func thatOthersPlayOnIsHeard() {
        let mine = Self.session()
        let without = Self.session(round: 2, of: [Self.ids[0], Self.ids[1]])
        var word = Announcement(sender: Self.ids[0], boot: 1, name: StationName(Self.ids[0]), role: .hide)
        word.carried = Announcement.Carried(session: without, stage: .locked)
        let held = word.held(to: Self.binding(mine), in: mine, agreed: nil, by: Self.ids[2])
        #expect(held.carried?.leavesOut == true && held.carried?.session == mine)
        let seen = word.held(to: Self.binding(mine), in: mine, agreed: nil, by: Self.ids[1])
        #expect(seen.carried?.leavesOut == false && seen.carried?.session == mine)
        let with = Self.session(round: 2)
        #expect(Self.believed(with, sealedFor: mine, mine: mine) == mine, "who is in it has its key")
    }

    /// A lock is one, whatever else its leader says: who agreed to it would leave it alone in it.
    @Test func aLockCountsWhateverElseIsSaid() {
        let mine = Self.session(outcome: .timeUp)
        let agreed = Self.session(round: 2)
        for said in [
            Self.session(round: 3, startsAt: .seconds(100)),
            Self.session(round: 3, of: [Self.ids[0], Self.ids[1]]),
            Self.session(round: 2, of: Self.ids.reversed()),
            Self.session(round: 2, outcome: .abandoned(.cancelled(by: Self.ids[1]))),
        ] {
            #expect(Self.believed(said, sealedFor: agreed, mine: mine, agreed: agreed) == agreed)
            #expect(Self.believed(said, sealedFor: agreed, agreed: agreed) == agreed)
        }
        // Another member's lock counts only as it stands.
        let another = Self.session(round: 2, of: [Self.ids[1], Self.ids[0], Self.ids[2]])
        #expect(Self.believed(another, sealedFor: another, mine: mine, agreed: another) == another)
        #expect(Self.believed(agreed, sealedFor: another, mine: mine, agreed: another) == nil)
        // Who cancels itself may do so.
        let cancelled = Self.session(round: 2, outcome: .abandoned(.cancelled(by: Self.ids[0])))
        #expect(Self.believed(cancelled, sealedFor: agreed, mine: mine, agreed: agreed) == cancelled)
    }

    /// A member seals with the key of the next round how the last one ended: that is no lock, and no end.
    @Test func anEarlierRoundIsNoLaterOne() {
        let before = Self.session(outcome: .timeUp)
        let next = Self.session(round: 2)
        #expect(Self.believed(before, sealedFor: next, mine: before, agreed: next) == before)
        #expect(Self.believed(before, sealedFor: next, mine: before) == before, "it was not agreed to here")
        #expect(Self.believed(before, sealedFor: next, mine: Self.session(), agreed: next) == before)
        #expect(Self.believed(before, sealedFor: next, mine: next) == nil, "this round is not over")
        #expect(Self.believed(before, sealedFor: next, agreed: next) == nil, "nobody comes back by it")
        // Of the round that is played here, and of nothing like it.
        let other = Self.session(points: 1, outcome: .timeUp)
        #expect(Self.believed(other, sealedFor: next, mine: before, agreed: next) == nil)
        let without = Self.session(of: [Self.ids[1], Self.ids[2]], outcome: .timeUp)
        #expect(Self.believed(without, sealedFor: next, mine: without) == nil, "a stranger made up the key")
    }

    /// Who comes back knows nothing of the round: it waits for a word that is what its key says.
    @Test func whoComesBackBelievesNoOtherMembers() {
        let round = Self.session()
        #expect(Self.believed(round, sealedFor: round) == round)
        #expect(Self.believed(Self.session(of: Self.ids.reversed()), sealedFor: round) == nil)
        #expect(Self.believed(Self.session(round: 2), sealedFor: round) == nil)
        #expect(Self.believed(round, sealedFor: round, tellsStart: false) == nil)
        #expect(Self.believed(round, sealedFor: round, mine: round, tellsStart: false) == round)
    }

    /// Who holds for another round has seen the end of this one, or it would keep the others waiting.
    @Test(arguments: [true, false])
    func whoHoldsHasSeenTheEnd(holds: Bool) {
        let mine = Self.session(outcome: .timeUp)
        let said = Self.session()
        #expect(Self.believed(said, sealedFor: mine, mine: mine, holds: holds) == (holds ? mine : said))
        #expect(Self.believed(said, sealedFor: said, mine: said, holds: holds) == said)
    }

    /// What is proposed is not locked: it is held against what each works out itself.
    @Test func aProposalIsLeftAsItIs() {
        var word = Announcement(sender: Self.ids[0], boot: 1, name: StationName(Self.ids[0]), role: .hide)
        word.carried = Announcement.Carried(session: Self.session(round: 2), stage: .proposed)
        let mine = Self.session()
        #expect(word.held(to: Self.binding(mine), in: mine, agreed: nil, by: Self.ids[2]) == word)
    }
}
