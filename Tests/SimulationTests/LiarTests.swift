import Rooms
import Testing

@testable import Game
@testable import PeerNetwork
@testable import Simulation

/// One of four members lies to the others in everything that it says of the session, once it is locked:
/// nothing of it ends the round, moves a count, or makes anybody count as gone.
struct LiarTests {
    /// Plays from the lock to twenty seconds into the hunt.
    private static func play(_ lie: Lie?, liar: Int) -> Playroom {
        var room = Playroom(roles: [.hide, .seek, .seek, .seek])
        room.run(.seconds(2))
        room.hold([0, 1, 2, 3])
        room.run(.seconds(2))
        if let lie, let session = room.stations[liar].session {
            let id = room.stations[liar].configuration.id
            room.twist = { sender, announcement, now in
                guard sender == id, let carried = announcement.carried, carried.stage == .locked else {
                    return announcement
                }
                var twisted = announcement
                twisted.carried?.session = lie.told(of: carried.session, by: id, now: now)
                return twisted
            }
            room.shortTwist = { sender, status, now in
                var twisted = status
                if sender == id { twisted.tell(lie.told(of: session, by: id, now: now)) }
                return twisted
            }
        }
        room.release([0, 1, 2, 3])
        room.run(.seconds(37))
        return room
    }

    @Test(arguments: Lie.allCases, 0..<4)
    func nothingComesOfIt(lie: Lie, liar: Int) throws {
        let (honest, room) = (Self.play(nil, liar: liar), Self.play(lie, liar: liar))
        for index in 0..<4 where index != liar {
            // A hider that gives up has left, and without one there is no hunt.
            if lie == .tooFewAreLeft, liar == 0 {
                #expect(room.stations[index].session == nil)
                continue
            }
            let session = try #require(room.stations[index].session)
            #expect(session.round == 1 && session.members.count == 4)
            #expect(session.outcome == nil, "\(index)")
            #expect(session.generation <= Session.generationsAtMost)
            #expect(session.members.allSatisfy { session.points(of: $0.id) == 0 })
            for number in 1...3 {
                let told = Effect.say(.count(number))
                let (then, now) = (honest.first(index, told), room.first(index, told))
                let moved = try #require(now) - (try #require(then))
                #expect(moved <= .milliseconds(150) && moved >= .milliseconds(-150), "\(number)")
            }
            for other in 0..<4 where other != liar {
                #expect(!room.said(index).contains(.left(room.name(other))))
            }
        }
    }

    /// Whoever leads, and whatever it says besides that a round is locked: the others are in it.
    @Test(arguments: Lie.allCases)
    func aLockIsFollowed(lie: Lie) throws {
        var room = Playroom(roles: [.hide, .seek, .seek, .seek])
        room.run(.seconds(2))
        for round in 1...2 as ClosedRange<UInt16> {
            let before = room.stations.map { $0.session?.outcome }
            #expect(round == 1 || before.allSatisfy { $0 != nil })
            room.twist = { sender, announcement, now in
                guard let carried = announcement.carried, carried.stage == .locked,
                    carried.session.round == round, carried.session.leader == sender
                else { return announcement }
                var twisted = announcement
                twisted.carried?.session = lie.told(of: carried.session, by: sender, now: now)
                return twisted
            }
            room.hold([0, 1, 2, 3])
            room.run(.seconds(3))
            let sessions = room.stations.map(\.session)
            if lie == .tooFewAreLeft { return }
            for session in sessions {
                #expect(session?.round == round && session?.outcome == nil)
                #expect(session?.members == sessions[0]?.members)
            }
            // The liar's own start is what it did not say.
            let honest = room.stations.filter { $0.configuration.id != $0.session?.leader }
            let starts = honest.compactMap { $0.session?.startsAt }
            let earliest = try #require(starts.min())
            let latest = try #require(starts.max())
            #expect(latest - earliest <= .milliseconds(150))
            room.release([0, 1, 2, 3])
            room.twist = nil
            // 12 s of head start, two minutes of hunt.
            room.run(.seconds(145))
        }
    }

    /// A liar that claims and is near is found like anybody, and all hear it alike.
    @Test(arguments: Lie.baseless)
    func aLiarFindsTheHider(lie: Lie) {
        var room = Self.play(lie, liar: 3)
        room.rssi = -45
        room.run(.seconds(6))
        room.hold([3])
        room.run(.seconds(2))
        let finder = room.stations[3].configuration.id
        for station in room.stations {
            guard case .found(finder, _) = station.session?.outcome else {
                Issue.record("\(lie): it ended otherwise for \(station.configuration.name)")
                continue
            }
        }
        // It is to hold for the next round, and nobody waits for it in vain.
        room.release([3])
        room.run(.seconds(1))
        room.hold([0, 1, 2, 3])
        room.run(.seconds(3))
        #expect(room.stations.allSatisfy { $0.session?.round == 2 })
    }

    /// Who comes back into the round while a member lies has what the others have.
    @Test(arguments: Lie.baseless)
    func whoComesBackHasWhatTheOthersHave(lie: Lie) throws {
        var room = Self.play(lie, liar: 3)
        room.reboot(1, after: .seconds(4))
        room.run(.seconds(4))
        let (back, other) = (room.stations[1].session, room.stations[0].session)
        #expect(back?.round == other?.round && back?.members == other?.members)
        #expect(back?.outcome == nil && other?.outcome == nil)
    }
}
