import Rooms
import Support
import Testing

@testable import Audio
@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import Speech

struct GroupFormationTests {
    /// Who has been on for long follows a lock only into what it has agreed to: each session of an evening.
    @Test func whoHasBeenOnForLongFollowsWhatItAgreedTo() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.run(Station.returnsWithin + .seconds(1))
        var seen: Set<UInt64> = []
        for _ in 0..<2 {
            room.lock()
            let sessions = room.stations.map(\.session?.id)
            let session = try #require(sessions[0])
            #expect(sessions == [session, session, session])
            seen.insert(session)
            // Cancelled in the countdown, and back in the lobby.
            room.give(.button(.doublePress), to: 0)
            room.run(.seconds(60))
            #expect(room.stations.allSatisfy { $0.session == nil })
        }
        #expect(seen.count == 2)
    }

    @Test(arguments: 2...8)
    func allWhoHoldBecomeOneSession(count: Int) throws {
        var room = Playroom(roles: [.hide] + Array(repeating: .seek, count: count - 1))
        room.lock()
        let first = try #require(room.stations[0].session)
        #expect(first.members.count == count)
        #expect(first.hider?.id == room.stations[0].configuration.id)
        for station in room.stations {
            #expect(station.session?.id == first.id)
            #expect(station.session?.members == first.members)
            let startsAt = try #require(station.session?.startsAt)
            // A datagram is one heartbeat under way here.
            #expect(startsAt - first.startsAt <= .milliseconds(100))
        }
    }

    @Test func holdingAloneWaits() {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        room.hold([1])
        room.run(.seconds(4))
        #expect(room.stations[1].session == nil)
        #expect(room.said(1).contains(.waitingFor(room.name(0))))
        room.release([1])
        #expect(room.said(1).last == .notReady)
    }

    @Test func whoLetsGoBeforeTheLockStaysOut() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.run(.seconds(2))
        room.hold([0, 1])
        room.give(.button(.down), to: 2)
        room.run(.milliseconds(300))
        // The third is pressing, so the others wait for it; it lets go, so they play without it.
        #expect(room.stations[0].session == nil)
        room.give(.button(.up), to: 2)
        room.run(.seconds(3))
        let session = try #require(room.stations[0].session)
        #expect(session.members.count == 2)
        #expect(room.stations[2].session == nil)
    }

    /// A small child lets go and holds again, more often than once a second; one more station lies about.
    @Test func handsThatComeAndGoDelayTheOthersByFiveSecondsAtMost() {
        var room = Playroom(roles: [.hide, .seek, .seek, .seek])
        room.run(.seconds(2))
        room.hold([0, 1])
        for _ in 0..<9 {
            room.give(.button(.hold), to: 2)
            room.run(.milliseconds(400))
            room.give(.button(.holdEnded), to: 2)
            room.run(.milliseconds(400))
        }
        #expect(room.stations[0].session != nil)
        #expect(room.stations[0].session?.id == room.stations[1].session?.id)
    }

    @Test(arguments: [[Role.hide, .hide], [.seek, .seek], [.hide, .hide, .seek], [.seek, .seek, .seek]])
    func thereIsAlwaysExactlyOneHider(roles: [Role]) throws {
        var room = Playroom(roles: roles)
        room.lock()
        let session = try #require(room.stations[0].session)
        #expect(session.members.count { $0.role == .hide } == 1)
        // Of those who would hide one does; if nobody would, anybody.
        let hider = try #require(room.stations.firstIndex { $0.configuration.id == session.hider?.id })
        let isWilling = roles.contains(.hide)
        #expect(roles[hider] == .hide || !isWilling)
        #expect(room.said(hider).contains(.role(.hide, chosen: isWilling ? .asSet : .noHider)))
    }

    @Test func sessionsAreDrawnFromTheSeed() throws {
        var rooms = [Playroom(roles: [.hide, .seek]), Playroom(roles: [.hide, .seek, .seek])]
        for index in rooms.indices { rooms[index].lock() }
        let sessions = rooms.compactMap { $0.stations[0].session }
        #expect(sessions.count == 2)
        // The proposer's numbers follow from its seed and how often it proposed, and from nothing else.
        var again = Playroom(roles: [.hide, .seek])
        again.lock()
        #expect(again.stations[0].session?.id == sessions[0].id)
    }

    /// "Nobody hides. I choose. You hide!" has to be over before "three" cuts in.
    @Test(arguments: [Phrase.Chosen.asSet, .tooManyHiders, .noHider])
    func theRoleIsSaidBeforeTheCountdown(chosen: Phrase.Chosen) {
        let (voice, _) = VoiceFolder.load("en", in: Checkout.path + "/deploy/voices")
        for role in Role.allCases {
            let said = voice.utterance(.role(role, chosen: chosen)).duration
            #expect(said + .milliseconds(250) < GroupFormation.leadIn - .seconds(3))
        }
    }

    /// One datagram in five is lost; all hold for three seconds.
    @Test(arguments: 1...200)
    func locksUnderLoss(seed: UInt64) throws {
        var room = Playroom(roles: [.seek, .hide, .seek], seed: seed)
        room.loss = 0.2
        room.run(.seconds(3))
        room.hold([0, 1, 2])
        room.run(.seconds(3))
        let sessions = room.stations.compactMap(\.session)
        #expect(sessions.count == 3)
        #expect(Set(sessions.map(\.id)).count == 1)
        room.run(.seconds(1))
        let starts = room.stations.compactMap(\.session?.startsAt)
        let spread = (starts.max() ?? .zero) - (starts.min() ?? .zero)
        #expect(spread <= .milliseconds(150))
    }
}
