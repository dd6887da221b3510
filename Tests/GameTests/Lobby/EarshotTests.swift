import Rooms
import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork

struct EarshotTests {
    @Test func everyNameSurvivesTheAir() {
        for colour in StationName.colours.indices {
            for animal in StationName.animals.indices {
                let name = StationName(colour: UInt8(colour), animal: UInt8(animal))
                let beacon = name.map { Earshot.beacon($0, measuredPower: -59) }
                #expect(beacon.flatMap(Earshot.name) == name)
            }
        }
        let session = IBeacon(proximityUUID: .hotCold, major: 7, minor: 12, measuredPower: -59)
        #expect(Earshot.name(session) == nil)
        let nobody = IBeacon(proximityUUID: .hotCold, major: 0, minor: 0, measuredPower: -59)
        #expect(Earshot.name(nobody) == nil)
        for minor in [2_049, UInt16.max] {
            let beyond = IBeacon(proximityUUID: .hotCold, major: 0, minor: minor, measuredPower: -59)
            #expect(Earshot.name(beyond) == nil)
        }
    }

    /// Two in one room whose network lets nothing through: each hears the other by radio. Where words go by
    /// radio too, nothing is wrong.
    @Test(arguments: [nil, 4]) func aNetworkThatFiltersIsNamedOnce(slowness: Int?) {
        var room = Playroom(roles: [.hide, .seek])
        room.unreachable = [0, 1]
        for index in [0, 1] { room.give(.air(slowness: slowness), to: index) }
        for _ in 0..<60 {
            for index in [0, 1] {
                room.give(
                    .heard(Earshot.beacon(room.name(1 - index), measuredPower: -59), rssi: -60), to: index)
            }
            room.run(.milliseconds(500))
        }
        for index in [0, 1] {
            let told = room.said(index).count { $0 == .radioNotNetwork(room.name(1 - index)) }
            #expect(told == (slowness == nil ? 1 : 0))
        }
        // It is over when they hear each other.
        room.unreachable = []
        room.run(.seconds(2))
        #expect(room.said(0).last == .met(room.name(1)))
    }

    @Test func whoIsHeardOnTheNetworkIsNotMissed() {
        var room = Playroom(roles: [.hide, .seek])
        for _ in 0..<60 {
            room.give(.heard(Earshot.beacon(room.name(1), measuredPower: -59), rssi: -60), to: 0)
            room.run(.milliseconds(500))
        }
        #expect(!room.said(0).contains(.radioNotNetwork(room.name(1))))
    }

    /// Of a crowd that does not come through the first is told aloud, and the log tells of all that are kept.
    @Test func aCrowdIsBounded() {
        var earshot = Earshot()
        for number in 0..<512 {
            let name = StationName(colour: UInt8(number / 32), animal: UInt8(number % 32))
            for _ in 0..<4 {
                if let name { earshot.heard(Earshot.beacon(name, measuredPower: -59), now: .zero) }
            }
        }
        let effects = earshot.advance(isAlone: true, now: .seconds(11))
        #expect(effects.count { if case .log = $0 { true } else { false } } == 16)
        #expect(effects.count { if case .say = $0 { true } else { false } } == 1)
    }

    /// Whoever comes into hearing later is told a minute after the last one at the earliest.
    @Test func oneIsToldAloudInAMinute() {
        var earshot = Earshot()
        var told: [Int] = []
        for second in 0..<140 {
            // Another one every twenty seconds, each heard for fifteen.
            let name = StationName(colour: UInt8(second / 20), animal: 3)
            if second % 20 < 15, let name {
                earshot.heard(Earshot.beacon(name, measuredPower: -59), now: .seconds(second))
            }
            for effect in earshot.advance(isAlone: true, now: .seconds(second)) {
                if case .say(.radioNotNetwork) = effect { told.append(second) }
            }
        }
        #expect(told == [10, 70, 130])
    }

    @Test func inARoundTheRadioSaysThatOnlyTheNetworkIsGone() {
        var room = Playroom(roles: [.hide, .seek])
        room.lock()
        room.rssi = -70
        room.run(.seconds(25))
        room.unreachable = [0]
        room.run(.seconds(8))
        #expect(room.said(1).contains(.radioNotNetwork(room.name(0))))
        #expect(!room.said(1).contains(.left(room.name(0))))
        room.unreachable = []
        room.run(.seconds(2))
        #expect(room.said(1).contains(.back(room.name(0))))
    }
}
