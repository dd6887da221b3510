import GPIO
import Testing

@testable import Gateway

/// Into which sessions a lock takes a station, and what becomes of those whom it leaves out.
struct LockTests {
    /// Three who hold, seen by the one that leads last: what it is told, step by step.
    private struct Follower {
        let ids = (1...3).map { StationID(value: $0 << 32) }
        var ceremony = Ceremony(rules: Ceremony.Rules(company: Announcement.Company(capacity: 3)))
        var numbers = BeaconNumbers()
        var now = Duration.seconds(1_000)
        var random = SeededGenerator(seed: 1)

        func session(_ id: UInt64, of members: [Int]) -> Session {
            let listed = members.map {
                Session.Member(
                    id: ids[$0], name: StationName(ids[$0]), role: $0 == members[0] ? .hide : .seek, points: 0
                )
            }
            return Session(
                id: id, round: 1, members: listed, startsAt: now + Ceremony.leadIn, headStart: .seconds(60),
                limit: .seconds(600))
        }

        mutating func key(_ session: Session) {
            numbers.take(
                Keying(session: session.id, round: 1, generation: 0, major: 1, minors: [:]), now: now)
        }

        func holding(_ index: Int, _ proposal: Session?) -> Announcement {
            var word = Announcement(
                sender: ids[index], boot: 1, name: StationName(ids[index]), role: .seek)
            word.isHolding = true
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
            let me = Ceremony.Me(
                id: ids[2], name: StationName(ids[2]), role: .seek, isHolding: true,
                company: Announcement.Company(capacity: 3))
            let view = Ceremony.View(fresh: words, known: words, clasped: Set(ids), numbers: numbers)
            return ceremony.step(me: me, view: view, now: now, random: &random)
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
        #expect(follower.ceremony.proposal?.id == 11)
        #expect(follower.hear([follower.playing(0, nil), follower.holding(1, second)]) == nil)
        #expect(follower.ceremony.proposal?.id == 22)
        let locked = follower.hear([follower.playing(0, first), follower.playing(1, first)])
        #expect(locked?.id == 11)
    }

    @Test func ofManyProposalsTheLastFourAreRemembered() throws {
        var follower = Follower()
        let sessions = (1...5).map { follower.session(UInt64($0), of: [0, 1, 2]) }
        for session in sessions {
            follower.numbers = BeaconNumbers()
            follower.key(session)
            _ = follower.hear([follower.holding(0, session), follower.holding(1, nil)])
            #expect(follower.ceremony.proposal?.id == session.id)
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
        #expect(room.stations.allSatisfy { $0.session?.round == 2 && $0.session?.members.count == 3 })
    }

    /// A station's network fails at the moment at which all hold: the others play on, and it is told so.
    @Test func whoIsLeftOutOfTheNextRoundHearsIt() throws {
        var table = GuardedLockTests.Table(
            3, seed: 1, rules: Ceremony.Rules(headStart: .zero, limit: .seconds(10)))
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
        // And nothing of the round itself is for its ears.
        let tags = Set(table.stations[0].gatekeeper.ring.keys.map(\.tag))
        let own = Set(table.stations[1].gatekeeper.ring.keys.map(\.tag))
        #expect(tags.subtracting(own).count == 1)
    }
}
