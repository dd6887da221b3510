import Support
import Testing

@testable import HCI
@testable import Wire

@Suite struct EventTests {
    private static let address = DeviceAddress(littleEndian: [0x06, 0x05, 0x04, 0x03, 0x02, 0xC1])

    @Test func commandComplete() throws {
        #expect(
            try HCIEvent(packet: Samples.resetComplete)
                == .commandComplete(credits: 1, opcode: .reset, returned: [0]))
        #expect(
            try HCIEvent(packet: Samples.addressComplete)
                == .commandComplete(credits: 1, opcode: .readAddress, returned: [0, 6, 5, 4, 3, 2, 1]))
        #expect(
            try HCIEvent(packet: Samples.credits) == .commandComplete(credits: 1, opcode: .none, returned: [])
        )
    }

    @Test func otherEvents() throws {
        #expect(
            try HCIEvent(packet: Samples.commandStatus)
                == .commandStatus(.commandDisallowed, credits: 1, opcode: .leSetScanEnable))
        #expect(try HCIEvent(packet: Samples.hardwareError) == .hardwareError(0x42))
        #expect(
            try HCIEvent(packet: Samples.advertisingSetTerminated)
                == .advertisingSetTerminated(StatusCode(rawValue: 0x43)))
    }

    @Test func aLegacyReport() throws {
        let report = Advertisement(address: Self.address, rssi: -75, data: Samples.beaconData)
        #expect(report.beacon == Samples.beacon)
        #expect(try HCIEvent(packet: Samples.legacyReport) == .reports([report], malformed: 0))
    }

    @Test func anExtendedReportSaysTheSame() throws {
        let report = Advertisement(address: Self.address, rssi: -75, data: Samples.beaconData)
        #expect(try HCIEvent(packet: Samples.extendedReport) == .reports([report], malformed: 0))
    }

    @Test func severalReportsInOneEvent() throws {
        let first = Advertisement(
            address: DeviceAddress(littleEndian: [6, 5, 4, 3, 2, 1]), addressIsRandom: false,
            kind: .connectable,
            rssi: -64, data: [2, 1, 6])
        let second = Advertisement(
            address: DeviceAddress(littleEndian: [0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0xCF]), kind: .scanResponse,
            rssi: nil, data: bytes("04 09 48 69 21"))
        #expect(try HCIEvent(packet: Samples.twoLegacyReports) == .reports([first, second], malformed: 0))
    }

    @Test func aBadReportDoesNotTakeTheGoodOneBeforeItAlong() throws {
        var packet = Samples.twoLegacyReports
        packet[26] = 0x06  // the second one's data now runs into its RSSI
        guard case .reports(let good, let malformed) = try HCIEvent(packet: packet) else {
            Issue.record("not reports")
            return
        }
        #expect(good.map(\.rssi) == [-64])
        #expect(malformed == 1)
    }

    @Test func anImpossibleReportDoesNotTakeTheGoodOneAfterItAlong() throws {
        var packet = Samples.twoLegacyReports
        packet[5] = 0x09  // no such type
        guard case .reports(let good, let malformed) = try HCIEvent(packet: packet) else {
            Issue.record("not reports")
            return
        }
        #expect(good.map(\.kind) == [.scanResponse])
        #expect(malformed == 1)
    }

    @Test func tooMuchDataForALegacyAdvertisementIsDropped() throws {
        let packet =
            bytes("04 3E 2C 02 01 03 01 06 05 04 03 02 C1 20") + [UInt8](repeating: 1, count: 32) + [0xB5]
        #expect(try HCIEvent(packet: packet) == .reports([], malformed: 1))
    }

    @Test(
        arguments: [
            (0x0013, .connectable), (0x0012, .scannable), (0x0010, .nonConnectable),
            (0x0015, .directed), (0x001B, .scanResponse), (0x001A, .scanResponse), (0xFF90, .nonConnectable),
            (0x0000, .nonConnectable), (0x0001, .connectable), (0x0002, .scannable), (0x0005, .directed),
            (0x0008, .scanResponse),
        ] as [(UInt16, Advertisement.Kind)])
    func extendedTypes(type: UInt16, kind: Advertisement.Kind) throws {
        #expect(try extended(type: type).map(\.kind) == [kind])
    }

    @Test(arguments: [0x0011, 0x0014, 0x0016, 0x0017, 0x0018, 0x001F] as [UInt16])
    func impossibleExtendedTypes(type: UInt16) throws {
        #expect(try extended(type: type).isEmpty)
    }

    @Test(
        arguments: [
            (0x0000, .complete), (0x0020, .moreToCome), (0x0040, .truncated),
            (0x0060, .truncated),
        ] as [(UInt16, Advertisement.Completeness)])
    func completeness(type: UInt16, completeness: Advertisement.Completeness) throws {
        #expect(try extended(type: type).map(\.completeness) == [completeness])
        #expect(try extended(type: type).map(\.set) == [0xFF])
    }

    private func extended(type: UInt16) throws -> [Advertisement] {
        var packet = Samples.extendedReport
        packet[5] = UInt8(type & 0xFF)
        packet[6] = UInt8(type >> 8)
        guard case .reports(let good, _) = try HCIEvent(packet: packet) else { return [] }
        return good
    }

    @Test(
        arguments: [(0x7F, nil), (0x14, 20), (0x15, nil), (0x81, -127), (0x80, nil), (0x00, 0)]
            as [(UInt8, Int8?)])
    func rssi(byte: UInt8, rssi: Int8?) throws {
        let packet = Array(Samples.legacyReport.dropLast()) + [byte]
        guard case .reports(let good, _) = try HCIEvent(packet: packet) else { return }
        #expect(good.map(\.rssi) == [rssi])
    }

    @Test(arguments: [
        "", "04", "04 0E", "04 0E 00", "04 0E 02 01 03", "04 0E 05 01 03 0C 00", "04 0E 03 01 03 0C 00",
        "02 0E 04 01 03 0C 00", "04 10 02 42 00", "04 0F 05 00 01 0C 20 00", "04 3E 00", "04 3E 02 02 00",
    ])
    func malformed(packet: String) {
        #expect(throws: Malformed.self) { try HCIEvent(packet: bytes(packet)) }
    }

    @Test func whatWeDoNotUseIsNotMalformed() throws {
        #expect(try HCIEvent(packet: bytes("04 05 04 00 01 00 13")) == .other(code: 0x05))
        #expect(try HCIEvent(packet: bytes("04 3E 02 0A 00")) == .other(code: 0x3E))
        #expect(try HCIEvent(packet: bytes("04 FF 00")) == .other(code: 0xFF))
    }

    @Test(arguments: Samples.events)
    func everyTruncationIsMalformed(packet: [UInt8]) {
        for count in packet.indices {
            #expect(throws: Malformed.self) { try HCIEvent(packet: Array(packet[..<count])) }
        }
    }

    /// The length byte agrees, but the content was cut: that may be malformed or lose reports, but invents
    /// none.
    @Test(arguments: Samples.events)
    func everyCutContentGivesNoMoreThanTheWhole(packet: [UInt8]) throws {
        let whole = try HCIEvent(packet: packet)
        for count in 3..<packet.count {
            var cut = Array(packet[..<count])
            cut[2] = UInt8(count - 3)
            guard case .reports(let good, _)? = try? HCIEvent(packet: cut) else { continue }
            guard case .reports(let all, _) = whole else {
                Issue.record("reports out of nothing")
                continue
            }
            #expect(good.count < all.count || count == packet.count)
            #expect(good.elementsEqual(all.prefix(good.count)))
        }
    }

    @Test(arguments: Samples.events)
    func everyFlippedBitGivesAnEventOrMalformed(packet: [UInt8]) {
        for packet in damaged(packet) {
            do {
                if case .reports(let good, let malformed) = try HCIEvent(packet: packet) {
                    #expect(good.count + malformed <= max(2, Int(packet[4])))
                    #expect(good.allSatisfy { $0.data.count <= 229 })
                }
            } catch {
                #expect(error.offset <= packet.count)
            }
        }
    }
}
