import Rooms
import Testing

@testable import Determinism
@testable import Game
@testable import PeerNetwork
@testable import Ranging

struct BanterTests {
    private static func session(seekers: Int = 1, limit: Duration = .seconds(600)) -> Session {
        let members = (0...seekers).map { index in
            let id = StationID(value: UInt64(index + 1))
            return Session.Member(id: id, name: StationName(id), role: index == 0 ? .hide : .seek, points: 0)
        }
        return Session(
            id: 1, round: 1, members: members, startsAt: .zero, headStart: .zero, limit: limit)
    }

    private static func range(_ metres: Double, _ zone: Zone, _ trend: Trend = .steady) -> RangeEstimate {
        var range = RangeEstimate.unknown
        range.distance = RangeEstimate.Distance(metres: metres, low: metres * 0.7, high: metres * 1.4)
        (range.zone, range.trend, range.age) = (zone, trend, .zero)
        return range
    }

    private static func banter(remarks: Bool = true) -> Banter {
        Banter(QuipDeck(seed: 3), makesRemarks: remarks)
    }

    private static func quip(_ phrase: Phrase) -> Quip? {
        if case .taunt(_, let quip) = phrase { quip } else { nil }
    }

    /// What is remarked on while the seeker is somewhere for some seconds, asked twice a second.
    private static func stay(
        _ banter: inout Banter, _ seconds: ClosedRange<Int>, _ range: RangeEstimate,
        in session: Session = Self.session()
    ) -> [(moment: HuntMoment?, second: Double)] {
        (seconds.lowerBound * 2..<seconds.upperBound * 2).compactMap { half in
            let now = Duration.milliseconds(half * 500)
            guard case .remark(let quip) = banter.remark(in: session, range: range, now: now) else {
                return nil
            }
            return (quip.moment, Double(half) / 2)
        }
    }

    @Test func thereAreFortyTauntsAndThirtyRemarks() {
        #expect(Quip.all.count { $0.kind == .taunt } == 40)
        #expect(Quip.all.count { $0.kind == .remark } == 30)
        #expect(Set(Quip.all).count == 70)
    }

    /// None is heard twice before all that fit were, nor twice in a row after that.
    @Test func noLineIsHeardTwiceBeforeAllThatFit() {
        for seed in 0..<50 as Range<UInt64> {
            var deck = QuipDeck(seed: seed)
            let drawn = (0..<60).compactMap { _ in deck.draw(.taunt, .far) }
            #expect(drawn.count == 60)
            #expect(Set(drawn[..<20]).count == 20, "14 for whenever and 6 for far")
            #expect(drawn[..<6].allSatisfy { $0.moment == .far }, "what fits best comes first")
            #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func anotherSeedDrawsInAnotherOrder() {
        func drawn(_ seed: UInt64) -> [Quip?] {
            var deck = QuipDeck(seed: seed)
            return (0..<14).map { _ in deck.draw(.taunt, nil) }
        }
        #expect(drawn(1) == drawn(1) && drawn(1) != drawn(2))
    }

    @Test func aTauntFitsWhereTheSeekerIs() {
        let places: [(RangeEstimate, HuntMoment)] = [
            (Self.range(12, .far), .far), (Self.range(4, .near), .near),
            (Self.range(0.8, .immediate), .nearlyFound),
        ]
        for (range, moment) in places {
            var banter = Self.banter()
            guard
                case .taunt(2, let quip) = banter.taunt(2, in: Self.session(), range: range, now: .seconds(9))
            else {
                Issue.record("no taunt")
                continue
            }
            #expect(quip.kind == .taunt && quip.moment == moment)
        }
    }

    @Test func whoWasNearAndGoesAwayHasPassedBy() {
        var banter = Self.banter()
        _ = Self.stay(&banter, 40...50, Self.range(2, .near))
        // Away, and not yet twice as far; nor is who was never near.
        #expect(Self.stay(&banter, 50...53, Self.range(3, .near, .opening)).isEmpty)
        #expect(Self.stay(&banter, 53...60, Self.range(5, .near, .opening)).map(\.moment) == [.passedBy])
        var other = Self.banter()
        _ = Self.stay(&other, 40...50, Self.range(6, .near))
        #expect(Self.stay(&other, 50...60, Self.range(14, .far, .opening)).map(\.moment) == [.far])
    }

    /// Once for each time that the hunt becomes another, when that has lasted for two seconds, and every half
    /// minute at most.
    @Test func aRemarkIsMadeOnceAndSeldom() {
        var banter = Self.banter()
        #expect(Self.stay(&banter, 0...60, Self.range(12, .far)).isEmpty, "where it begins is no news")
        let near = Self.stay(&banter, 60...80, Self.range(4, .near))
        #expect(near.map(\.moment) == [.near] && near.map(\.second) == [62])
        #expect(Self.stay(&banter, 80...85, Self.range(12, .far)).isEmpty, "soon after the last one")
        let far = Self.stay(&banter, 85...120, Self.range(12, .far))
        #expect(far.map(\.moment) == [.far] && far.map(\.second) == [92])
        #expect(Self.stay(&banter, 120...180, Self.range(12, .far)).isEmpty)
    }

    /// Six metres may be the next room: nobody is sent away from there.
    @Test func whoIsNotFarAwayIsNotToldSo() {
        var banter = Self.banter()
        _ = Self.stay(&banter, 0...40, Self.range(4, .near))
        #expect(Self.stay(&banter, 40...80, Self.range(6, .far)).isEmpty)
        let taunt = banter.taunt(1, in: Self.session(), range: Self.range(6, .far), now: .seconds(80))
        #expect(Self.quip(taunt).map { $0.moment == nil } == true)
    }

    @Test func nothingIsRemarkedToWhoeverIsOnTheWayOrHearsNothing() {
        for range in [Self.range(4, .near, .closing), Self.range(4, .lost)] {
            var banter = Self.banter()
            _ = Self.stay(&banter, 0...40, Self.range(12, .far))
            #expect(Self.stay(&banter, 40...80, range).isEmpty)
        }
    }

    @Test func whoWantsNoRemarksHearsTauntsOnly() {
        var banter = Self.banter(remarks: false)
        _ = Self.stay(&banter, 0...40, Self.range(12, .far))
        #expect(Self.stay(&banter, 40...80, Self.range(4, .near)).isEmpty)
        let taunt = banter.taunt(1, in: Self.session(), range: .unknown, now: .seconds(90))
        #expect(Self.quip(taunt)?.kind == .taunt)
    }

    @Test func lateAndManyAreRemarkedOnOnce() {
        let session = Self.session(seekers: 3, limit: .seconds(200))
        var banter = Self.banter()
        let range = Self.range(12, .far)
        let said = Self.stay(&banter, 0...200, range, in: session)
        #expect(said.map(\.moment) == [.many, .late] && said.map(\.second) == [30, 140])
        var two = Self.banter()
        #expect(Self.stay(&two, 0...200, range, in: Self.session(seekers: 2)).isEmpty)
    }
}
