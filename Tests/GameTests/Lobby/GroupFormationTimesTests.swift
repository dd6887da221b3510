import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork

/// For whom a station that holds waits, and how long: told step by step what the others say.
struct GroupFormationTimesTests {
    /// Me, and three others. I come first in every draw, and the others in the order of their numbers.
    private struct Table {
        let ids = (1...4).map { StationID(value: $0 << 32) }
        let lots: [Draw.Lot]
        var formation: GroupFormation
        var numbers = BeaconNumbers()
        var fair: Set<StationID>
        var clasped: Set<StationID>
        var finished: Session?
        let capacity: Int
        private(set) var now = Duration.seconds(1_000)
        private var random = SeededGenerator(seed: 1)
        /// Who looks: 0 leads, 1 comes after.
        let own: Int

        init(capacity: Int = 8, own: Int = 0) {
            (self.capacity, self.own) = (capacity, own)
            formation = GroupFormation(
                rules: GroupFormation.Rules(company: Announcement.Company(capacity: capacity)))
            (fair, clasped) = (Set(ids), Set(ids))
            var random = SeededGenerator(seed: 7)
            var lots: [Draw.Lot]
            let groups = [
                [0, 1, 2, 3], [0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3], [0, 1], [1, 2], [1, 3], [0, 2],
            ]
            let ids = ids
            repeat {
                lots = (0..<4).map { _ in random.next() }
            } while !groups.allSatisfy { group in
                Draw.order(group.map { Draw.Hand(id: ids[$0], lot: lots[$0]) }).first == ids[group[0]]
            }
            self.lots = lots
        }

        func word(_ index: Int, holds: Bool = true, presses: Bool = false, _ proposal: Session? = nil)
            -> Announcement
        {
            var word = Announcement(sender: ids[index], boot: 1, name: StationName(ids[index]), role: .seek)
            word.isHolding = holds
            word.isPressing = holds || presses
            word.lot = lots[index]
            word.company.capacity = capacity
            word.carried = proposal.map { Announcement.Carried(session: $0, stage: .proposed) }
            return word
        }

        func session(_ id: UInt64, of members: [Int], round: UInt16 = 1) -> Session {
            let listed = members.map {
                Session.Member(
                    id: ids[$0], name: StationName(ids[$0]), role: $0 == members[0] ? .hide : .seek, points: 0
                )
            }
            return Session(
                id: id, round: round, members: listed, startsAt: now + GroupFormation.leadIn,
                headStart: .seconds(60), limit: .seconds(600))
        }

        mutating func key(_ session: Session) {
            numbers.take(
                KeyEpoch(session: session.id, round: session.round, generation: 0, major: 1, minors: [:]),
                now: now)
        }

        /// What is locked when the others say this, for so long; who is silent is not there.
        @discardableResult
        mutating func hear(_ milliseconds: Int = 50, holds: Bool = true, _ words: (Table) -> [Announcement])
            -> Session?
        {
            var locked: Session?
            for _ in 0..<(milliseconds / 50) {
                now += .milliseconds(50)
                let me = GroupFormation.Me(
                    id: ids[own], name: StationName(ids[own]), role: .seek, isHolding: holds,
                    company: Announcement.Company(capacity: capacity), lot: lots[own], finished: finished)
                let words = words(self)
                let view = GroupFormation.View(
                    fair: fair, fresh: words, known: words, clasped: clasped, numbers: numbers)
                locked = formation.step(me: me, view: view, now: now, random: &random)?.session ?? locked
            }
            return locked
        }

        /// Whom it proposes to now, as numbers; nil if it does not lead.
        var proposed: [Int]? {
            guard formation.leads, let offer = formation.offer else { return nil }
            return offer.members.compactMap { ids.firstIndex(of: $0.id) }.sorted()
        }
    }

    /// Nobody else is there, or no more fit in: at once.
    @Test func aFullCircleIsProposedAtOnce() {
        var table = Table(capacity: 2)
        table.hear { [$0.word(1)] }
        #expect(table.proposed == [0, 1])
        table = Table()
        table.hear { [$0.word(1)] }
        #expect(table.proposed == [0, 1])
    }

    /// Somebody else is there and does not hold: for a second; is about to hold: for three.
    @Test(arguments: [(false, 1_000), (true, 3_000)])
    func whoDoesNotHoldIsGivenAMoment(presses: Bool, milliseconds: Int) {
        var table = Table()
        table.hear(milliseconds) { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == nil)
        table.hear { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == [0, 1])
    }

    /// Hands that come and go delay those who hold by five seconds at most.
    @Test func handsThatComeAndGoDelayNobodyForLong() {
        var table = Table()
        var waited = 0
        while table.proposed == nil, waited < 8_000 {
            let isThere = waited / 500 % 2 == 0
            table.hear { [$0.word(1), $0.word(2, holds: isThere), $0.word(3, holds: false)] }
            waited += 50
        }
        #expect((5_000...5_100).contains(waited))
    }

    /// Who shows nothing for a second is left out, and told.
    @Test func whoShowsNothingIsLeftOut() {
        var table = Table(capacity: 3)
        func others(_ table: Table) -> [Announcement] {
            [table.word(1, table.formation.proposal), table.word(2)]
        }
        table.hear(1_000, others)
        #expect(table.proposed == [0, 1, 2])
        #expect(table.hear(200, others)?.members.map(\.id) == [table.ids[0], table.ids[1]])
        let news = table.formation.takeNews()
        #expect(news.map(\.id) == [table.ids[2]] && news.map(\.time) == [.seconds(60)])
    }

    /// Who agrees with somebody else for a second and a half is left out for a moment, and not told; who
    /// plays with others altogether, after a second.
    @Test(arguments: [([3, 2, 0], 1_500), ([2, 3], 1_000)])
    func whoAgreesWithAnotherIsLeftOut(others: [Int], milliseconds: Int) {
        var table = Table(capacity: 3)
        let other = table.session(22, of: others)
        func words(_ table: Table) -> [Announcement] {
            [table.word(1, table.formation.proposal), table.word(2, other)]
        }
        table.hear(milliseconds, words)
        #expect(table.proposed == [0, 1, 2])
        #expect(table.hear(300, words)?.members.map(\.id) == [table.ids[0], table.ids[1]])
        #expect(table.formation.takeNews().isEmpty)
    }

    /// Who comes first in the draw and shows nothing is waited for half a second: then the next proposes.
    @Test func aLeaderWhoSaysNothingIsNotWaitedFor() {
        var table = Table(capacity: 2, own: 1)
        table.hear(500) { [$0.word(0)] }
        #expect(table.proposed == nil)
        table.hear(50) { [$0.word(0)] }
        #expect(table.proposed == [0, 1])
    }

    /// A proposal whose key does not come is waited for 600 ms, and not agreed to.
    @Test func aProposalWithoutAKeyIsNotWaitedForForLong() {
        var table = Table(capacity: 2, own: 1)
        let session = table.session(11, of: [0, 1])
        table.hear(600) { [$0.word(0, session)] }
        #expect(table.formation.offer?.id == 11 && table.formation.proposal == nil)
        table.hear(100) { [$0.word(0, session)] }
        #expect(table.formation.offer?.id != 11)
        table.key(session)
        table.hear { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
    }

    /// A leader whose lot was not committed to is followed only after 0.7 s, if nobody better proposes.
    @Test func aDoubtfulLeaderIsFollowedLater() {
        var table = Table(capacity: 2, own: 1)
        table.fair.remove(table.ids[0])
        let session = table.session(11, of: [0, 1])
        table.key(session)
        table.hear(700) { [$0.word(0, session)] }
        #expect(table.formation.offer?.id != 11)
        table.hear(50) { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
    }

    /// A group of more than this station wants, and any round but the first, is not one for it.
    @Test(arguments: [
        ([0, 1, 2], 1, true), ([0, 1, 2, 3], 1, false), ([0, 1, 2], 2, false), ([0, 2, 3], 1, false),
    ])
    func onlyAFirstRoundOfNoMoreThanItWantsIsFollowed(members: [Int], round: UInt16, isFollowed: Bool) {
        var table = Table(capacity: 3, own: 1)
        let session = table.session(11, of: members, round: round)
        table.key(session)
        table.hear(100) { table in
            members.filter { $0 != 1 }.map { table.word($0, session) }
        }
        #expect((table.formation.proposal?.id == 11) == isFollowed)
    }

    /// The next round may be a few later than the last that is known, for others may have tried; not any.
    @Test(arguments: [(3, true), (18, true), (19, false)] as [(UInt16, Bool)])
    func theNextRoundIsNotFarAhead(round: UInt16, isFollowed: Bool) {
        var table = Table(capacity: 2, own: 1)
        var last = table.session(11, of: [0, 1], round: 2)
        last.end(.timeUp)
        table.finished = last
        let next = last.next(
            after: round - 1, startsAt: table.now + GroupFormation.leadIn, with: Set(table.ids[..<2]),
            leader: table.ids[0])
        guard let next else { return #expect(Bool(false), "there is a next round") }
        table.key(next)
        table.hear(100) { [$0.word(0, next)] }
        #expect((table.formation.proposal?.round == next.round) == isFollowed)
    }

    /// Letting go ends it: what was proposed is withdrawn, and a new hold begins anew.
    @Test func lettingGoWithdraws() {
        var table = Table(capacity: 2)
        table.hear { [$0.word(1)] }
        #expect(table.formation.proposal != nil)
        table.hear(50, holds: false) { [$0.word(1)] }
        #expect(table.formation.proposal == nil && table.formation.offer == nil)
    }

    /// A lock is believed from somebody who is in it only, and takes only who agreed.
    @Test func aLockIsOfItsMembers() {
        var table = Table(capacity: 2, own: 1)
        let session = table.session(11, of: [0, 1])
        table.key(session)
        table.hear { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
        func locked(_ table: Table, by index: Int) -> [Announcement] {
            var word = table.word(index, holds: false)
            word.isPlaying = true
            word.carried = Announcement.Carried(session: session, stage: .locked)
            return [word]
        }
        #expect(table.hear(50, { locked($0, by: 3) }) == nil)
        #expect(table.hear(50, { locked($0, by: 0) })?.id == 11)
        var another = Table(capacity: 2, own: 1)
        #expect(another.hear(50, { locked($0, by: 0) }) == nil, "it has not agreed")
    }
}
