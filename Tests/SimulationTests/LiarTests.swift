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
        if let lie {
            let id = room.stations[liar].configuration.id
            room.twist = { sender, announcement, now in
                guard sender == id, let carried = announcement.carried, carried.stage == .locked else {
                    return announcement
                }
                var twisted = announcement
                twisted.carried?.session = lie.told(of: carried.session, by: id, now: now)
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
}
