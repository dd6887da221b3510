import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

struct RejoinTests {
    private static func hunting(roles: [Role] = [.hide, .seek, .seek]) -> Playroom {
        var room = Playroom(roles: roles)
        room.lock()
        room.rssi = -80
        room.run(.seconds(25))
        return room
    }

    @Test(arguments: 0..<3)
    func aStationThatRebootsIsBackWithItsRole(index: Int) throws {
        var room = Self.hunting()
        let before = try #require(room.stations[index].session)
        room.reboot(index, after: .seconds(10))
        let others = room.stations.indices.filter { $0 != index }.map { room.said($0) }
        room.forgetWhatWasDone()
        room.run(.seconds(2))
        let after = try #require(room.stations[index].session)
        #expect(after.id == before.id && after.round == before.round && after.members == before.members)
        // Two datagrams of one heartbeat each, told in whole milliseconds.
        #expect(after.startsAt - before.startsAt <= .milliseconds(102))
        let other = index == 0 ? 1 : 0
        #expect(others.allSatisfy { $0.contains(.left(room.name(index))) })
        #expect(room.said(other).contains(.back(room.name(index))))
        #expect(room.stations[index].session?.outcome == nil)
        // It does not repeat what the round has behind it.
        let repeated = room.said(index).filter { [.hereICome, .goHide(seconds: 12), .count(3)].contains($0) }
        #expect(repeated.isEmpty)
    }

    @Test func pointsSurviveAReboot() throws {
        var room = Self.hunting(roles: [.hide, .seek])
        room.rssi = -45
        room.run(.seconds(6))
        room.hold([1])
        room.run(.seconds(1))
        room.release([1])
        let finder = room.stations[1].configuration.id
        room.reboot(1, after: .seconds(3))
        room.run(.seconds(2))
        #expect(room.stations.allSatisfy { $0.scores.points[finder] == 1 })
        #expect(room.stations[1].session?.points(of: finder) == 1)
    }

    @Test func whoMissedTheEndHearsNoFanfare() {
        var room = Self.hunting(roles: [.hide, .seek])
        room.rssi = -45
        room.run(.seconds(6))
        room.hold([1])
        room.run(.seconds(1))
        room.release([1])
        room.forgetWhatWasDone()
        room.reboot(1, after: .seconds(8))
        room.run(.seconds(8))
        #expect(!room.played(1).contains(.fanfare))
        #expect(room.said(1).contains(.holdAgain))
        // Nobody is said to be waited for after the round.
        #expect(!room.said(0).contains(.left(room.name(1))))
    }

    @Test func aStationLeftAloneAfterTheRoundGoesBackToTheLobby() {
        var room = Self.hunting(roles: [.hide, .seek])
        room.run(.seconds(125))
        #expect(room.stations[1].session?.outcome == .timeUp)
        room.off = [0]
        room.run(.seconds(70))
        #expect(room.stations[1].session == nil)
        // Who was waited for in vain is gone: the station is alone, and says so.
        #expect(room.stations[1].roster.isEmpty)
        #expect(room.said(1).last == .searching)
        room.off = []
        room.forgetWhatWasDone()
        room.run(.seconds(2))
        #expect(room.said(1).contains(.met(room.name(0))))
    }

    /// A key and a lock are easily made up: they must not take a station away that nobody holds.
    @Test(arguments: [false, true])
    func nobodyIsDrawnIntoASessionUnasked(hasJustStarted: Bool) throws {
        var room = Playroom(roles: [.hide, .seek])
        if !hasJustStarted { room.run(Station.returnsWithin + .seconds(1)) }
        let (stranger, station) = (room.stations[0].configuration, room.stations[1].configuration)
        let members = [(stranger, Role.hide), (station, Role.seek)].map { person, role in
            Session.Member(id: person.id, name: person.name, role: role, points: 0)
        }
        let session = Session(
            id: 77, round: 1, members: members, startsAt: room.now, headStart: .seconds(60),
            limit: .seconds(600))
        var announcement = Announcement(
            sender: stranger.id, boot: stranger.boot, name: stranger.name, role: .hide)
        announcement.isPlaying = true
        announcement.carried = Announcement.Carried(session: session, stage: .locked)
        announcement.stamp = ClockStamp(sent: ClockStamp.milliseconds(room.now))
        let message = Message(audience: .session(77), body: announcement.encoded(now: room.now))
        let received = Message.Received(sender: stranger.id, boot: stranger.boot, message: message)
        room.give(.message(received), to: 1)
        // One that was in it a moment ago cannot remember, and has to believe it.
        #expect((room.stations[1].session?.id == 77) == hasJustStarted)
    }

    /// A copy of the round with other members is another round, whatever its number: its outcome is not ours.
    /// If this station is not in it, the others play on without it; one alone might only say so.
    @Test(arguments: [true, false])
    func aCopyWithOtherMembersIsNotMerged(isListed: Bool) throws {
        var room = Self.hunting()
        let mine = try #require(room.stations[1].session)
        let others = mine.members.filter { $0.id != room.stations[isListed ? 2 : 1].configuration.id }
        let copy = Session(
            id: mine.id, round: mine.round + (isListed ? 0 : 1), members: others, startsAt: mine.startsAt,
            headStart: mine.headStart, limit: mine.limit, outcome: .timeUp)
        for (teller, isGone) in [(0, false), (2, !isListed)] {
            let other = room.stations[teller].configuration
            var word = Announcement(sender: other.id, boot: other.boot, name: other.name, role: .hide)
            word.isPlaying = true
            word.carried = Announcement.Carried(session: copy, stage: .locked)
            word.stamp = ClockStamp(sent: ClockStamp.milliseconds(room.now) &+ 1_000)
            let message = Message(audience: .session(mine.id), body: word.encoded(now: room.now))
            let received = Message.Received(sender: other.id, boot: other.boot, message: message)
            room.give(.message(received), to: 1)
            #expect(room.stations[1].session == (isGone ? nil : mine))
            #expect(room.said(1).contains(.gameOver) == isGone)
        }
    }

    @Test func withoutItsHiderARoundEndsAfterAMinute() {
        var room = Self.hunting()
        room.off = [0]
        room.run(.seconds(50))
        #expect(room.stations[1].session?.outcome == nil)
        room.run(.seconds(20))
        #expect(room.said(1).contains(.left(room.name(0))))
        #expect(room.said(1).contains(.gameOver))
        room.run(.seconds(10))
        #expect(room.stations[1].session == nil)
    }

    @Test func theOthersGoOnWithoutOneSeeker() {
        var room = Self.hunting()
        room.off = [2]
        room.run(.seconds(80))
        #expect(room.stations[0].session?.outcome == nil)
        #expect(room.stations[1].session?.outcome == nil)
    }

    @Test func losingTheOwnNetworkBlamesNobody() {
        var room = Self.hunting()
        room.forgetWhatWasDone()
        room.unreachable = [1]
        room.give(.network(works: false), to: 1)
        room.run(.seconds(30))
        #expect(!room.said(1).contains { if case .left = $0 { true } else { false } })
        #expect(room.said(1).contains(.networkMissing))
        room.unreachable = []
        room.give(.network(works: true), to: 1)
        room.run(.seconds(2))
        #expect(room.stations[1].session?.outcome == nil)
        #expect(room.said(0).contains(.back(room.name(1))))
    }

    @Test func aSessionLeftForGoodStaysLeft() {
        var room = Self.hunting(roles: [.hide, .seek])
        room.off = [0]
        room.run(.seconds(90))
        #expect(room.stations[1].session == nil)
        room.off = []
        room.run(.seconds(20))
        #expect(room.stations[1].session == nil)
    }
}
