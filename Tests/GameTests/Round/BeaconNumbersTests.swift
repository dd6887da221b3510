import Rooms
import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork

struct BeaconNumbersTests {
    /// A stranger's radio repeats the hider's beacon: within seconds all members have other numbers, the
    /// old ones are nobody's any more, and everybody hears why.
    @Test func aCopiedBeaconChangesTheNumbersOfAll() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.rssi = -75
        room.run(.seconds(25))
        let session = try #require(room.stations[0].session)
        let hider = room.stations[0].configuration.id
        let copied = try #require(room.stations[0].numbers.beacon(of: hider, in: session, measuredPower: -59))
        for _ in 0..<10 {
            for index in room.stations.indices { room.give(.heard(copied, rssi: -40), to: index) }
            room.run(.milliseconds(200))
        }
        room.run(.seconds(4))
        for station in room.stations {
            let now = try #require(station.session)
            #expect(now.id == session.id && now.round == session.round && now.outcome == nil)
            let beacon = station.numbers.beacon(of: hider, in: now, measuredPower: -59)
            #expect(beacon != nil && beacon != copied)
            #expect(station.numbers.member(copied, in: now, now: room.now) == nil)
            #expect(station.numbers.current(now)?.generation == 1)
        }
        for index in room.stations.indices { #expect(room.said(index).count { $0 == .copied } == 1) }
        // The copier follows: the numbers change again, but not more often than every ten seconds.
        #expect(room.stations[0].session?.generation == 1)
    }

    /// One member says that the numbers changed: all follow at once. If it says so again and again, they
    /// follow every half second, and no faster.
    @Test func aMemberChangesTheNumbersOfAllEveryHalfSecond() throws {
        var room = Playroom(roles: [.hide, .seek, .seek])
        room.lock()
        room.run(.seconds(25))
        let teller = room.stations[2].configuration.id
        room.twist = { sender, announcement, _ in
            var told = announcement
            guard sender == teller else { return told }
            for _ in 0..<4 { told.carried?.session.renewNumbers(towards: 7) }
            return told
        }
        let began = room.now
        var changedAt: [Duration] = []
        while room.now < began + .seconds(10), changedAt.count < 4 {
            room.run(.milliseconds(50))
            let generation = Int(try #require(room.stations[0].session).generation)
            if generation > changedAt.count { changedAt.append(room.now) }
        }
        #expect(changedAt.count == 4)
        for (one, next) in zip(changedAt, changedAt.dropFirst()) { #expect(next - one >= .milliseconds(500)) }
    }

    @Test func oneStrayPacketIsNoCopy() throws {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.run(.seconds(25))
        let session = try #require(room.stations[0].session)
        let id = room.stations[0].configuration.id
        let own = try #require(room.stations[0].numbers.beacon(of: id, in: session, measuredPower: -59))
        for _ in 0..<10 {
            room.give(.heard(own, rssi: -40), to: 0)
            room.run(.seconds(6))
        }
        #expect(room.stations[0].session?.generation == 0)
    }

    @Test func nobodyBroadcastsBeforeThereIsAKey() throws {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(3))
        room.hold([0, 1])
        room.run(.seconds(2))
        let goals = room.done[0].compactMap { if case .radio(let goal) = $0.effect { goal } else { nil } }
        let session = try #require(room.stations[0].session)
        let own = room.stations[0].numbers.beacon(
            of: room.stations[0].configuration.id, in: session, measuredPower: -59)
        #expect(goals.last?.beacon == own)
        #expect(goals.dropLast().allSatisfy { ($0.beacon?.major ?? 0) == 0 })
    }

    /// Three times within five seconds is a copy; the numbers change once in ten seconds.
    @Test func ownNumbersHeardThriceAreACopy() {
        func times(_ heard: [Double]) -> [Bool] {
            var numbers = BeaconNumbers()
            return heard.map { numbers.heardOwn(now: .seconds($0)) }
        }
        #expect(times([100, 102, 105]) == [false, false, true])
        #expect(times([100, 102, 105.001]) == [false, false, false])
        #expect(times([100, 100, 100, 109, 109, 109.999]) == [false, false, true, false, false, false])
        #expect(times([100, 100, 100, 109, 109, 110]) == [false, false, true, false, false, true])
        #expect(
            times([100, 100, 100, 105, 105, 105, 112, 112, 112]).map { $0 ? 1 : 0 } == [
                0, 0, 1, 0, 0, 0, 0, 0, 1,
            ])
    }
}
