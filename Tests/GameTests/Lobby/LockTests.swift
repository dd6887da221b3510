import Rooms
import Testing
import Wire

@testable import Determinism
@testable import Game
@testable import PeerNetwork
@testable import StationNode

/// Into which sessions a lock takes a station, and what becomes of those whom it leaves out.
struct LockTests {
    /// Three who hold, seen by the one that leads last: what it is told, step by step.
    private struct Follower {
        /// The third is the one that looks.
        let ids = (1...4).map { StationID(value: $0 << 32) }
        var formation = GroupFormation(
            rules: GroupFormation.Rules(company: Announcement.Company(capacity: 3)))
        var numbers = BeaconNumbers()
        var now = Duration.seconds(1_000)
        var random = SeededGenerator(seed: 1)
        /// With which of these that are played with here the one that is listed first leads.
        let lots: [Draw.Lot]

        init() {
            var random = SeededGenerator(seed: 7)
            var lots: [Draw.Lot]
            let ids = ids
            repeat {
                lots = (0..<4).map { _ in random.next() }
            } while ![[0, 1, 2], [1, 2], [0, 2], [2, 3]].allSatisfy { group in
                Draw.order(group.map { Draw.Hand(id: ids[$0], lot: lots[$0]) }).first == ids[group[0]]
            }
            self.lots = lots
        }

        func session(_ id: UInt64, of members: [Int]) -> Session {
            let listed = members.map {
                Session.Member(
                    id: ids[$0], name: StationName(ids[$0]), role: $0 == members[0] ? .hide : .seek, points: 0
                )
            }
            return Session(
                id: id, round: 1, members: listed, startsAt: now + GroupFormation.leadIn,
                headStart: .seconds(60),
                limit: .seconds(600))
        }

        mutating func key(_ session: Session) {
            numbers.take(
                KeyEpoch(session: session.id, round: 1, generation: 0, major: 1, minors: [:]), now: now)
        }

        func holding(_ index: Int, _ proposal: Session?) -> Announcement {
            var word = Announcement(
                sender: ids[index], boot: 1, name: StationName(ids[index]), role: .seek)
            word.isHolding = true
            word.lot = lots[index]
            word.company.capacity = 3
            word.carried = proposal.map { Announcement.Carried(session: $0, stage: .proposed) }
            return word
        }

        func playing(_ index: Int, _ locked: Session?) -> Announcement {
            var word = Announcement(
                sender: ids[index], boot: 1, name: StationName(ids[index]), role: .seek)
            word.isPlaying = true
            word.carried = locked.map { Announcement.Carried(session: $0, stage: .locked) }
            return word
        }

        /// What the third locks when it hears this.
        mutating func hear(_ words: [Announcement]) -> Session? {
            now += Station.heartbeat
            let me = GroupFormation.Me(
                id: ids[2], name: StationName(ids[2]), role: .seek, isHolding: true,
                company: Announcement.Company(capacity: 3), lot: lots[2])
            let view = GroupFormation.View(
                fair: Set(ids), fresh: words, known: words, authenticated: Set(ids), numbers: numbers)
            return formation.step(me: me, view: view, now: now, random: &random)?.session
        }
    }

    /// To the lobby the leader says that it plays, and to its session that it is locked; either comes first.
    /// In between the next one proposes, and is agreed to.
    @Test func aLockIsFollowedThoughAnotherProposalWasAgreedToSince() throws {
        var follower = Follower()
        let (first, second) = (follower.session(11, of: [0, 1, 2]), follower.session(22, of: [1, 2]))
        follower.key(first)
        follower.key(second)
        #expect(follower.hear([follower.holding(0, first), follower.holding(1, first)]) == nil)
        #expect(follower.formation.proposal?.id == 11)
        #expect(follower.hear([follower.playing(0, nil), follower.holding(1, second)]) == nil)
        #expect(follower.formation.proposal?.id == 22)
        let locked = follower.hear([follower.playing(0, first), follower.playing(1, first)])
        #expect(locked?.id == 11)
    }

    /// A later lock could not be read any more, and the number of a session is known to everybody.
    @Test(arguments: [11, 13])
    func anAgreementIsForgottenAfterTwelveSeconds(seconds: Int) {
        var follower = Follower()
        let session = follower.session(11, of: [0, 1, 2])
        follower.key(session)
        #expect(follower.hear([follower.holding(0, session), follower.holding(1, nil)]) == nil)
        follower.now += .seconds(seconds)
        #expect((follower.hear([follower.playing(0, session)]) == nil) == (seconds > 12))
    }

    /// The number of a session that was agreed to is not enough: it is these members and these roles.
    @Test func anotherSessionOfTheSameNumberIsNotWhatWasAgreedTo() {
        var follower = Follower()
        let session = follower.session(11, of: [0, 1, 2])
        follower.key(session)
        #expect(follower.hear([follower.holding(0, session), follower.holding(1, nil)]) == nil)
        let other = follower.session(11, of: [1, 2])
        #expect(follower.hear([follower.playing(1, other)]) == nil)
        #expect(follower.hear([follower.playing(0, session)])?.agreement == session.agreement)
    }

    /// The leader's lock is late on its way to both others: the next one does not propose meanwhile, or that
    /// might be locked as well.
    @Test func whileALockMayBeUnderWayNothingElseIsProposed() {
        var follower = Follower()
        let session = follower.session(11, of: [0, 2])
        follower.key(session)
        #expect(follower.hear([follower.holding(0, session)]) == nil)
        for _ in 0..<19 {
            #expect(follower.hear([follower.playing(0, nil), follower.holding(3, nil)]) == nil)
            #expect(follower.formation.proposal == nil)
        }
        _ = follower.hear([follower.playing(0, nil), follower.holding(3, nil)])
        _ = follower.hear([follower.playing(0, nil), follower.holding(3, nil)])
        #expect(follower.formation.leads, "a second is long enough")
    }

    /// It proposes something else every two seconds, and never locks.
    @Test func aLeaderThatNeverLocksIsPassedOver() {
        var follower = Follower()
        var ledBy3 = false
        for step in 0..<140 {
            let proposal = follower.session(UInt64(step / 40 + 1), of: [0, 1, 2])
            follower.key(proposal)
            // Now and then there is none.
            let isPause = step % 40 == 39
            _ = follower.hear([follower.holding(0, isPause ? nil : proposal), follower.holding(3, nil)])
            ledBy3 = ledBy3 || follower.formation.leads
        }
        #expect(ledBy3)
    }

    /// A leader that gives itself points, or somebody another name, is not agreed with.
    @Test func aProposalThatIsNotTrueIsNotAgreedTo() {
        let follower = Follower()
        let honest = follower.session(11, of: [0, 1, 2])
        func changed(_ change: (inout Session.Member) -> Void) -> Session {
            var members = honest.members
            change(&members[1])
            return Session(
                id: 11, round: 1, members: members, startsAt: honest.startsAt, headStart: honest.headStart,
                limit: honest.limit)
        }
        let rich = changed { $0.points = 9 }
        let renamed = changed { $0.name = StationName(StationID(value: 99)) }
        // Nobody set itself to hide: the first in the draw does, and not whom the leader would like.
        let swapped = Session(
            id: 11, round: 1,
            members: honest.members.map { member in
                var member = member
                member.role = member.id == follower.ids[2] ? .hide : .seek
                return member
            }, startsAt: honest.startsAt, headStart: honest.headStart, limit: honest.limit)
        for (session, isTrue) in [(rich, false), (renamed, false), (swapped, false), (honest, true)] {
            var copy = follower
            copy.key(session)
            _ = copy.hear([copy.holding(0, session), copy.holding(1, session)])
            #expect((copy.formation.proposal?.id == 11) == isTrue)
        }
    }

    @Test func ofManyProposalsTheLastFourAreRemembered() throws {
        var follower = Follower()
        let sessions = (1...5).map { follower.session(UInt64($0), of: [0, 1, 2]) }
        for session in sessions {
            follower.numbers = BeaconNumbers()
            follower.key(session)
            _ = follower.hear([follower.holding(0, session), follower.holding(1, nil)])
            #expect(follower.formation.proposal?.id == session.id)
        }
        for session in sessions {
            var copy = follower
            let locked = copy.hear([copy.playing(0, session), copy.playing(1, session)])
            #expect(locked?.id == (session.id == 1 ? nil : session.id))
        }
    }

    /// All three hold for the next round, and one lets go before it is locked: it is not played without.
    @Test func aHandThatSlipsCostsNobodyTheNextRound() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.run(.seconds(145))
        #expect(room.stations.allSatisfy { $0.session?.outcome == .timeUp })
        room.hold([0, 1, 2])
        for _ in 0..<40 where room.stations[0].gathering.proposal == nil { room.step() }
        #expect(room.stations[0].gathering.proposal?.round == 2)
        room.release([2])
        room.run(.seconds(3))
        #expect(room.stations.allSatisfy { $0.session?.round == 1 })
        room.hold([2])
        room.run(.seconds(3))
        let round = try #require(room.stations[0].session?.round)
        #expect(round > 1)
        #expect(room.stations.allSatisfy { $0.session?.round == round && $0.session?.members.count == 3 })
    }

    /// The number of a session is in cards that everybody can read. Somebody of another crew who says it as
    /// well is not waited for.
    @Test func aStrangerWithTheNumberOfTheSessionStallsNothing() throws {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.run(.seconds(145))
        let finished = try #require(room.stations[0].session)
        #expect(finished.outcome == .timeUp)
        let strangers = [StationID(value: 5), StationID(value: 6)]
        let members = strangers.map { id in
            Session.Member(
                id: id, name: StationName(id), role: id == strangers[0] ? .hide : .seek, points: 0)
        }
        var card = Announcement(
            sender: strangers[0], boot: 1, name: StationName(strangers[0]), role: .hide)
        card.isHolding = true
        card.carried = Announcement.Carried(
            session: Session(
                id: finished.id, round: 2, members: members, startsAt: room.now, headStart: .zero,
                limit: .seconds(60)), stage: .proposed)
        room.hold([0, 1])
        for _ in 0..<20 {
            let message = Message(audience: .lobby(isUrgent: true), body: card.encoded(now: room.now))
            for index in room.stations.indices {
                room.give(
                    .message(Message.Received(sender: card.sender, boot: 1, message: message)), to: index)
            }
            room.run(.milliseconds(100))
        }
        #expect(room.stations.allSatisfy { $0.session?.round == 2 })
    }

    /// A station's network fails at the moment at which all hold: the others play on, and it is told so.
    @Test func whoIsLeftOutOfTheNextRoundHearsIt() throws {
        var table = GuardedTable(
            3, seed: 1, rules: GroupFormation.Rules(headStart: .zero, limit: .seconds(10)))
        table.run(for: .seconds(4))
        table.hold()
        #expect(table.isLocked)
        table.run(for: .seconds(25))
        #expect(table.stations.allSatisfy { $0.station.session?.outcome == .timeUp })
        table.unreachable = [1]
        table.run(for: .seconds(2))
        table.hold()
        #expect(table.stations.map { $0.station.session?.round } == [2, 1, 2])
        table.unreachable = []
        table.run(for: .seconds(1))
        #expect(table.stations.map { $0.station.session?.round } == [2, nil, 2])
        #expect(table.effects[1].contains { $0.effect == .say(.gameOver) })
    }

    /// And nothing of the hunt is for its ears, though its key opens for ten seconds.
    @Test func whoIsLeftOutHearsNothingOfTheHunt() throws {
        var table = GuardedTable(
            3, seed: 1, rules: GroupFormation.Rules(headStart: .zero, limit: .seconds(10)))
        table.run(for: .seconds(4))
        table.hold()
        let before = try #require(table.stations[1].peers.ring.keys.first?.tag)
        table.run(for: .seconds(25))
        table.unreachable = [1]
        table.run(for: .seconds(2))
        table.hold()
        let session = try #require(table.stations[0].station.session)
        #expect(session.round > 1)
        table.isRecording = true
        table.run(for: session.huntAt - table.now)
        #expect(table.tape.contains { $0.from == 0 && $0.bytes.isSealed(by: before) })
        table.tape = []
        table.run(for: .seconds(5))
        let said = table.tape.filter { $0.from != 1 }
        #expect(!said.isEmpty)
        #expect(!said.contains { $0.bytes.isSealed(by: before) })
    }

    /// Most of them never heard the lock of the next round, and locked one of their own: that is a later one,
    /// so that whoever is left in the other knows which of the two counts.
    @Test func whereASessionSplitsTheRoundsHaveNumbersOfTheirOwn() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.run(.seconds(145))
        room.hold([0, 1, 2])
        for _ in 0..<100 where room.stations[0].session?.outcome != nil { room.step() }
        #expect(room.stations[0].session?.outcome == nil)
        // Its word of the lock is lost, and then its network.
        room.loss = 1
        room.step()
        (room.loss, room.unreachable) = (0, [0])
        room.run(.seconds(4))
        let rounds = room.stations.map { $0.session?.round ?? 0 }
        #expect(rounds[1] == rounds[2])
        #expect(room.stations[1].session?.member(room.stations[0].configuration.id) == nil)
        #expect(rounds[1] > rounds[0], "no two rounds of a session have one number")
    }
}

extension [UInt8] {
    /// Whether it is a sealed packet, of the key with this tag.
    fileprivate func isSealed(by tag: UInt32) -> Bool {
        count > SessionKey.headerBytes && self[3] == 5 && u32be(at: 16) == tag
    }
}
