import Support
import Testing

@testable import HCI

/// What devices say of their batteries, and which beacon that is said of.
@Suite struct BatteryTests {
    /// Eddystone's plain telemetry: 2,950 mV.
    private static let eddystone = bytes(
        """
        02 01 06 03 03 AA FE     // Flags, and the service's UUID
        11 16 AA FE 20 00        // service data, telemetry, version 0
        0B 86 1A 40              // 2950 mV, 26.25 degrees
        00 00 12 34 00 01 E2 40  // counters
        """)

    /// Estimote's telemetry, version 2, second subframe: 2,900 mV, 62 %.
    private static let estimote = bytes(
        """
        02 01 04 03 03 9A FE     // Flags, and the service's UUID
        17 16 9A FE 22           // service data, telemetry, version 2
        01 02 03 04 05 06 07 08  // half of the identifier
        01 00 00 00 00 00 00     // second subframe, magnetic field, light, uptime
        00 52 2D 3E              // 2900 in 14 bits above two of temperature; 62 %
        """)

    @Test func eddystoneTellsMillivolts() {
        #expect(BatteryReading(advertisingData: Self.eddystone) == BatteryReading(millivolts: 2_950))
    }

    @Test func estimoteTellsBoth() {
        #expect(
            BatteryReading(advertisingData: Self.estimote) == BatteryReading(percent: 62, millivolts: 2_900))
    }

    /// A place in a packet, what stands there instead, and what is still read.
    @Test(arguments: [
        (0, 0x02, BatteryReading(millivolts: 2_900)),  // version 0 has no level
        (9, 0x00, nil),  // the first subframe has no battery
        (19, 0xFF, BatteryReading(millivolts: 2_900)),  // not measured yet
        (19, 100, BatteryReading(percent: 100, millivolts: 2_900)),  // full
        (19, 101, BatteryReading(millivolts: 2_900)),  // more than full
        (0, 0x32, nil),  // version 3 is not known
        (0, 0x21, nil),  // not telemetry
    ])
    func estimoteIsReadByItsBook(place: Int, value: UInt8, reading: BatteryReading?) {
        var packet = Self.estimote
        packet[11 + place] = value
        #expect(BatteryReading(advertisingData: packet) == reading)
    }

    @Test func whatWasNotMeasuredIsNotAVoltage() {
        var packet = Self.eddystone
        (packet[13], packet[14]) = (0, 0)
        #expect(BatteryReading(advertisingData: packet) == nil)
        packet = Self.estimote
        (packet[28], packet[29]) = (0xFF, 0xFF)
        #expect(BatteryReading(advertisingData: packet) == BatteryReading(percent: 62))
    }

    @Test func otherServiceDataAndOtherFramesAreNoBattery() {
        for (place, value) in [(9, UInt8(0xAB)), (11, 0x00), (11, 0x10), (12, 0x01)] {
            var packet = Self.eddystone
            packet[place] = value
            #expect(BatteryReading(advertisingData: packet) == nil, "byte \(place)")
        }
        #expect(BatteryReading(advertisingData: Samples.beaconData) == nil)
    }

    /// Whatever a noisy line makes of them: a reading that is within its bounds, or none.
    @Test func everyDamagedPacketIsSurvived() {
        for packet in [Self.eddystone, Self.estimote] {
            for cut in packet.indices where cut < packet.count {
                #expect(BatteryReading(advertisingData: packet[..<cut]) == nil, "cut to \(cut)")
            }
            for damaged in damaged(packet) {
                guard let reading = BatteryReading(advertisingData: damaged) else { continue }
                #expect((reading.percent ?? 0) <= 100)
                #expect(reading.millivolts != 0 && reading != BatteryReading())
            }
        }
    }

    // MARK: - Whose battery

    private func address(_ number: Int) -> DeviceAddress {
        DeviceAddress(littleEndian: [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 0, 0xC0])
    }

    private func report(_ number: Int, _ data: [UInt8]) -> Advertisement {
        Advertisement(address: address(number), rssi: -60, data: data)
    }

    @Test func aBeaconIsToldWithTheBatteryOfItsAddressOnceAMinute() {
        var book = BatteryBook()
        func heard(_ number: Int, _ data: [UInt8], at second: Int) -> BatteryReading? {
            book.annotated(report(number, data), now: .seconds(second)).battery
        }
        #expect(heard(1, Samples.beaconData, at: 0) == nil)
        #expect(heard(1, Self.eddystone, at: 1) == nil, "only beacons are written on")
        #expect(heard(2, Samples.beaconData, at: 2) == nil, "another device")
        #expect(heard(1, Samples.beaconData, at: 3) == BatteryReading(millivolts: 2_950))
        #expect(heard(1, Samples.beaconData, at: 4) == nil)
        _ = heard(1, Self.estimote, at: 5)
        #expect(heard(1, Samples.beaconData, at: 62) == nil)
        #expect(heard(1, Samples.beaconData, at: 63) == BatteryReading(percent: 62, millivolts: 2_900))
        _ = heard(1, Self.eddystone, at: 70)
        #expect(heard(1, Samples.beaconData, at: 130) == BatteryReading(percent: 62, millivolts: 2_950))
    }

    @Test func aCrowdIsBoundedAndTheLatestAreKnown() {
        var book = BatteryBook()
        for number in 0..<1_000 {
            _ = book.annotated(report(number, Self.eddystone), now: .milliseconds(number))
        }
        let known = (0..<1_000).filter { number in
            book.annotated(report(number, Samples.beaconData), now: .seconds(2)).battery != nil
        }
        #expect(known == Array((1_000 - BatteryBook.devicesAtMost)..<1_000))
    }

    @Test func theRadioPassesOnlyBeaconsAndTheirBatteries() {
        var rig = CoreRig(.legacy)
        rig.give(.want(RadioGoal(beacon: nil, scans: true)))
        rig.forget()
        let header = bytes("04 3E 2A 02 01 03 01 06 05 04 03 02 C1")
        var telemetry = header + [UInt8(Self.estimote.count)] + Self.estimote + [0xB5]
        telemetry[2] = UInt8(telemetry.count - 3)
        rig.give(.packet(telemetry))
        #expect(rig.heard == [])
        rig.give(.packet(Samples.legacyReport))
        #expect(rig.heard.map(\.battery) == [BatteryReading(percent: 62, millivolts: 2_900)])
        rig.give(.packet(Samples.legacyReport))
        #expect(rig.heard.last?.battery == nil)
    }
}
