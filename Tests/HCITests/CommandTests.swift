import Support
import Testing

@testable import HCI

/// Every command as it goes over the wire, H4 type byte first.
@Suite struct CommandTests {
    private static let address = DeviceAddress(littleEndian: [0x06, 0x05, 0x04, 0x03, 0x02, 0xC1])

    @Test(arguments: [
        (Command.reset, "01 03 0C 00"),
        (.readLocalVersion, "01 01 10 00"),
        (.readLocalCommands, "01 02 10 00"),
        (.readLocalFeatures, "01 03 10 00"),
        (.readAddress, "01 09 10 00"),
        (.leReadLocalFeatures, "01 03 20 00"),
        (.leReadSupportedStates, "01 1C 20 00"),
        (.setEventMask, "01 01 0C 08 00 E0 00 00 00 00 00 20"),
        (.leSetEventMask(extended: false), "01 01 20 08 02 00 00 00 00 00 00 00"),
        (.leSetEventMask(extended: true), "01 01 20 08 02 10 02 00 00 00 00 00"),
        (.writeLEHostSupported, "01 6D 0C 02 01 00"),
        (.leSetRandomAddress(address), "01 05 20 06 06 05 04 03 02 C1"),
    ])
    func setup(command: Command, packet: String) {
        #expect(command.packet == bytes(packet))
    }

    @Test func legacyAdvertising() {
        let dialect = CommandDialect.legacy
        #expect(
            dialect.advertisingParameters(AdvertisingParameters(interval: 0x00A0)).packet
                == bytes(
                    """
                    01 06 20 0F              // LE Set Advertising Parameters
                    A0 00 A0 00 03 01        // 100 ms, ADV_NONCONN_IND, random own address
                    00 00 00 00 00 00 00     // no peer
                    07 00                    // all channels, no filter
                    """))
        #expect(dialect.advertisingAddress(Self.address) == nil)
        #expect(
            dialect.advertisingData(Samples.beaconData).packet
                == bytes("01 08 20 20 1E") + Samples.beaconData + [0x00])
        #expect(dialect.advertisingData([]).parameters == [UInt8](repeating: 0, count: 32))
        #expect(dialect.advertise(true).packet == bytes("01 0A 20 01 01"))
        #expect(dialect.advertise(false).packet == bytes("01 0A 20 01 00"))
    }

    @Test func legacyScanning() {
        let dialect = CommandDialect.legacy
        // Passive, 60 ms, 30 ms, random own address, no filter.
        #expect(
            dialect.scanParameters(interval: 0x60, window: 0x30).packet
                == bytes("01 0B 20 07 00 60 00 30 00 01 00"))
        #expect(dialect.scan(true).packet == bytes("01 0C 20 02 01 00"))
        #expect(dialect.scan(false).packet == bytes("01 0C 20 02 00 00"))
    }

    @Test func extendedAdvertising() {
        let dialect = CommandDialect.extended
        #expect(
            dialect.advertisingParameters(AdvertisingParameters(interval: 0x0040)).packet
                == bytes(
                    """
                    01 36 20 19              // LE Set Extended Advertising Parameters
                    00 10 00                 // set 0, legacy ADV_NONCONN_IND
                    40 00 00 40 00 00 07     // 40 ms, all channels
                    01 00 00 00 00 00 00 00  // random own address, no peer
                    00 7F 01 00 01 00 00     // no filter, any power, 1M, no skip, 1M, SID 0, silent
                    """))
        #expect(dialect.advertisingAddress(Self.address)?.packet == bytes("01 35 20 07 00 06 05 04 03 02 C1"))
        #expect(
            dialect.advertisingData(Samples.beaconData).packet
                == bytes("01 37 20 22 00 03 01 1E") + Samples.beaconData)
        #expect(dialect.advertise(true).packet == bytes("01 39 20 06 01 01 00 00 00 00"))
        #expect(dialect.advertise(false).packet == bytes("01 39 20 02 00 00"))
        #expect(CommandDialect.clearAdvertisingSets.packet == bytes("01 3D 20 00"))
    }

    @Test func extendedScanning() {
        let dialect = CommandDialect.extended
        // Random own address, no filter, 1M: passive, 60 ms, 30 ms.
        #expect(
            dialect.scanParameters(interval: 0x60, window: 0x30).packet
                == bytes("01 41 20 08 01 00 01 00 60 00 30 00"))
        #expect(dialect.scan(true).packet == bytes("01 42 20 06 01 00 00 00 00 00"))
        #expect(dialect.scan(false).packet == bytes("01 42 20 06 00 00 00 00 00 00"))
    }

    @Test(
        arguments: [
            (Duration.milliseconds(100), 0x00A0), (.milliseconds(40), 0x0040), (.milliseconds(1), 0x0020),
            (.seconds(-1), 0x0020), (.seconds(11), 0x4000), (.seconds(1_000_000_000_000), 0x4000),
            (.microseconds(100_624), 0x00A0), (.seconds(3), 4_800),
        ] as [(Duration, UInt16)])
    func timesAreKeptWithinWhatTheCommandAllows(duration: Duration, slots: UInt16) {
        #expect(Slots.count(duration, within: Slots.advertising) == slots)
    }

    @Test func slotsAreFiveEighthsOfAMillisecond() {
        #expect(Slots.duration(0x00A0) == .milliseconds(100))
        #expect(Slots.count(.milliseconds(1), within: Slots.scanning) == 4)
    }

    @Test func opcodesHaveNames() {
        #expect(Opcode.leSetScanEnable.description == "LE Set Scan Enable")
        #expect(Opcode(0x0C14).description == "command 0x0C14")
        #expect(StatusCode.commandDisallowed.description == "command disallowed")
        #expect(StatusCode(rawValue: 0x3A).description == "status 0x3A")
    }
}
