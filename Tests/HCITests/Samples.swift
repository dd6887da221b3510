import Support

@testable import HCI
@testable import Wire

/// Good packets, to be read, cut short and damaged.
enum Samples {
    static let beacon = IBeacon(proximityUUID: .hotCold, major: 1, minor: 2, measuredPower: -59)

    static let beaconData = bytes(
        """
        02 01 06                 // Flags
        1A FF 4C 00 02 15        // Apple, iBeacon, 21 bytes follow
        D9 EE D4 98 BF DB 43 C0 8B 55 D0 6B B7 4C 43 0B
        00 01 00 02 C5           // major, minor, -59 dBm
        """)

    static let resetComplete = bytes("04 0E 04 01 03 0C 00")
    static let versionComplete = bytes("04 0E 0C 01 01 10 00 09 00 00 09 0F 00 00 00")
    static let addressComplete = bytes("04 0E 0A 01 09 10 00 06 05 04 03 02 01")
    static let credits = bytes("04 0E 03 01 00 00")
    static let commandStatus = bytes("04 0F 04 0C 01 0C 20")
    static let hardwareError = bytes("04 10 01 42")

    static let legacyReport =
        bytes(
            """
            04 3E 2A 02 01           // LE Advertising Report, one
            03 01 06 05 04 03 02 C1  // ADV_NONCONN_IND, random, C1:02:03:04:05:06
            1E
            """) + beaconData + bytes("B5")

    static let twoLegacyReports = bytes(
        """
        04 3E 1E 02 02           // LE Advertising Report, two
        00 00 06 05 04 03 02 01  // ADV_IND, public
        03 02 01 06 C0           // three bytes of data, -64 dBm
        04 01 0A 0B 0C 0D 0E CF  // SCAN_RSP, random
        05 04 09 48 69 21 7F     // a name, RSSI not available
        """)

    static let extendedReport =
        bytes(
            """
            04 3E 38 0D 01           // LE Extended Advertising Report, one
            10 00 01 06 05 04 03 02 C1
            81 00 FF 7F B5 00 00     // junk above the PHY, no set, no power, -75 dBm, no period
            00 00 00 00 00 00 00     // nobody directed at
            1E
            """) + beaconData

    /// An extended PDU whose data status says that more is to come.
    static let fragment = bytes(
        """
        04 3E 20 0D 01
        20 00 01 06 05 04 03 02 C1
        01 01 05 7F B5 00 00
        00 00 00 00 00 00 00
        06 02 01 06 1A FF 4C
        """)

    static let advertisingSetTerminated = bytes("04 3E 06 12 43 00 00 00 00")

    static let events = [
        advertisingSetTerminated, resetComplete, versionComplete, addressComplete, credits, commandStatus,
        hardwareError, legacyReport,
        twoLegacyReports, extendedReport, fragment,
    ]

    static func complete(
        _ opcode: Opcode, _ status: StatusCode = .success, _ returned: [UInt8] = [], credits: UInt8 = 1
    ) -> [UInt8] {
        var writer = PacketWriter()
        writer.append([0x04, 0x0E, UInt8(4 + returned.count), credits])
        writer.u16le(opcode.rawValue)
        writer.u8(status.rawValue)
        writer.append(returned)
        return writer.bytes
    }
}

/// Every packet that is shorter than this one, and every one that differs from it in a single bit.
func damaged(_ packet: [UInt8]) -> [[UInt8]] {
    let truncated = packet.indices.map { Array(packet[..<$0]) }
    let flipped = packet.indices.flatMap { place in
        (0..<8).map { bit in
            var copy = packet
            copy[place] ^= 1 << bit
            return copy
        }
    }
    return truncated + flipped
}
