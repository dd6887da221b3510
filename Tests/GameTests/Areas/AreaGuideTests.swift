import Rooms
import Support
import Testing

@testable import Audio
@testable import Game
@testable import HCI
@testable import PeerNetwork
@testable import Ranging
@testable import Speech

/// What a station says of areas, and when it keeps quiet.
struct AreaGuideTests {
    private static let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)

    private func guide(_ areas: String...) -> AreaGuide {
        let areas = areas.compactMap { Area($0) }
            .map { Area(name: $0.name, region: $0.region, overlaps: true) }
        return AreaGuide(areas, ranging: RangingParameters())
    }

    private func said(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .say(let phrase) = $0 { Sentence(phrase).text } else { nil } }
    }

    /// Ten times a second from one time to another.
    private func pass(
        _ guide: inout AreaGuide, _ seconds: ClosedRange<Int>, isPlaying: Bool = false, listens: Bool = true,
        hears: Bool = false
    ) -> [String] {
        (seconds.lowerBound * 10..<seconds.upperBound * 10).flatMap { tenth in
            let now = Duration.milliseconds(100 * tenth)
            if hears { guide.heard(Self.beacon, rssi: -60, now: now) }
            return said(guide.advance(isPlaying: isPlaying, listens: listens, now: now))
        }
    }

    @Test func enteringAndLeavingAreSaid() {
        var guide = guide("kitchen=estimote,7,1")
        #expect(pass(&guide, 0...10) == [])
        #expect(pass(&guide, 10...20, hears: true) == ["You just entered the kitchen."])
        #expect(pass(&guide, 20...100) == ["You just left the kitchen."])
    }

    @Test func duringARoundNothingIsSaidAndNothingIsMadeUpForLater() {
        var guide = guide("kitchen=estimote,7,1")
        #expect(pass(&guide, 10...20, isPlaying: true, hears: true) == [])
        #expect(pass(&guide, 20...25, hears: true) == [])
        #expect(pass(&guide, 25...80) == ["You just left the kitchen."])
    }

    @Test func crossingsGoToTheLogEvenThen() {
        var guide = guide("kitchen=estimote,7,1")
        _ = guide.advance(isPlaying: true, listens: true, now: .seconds(1))
        guide.heard(Self.beacon, rssi: -60, now: .seconds(2))
        let effects = guide.advance(isPlaying: true, listens: true, now: .seconds(2))
        #expect(effects == [.log("entered kitchen (\(BeaconIdentity(Self.beacon)))")])
    }

    @Test func sentencesDoNotRunIntoEachOtherAndOldNewsIsNone() {
        var guide = guide(
            "a=estimote", "b=estimote,7", "c=estimote,7,1", "d=estimote", "e=estimote", "f=estimote")
        guide.heard(Self.beacon, rssi: -60, now: .zero)
        var times: [Int] = []
        for tenth in 0..<250 {
            let effects = guide.advance(isPlaying: false, listens: true, now: .milliseconds(100 * tenth))
            if !said(effects).isEmpty { times.append(tenth) }
        }
        #expect(times == [0, 30, 60, 90, 120])
    }

    @Test func whoIsDeafLeavesNothing() {
        var guide = guide("kitchen=estimote,7,1")
        _ = pass(&guide, 10...20, hears: true)
        #expect(pass(&guide, 20...200, listens: false) == [])
        #expect(pass(&guide, 200...229) == [])
        #expect(pass(&guide, 229...240) == ["You just left the kitchen."])
    }

    @Test func aLowBatteryIsMentionedOnceADayWhereItIs() {
        var guide = guide("kitchen=estimote,7,1")
        guide.battery(of: Self.beacon, BatteryLevel(stated: 12))
        #expect(pass(&guide, 0...10) == [], "nobody is there")
        let expected = ["You just entered the kitchen.", "The beacon of the kitchen is low on battery."]
        #expect(pass(&guide, 10...60, hears: true) == expected)
        let day = 24 * 3_600
        #expect(pass(&guide, 60...70, hears: true) == [])
        #expect(pass(&guide, (day + 70)...(day + 75), hears: true).last == expected.last)
        guide.battery(of: Self.beacon, BatteryLevel(stated: 90))
        #expect(pass(&guide, (2 * day + 100)...(2 * day + 105), hears: true).last != expected.last)
    }

    /// A low battery is mentioned again after a day, not before. In between people are there all the time.
    @Test func aDayHasTwentyFourHours() {
        var guide = guide("kitchen=estimote,7,1")
        guide.battery(of: Self.beacon, BatteryLevel(stated: 12))
        #expect(pass(&guide, 0...10, hears: true).count == 2)
        let low = "The beacon of the kitchen is low on battery."
        let day = 24 * 3_600
        #expect(!pass(&guide, (day - 100)...(day - 10), hears: true).contains(low))
        #expect(pass(&guide, (day + 10)...(day + 20), hears: true).contains(low))
    }

    /// However long a station has been on: it counts from the last time.
    @Test func aDayBeginsWhenItWasMentioned() {
        var guide = guide("kitchen=estimote,7,1")
        guide.battery(of: Self.beacon, BatteryLevel(stated: 12))
        let hour = 3_600
        #expect(pass(&guide, (20 * hour)...(20 * hour + 10), hears: true).count == 2)
        let low = "The beacon of the kitchen is low on battery."
        #expect(!pass(&guide, (22 * hour)...(22 * hour + 10), hears: true).contains(low))
        #expect(pass(&guide, (45 * hour)...(45 * hour + 10), hears: true).contains(low))
    }

    /// As many batteries as the watch has beacons: then one makes room that nobody hears.
    @Test func batteriesAreBounded() {
        var guide = guide("house=estimote")
        func beacon(_ minor: Int) -> IBeacon {
            IBeacon(proximityUUID: .estimote, major: 1, minor: UInt16(minor), measuredPower: -59)
        }
        for minor in 0..<AreaWatch.beaconsAtMost {
            guide.battery(of: beacon(minor), BatteryLevel(stated: 50))
        }
        #expect(guide.batteryLevels.count == 128)
        guide.heard(beacon(0), rssi: -60, now: .zero)
        guide.battery(of: beacon(500), BatteryLevel(stated: 7))
        let levels = guide.batteryLevels.map(\.percent).sorted()
        #expect(levels.count == 128 && levels.prefix(2) == [7, 50])
        guide.battery(of: beacon(500), BatteryLevel(stated: 8))
        #expect(guide.batteryLevels.count == 128 && guide.batteryLevels.map(\.percent).contains(8))
    }

    @Test func aGoodBatteryAndAForeignOneAreNotMentioned() {
        var guide = guide("kitchen=estimote,7,1")
        guide.battery(of: Self.beacon, BatteryLevel(stated: 20))
        let other = IBeacon(proximityUUID: .hotCold, major: 7, minor: 1, measuredPower: -59)
        guide.battery(of: other, BatteryLevel(stated: 1))
        #expect(pass(&guide, 10...60, hears: true) == ["You just entered the kitchen."])
    }

    // MARK: - In a station

    @Test func aStationWithAreasListensInTheLobbyAndSpeaks() throws {
        let id = StationID(value: 1)
        var configuration = Station.Configuration(
            id: id, name: StationName(id), role: .seek, boot: 1, seed: 1)
        configuration.areas = [try #require(Area("kitchen=estimote,7,1"))]
        var station = Station(configuration)
        var effects = station.handle(.started, now: .zero)
        let name = Earshot.beacon(StationName(id), measuredPower: -59)
        #expect(effects.contains(.radio(RadioGoal(beacon: name, scans: true))))
        effects += station.handle(.radio(.works), now: .seconds(1))
        #expect(station.handle(.heard(Self.beacon, rssi: -60), now: .seconds(2)) == [])
        let kitchen = try #require(AreaName("kitchen"))
        #expect(station.handle(.tick, now: .seconds(2)).contains(.say(.enteredArea(kitchen))))
        #expect(station.handle(.battery(Self.beacon, BatteryLevel(stated: 5)), now: .seconds(3)) == [])
        #expect(station.handle(.tick, now: .seconds(20)).contains(.say(.batteryLow(kitchen))))
        #expect(station.handle(.tick, now: .seconds(40)).contains(.say(.leftArea(kitchen))))
    }

    @Test func aStationWithoutAreasListensInTheLobbyOnlyWhileItIsAlone() {
        var room = Playroom(roles: [.hide, .seek])
        room.run(.seconds(2))
        let goals = room.done[0].compactMap { if case .radio(let goal) = $0.effect { goal } else { nil } }
        let name = Earshot.beacon(room.name(0), measuredPower: -59)
        #expect(goals.contains(RadioGoal(beacon: name, scans: true)))
        #expect(goals.last == RadioGoal(beacon: name, scans: false))
    }

    // MARK: - Names aloud

    @Test(arguments: [
        ("kitchen", ["place-kitchen"], "the kitchen"), ("The Kitchen", ["place-kitchen"], "the kitchen"),
        ("Living room", ["place-living-room"], "the living room"),
        ("classroom 12", ["place-classroom", "number-12"], "the classroom 12"),
        ("lab 42", ["place-laboratory", "number-40", "number-2"], "the laboratory 42"),
        ("R2-D2", ["letter-r", "number-2", "letter-d", "number-2"], "R2-D2"),
        ("the 7", ["letter-t", "letter-h", "letter-e", "number-7"], "the 7"),
        ("厨房", ["another-place"], "厨房"),
    ])
    func aNameIsAPlaceOrIsSpelled(name: String, clips: [String], text: String) throws {
        let sentence = Sentence(.enteredArea(try #require(AreaName(name))))
        #expect(sentence.clips == ["you-just-entered"] + clips)
        #expect(sentence.text == "You just entered \(text).")
    }

    @Test func everyPlaceAndEveryLetterHasItsClip() throws {
        let (voice, trouble) = VoiceFolder.load("en", in: Checkout.path + "/deploy/voices")
        #expect(trouble == nil)
        let letters = ["ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ 012345", "6789", "厨房"]
        for name in try (SpokenPlace.known + letters).map({ try #require(AreaName($0)) }) {
            for phrase in [Phrase.enteredArea(name), .leftArea(name), .batteryLow(name)] {
                let wanted = Sentence(phrase).clips.count
                #expect(wanted >= 2)
                #expect(voice.utterance(phrase).clips.count == wanted, "\(Sentence(phrase))")
            }
        }
        let long = try #require(AreaName(String(repeating: "ab", count: 16)))
        #expect(Sentence(.enteredArea(long)).clips.count == 1 + SpokenPlace.spelledAtMost)
    }
}
