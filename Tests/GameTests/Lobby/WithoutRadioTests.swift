import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

/// A round needs a hider that can be heard and a seeker that hears it.
struct WithoutRadioTests {
    private static func room(_ roles: [Role], deaf: [Int]) -> Playroom {
        var room = Playroom(roles: roles)
        for index in roles.indices {
            room.give(.radio(deaf.contains(index) ? .failed(.missing) : .works), to: index)
        }
        room.run(.seconds(2))
        return room
    }

    @Test(arguments: [0, 1])
    func twoOfWhomOneHasNoRadioAreToldWhyTheyDoNotPlay(deaf: Int) {
        var room = Self.room([.hide, .seek], deaf: [deaf])
        room.hold([0, 1])
        room.run(.seconds(5))
        #expect(room.stations.allSatisfy { $0.session == nil })
        #expect(room.said(deaf).count { $0 == .cannotPlay(nil) } == 1, "once in a hold")
        #expect(room.said(1 - deaf).count { $0 == .cannotPlay(room.name(deaf)) } == 1, "once in a hold")
        // It is put in while they hold.
        room.give(.radio(.works), to: deaf)
        room.run(.seconds(2))
        #expect(room.stations.allSatisfy { $0.session != nil })
    }

    @Test func whoHoldsAloneIsToldThatTheOtherCannotPlay() {
        var room = Self.room([.hide, .seek], deaf: [1])
        room.hold([0])
        room.run(.seconds(8))
        #expect(room.said(0).contains(.cannotPlay(room.name(1))))
        #expect(!room.said(0).contains { if case .waitingFor = $0 { true } else { false } })
        #expect(!room.said(1).contains(.invited(by: room.name(0))), "nobody is asked who cannot come")
    }

    /// A radio that is starting is not one that does not work.
    @Test func aRadioThatIsStartingKeepsNobodyFromPlaying() {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        #expect(room.stations.allSatisfy { $0.session != nil })
    }

    @Test func twoWhoHearPlayWithoutTheOneThatDoesNotWhereOnlyTwoPlay() throws {
        var room = Playroom(roles: [.hide, .seek, .seek], companies: [Announcement.Company()])
        room.give(.radio(.failed(.missing)), to: 1)
        room.run(.seconds(2))
        room.hold([0, 1, 2])
        room.run(.seconds(3))
        let session = try #require(room.stations[0].session)
        #expect(room.stations[1].session == nil && room.stations[2].session?.id == session.id)
    }

    @Test func aSeekerWithoutARadioComesAlongAndIsToldWhatItCannot() throws {
        var room = Self.room([.hide, .seek, .seek], deaf: [1])
        room.hold([0, 1, 2])
        room.run(.seconds(3))
        room.release([0, 1, 2])
        let session = try #require(room.stations[1].session)
        #expect(
            session.members.count == 3 && session.member(room.stations[1].configuration.id)?.role == .seek)
        room.rssi = -70
        room.run(.seconds(25))
        #expect(room.said(1).count { $0 == .cannotSeek } == 1)
        #expect(!room.said(0).contains(.cannotSeek) && !room.said(2).contains(.cannotSeek))
    }

    /// Who wants to hide and cannot is not told that two want to.
    @Test func whoCannotBeHeardDoesNotHide() throws {
        var room = Self.room([.hide, .seek, .seek], deaf: [0])
        room.hold([0, 1, 2])
        room.run(.seconds(4))
        let session = try #require(room.stations[0].session)
        #expect(session.hider?.id != room.stations[0].configuration.id)
        #expect(room.said(0).contains(.role(.seek, chosen: .asSet)))
    }

    @Test func theNextRoundWaitsForARadioThatBroke() throws {
        var room = Self.room([.hide, .seek], deaf: [])
        room.lock()
        room.rssi = -45
        room.run(.seconds(26))
        room.hold([1])
        room.run(.seconds(1))
        room.release([1])
        room.run(.seconds(6))
        try #require(room.stations[0].session?.outcome != nil)
        room.give(.radio(.failed(.unplugged)), to: 1)
        room.hold([0, 1])
        room.run(.seconds(3))
        #expect(room.stations[0].session?.round == 1)
        #expect(room.said(0).contains(.cannotPlay(room.name(1))))
        room.give(.radio(.works), to: 1)
        room.run(.seconds(2))
        #expect(room.stations.allSatisfy { $0.session?.round == 2 })
    }

    /// Of three, whose turn it is to hide and who cannot, another one hides.
    @Test func theNextToHideIsOneThatCanBeHeard() throws {
        let members = [1, 2, 3].map { index in
            Session.Member(
                id: StationID(value: UInt64(index)), name: StationName(StationID(value: UInt64(index))),
                role: index == 1 ? .hide : .seek, points: 0)
        }
        var session = Session(
            id: 7, round: 1, members: members, startsAt: .zero, headStart: .seconds(5), limit: .seconds(60))
        session.end(.found(by: StationID(value: 2), after: .seconds(9)))
        let everybody = Set(members.map(\.id))
        func next(deaf: [UInt64]) -> UInt64? {
            session.next(
                startsAt: .seconds(90), with: everybody, deaf: Set(deaf.map { StationID(value: $0) }))?
                .hider?.id.value
        }
        #expect(next(deaf: []) == 2)
        #expect(next(deaf: [2]) == 3)
        #expect(next(deaf: [2, 3]) == 1)
        #expect(next(deaf: [1, 2, 3]) == nil)
    }
}
