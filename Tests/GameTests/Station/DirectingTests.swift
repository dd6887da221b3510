import PeerNetwork
import Rooms
import Testing

@testable import Game

/// What whoever runs an evening asks of a station (docs/venue.md), and what a station says it is about.
struct DirectingTests {
    private static func party(_ room: Playroom, _ indices: [Int]) -> [StationID] {
        indices.map { room.stations[$0].configuration.id }
    }

    /// Two that nobody touches, once they have met.
    private static func two() -> Playroom {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(3))
        return room
    }

    private static func call(_ room: inout Playroom, _ indices: [Int]) {
        let party = party(room, indices)
        for index in indices { room.give(.wish(.gather(party)), to: index) }
    }

    private static func phases(_ room: Playroom) -> [Phase] {
        room.stations.map { $0.phase(now: room.now) }
    }

    @Test func aRoundIsToldPhaseByPhase() throws {
        var room = Self.two()
        #expect(Self.phases(room) == [.lobby, .lobby])
        room.hold([0])
        #expect(Self.phases(room) == [.holding, .lobby])
        room.hold([1])
        let held = room.now
        while room.stations.contains(where: { $0.session == nil }), room.now < held + .seconds(10) {
            #expect(Set(Self.phases(room)).isSubset(of: [.holding, .agreeing, .counting]))
            room.step()
        }
        room.release([0, 1])
        let session = try #require(room.stations[0].session)
        func phase(_ at: Duration) -> Phase { room.stations[0].phase(now: at) }
        #expect(phase(session.startsAt - .milliseconds(1)) == .counting)
        #expect(phase(session.startsAt) == .hiding)
        #expect(phase(session.huntAt - .milliseconds(1)) == .hiding)
        #expect(phase(session.huntAt) == .hunting)
        // Nobody finds anybody within two minutes.
        room.run(session.huntAt - room.now + .seconds(125))
        #expect(Self.phases(room) == [.over, .over])
    }

    @Test func whoIsCalledPlaysAsIfItWereHeld() {
        var room = Self.two()
        Self.call(&room, [0, 1])
        room.run(.seconds(4))
        #expect(room.stations.allSatisfy { $0.session?.members.count == 2 })
        // In a round it is not taken out of it.
        let session = room.stations[0].session?.id
        Self.call(&room, [0, 1])
        room.run(.seconds(1))
        #expect(room.stations[0].session?.id == session)
    }

    /// One of three was not reached: the others wait for it for ten seconds, and then play without it.
    @Test func whoIsMissingIsWaitedForTenSeconds() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.run(.seconds(3))
        let party = Self.party(room, [0, 1, 2])
        for index in [0, 1] { room.give(.wish(.gather(party)), to: index) }
        let called = room.now
        while room.stations[0].session == nil, room.now < called + .seconds(15) { room.step() }
        let took = room.now - called
        #expect(took >= .seconds(10) && took < .milliseconds(11_500), "\(took)")
        #expect(room.stations[0].session?.members.count == 2)
        #expect(room.stations[2].session == nil)
        // A third that is reached in time is in it.
        var late = Playroom(roles: [.hide, .seek, .seek])
        late.run(.seconds(3))
        for index in [0, 1] { late.give(.wish(.gather(party)), to: index) }
        late.run(.seconds(8))
        #expect(late.stations.allSatisfy { $0.session == nil })
        late.give(.wish(.gather(party)), to: 2)
        late.run(.seconds(3))
        #expect(late.stations.allSatisfy { $0.session?.members.count == 3 })
    }

    @Test(arguments: [[0], [0, 0], [1]])
    func aPartyHasAtLeastTwoAndTheStationItself(_ indices: [Int]) {
        var room = Self.two()
        room.give(.wish(.gather(Self.party(room, indices))), to: 0)
        room.run(.seconds(2))
        #expect(room.stations[0].phase(now: room.now) == .lobby)
    }

    @Test func aPartyHasEightAtMost() {
        func phase(_ count: Int) -> Phase {
            var room = Self.two()
            let others = (0..<count - 1).map { StationID(value: UInt64($0 + 50)) }
            room.give(.wish(.gather(Self.party(room, [0]) + others)), to: 0)
            return room.stations[0].phase(now: room.now)
        }
        #expect(phase(8) == .holding)
        #expect(phase(9) == .lobby)
    }

    @Test func whoIsStoppedInTheCountdownCancelsItForAll() {
        var room = Self.two()
        Self.call(&room, [0, 1])
        let called = room.now
        while room.stations.contains(where: { $0.session == nil }), room.now < called + .seconds(10) {
            room.step()
        }
        room.give(.wish(.leave), to: 1)
        room.run(.seconds(1))
        let own = room.stations[1].configuration.id
        #expect(
            room.stations.map { $0.session?.outcome } == [
                .abandoned(.cancelled(by: own)), .abandoned(.cancelled(by: own)),
            ])
    }

    @Test func whoIsStoppedInTheHuntGivesItUp() throws {
        var room = Self.two()
        Self.call(&room, [0, 1])
        room.run(.seconds(4))
        let session = try #require(room.stations[1].session)
        room.run(session.startsAt - room.now + .seconds(1))
        room.give(.wish(.leave), to: 1)
        #expect(room.stations[1].session?.outcome == .abandoned(.tooFew))
        room.run(.milliseconds(500))
        room.forgetWhatWasDone()
        room.give(.wish(.leave), to: 1)
        #expect(room.said(1).contains(.gameOver))
        #expect(room.stations[1].session == nil)
    }

    /// Before anybody has come together, it is as if the hold had ended.
    @Test func whoIsStoppedBeforeWaitsNoMore() {
        var room = Self.two()
        room.give(.wish(.gather(Self.party(room, [0, 1]))), to: 0)
        #expect(room.stations[0].phase(now: room.now) == .holding)
        room.give(.wish(.leave), to: 0)
        #expect(room.stations[0].phase(now: room.now) == .lobby)
        room.give(.wish(.leave), to: 0)
        #expect(room.stations[0].phase(now: room.now) == .lobby)
    }
}
