import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

/// In a group of more than two those who hold wait for everybody who is here, for a while.
struct EverybodyTests {
    private static func room(
        _ roles: [Role] = [.hide, .seek, .seek], capacity: Int = 8, waits: Bool = true
    ) -> Playroom {
        var room = Playroom(
            roles: roles, companies: [Announcement.Company(capacity: capacity)], waitsForEverybody: waits)
        room.run(.seconds(3))
        return room
    }

    private static func locked(_ room: Playroom) -> [Int] {
        room.stations.indices.filter { room.stations[$0].session != nil }
    }

    @Test func whoIsMissingIsNamedAskedAndWaitedFor() {
        var room = Self.room()
        room.hold([0, 1])
        room.run(.seconds(10))
        #expect(Self.locked(room).isEmpty)
        for index in 0...1 { #expect(room.said(index).contains(.waitingFor(room.name(2)))) }
        let asked = room.said(2).count { if case .invited = $0 { true } else { false } }
        #expect(asked == 1, "by one of the two")
        room.hold([0, 1, 2])
        room.run(.seconds(2))
        #expect(Self.locked(room) == [0, 1, 2])
        #expect(room.stations[0].session?.members.count == 3)
    }

    @Test func nobodyIsWaitedForLongerThanHalfAMinuteNorAgainSoon() {
        var room = Self.room()
        room.hold([0, 1])
        room.run(.seconds(22))
        #expect(Self.locked(room).isEmpty)
        // A button that is down for half a minute is stuck.
        room.run(.seconds(5))
        #expect(Self.locked(room) == [0, 1])
        // The next time nobody waits for the one that did not come.
        room.give(.button(.doublePress), to: 0)
        room.release([0, 1])
        room.run(.seconds(20))
        #expect(Self.locked(room).isEmpty)
        room.hold([0, 1])
        room.run(.seconds(3))
        #expect(Self.locked(room) == [0, 1])
    }

    @Test func whoPressesTwiceIsLeftOutAtOnce() {
        var room = Self.room()
        room.hold([0, 1])
        room.run(.seconds(5))
        let role = room.stations[2].role
        room.give(.button(.doublePress), to: 2)
        room.run(.seconds(2))
        #expect(Self.locked(room) == [0, 1])
        #expect(room.stations[2].role == role, "it was an answer")
    }

    /// One has held for long when another comes: it plays before its button counts as stuck.
    @Test func whoHeldAloneIsNotMadeToWaitForLonger() {
        var room = Self.room()
        room.hold([0])
        room.run(.seconds(15))
        room.hold([0, 1])
        room.run(.seconds(13))
        #expect(Self.locked(room) == [0, 1])
    }

    /// Who has said no and changes its mind is one of them again.
    @Test func holdingTakesANoBack() {
        var room = Self.room()
        room.hold([0])
        room.run(.seconds(4))
        room.give(.button(.doublePress), to: 2)
        room.run(.seconds(1))
        room.hold([0, 1, 2])
        room.run(.seconds(3))
        #expect(Self.locked(room) == [0, 1, 2])
    }

    @Test func twoDoNotWaitForAThird() {
        for (capacity, waits) in [(2, true), (8, false)] {
            var room = Self.room(capacity: capacity, waits: waits)
            room.hold([0, 1])
            room.run(.seconds(3))
            #expect(Self.locked(room) == [0, 1])
        }
    }

    /// Somebody makes up one station after the other, which all keep those who hold waiting.
    @Test func whoMakesUpStationsIsNotWaitedForWithoutEnd() {
        var latecomers = Latecomers()
        let company = Announcement.Company(capacity: 8)
        let group = (1...2).map {
            Matchmaking.Hand(id: StationID(value: UInt64($0)), company: company, lot: 0)
        }
        var waits = 0
        for number in 0..<100 as Range<UInt64> {
            var other = Announcement(
                sender: StationID(value: 100 + number), boot: 1, name: StationName(StationID(value: number)),
                role: .seek)
            other.company = company
            let began = Duration.seconds(Int(number))
            if latecomers.areMissing([other], from: group, since: began, now: began) { waits += 1 }
            _ = latecomers.areMissing([other], from: group, since: began - .seconds(25), now: began)
        }
        #expect(waits == 64)
    }

    /// More than a group has room for: nobody in particular is missing.
    @Test func nobodyWaitsForACrowd() {
        var room = Self.room(Array(repeating: .seek, count: 11))
        room.hold([0, 1])
        room.run(.seconds(3))
        #expect(Self.locked(room) == [0, 1])
    }
}
