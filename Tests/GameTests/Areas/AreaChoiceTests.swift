import Testing

@testable import Game
@testable import HCI
@testable import Ranging

/// One area at a time: the nearest, until another one is clearly nearer.
struct AreaChoiceTests {
    private static func beacon(_ minor: UInt16) -> IBeacon {
        IBeacon(proximityUUID: .estimote, major: 7, minor: minor, measuredPower: -59)
    }

    /// Somebody with beacons of several makers is in the areas of all of them.
    @Test func whatNobodyNamedOverlaps() {
        #expect(Area.familiar.count == ProximityUUID.familiar.count)
        #expect(Area.familiar.map(\.overlaps) == Area.familiar.map { _ in true })
        #expect(Area("kitchen=estimote")?.overlaps == false)
    }

    private struct Stroll {
        var choice: AreaChoice
        var told: [AreaCrossing] = []
        var now = Duration.seconds(100)

        init(_ areas: [String], overlapping: [String] = []) {
            choice = AreaChoice(
                areas.compactMap { Area($0) }.map { area in
                    var area = area
                    area.overlaps = overlapping.contains(area.name.description)
                    return area
                })
        }

        var words: [String] { told.map { "\($0.direction) \($0.area)" } }

        /// Ten packets a second of each beacon, at its level in dBm.
        mutating func stay(_ seconds: Int, _ levels: [(minor: UInt16, rssi: Int8)]) {
            for tenth in 0..<seconds * 10 {
                now += .milliseconds(100)
                for level in levels {
                    // Two decibels up and down: a level that does not fade is none that radios know.
                    let fade: Int8 = tenth.isMultiple(of: 2) ? 2 : -2
                    choice.heard(AreaChoiceTests.beacon(level.minor), rssi: level.rssi + fade, at: now)
                }
                told += choice.advance(now: now)
            }
        }
    }

    private static let rooms = ["kitchen=estimote,7,1", "hall=estimote,7,2"]

    @Test func whoGoesFromRoomToRoomIsInOneOfThem() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(10, [(1, -60), (2, -75)])
        #expect(stroll.words == ["enter kitchen"])
        stroll.stay(20, [(1, -75), (2, -60)])
        #expect(stroll.words == ["enter kitchen", "exit kitchen", "enter hall"])
        #expect(stroll.choice.inside.map(\.description) == ["hall"])
        #expect(stroll.told[1].dwell.map { $0 > .seconds(12) && $0 < .seconds(20) } == true)
        stroll.stay(40, [])
        #expect(stroll.words == ["enter kitchen", "exit kitchen", "enter hall", "exit hall"])
        #expect(stroll.choice.inside.isEmpty)
    }

    /// Between two rooms, wherever that is, nothing is told over and over.
    @Test func whoStandsInTheDoorStaysInTheRoom() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(10, [(1, -62), (2, -72)])
        for _ in 0..<20 {
            stroll.stay(5, [(1, -68), (2, -66)])
            stroll.stay(5, [(1, -66), (2, -68)])
        }
        #expect(stroll.words == ["enter kitchen"])
    }

    /// A moment beside another beacon is no visit.
    @Test func anotherRoomHasToBeNearerForSomeSeconds() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(10, [(1, -60), (2, -75)])
        stroll.stay(2, [(1, -75), (2, -60)])
        stroll.stay(10, [(1, -60), (2, -75)])
        #expect(stroll.words == ["enter kitchen"])
    }

    /// The room that was left is not heard any more, and seemed near when it was heard last.
    @Test func aRoomThatFellSilentDoesNotHoldAnybody() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(10, [(1, -60), (2, -80)])
        stroll.stay(25, [(2, -72)])
        #expect(stroll.words == ["enter kitchen", "exit kitchen", "enter hall"])
        #expect(stroll.told[1].at - .seconds(110) <= AreaChoice.silentAfter + AreaChoice.nearerFor)
    }

    /// The house hears the kitchen's beacon too: the kitchen says more.
    @Test func ofTwoAreasWithOneBeaconTheOneThatSaysMoreCounts() {
        var stroll = Stroll(["house=estimote", "kitchen=estimote,7,1"])
        stroll.stay(5, [(1, -60)])
        #expect(stroll.words == ["enter kitchen"])
        var late = Stroll(["house=estimote", "kitchen=estimote,7,1"])
        late.stay(5, [(9, -75)])
        late.stay(15, [(9, -75), (1, -60)])
        #expect(late.words == ["enter house", "exit house", "enter kitchen"])
    }

    @Test func whatMayOverlapIsToldByItself() {
        var stroll = Stroll(Self.rooms + ["house=estimote"], overlapping: ["house"])
        stroll.stay(10, [(1, -60), (2, -75)])
        #expect(Set(stroll.words) == ["enter house", "enter kitchen"])
        stroll.stay(20, [(1, -75), (2, -60)])
        #expect(stroll.words.suffix(2) == ["exit kitchen", "enter hall"] && stroll.told.count == 4)
        #expect(stroll.choice.inside.map(\.description) == ["hall", "house"])
    }

    @Test func anAreaThatIsForgottenIsNotLeft() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(5, [(1, -60), (2, -75)])
        stroll.choice.watch(["hall=estimote,7,2"].compactMap { Area($0) })
        stroll.stay(1, [(2, -75)])
        #expect(stroll.words == ["enter kitchen", "enter hall"])
        #expect(stroll.choice.inside.map(\.description) == ["hall"])
    }

    @Test func aDeafRadioLeavesNothing() {
        var stroll = Stroll(Self.rooms)
        stroll.stay(5, [(1, -60), (2, -75)])
        for _ in 0..<600 {
            stroll.now += .milliseconds(100)
            stroll.told += stroll.choice.advance(listens: false, now: stroll.now)
        }
        #expect(stroll.words == ["enter kitchen"])
    }
}
