import Testing

@testable import Game
@testable import Gateway
@testable import HCI
@testable import Ranging

/// What `hotcold monitor` prints.
struct AreaReportTests {
    private static let kitchen = Area("kitchen=estimote,7,12")
    private static let beacon = BeaconIdentity(uuid: .estimote, major: 7, minor: 12)

    private func crossing(_ direction: AreaCrossing.Direction, at seconds: Int) throws -> AreaCrossing {
        AreaCrossing(
            direction: direction, area: try #require(Self.kitchen).name, beacon: Self.beacon,
            distance: direction == .enter ? RangeEstimate.Distance(metres: 2.04, low: 1, high: 4.126) : nil,
            dwell: direction == .enter ? nil : .milliseconds(12_500), at: .seconds(seconds))
    }

    @Test func wordsForPeople() throws {
        var report = AreaReport([try #require(Self.kitchen)], since: .seconds(100), json: false)
        #expect(report.summary(now: .seconds(101)) == "no area was entered\n")
        #expect(
            report.line(try crossing(.enter, at: 103))
                == "3.000  entered kitchen  (B9407F30-F5F8-466E-AFF9-25556B57FE6D/7/12; "
                + "2.0 m, between 1.0 and 4.1)\n")
        #expect(
            report.line(try crossing(.exit, at: 146), battery: BatteryLevel(stated: 80, millivolts: 2_930))
                == "46.000  left kitchen after 12.500 s  (B9407F30-F5F8-466E-AFF9-25556B57FE6D/7/12; "
                + "battery 80 % (2930 mV))\n")
        #expect(report.summary(now: .seconds(150)) == "kitchen: entered once, 12.500 s inside\n")
        _ = report.line(try crossing(.enter, at: 160))
        #expect(
            report.summary(now: .seconds(162))
                == "kitchen: entered twice, 14.500 s inside, and still there\n")
    }

    @Test func objectsForPrograms() throws {
        var report = AreaReport([try #require(Self.kitchen)], since: .seconds(100), json: true)
        #expect(report.summary(now: .seconds(101)) == "")
        #expect(
            report.line(try crossing(.enter, at: 103))
                == #"{"type":"enter","t":3.000,"area":"kitchen","beacon":"\#(Self.beacon)","#
                + #""distance":2.04,"low":1.0,"high":4.13}"# + "\n")
        #expect(
            report.line(try crossing(.exit, at: 146))
                == #"{"type":"exit","t":46.000,"area":"kitchen","beacon":"\#(Self.beacon)","#
                + #""distance":null,"dwell":12.500}"# + "\n")
        #expect(
            report.summary(now: .seconds(150))
                == #"{"type":"summary","t":50.000,"area":"kitchen","entered":1,"#
                + #""inside":false,"dwell":12.500}"#
                + "\n")
    }

    @Test func namesCannotBreakALine() {
        #expect(JSONLine.text(#"a"b\c"#) == #""a\"b\\c""#)
        #expect(JSONLine.text("a\nb\u{1}") == #""a\u000ab\u0001""#)
        #expect(JSONLine.text("Küche") == "\"Küche\"")
    }

    @Test func aVoltageIsOnlyAboutAPercentage() {
        #expect(BatteryLevel(stated: nil, millivolts: 3_100).description == "about 100 % (3100 mV)")
        #expect(BatteryLevel(stated: nil, millivolts: 2_950).percent == 71)
        #expect(BatteryLevel(stated: nil, millivolts: 2_900).percent == 42)
        #expect(BatteryLevel(stated: nil, millivolts: 2_740).percent == 18)
        #expect(BatteryLevel(stated: nil, millivolts: 2_740).isLow)
        #expect(BatteryLevel(stated: nil, millivolts: 2_000).percent == 0)
        #expect(BatteryLevel(stated: 55, millivolts: 2_000).percent == 55)
        // Not a coin cell.
        #expect(BatteryLevel(stated: nil, millivolts: 4_100).percent == nil)
        #expect(BatteryLevel(stated: nil, millivolts: 4_100).description == "4100 mV")
        #expect(BatteryLevel().description == "unknown")
        let levels: [Int] = (1_500...3_600).map { BatteryLevel(millivolts: $0).percent ?? -1 }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 }, "more volts are never less")
    }
}
