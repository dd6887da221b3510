import Rooms
import Testing

@testable import Game
@testable import PeerNetwork

/// Who is said to have left.
struct MembershipTests {
    private static let ids = [StationID(value: 1), StationID(value: 2)]
    private static let session = Session(
        id: 5, round: 1,
        members: ids.enumerated().map { place, id in
            Session.Member(id: id, name: StationName(id), role: place == 0 ? .hide : .seek, points: 0)
        }, startsAt: .zero, headStart: .seconds(60), limit: .seconds(600))

    /// When the other one is said to have left, in a round with a tick every 50 ms but for a gap.
    private static func left(
        slowness: Int? = nil, isNear: Bool = false, isInLobby: Bool = false, gap: Range<Int> = 0..<0
    ) -> (phrase: Phrase, at: Duration)? {
        var membership = Membership(session, slowness: slowness, now: .zero)
        for tick in 0..<2_000 where !gap.contains(tick) {
            let now = Duration.milliseconds(50 * tick)
            let effects = membership.advance(
                session, own: ids[0], isNear: { _ in isNear }, isInLobby: { _ in isInLobby }, now: now)
            for case .say(let phrase) in effects { return (phrase, now) }
        }
        return nil
    }

    @Test func whoIsSilentHasLeft() {
        let name = StationName(Self.ids[1])
        let (plain, near) = (Self.left(), Self.left(isNear: true))
        #expect(plain?.phrase == .left(name) && plain?.at == .milliseconds(5_050))
        #expect(near?.phrase == .radioNotNetwork(name))
        // By radio it takes longer, and its beacon may go on without its program; or it hides out of reach.
        let (byAir, far) = (Self.left(slowness: 4, isNear: true), Self.left(slowness: 4))
        #expect(byAir?.phrase == .left(name) && byAir?.at == .milliseconds(30_050))
        #expect(far?.phrase == .left(name) && far?.at == .milliseconds(45_050))
        #expect(Self.left(slowness: 12, isNear: true)?.at == .milliseconds(90_050))
        // Nobody has left whose announcement is heard, or not soon; on a network that says nothing.
        for isNear in [true, false] {
            let byAir = Self.left(slowness: 4, isNear: isNear, isInLobby: true)
            #expect(byAir?.phrase == .left(name) && byAir?.at == .milliseconds(90_050))
        }
        #expect(Self.left(isInLobby: true)?.at == .milliseconds(5_050))
    }

    /// A minute after that is said, the round goes on without it.
    @Test(arguments: [
        (slowness: nil, isInLobby: true, seconds: 65), (4, false, 105), (4, true, 150), (12, false, 195),
    ])
    func whoIsAwayIsWaitedFor(slowness: Int?, isInLobby: Bool, seconds: Int) {
        var membership = Membership(Self.session, slowness: slowness, now: .zero)
        for tick in 1...(20 * seconds) {
            _ = membership.advance(
                Self.session, own: Self.ids[0], isNear: { _ in false }, isInLobby: { _ in isInLobby },
                now: .milliseconds(50 * tick))
        }
        let last = Duration.seconds(seconds)
        #expect(membership.canGoOn(Self.session, own: Self.ids[0], now: last))
        #expect(!membership.canGoOn(Self.session, own: Self.ids[0], now: last + .milliseconds(1)))
    }

    /// Who stood still, for whatever reason, has heard nobody: that says nothing of the others.
    @Test func ownAbsenceIsNotTheOthers() {
        let short = Self.left(gap: 60..<78)
        #expect(short?.at == .milliseconds(5_050))
        let long = Self.left(gap: 60..<260)
        #expect(long?.at == .milliseconds(15_100))
    }

    /// Where words go by radio, a station whose own radio fails hears nobody either; on a network it does.
    @Test(arguments: [4, nil]) func withoutARadioNobodyLeavesByAir(slowness: Int?) {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.run(.seconds(20))
        room.give(.air(slowness: slowness), to: 1)
        room.give(.radio(.failed(.unplugged)), to: 1)
        room.unreachable = [0]
        room.run(.seconds(60))
        room.give(.radio(.works), to: 1)
        // At least 45 s from the moment at which it could have been heard.
        room.run(.seconds(40))
        #expect(room.said(1).contains(.left(room.name(0))) == (slowness == nil))
    }
}
