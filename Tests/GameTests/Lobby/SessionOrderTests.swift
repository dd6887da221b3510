import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

/// What is said to a session may be overtaken on its way.
struct SessionOrderTests {
    /// A taunt was spoken twice when an announcement from before it arrived after it.
    @Test func whatComesLateTakesNothingBack() throws {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.rssi = -70
        room.run(.seconds(20))
        let hider = room.stations[0].configuration
        let session = try #require(room.stations[0].session)
        room.forgetWhatWasDone()
        let base = ClockStamp.milliseconds(room.now) &+ 10_000
        for (offset, taunts) in [(0, 0), (200, 1), (100, 0), (300, 1)] {
            var announcement = Announcement(
                sender: hider.id, boot: hider.boot, name: hider.name, role: .hide)
            announcement.taunts = UInt16(taunts)
            announcement.carried = Announcement.Carried(session: session, stage: .locked)
            announcement.stamp = ClockStamp(sent: base &+ UInt32(offset))
            let message = Message(audience: .session(session.id), body: announcement.encoded(now: room.now))
            room.give(
                .message(Message.Received(sender: hider.id, boot: hider.boot, message: message)), to: 1)
        }
        let taunts = room.said(1).filter { if case .taunt = $0 { true } else { false } }
        #expect(taunts.count == 1)
    }
}
