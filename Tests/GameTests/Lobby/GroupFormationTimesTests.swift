import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork

/// For whom a station that holds waits, and how long: told step by step what the others say.
struct GroupFormationTimesTests {
    /// Nobody else is there, or no more fit in: at once.
    @Test func aFullCircleIsProposedAtOnce() {
        var table = FormationTable(capacity: 2)
        table.hear { [$0.word(1)] }
        #expect(table.proposed == [0, 1])
        table = FormationTable()
        table.hear { [$0.word(1)] }
        #expect(table.proposed == [0, 1])
    }

    /// Somebody else is there and does not hold: for a second; is about to hold: for three.
    @Test(arguments: [(false, 1_000), (true, 3_000)])
    func whoDoesNotHoldIsGivenAMoment(presses: Bool, milliseconds: Int) {
        var table = FormationTable()
        table.hear(milliseconds) { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == nil)
        // Who proposes nothing meanwhile is no staller.
        #expect(table.formation.takeNews().isEmpty)
        table.hear { [$0.word(1), $0.word(2, holds: false, presses: presses)] }
        #expect(table.proposed == [0, 1])
    }

    /// Hands that come and go delay those who hold by five seconds at most.
    @Test func handsThatComeAndGoDelayNobodyForLong() {
        var table = FormationTable()
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
        var table = FormationTable(capacity: 3)
        func others(_ table: FormationTable) -> [Announcement] {
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
        var table = FormationTable(capacity: 3)
        let other = table.session(22, of: others)
        func words(_ table: FormationTable) -> [Announcement] {
            [table.word(1, table.formation.proposal), table.word(2, other)]
        }
        table.hear(milliseconds, words)
        #expect(table.proposed == [0, 1, 2])
        #expect(table.hear(300, words)?.members.map(\.id) == [table.ids[0], table.ids[1]])
        #expect(table.formation.takeNews().isEmpty)
    }

    /// Two others fill their group and propose nothing: who is left over by them watches them, so that they
    /// keep nobody waiting; but not without a radio, for then it could not hunt with them.
    @Test(arguments: [false, true]) func whoIsLeftOverWatchesThem(isDeaf: Bool) {
        var table = FormationTable(capacity: 2, own: 2)
        table.isDeaf = isDeaf
        table.hear(3_000) { [$0.word(0), $0.word(1)] }
        #expect(table.formation.takeNews().isEmpty == isDeaf)
    }

    /// Who comes first in the draw and shows nothing is waited for half a second: then the next proposes.
    @Test func aLeaderWhoSaysNothingIsNotWaitedFor() {
        var table = FormationTable(capacity: 2, own: 1)
        table.hear(500) { [$0.word(0)] }
        #expect(table.proposed == nil)
        table.hear(50) { [$0.word(0)] }
        #expect(table.proposed == [0, 1])
    }

    /// A proposal whose key does not come is waited for 600 ms, and not agreed to.
    @Test func aProposalWithoutAKeyIsNotWaitedForForLong() {
        var table = FormationTable(capacity: 2, own: 1)
        let session = table.session(11, of: [0, 1])
        table.hear(600) { [$0.word(0, session)] }
        #expect(table.formation.offer?.id == 11 && table.formation.proposal == nil)
        table.hear(100) { [$0.word(0, session)] }
        #expect(table.formation.offer?.id != 11)
        table.key(session)
        table.hear { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
    }

    /// Who has agreed to a proposal that is not made any more takes that back.
    @Test func whatIsNotProposedAnyMoreIsNotAgreedTo() {
        var table = FormationTable(capacity: 3, own: 1)
        let session = table.session(11, of: [0, 1, 2])
        table.key(session)
        table.hear(100) { [$0.word(0, session), $0.word(2, session)] }
        #expect(table.formation.proposal?.id == 11)
        table.hear { [$0.word(0), $0.word(2)] }
        #expect(table.formation.proposal == nil)
    }

    /// Where somebody wants to be drawn, those who do not hold are given their moment, and no more.
    @Test func aDrawnPairWaitsForNobodyElse() {
        var table = FormationTable()
        table.formation.rules.waitsForEverybody = true
        func words(_ table: FormationTable) -> [Announcement] {
            var other = table.word(1)
            other.company.pairing = .random
            return [other, table.word(2, holds: false)]
        }
        table.hear(1_000, words)
        #expect(table.proposed == nil)
        table.hear(50, words)
        #expect(table.proposed == [0, 1])
    }

    /// Who proposes without a key is followed for 600 ms in all. Once this station has proposed itself, and
    /// stood by it for half a second, a new group is given a chance again; the same one is not.
    @Test(arguments: [
        (false, ["0 ms: 0", "600 ms: 1"]),
        (true, ["0 ms: 0", "600 ms: 1", "1150 ms: 0", "1750 ms: 1"]),
    ])
    func keysThatDoNotComeAreWaitedForInAll(changes: Bool, expected: [String]) {
        var table = FormationTable(capacity: 3, own: 1)
        let groups = [table.session(11, of: [0, 1]), table.session(12, of: [0, 1, 2])]
        var seen: [String] = []
        var last: StationID?
        for step in 0..<40 {
            let group = groups[changes ? step / 8 % 2 : 0]
            table.hear { [$0.word(0, group), $0.word(2, $0.formation.proposal)] }
            guard let leader = table.formation.offer?.leader, leader != last else { continue }
            last = leader
            seen.append("\(step * 50) ms: \(table.ids.firstIndex(of: leader) ?? 9)")
        }
        #expect(seen == expected)
    }

    /// A leader whose lot was not committed to is followed only after 0.7 s, if nobody better proposes.
    @Test func aDoubtfulLeaderIsFollowedLater() {
        var table = FormationTable(capacity: 2, own: 1)
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
        var table = FormationTable(capacity: 3, own: 1)
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
        var table = FormationTable(capacity: 2, own: 1)
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

    /// A next round that is over already is not begun.
    @Test func aNextRoundThatIsOverIsNotBegun() {
        var table = FormationTable(capacity: 2, own: 1)
        var last = table.session(11, of: [0, 1])
        last.end(.timeUp)
        table.finished = last
        let next = last.next(
            after: 1, startsAt: table.now + GroupFormation.leadIn, with: Set(table.ids[..<2]),
            leader: table.ids[0])
        guard let next else { return #expect(Bool(false), "there is a next round") }
        table.key(next)
        table.hear(100) { [$0.word(0, next)] }
        #expect(table.formation.proposal?.round == 2)
        var over = next
        over.end(.timeUp)
        let words = [over, next].map { session in
            var word = table.word(0)
            word.carried = Announcement.Carried(session: session, stage: .locked)
            return word
        }
        #expect(table.hear(50, { _ in [words[0]] }) == nil)
        #expect(table.hear(50, { _ in [words[1]] })?.round == 2)
    }

    /// Letting go ends it: what was proposed is withdrawn, and a new hold begins anew.
    @Test func lettingGoWithdraws() {
        var table = FormationTable(capacity: 2)
        table.hear { [$0.word(1)] }
        #expect(table.formation.proposal != nil)
        table.hear(50, holds: false) { [$0.word(1)] }
        #expect(table.formation.proposal == nil && table.formation.offer == nil)
    }

    /// A lock is believed from somebody who is in it only, and takes only who agreed.
    @Test func aLockIsOfItsMembers() {
        var table = FormationTable(capacity: 2, own: 1)
        let session = table.session(11, of: [0, 1])
        table.key(session)
        table.hear { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
        func locked(_ table: FormationTable, by index: Int) -> [Announcement] {
            var word = table.word(index, holds: false)
            word.isPlaying = true
            word.carried = Announcement.Carried(session: session, stage: .locked)
            return [word]
        }
        #expect(table.hear(50, { locked($0, by: 3) }) == nil)
        #expect(table.hear(50, { locked($0, by: 0) })?.id == 11)
        var another = FormationTable(capacity: 2, own: 1)
        #expect(another.hear(50, { locked($0, by: 0) }) == nil, "it has not agreed")
    }

    /// A group that did not agree within a second and a half is not proposed for half a second.
    @Test func aGroupThatDoesNotAgreeRests() {
        var table = FormationTable(capacity: 2)
        var times: [Int] = []
        var leads = false
        for step in 0..<90 {
            table.hear { [$0.word(1)] }
            if (table.proposed != nil) != leads { times.append(step * 50) }
            leads = table.proposed != nil
        }
        // Proposed at once, for 1.5 s; and again after half a second.
        #expect(times == [0, 1_550, 2_050, 3_600, 4_100])
    }

    /// Who is left over by a pair that shows nothing passes both over, and says so.
    @Test func aPairThatShowsNothingIsPassedOverByWhoIsLeftOver() {
        var table = FormationTable(capacity: 2, own: 2)
        table.hear(900) { [$0.word(0), $0.word(1)] }
        #expect(table.formation.takeNews().isEmpty)
        table.hear(200) { [$0.word(0), $0.word(1)] }
        #expect(table.formation.takeNews().map(\.id) == [table.ids[0], table.ids[1]])
    }

    /// In a session all are waited for, also who proposes without this station.
    @Test func inASessionWhoProposesOthersIsWaitedFor() {
        var table = FormationTable(capacity: 3)
        var last = table.session(11, of: [0, 1, 2])
        last.end(.timeUp)
        table.finished = last
        let ended = last
        let without = last.next(
            after: 1, startsAt: table.now, with: Set(table.ids[1...2]), leader: table.ids[1])
        table.hear(1_300) { table in
            var agreeing = table.word(2, table.formation.proposal)
            let waits = Announcement.Carried(session: ended, stage: .locked)
            agreeing.carried = agreeing.carried ?? waits
            return [table.word(1, without), agreeing]
        }
        #expect(table.proposed == [0, 1, 2])
    }

    /// What somebody led while this station played is not held against it when both hold again.
    @Test func whatWasLedMeanwhileIsForgotten() {
        var table = FormationTable()
        let (one, other) = (table.session(22, of: [2, 3]), table.session(23, of: [3, 2]))
        table.hear(1_000) { [$0.word(1), $0.word(2, one), $0.word(3, other)] }
        let locked = table.hear(100) {
            [$0.word(1, $0.formation.proposal), $0.word(2, one), $0.word(3, one)]
        }
        #expect(locked?.members.count == 2)
        table.skip(.seconds(60))
        table.hear(400) { [$0.word(2), $0.word(3)] }
        #expect(table.formation.takeNews().isEmpty)
    }

    /// With a chosen partner nothing is followed that it is not in.
    @Test(arguments: [([0, 1], true), ([0, 1, 2], true), ([2, 1], false)])
    func onlyWithTheChosenPartner(members: [Int], isFollowed: Bool) {
        var table = FormationTable(capacity: 3, own: 1)
        table.partner = 0
        let session = table.session(11, of: members)
        table.key(session)
        table.hear(900) { table in
            members.filter { $0 != 1 }.map { index in
                var word = table.word(index, session)
                word.company.pairing = .chosen
                word.company.partner = table.ids[1]
                return word
            }
        }
        #expect((table.formation.proposal?.id == 11) == isFollowed)
    }

    /// A session that is locked already is no proposal, and one that was called off is no lock.
    @Test func whatIsLockedIsNotAgreedTo() {
        var table = FormationTable(capacity: 2, own: 1)
        let session = table.session(11, of: [0, 1])
        table.key(session)
        func locked(_ table: FormationTable, _ session: Session) -> [Announcement] {
            var word = table.word(0)
            word.carried = Announcement.Carried(session: session, stage: .locked)
            return [word]
        }
        table.hear(900) { locked($0, session) }
        #expect(table.formation.offer?.id != 11)
        table.hear { [$0.word(0, session)] }
        #expect(table.formation.proposal?.id == 11)
        var cancelled = session
        cancelled.end(.abandoned(.cancelled(by: table.ids[0])))
        let off = cancelled
        #expect(table.hear(50, { locked($0, off) }) == nil)
        #expect(table.hear(50, { locked($0, session) })?.id == 11)
    }

    /// Of more than forty who hold, those whose keys are agreed on are asked first, then the willing in
    /// turns, and who stalls only where there is room.
    @Test func whoStallsIsAskedLast() {
        let ids = (0..<46).map { StationID(value: UInt64($0 + 1) << 32) }
        var random = SeededGenerator(seed: 3)
        var formation = GroupFormation(
            rules: GroupFormation.Rules(company: Announcement.Company(capacity: 8)))
        let me = GroupFormation.Me(
            id: ids[0], name: StationName(ids[0]), role: .seek, isHolding: true,
            company: Announcement.Company(capacity: 8), lot: 5)
        let words = ids.dropFirst().map { id in
            var word = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
            (word.isHolding, word.isPressing, word.company.capacity) = (true, true, 8)
            word.lot = id.value
            return word
        }
        // The first eight never show anything.
        let authenticated = Set(ids[1...8])
        var now = Duration.seconds(100)
        for _ in 0..<60 {
            now += .milliseconds(50)
            let view = GroupFormation.View(
                fair: [], fresh: words, known: words, authenticated: authenticated, numbers: BeaconNumbers())
            _ = formation.step(me: me, view: view, now: now, random: &random)
        }
        let stalled = Set(formation.takeNews().map(\.id))
        #expect(stalled.count >= 7)
        let asked = formation.toAuthenticate(me, fresh: words, authenticated: authenticated, now: now)
        #expect(asked.count == 40)
        // All who are willing, and as many of the others as there is room for.
        #expect(Set(ids[1...]).subtracting(stalled).isSubset(of: asked))
        #expect(!stalled.isDisjoint(with: asked) && !stalled.isSubset(of: asked))
    }

    /// By radio keys are agreed on before anybody holds, where few are there; not with who plays.
    @Test func byRadioStationsAuthenticateEarly() {
        let ids = (0..<9).map { StationID(value: UInt64($0 + 1) << 32) }
        func words(_ count: Int) -> [Announcement] {
            ids.dropFirst().prefix(count).map {
                Announcement(sender: $0, boot: 1, name: StationName($0), role: .seek)
            }
        }
        func asked(_ words: [Announcement], slowness: Int?) -> [StationID] {
            let rules = GroupFormation.Rules(slowness: slowness)
            let me = GroupFormation.Me(id: ids[0], name: StationName(ids[0]), role: .hide, isHolding: false)
            return GroupFormation(rules: rules).companions(me, known: words)
        }
        #expect(asked(words(3), slowness: 4) == Array(ids[1...3]))
        #expect(asked(words(3), slowness: nil) == [])
        #expect(asked(words(7), slowness: 4) == Array(ids[1...7]))
        #expect(asked(words(8), slowness: 4) == [])
        var playing = words(2)
        playing[0].isPlaying = true
        #expect(asked(playing, slowness: 4) == [ids[2]])
    }
}
