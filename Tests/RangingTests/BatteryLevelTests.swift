import HCI
import Testing

@testable import Ranging

struct BatteryLevelTests {
    /// What the beacon says comes before what its voltage means; that is about so much.
    @Test(
        arguments: [
            (nil, nil, "unknown", false), (80, nil, "80 %", false), (19, nil, "19 %", true),
            (20, nil, "20 %", false), (80, 2_900, "80 % (2900 mV)", false),
        ] as [(Int?, Int?, String, Bool)])
    func itIsReadableAndLowBelowAFifth(stated: Int?, millivolts: Int?, text: String, isLow: Bool) {
        let level = BatteryLevel(stated: stated, millivolts: millivolts)
        #expect(level.description == text)
        #expect(level.isLow == isLow)
    }

    /// The corners of a coin cell's curve, half way between them, and what is no coin cell.
    @Test(
        arguments: [
            (1_499, nil), (1_500, 0), (2_100, 0), (2_270, 3), (2_440, 6), (2_590, 12), (2_740, 18),
            (2_820, 30),
            (2_900, 42), (2_950, 71), (3_000, 100), (3_600, 100), (3_601, nil),
        ] as [(Int, Int?)])
    func aVoltageMeansSoMuch(millivolts: Int, percent: Int?) {
        #expect(BatteryLevel(millivolts: millivolts).percent == percent)
    }

    @Test func aVoltageIsOnlyAnEstimate() throws {
        let level = BatteryLevel(millivolts: 2_900)
        let percent = try #require(level.percent)
        #expect((1...99).contains(percent))
        #expect(level.description == "about \(percent) % (2900 mV)")
    }
}
