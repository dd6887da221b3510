import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

struct GreeterTests {
    @Test func greetsAndIntroducesItself() {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        #expect(room.said(0).first == .hello(room.name(0), .hide))
        #expect(room.said(0).contains(.met(room.name(1))))
        #expect(room.said(1).contains(.met(room.name(0))))
        #expect(!room.said(0).contains(.searching))
    }

    @Test func aloneItSearchesOnceAndTicksOn() {
        var room = Playroom(roles: [.hide])
        room.run(.seconds(30))
        #expect(room.said(0).count { $0 == .searching } == 1)
        #expect(room.played(0).count { $0 == .sonar } >= 3)
    }

    @Test func aPressMakesTheOthersSayNameAndCount() {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.run(.seconds(2))
        for _ in 0..<3 {
            room.press(1)
            room.run(.milliseconds(200))
        }
        room.run(.seconds(2))
        for other in [0, 2] {
            #expect(
                room.said(other).filter { if case .pressed = $0 { true } else { false } }
                    == [.pressed(room.name(1), times: 3)])
        }
        #expect(!room.said(1).contains(.pressed(room.name(1), times: 3)))
        room.press(1)
        room.run(.seconds(2))
        #expect(room.said(0).last == .pressed(room.name(1), times: 4))
    }

    /// A count that waits to be spoken waits no more when its station is gone.
    @Test func whoIsGoneIsNotWaitedFor() {
        var greeter = Greeter()
        func word(_ number: UInt64, presses: UInt16) -> Announcement {
            let id = StationID(value: number)
            var word = Announcement(sender: id, boot: 1, name: StationName(id), role: .seek)
            word.presses = presses
            return word
        }
        for number: UInt64 in [1, 2] {
            _ = greeter.news(.appeared, of: word(number, presses: 5), listens: true, now: .zero)
        }
        #expect(!greeter.isBusy)
        for number: UInt64 in [1, 2] {
            _ = greeter.news(.changed, of: word(number, presses: 6), listens: true, now: .seconds(1))
            _ = greeter.news(.changed, of: word(number, presses: 7), listens: true, now: .seconds(1))
        }
        #expect(greeter.isBusy)
        greeter.forgot(word(1, presses: 7))
        #expect(greeter.isBusy, "the second waits")
        greeter.forgot(word(2, presses: 7))
        #expect(!greeter.isBusy)
        greeter.forgot(word(2, presses: 7))
        #expect(!greeter.isBusy)
    }

    @Test(arguments: 1...50)
    func countsSurviveLoss(seed: UInt64) {
        var room = Playroom(roles: [.hide, .seek], seed: seed)
        room.loss = 0.2
        room.run(.seconds(4))
        room.press(1)
        room.run(.seconds(3))
        room.press(1)
        room.run(.seconds(3))
        let counts = room.said(0).compactMap { if case .pressed(_, let times) = $0 { times } else { nil } }
        #expect(counts == [1, 2])
    }

    @Test func silentStationsAreForgottenAndMetAgain() {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        room.unreachable = [1]
        room.run(.seconds(12))
        #expect(room.stations[0].roster.isEmpty)
        room.unreachable = []
        room.run(.seconds(3))
        #expect(room.said(0).count { $0 == .met(room.name(1)) } == 2)
    }

    @Test func otherVersionsAreTold() {
        var room = Playroom(roles: [.hide])
        room.give(.trust(.otherVersion(StationID(value: 77))), to: 0)
        #expect(room.said(0).last == .otherVersion)
        #expect(room.stations[0].roster.isEmpty)
    }

    @Test func aFloodOfStationsIsBounded() {
        var room = Playroom(roles: [.hide])
        for id in UInt64(1_000)..<2_000 {
            let made = Announcement(
                sender: StationID(value: id), boot: 1, name: StationName(StationID(value: id)), role: .seek)
            let message = Message(audience: .lobby(isUrgent: false), body: made.encoded(now: room.now))
            room.give(.message(Message.Received(sender: made.sender, boot: 1, message: message)), to: 0)
        }
        #expect(room.stations[0].roster.peers.count == Roster.stationsAtMost)
    }
}
