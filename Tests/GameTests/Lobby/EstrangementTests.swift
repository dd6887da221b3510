import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

/// Two hold and nothing comes of it: nobody bears that in silence.
struct EstrangementTests {
    private static func told(_ room: Playroom, _ index: Int) -> [Duration] {
        room.done[index].compactMap {
            if case .say(.cannotAgree(room.name(1 - index))) = $0.effect { $0.at } else { nil }
        }
    }

    @Test(arguments: [(nil, 5), (4, 15)] as [(Int?, Int)])
    func whoCannotBeAgreedWithIsNamedOnceInAHold(slowness: Int?, seconds: Int) throws {
        var room = Playroom(roles: [.hide, .seek])
        for index in 0..<2 { room.give(.air(slowness: slowness), to: index) }
        room.isEstranged = true
        room.run(.seconds(2))
        let began = room.now
        room.hold([0, 1])
        room.run(.seconds(28))
        for index in 0..<2 {
            let times = Self.told(room, index)
            #expect(times.count == 1)
            let after = try #require(times.first) - began
            #expect(after > .seconds(seconds) && after < .seconds(seconds + 2))
            let waited = room.said(index).contains { if case .waitingFor = $0 { true } else { false } }
            #expect(!waited, "nobody is waited for who holds already")
        }
        // Another hold is another attempt; when it works nothing is said.
        room.release([0, 1])
        room.run(.seconds(2))
        room.isEstranged = false
        room.hold([0, 1])
        room.run(.seconds(4))
        #expect(room.stations.allSatisfy { $0.session != nil })
        for index in 0..<2 { #expect(Self.told(room, index).count == 1) }
    }

    @Test func whoHoldsAloneHasNobodyToAgreeWith() {
        var room = Playroom(roles: [.hide, .seek])
        room.isEstranged = true
        room.run(.seconds(2))
        room.hold([0])
        room.run(.seconds(20))
        #expect(Self.told(room, 0).isEmpty && Self.told(room, 1).isEmpty)
        #expect(room.said(0).contains(.waitingFor(room.name(1))))
    }
}
