import Testing

@testable import Game
@testable import PeerNetwork

struct SessionTests {
    private static func session(_ outcome: Outcome? = nil, round: UInt16 = 1) -> Session {
        let members = (1...3).map { number in
            let id = StationID(value: UInt64(number))
            return Session.Member(
                id: id, name: StationName(id), role: number == 2 ? .hide : .seek, points: 4)
        }
        return Session(
            id: 9, round: round, members: members, startsAt: .seconds(100), headStart: .seconds(10),
            limit: .seconds(60), outcome: outcome)
    }

    private static let everybody = Set((1...3).map { StationID(value: $0) })

    private static let ids = (1...3).map { StationID(value: UInt64($0)) }

    private func adjusted(
        _ session: Session, told: Duration, from sender: Int, delay: ClockOffsets.Delay, own: Int = 1,
        now: Duration
    ) -> Session {
        var session = session
        session.adjustStart(
            told, from: Self.ids[sender], delay: delay, own: Self.ids[own], now: now)
        return session
    }

    @Test func untilClocksAreMeasuredTheEarliestStartIsBelieved() {
        var mine = adjusted(Self.session(), told: .seconds(99.9), from: 0, delay: .unknown, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.9))
        mine = adjusted(mine, told: .seconds(98), from: 2, delay: .unknown, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.9), "not the leader's")
        mine = adjusted(mine, told: .seconds(100.5), from: 0, delay: .unknown, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.9))
    }

    @Test func aMeasuredStartComesFromTheLeaderAndIsFinalOnceItHasPassed() {
        var mine = adjusted(
            Self.session(), told: .milliseconds(100_300), from: 2, delay: .measured(.milliseconds(200)),
            now: .seconds(95))
        #expect(mine.startsAt == .seconds(100), "not the leader's")
        mine = adjusted(
            mine, told: .milliseconds(100_300), from: 0, delay: .measured(.milliseconds(200)),
            now: .seconds(95))
        #expect(mine.startsAt == .milliseconds(100_100))
        mine = adjusted(mine, told: .seconds(99), from: 0, delay: .unknown, now: .seconds(96))
        #expect(mine.startsAt == .milliseconds(100_100), "guesses do not move what was measured")
        mine = adjusted(mine, told: .seconds(105), from: 0, delay: .measured(.zero), now: .seconds(101))
        #expect(mine.startsAt == .milliseconds(100_100), "it has begun")
        let leader = adjusted(
            Self.session(), told: .seconds(90), from: 2, delay: .unknown, own: 0, now: .seconds(95))
        #expect(leader.startsAt == .seconds(100))
    }

    /// By radio a start is as it is said: before it the leader's earliest, and after it, for who comes back,
    /// anybody's first.
    @Test func anEstimatedStartIsTheEarliestOrTheFirst() {
        var mine = adjusted(
            Self.session(), told: .seconds(99.9), from: 0, delay: .estimated, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.9))
        mine = adjusted(mine, told: .seconds(98), from: 2, delay: .estimated, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.9), "not the leader's")
        mine = adjusted(mine, told: .seconds(100.5), from: 0, delay: .estimated, now: .seconds(95))
        mine = adjusted(mine, told: .seconds(99.8), from: 0, delay: .measured(.zero), now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.8))
        mine = adjusted(mine, told: .seconds(99.5), from: 0, delay: .estimated, now: .seconds(95))
        #expect(mine.startsAt == .seconds(99.8), "it is measured")

        var back = adjusted(
            Self.session().returnedTo(), told: .seconds(99), from: 2, delay: .estimated, now: .seconds(107))
        #expect(back.startsAt == .seconds(99))
        back = adjusted(back, told: .seconds(98), from: 0, delay: .estimated, now: .seconds(107))
        #expect(back.startsAt == .seconds(99))
    }

    @Test func foundBeatsTimeUpAndBothBeatAbandoned() {
        let found = Outcome.found(by: StationID(value: 1), after: .seconds(3))
        for endings in [
            [found, .timeUp, .abandoned(.tooFew)], [.abandoned(.tooFew), .timeUp, found],
            [.timeUp, found, .abandoned(.tooFew)],
        ] {
            var mine = Self.session()
            for ending in endings { mine.end(ending) }
            #expect(mine.outcome == found)
        }
    }

    @Test func pointsAreDerivedAndNotCountedTwice() {
        let found = Self.session(.found(by: StationID(value: 3), after: .seconds(3)))
        #expect(found.points(of: StationID(value: 3)) == 5)
        #expect(found.points(of: StationID(value: 2)) == 4)
        #expect(Self.session(.timeUp).points(of: StationID(value: 2)) == 5)
        #expect(Self.session(.abandoned(.tooFew)).points(of: StationID(value: 2)) == 4)
        var scores = Scores()
        let counted = [scores.count(found), scores.count(found)]
        #expect(counted == [true, false])
        #expect(scores.points == [StationID(value: 3): 1])
    }

    @Test func whoFindsHidesNext() throws {
        let found = Self.session(.found(by: StationID(value: 3), after: .seconds(3)))
        let next = try #require(found.next(startsAt: .seconds(200), with: Self.everybody))
        #expect(next.hider?.id == StationID(value: 3))
        #expect(next.round == 2 && next.outcome == nil)
        #expect(next.member(StationID(value: 3))?.points == 5)
    }

    @Test func withoutAFinderTheHidingGoesRound() throws {
        let next = try #require(Self.session(.timeUp).next(startsAt: .zero, with: Self.everybody))
        #expect(next.hider?.id == StationID(value: 3))
        let without = try #require(
            Self.session(.timeUp).next(startsAt: .zero, with: [StationID(value: 1), StationID(value: 2)]))
        #expect(without.hider?.id == StationID(value: 1))
        #expect(Self.session(.timeUp).next(startsAt: .zero, with: [StationID(value: 1)]) == nil)
    }

    /// A leader that says another start than before moves nobody's count by more than clocks differ.
    @Test func aStartThatWasMeasuredIsFrozen() {
        var mine = adjusted(
            Self.session(), told: .seconds(100), from: 0, delay: .measured(.zero), now: .seconds(95))
        for told in [3_700.0, 90, 101, 99.9] {
            mine = adjusted(mine, told: .seconds(told), from: 0, delay: .measured(.zero), now: .seconds(95))
            let moved = mine.startsAt - .seconds(100)
            #expect(moved <= Session.startMovesAtMost && moved >= .zero - Session.startMovesAtMost)
        }
        mine = adjusted(mine, told: .seconds(1), from: 0, delay: .measured(.zero), now: .seconds(101))
        #expect(mine.startsAt == .seconds(99.9), "it has begun")
    }

    /// Nor does it begin before all had agreed, or later than a lead-in after its lock was heard.
    @Test(arguments: [(50.0, 99.0), (99.5, 99.5), (4_000, 100)])
    func aLockBeginsWhenItCanHaveBeenLocked(told: Double, begins: Double) {
        let locked = Self.session().starting(at: .seconds(told))
        var mine = locked.begun(between: .seconds(99), and: .seconds(100))
        #expect(mine.startsAt == .seconds(begins))
        mine = adjusted(mine, told: .seconds(told), from: 0, delay: .measured(.zero), now: .seconds(95))
        #expect(mine.startsAt == .seconds(begins))
    }

    @Test func onlyTheNextRenewalIsBelieved() {
        var mine = Self.session()
        for expected in UInt8(1)...Session.generationsAtMost {
            mine.renewNumbers(towards: 255)
            #expect(mine.generation == expected)
        }
        mine.renewNumbers(towards: 255)
        #expect(mine.generation == Session.generationsAtMost)
        mine.renewNumbers(towards: 0)
        #expect(mine.generation == Session.generationsAtMost)
    }

    /// A copier of beacons that knows the next numbers is answered with those after them, and never with
    /// earlier ones.
    @Test func numbersThatAreKnownAreGoneBeyond() {
        for known in [0, 1, 5, 6, 7, 8, 255] as [UInt8] {
            var mine = Self.session()
            mine.renewNumbers(beyond: known)
            #expect(mine.generation == min(UInt16(known) + 1, UInt16(Session.generationsAtMost)))
            let before = mine.generation
            mine.renewNumbers(beyond: 0)
            #expect(mine.generation == before)
        }
    }

    /// Rounds are counted in sixteen bits; nobody plays as many.
    @Test func afterTheLastRoundThereIsNone() throws {
        let next = try #require(
            Self.session(.timeUp, round: .max - 1).next(startsAt: .zero, with: Self.everybody))
        #expect(next.round == .max)
        #expect(Self.session(.timeUp, round: .max).next(startsAt: .zero, with: Self.everybody) == nil)
        #expect(Self.session(.timeUp).next(after: .max, startsAt: .zero, with: Self.everybody) == nil)
    }

    /// One key serves two sayings of a round only if all that was agreed is the same.
    @Test func aKeyIsOfOneRoundOneAgreementAndOneGeneration() {
        let session = Self.session()
        #expect(session.isBound(like: Self.session()))
        func other(
            id: UInt64 = 9, round: UInt16 = 1, members: [Session.Member]? = nil, headStart: Double = 10,
            limit: Double = 60, generation: UInt8 = 0
        ) -> Session {
            Session(
                id: id, round: round, members: members ?? session.members, startsAt: .seconds(70),
                headStart: .seconds(headStart), limit: .seconds(limit), generation: generation)
        }
        #expect(session.isBound(like: other()), "the start is settled after the key")
        let others = [
            other(id: 8), other(round: 2), other(members: session.members.dropLast()), other(headStart: 11),
            other(limit: 61), other(generation: 1),
        ]
        for one in others { #expect(!session.isBound(like: one) && !one.isBound(like: session)) }
    }

    /// "Three, two, one" is spoken in step: at whole seconds before the start.
    @Test(
        arguments: [
            (90.0, 91.0), (90.25, 91.0), (97.0, 98.0), (97.999, 98.0), (99.5, 100.0), (100.0, 101.0),
            (100.4, 101.0), (101.0, nil), (150.0, nil),
        ] as [(Double, Double?)])
    func secondsAreCountedInStep(now: Double, next: Double?) {
        let due = Round.nextSecond(of: Self.session(), now: .seconds(now))
        #expect(due == next.map { .seconds($0) })
        #expect(Round.nextSecond(of: Self.session(.timeUp), now: .seconds(now)) == nil)
    }

    /// Of more stations than are kept, those with the fewest points are forgotten.
    @Test func thePointsOfSoManyStationsAreKept() {
        var scores = Scores()
        for number in 0..<(Scores.stationsAtMost + 40) {
            let winner = StationID(value: UInt64(number + 1))
            for round in UInt16(1)...2 where round == 1 || number < 3 {
                let members = [winner, StationID(value: 5_000)].map { id in
                    Session.Member(
                        id: id, name: StationName(id), role: id == winner ? .seek : .hide, points: 0)
                }
                let session = Session(
                    id: UInt64(number), round: round, members: members, startsAt: .zero,
                    headStart: .seconds(1), limit: .seconds(60),
                    outcome: .found(by: winner, after: .seconds(1)))
                _ = scores.count(session)
            }
            #expect(scores.points.count <= Scores.stationsAtMost)
        }
        #expect(scores.points.count == Scores.stationsAtMost)
        for number in 1...3 { #expect(scores.points[StationID(value: UInt64(number))] == 2) }
    }

    /// Who comes back has only the others' word for the start. A round that is played has not begun so long
    /// ago that it would be over.
    @Test(arguments: [(40.0, 40.0), (100.0, 100.0), (35.0, 100.0), (-86_400.0, 100.0)])
    func whoComesBackBelievesNoStartByWhichItIsOver(told: Double, believed: Double) {
        for delay in [ClockOffsets.Delay.measured(.zero), .unknown, .estimated] {
            // The head start and the hunt last 70 s.
            let mine = adjusted(
                Self.session().returnedTo(), told: .seconds(told), from: 0, delay: delay, now: .seconds(107))
            #expect(mine.startsAt == .seconds(believed))
        }
        // Taken from a lock, it is bounded already.
        let bound = Self.session().begun(between: .seconds(99), and: .seconds(100))
        let mine = adjusted(
            bound, told: .seconds(-86_400), from: 0, delay: .measured(.zero), now: .seconds(98))
        #expect(mine.startsAt == .seconds(99))
    }

    /// The start is the leader's own, before zero and after it, whoever tells it another.
    @Test(arguments: [-86_400.0, 90, 99.9, 100.2, 130])
    func nobodyMovesTheLeadersStart(told: Double) {
        let locked = Self.session().starting(at: .seconds(100))
        for moment in [95.0, 100, 100.01, 120] {
            let mine = adjusted(
                locked, told: .seconds(told), from: 1, delay: .measured(.zero), own: 0, now: .seconds(moment))
            #expect(mine.startsAt == .seconds(100))
        }
    }

    /// Nobody is listed before who proposes.
    @Test func theLeaderIsListedFirst() throws {
        let third = StationID(value: 3)
        let next = try #require(
            Self.session(.timeUp).next(startsAt: .zero, with: Self.everybody, leader: third))
        #expect(next.members.map(\.id.value) == [3, 1, 2])
        #expect(next.leader == third)
    }

    @Test func aBetterEndingThatComesLateMovesThePoint() {
        var scores = Scores()
        let counted = [
            scores.count(Self.session(.timeUp)),
            scores.count(Self.session(.found(by: StationID(value: 1), after: .seconds(3)))),
            scores.count(Self.session(.found(by: StationID(value: 1), after: .seconds(3)))),
        ]
        #expect(counted == [true, true, false])
        #expect(scores.points == [StationID(value: 1): 1, StationID(value: 2): 0])
    }

    /// As many stations as are kept, and one more.
    @Test(arguments: [(0, true), (1, false)])
    func aFileOfMoreScoresThanAreKeptIsDamaged(more: Int, isRead: Bool) throws {
        let count = Scores.stationsAtMost + more
        var bytes = Scores().encoded()
        bytes[bytes.count - 1] = UInt8(count)
        for number in 0..<count { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number), 0, 0, 0, 1] }
        #expect((try? Scores(decoding: bytes))?.points.count == (isRead ? count : nil))
    }

    @Test func scoresComeBackFromDisk() throws {
        var scores = Scores()
        _ = scores.count(Self.session(.timeUp))
        let bytes = scores.encoded()
        #expect(try Scores(decoding: bytes) == scores)
        for length in 0..<bytes.count {
            #expect(throws: (any Error).self) { try Scores(decoding: Array(bytes[..<length])) }
        }
    }
}
