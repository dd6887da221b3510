import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

struct LongHoldTests {
    /// What a station does while its button is held for so long, ticking as it would.
    private static func held(
        for time: Duration, isFree: (Duration) -> Bool = { _ in true }, mayEnd: Bool = true
    ) -> [(at: Duration, step: LongHold.Step)] {
        var hold = LongHold()
        var steps: [(at: Duration, step: LongHold.Step)] = []
        var now = Duration.zero
        while now < .seconds(40) {
            let isDown = now < time
            let step = hold.advance(
                downSince: isDown ? .zero : nil, isFree: isFree(now), mayEnd: mayEnd, now: now)
            if let step { steps.append((now, step)) }
            now += Station.heartbeat
        }
        return steps
    }

    @Test func holdingOnTellsCountsAndSwitchesOff() {
        let steps = Self.held(for: .seconds(30))
        #expect(
            steps.map(\.step) == [
                .tellWhereIStand, .warn, .count(5), .count(4), .count(3), .count(2), .count(1), .goodbye,
                .switchOff,
            ])
        #expect(steps.map(\.at) == [5, 10, 12, 13, 14, 15, 16, 17, 20].map { .seconds($0) })
    }

    /// The machine stays on, and somebody holds once more: it is asked again.
    @Test func whatStayedOnIsSwitchedOffTheNextTime() {
        var hold = LongHold()
        var steps: [LongHold.Step] = []
        for begin in [Duration.zero, .seconds(200)] {
            var now = begin
            while now < begin + .seconds(100) {
                let isDown = now < begin + .seconds(25)
                let step = hold.advance(downSince: isDown ? begin : nil, isFree: true, mayEnd: true, now: now)
                if let step { steps.append(step) }
                now += Station.heartbeat
            }
        }
        #expect(steps.count { $0 == .switchOff } == 2)
    }

    @Test(arguments: [(4, 0), (6, 1), (11, 2), (14, 4), (16, 6)])
    func lettingGoStopsIt(seconds: Int, steps: Int) {
        #expect(Self.held(for: .seconds(seconds)).count == steps)
    }

    /// Even if the finger leaves: the goodbye was said.
    @Test func afterTheGoodbyeThereIsNoWayBack() {
        #expect(Self.held(for: .milliseconds(17_100)).last?.step == .switchOff)
    }

    /// A machine that does not go off, and does not say so either, is a station again after a minute.
    @Test func whatStaysOnIsNotDarkForGood() {
        var hold = LongHold()
        var asked = 0
        for second in 0...90 {
            let down: Duration? = second < 18 ? .zero : nil
            let step = hold.advance(downSince: down, isFree: true, mayEnd: true, now: .seconds(second))
            if step == .switchOff { asked += 1 }
            #expect(hold.isOver == (17..<77).contains(second), "\(second) s")
        }
        #expect(asked == 1)
    }

    @Test func aHoldThatMeansSomethingElseNeverSwitchesOff() {
        let joined = Self.held(for: .seconds(30), isFree: { $0 < .seconds(13) || $0 > .seconds(14) })
        #expect(joined.map(\.step) == [.tellWhereIStand, .warn, .count(5)])
    }

    @Test func whereItIsNotWantedItTellsAndNoMore() {
        #expect(Self.held(for: .seconds(30), mayEnd: false).map(\.step) == [.tellWhereIStand])
    }

    @Test func aStationSaysWhoIsHereAndThatItStays() {
        var room = Playroom(roles: [.seek, .hide])
        room.run(.seconds(3))
        room.hold([0])
        room.run(.seconds(21))
        let said = room.said(0)
        let names = room.stations.map(\.configuration.name)
        #expect(said.contains(.whereIStand(names[0], .seek, company: names[1], count: 1)))
        #expect(said.contains(.goodbye))
        #expect(room.done[0].map(\.effect).contains(.switchOff))
        room.give(.staysOn, to: 0)
        #expect(room.said(0).last == .staysOn)
        #expect(!room.done[1].map(\.effect).contains(.switchOff))
    }

    /// Those who play together hold for as long as they like.
    @Test func whoHoldsTogetherIsNotSwitchedOff() {
        var room = Playroom(roles: [.seek, .hide])
        room.run(.seconds(3))
        room.hold([0, 1])
        room.run(.seconds(30))
        #expect(room.stations[0].session != nil)
        for index in 0...1 { #expect(!room.done[index].map(\.effect).contains(.switchOff)) }
    }
}
