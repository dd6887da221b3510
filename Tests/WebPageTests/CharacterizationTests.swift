import Determinism
import GPIO
import HCI
import Runtime
import Support
import Testing

@testable import Game
@testable import Ranging
@testable import WebPage

/// What the page is told, byte for byte, in seeded evenings and of a station with everything on it. What the
/// keys mean, the other tests say.
struct CharacterizationTests {
    @Test func thePageIsToldWhatItWasTold() throws {
        var lines: [String] = []
        for seed in 1...6 as ClosedRange<UInt64> {
            var digest = Digest()
            var count = 0
            PageStateTests.states(seed: seed) { state, now in
                count += 1
                guard count.isMultiple(of: 7) else { return }
                digest.add(Self.json(state, now))
            }
            lines.append("evening \(seed) \(digest)")
        }
        lines.append(String(decoding: try Self.furnished(), as: UTF8.self))
        try WrittenDown.expect(lines, "page")
    }

    /// Without the program's version.
    private static func json(_ state: PageState, _ now: Duration) -> [UInt8] {
        let json = String(decoding: state.json(at: now), as: UTF8.self)
        return Array(json.replacing(Program.version, with: "").utf8)
    }

    /// Areas, a beacon in one of them, quiet hours, voices, and somebody who calibrates.
    private static func furnished() throws -> [UInt8] {
        let kitchen = try #require(AdjustmentsTests.kitchen)
        var station = AdjustmentsTests.station(try [#require(AdjustmentsTests.hall)])
        for wish in [Adjustment.area(kitchen), .quiet(Adjustments.Quiet(from: "20:00", until: "7:00"))] {
            _ = station.handle(.wish(.adjust(wish)), now: .seconds(1))
        }
        _ = station.handle(.wish(.listen), now: .seconds(1))
        let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 1, measuredPower: -59)
        for second in 2..<12 {
            _ = station.handle(.heard(beacon, rssi: Int8(-60 - second)), now: .seconds(second))
            _ = station.handle(.battery(beacon, BatteryLevel(stated: 41)), now: .seconds(second))
            _ = station.handle(.tick, now: .seconds(second))
        }
        _ = station.handle(.button(.down), now: .seconds(11))
        var setting = PageSetting()
        setting.voices = [PageSetting.Voice(name: "en", language: "en")]
        setting.hasCrew = true
        setting.acting = .pin
        var captions = PageCaptions()
        captions.say(.count(3), "Three", now: .seconds(10))
        let now = Duration.milliseconds(12_345)
        return json(PageState(station, captions, setting, now: now), now)
    }
}
