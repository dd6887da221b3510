import Testing

@testable import Game
@testable import HCI
@testable import PeerNetwork

/// Who is heard by radio and not on the network, as a value: docs/lobby.md, "By radio only".
struct EarshotTableTests {
    private static func name(_ number: Int) -> StationName {
        StationName(StationID(value: UInt64(number)))
    }

    private static func hear(_ earshot: inout Earshot, _ number: Int, _ second: Double) {
        earshot.heard(Earshot.beacon(name(number), measuredPower: -59), now: .seconds(second))
    }

    private static func said(_ effects: [Effect]) -> [StationName] {
        effects.compactMap { if case .say(.radioNotNetwork(let name)) = $0 { name } else { nil } }
    }

    private static func logged(_ effects: [Effect]) -> Int {
        effects.count { if case .log = $0 { true } else { false } }
    }

    /// `major` 0, `minor` = 1 + 64 × colour + animal.
    @Test func aBeaconOfTheLobbySaysTheName() throws {
        for colour in StationName.colours.indices {
            for animal in [0, 1, 62, 63] {
                let name = try #require(StationName(colour: UInt8(colour), animal: UInt8(animal)))
                let beacon = Earshot.beacon(name, measuredPower: -64)
                #expect(beacon.major == 0 && beacon.minor == UInt16(1 + 64 * colour + animal))
                #expect(beacon.proximityUUID == .hotCold && beacon.measuredPower == -64)
                #expect(Earshot.name(beacon) == name)
            }
        }
        func read(_ uuid: ProximityUUID, _ major: UInt16, _ minor: UInt16) -> StationName? {
            Earshot.name(IBeacon(proximityUUID: uuid, major: major, minor: minor, measuredPower: -59))
        }
        #expect(
            read(.hotCold, 0, 0) == nil && read(.hotCold, 0, 2_048) != nil && read(.hotCold, 0, 2_049) == nil)
        #expect(read(.hotCold, 1, 5) == nil && read(.estimote, 0, 5) == nil && read(.hotCold, 0, .max) == nil)
    }

    /// Three times, and for ten seconds; then once.
    @Test func aNameIsToldAfterTenSeconds() {
        var earshot = Earshot()
        for second in [0.0, 5, 9] { Self.hear(&earshot, 1, second) }
        #expect(earshot.names == [Self.name(1)])
        #expect(earshot.advance(isAlone: true, now: .milliseconds(9_999)).isEmpty)
        let told = earshot.advance(isAlone: true, now: .seconds(10))
        #expect(Self.said(told) == [Self.name(1)] && Self.logged(told) == 1)
        #expect(earshot.advance(isAlone: true, now: .seconds(20)).isEmpty)
    }

    @Test func twiceIsNotEnough() {
        var earshot = Earshot()
        for second in [0.0, 9] { Self.hear(&earshot, 1, second) }
        #expect(earshot.advance(isAlone: true, now: .seconds(20)).isEmpty)
        Self.hear(&earshot, 1, 20)
        #expect(Self.said(earshot.advance(isAlone: true, now: .seconds(20))) == [Self.name(1)])
    }

    /// Thirty seconds of silence, and it has never been heard.
    @Test func aNameIsForgotten() {
        var earshot = Earshot()
        for second in [0.0, 1, 2] { Self.hear(&earshot, 1, second) }
        _ = earshot.advance(isAlone: true, now: .seconds(5))
        _ = earshot.advance(isAlone: false, now: .seconds(32))
        #expect(earshot.names.count == 1)
        _ = earshot.advance(isAlone: false, now: .milliseconds(32_001))
        #expect(earshot.names.isEmpty)
    }

    /// Of several one is said aloud in a minute; the log has all.
    @Test func oneIsSaidAloudInAMinute() {
        var earshot = Earshot()
        for number in 1...3 { for second in [0.0, 5, 9] { Self.hear(&earshot, number, second) } }
        let told = earshot.advance(isAlone: true, now: .seconds(10))
        #expect(Self.said(told) == [Self.name(1)] && Self.logged(told) == 3)
        for second in [30.0, 50, 60] { Self.hear(&earshot, 4, second) }
        let soon = earshot.advance(isAlone: true, now: .milliseconds(69_999))
        #expect(Self.said(soon) == [] && Self.logged(soon) == 1)
        for second in [60.0, 61, 62] { Self.hear(&earshot, 5, second) }
        #expect(Self.said(earshot.advance(isAlone: true, now: .seconds(70))) == [Self.name(5)])
    }

    /// Whoever came through and is lost again is told again, ten seconds later.
    @Test func whoIsLostAgainIsToldAgain() {
        var earshot = Earshot()
        for second in [0.0, 5, 9] { Self.hear(&earshot, 1, second) }
        _ = earshot.advance(isAlone: true, now: .seconds(10))
        Self.hear(&earshot, 1, 80)
        _ = earshot.advance(isAlone: true, now: .seconds(30))
        #expect(earshot.advance(isAlone: false, now: .seconds(85)).isEmpty)
        #expect(earshot.advance(isAlone: true, now: .milliseconds(94_999)).isEmpty)
        #expect(Self.said(earshot.advance(isAlone: true, now: .seconds(95))) == [Self.name(1)])
    }

    @Test func sixteenNamesAreKept() {
        var earshot = Earshot()
        for number in 1...20 { Self.hear(&earshot, number, 0) }
        #expect(earshot.names == (1...16).map(Self.name))
    }
}
