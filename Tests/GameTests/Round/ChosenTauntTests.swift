import Rooms
import Testing

@testable import Game
@testable import PeerNetwork
@testable import Wire

/// The hider chooses what the seekers' stations say.
struct ChosenTauntTests {
    private static func hunting() -> Playroom {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.rssi = -80
        room.run(.seconds(20))
        return room
    }

    private static func taunts(_ room: Playroom, _ index: Int) -> [Quip] {
        room.said(index).compactMap { if case .taunt(_, let quip) = $0 { quip } else { nil } }
    }

    @Test func everySeekerHearsTheChosenLineOnce() {
        var room = Self.hunting()
        let line = Quip.taunts[22]
        room.give(.wish(.taunt(line)), to: 0)
        #expect(room.stations[0].play?.hunt.chosen == line)
        room.press(0)
        room.run(.seconds(3))
        #expect(Self.taunts(room, 1) == [line] && Self.taunts(room, 2) == [line])
        #expect(room.stations[0].play?.hunt.chosen == nil)
        // The next one is the seekers' stations' own choice again, and not the same.
        room.press(0)
        room.run(.seconds(3))
        #expect(Self.taunts(room, 1).count == 2 && Self.taunts(room, 1).last != line)
        #expect(room.stations[0].play?.hunt.said == [line, nil])
    }

    @Test func aChoiceIsTakenBackAndASeekersIsNobodys() {
        var room = Self.hunting()
        room.give(.wish(.taunt(Quip.taunts[3])), to: 0)
        room.give(.wish(.taunt(nil)), to: 0)
        #expect(room.stations[0].play?.hunt.chosen == nil)
        room.give(.wish(.taunt(Quip.taunts[3])), to: 1)
        room.press(1)
        room.run(.seconds(3))
        #expect(Self.taunts(room, 2).isEmpty)
    }

    @Test func numbersAreThoseOfTheList() {
        #expect(Quip.taunts.count == 40)
        for (place, quip) in Quip.taunts.enumerated() {
            #expect(Int(quip.tauntNumber) == place + 1)
            #expect(Quip(tauntNumber: quip.tauntNumber) == quip)
        }
        #expect(Quip(tauntNumber: 0) == nil && Quip(tauntNumber: 41) == nil)
        #expect(Quip(.remark, .far, 1).tauntNumber == 0)
    }

    /// It stands behind everything else, so that who does not know it reads the rest as before; a number of a
    /// later program leaves the choice to the hearer.
    @Test func theLineStandsBehindEverythingElse() throws {
        let id = StationID(value: 9)
        var announcement = Announcement(sender: id, boot: 1, name: StationName(id), role: .hide)
        let without = announcement.encoded(now: .zero)
        announcement.line = Quip.taunts[39]
        var bytes = announcement.encoded(now: .zero)
        #expect(bytes.count == without.count + 1 && bytes.last == 40)
        #expect(Array(bytes[6..<without.count]) == Array(without[6...]))
        func read(_ bytes: [UInt8]) throws -> Announcement {
            let message = Message(audience: .lobby(isUrgent: false), body: bytes)
            let received = Message.Received(sender: id, boot: 1, message: message)
            guard case .announcement(let read) = try Announcement.decode(received, now: .zero) else {
                throw Malformed("another kind", at: 0)
            }
            return read
        }
        #expect(try read(bytes) == announcement)
        bytes[bytes.count - 1] = 41
        #expect(try read(bytes).line == nil)
        bytes.removeLast()
        #expect(throws: Malformed.self) { try read(bytes) }
    }
}
