import Testing

@testable import Gateway
@testable import HCI

struct BeaconTableTests {
    private static func beacon(_ minor: UInt16, uuid: ProximityUUID = .hotCold) -> IBeacon {
        IBeacon(proximityUUID: uuid, major: 3, minor: minor, measuredPower: -59)
    }

    @Test func everyBeaconHasItsLine() {
        var table = BeaconTable()
        for tenth in 0..<20 {
            let now = Duration.milliseconds(100 * tenth)
            table.heard(Self.beacon(2), rssi: -59, at: now)
            table.heard(Self.beacon(1, uuid: .estimote), rssi: -80, at: now)
        }
        let text = table.text(.lines, now: .seconds(2), since: .zero)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains("\(ProximityUUID.estimote)") && lines[1].contains("-80"))
        #expect(lines[2].contains("\(ProximityUUID.hotCold)") && lines[2].contains(" m ("))
    }

    @Test func jsonIsOneObjectALine() {
        var table = BeaconTable()
        table.heard(Self.beacon(7), rssi: -60, at: .seconds(1))
        let text = table.text(.json, now: .seconds(2), since: .zero)
        #expect(text.hasPrefix(#"{"type":"range","t":2.000,"uuid":"D9EED498-BFDB-43C0-8B55-D06BB74C430B","#))
        for part in [#""major":3"#, #""minor":7"#, #""rssi":-60"#, #""measured_power":-59"#, #""age":1.0"#] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(text.hasSuffix("}\n"))
    }

    @Test func aBatteryIsRememberedAndShown() {
        var table = BeaconTable()
        table.heard(Self.beacon(7), rssi: -60, at: .seconds(1))
        let unknown = #""battery_percent":null,"battery_mv":null}"# + "\n"
        #expect(table.text(.json, now: .seconds(1), since: .zero).hasSuffix(unknown))
        table.heard(Self.beacon(7), rssi: -60, battery: BatteryReading(millivolts: 2_900), at: .seconds(2))
        table.heard(Self.beacon(7), rssi: -60, at: .seconds(3))
        let known = #""battery_percent":42,"battery_mv":2900}"# + "\n"
        #expect(table.text(.json, now: .seconds(3), since: .zero).hasSuffix(known))
        #expect(table.text(.lines, now: .seconds(3), since: .zero).contains("  about 42 % (2900 mV)\n"))
    }

    @Test func onlyWhatIsWantedIsShown() {
        var table = BeaconTable(only: [.estimote])
        table.heard(Self.beacon(1), rssi: -60, at: .seconds(1))
        #expect(table.text(.json, now: .seconds(1), since: .zero).isEmpty)
        #expect(table.text(.lines, now: .seconds(1), since: .zero).contains("No beacons found."))
    }

    @Test func theSilentAreForgottenAndACrowdIsBounded() {
        var table = BeaconTable()
        for minor in 0..<(BeaconTable.beaconsAtMost + 100) {
            table.heard(Self.beacon(UInt16(minor)), rssi: -60, at: .milliseconds(minor))
        }
        let lines = table.text(.json, now: .seconds(1), since: .zero).split(separator: "\n")
        #expect(lines.count == BeaconTable.beaconsAtMost)
        #expect(!lines[0].contains(#""minor":0,"#), "who was silent longest went first")
        #expect(table.text(.json, now: .seconds(60), since: .zero).isEmpty)
    }
}
