import Support
import Testing
import Wire

@testable import HCI

/// Reports by the tables of the specification (Core 5.4, Vol 4, Part E, 7.7.65.2 and 7.7.65.13).
struct EventReportTests {
    private static func legacy(type: UInt8, addressType: UInt8 = 0, count: Int) throws -> Advertisement? {
        let data = [UInt8](repeating: 0xAB, count: count)
        var reader = PacketReader([type, addressType, 1, 2, 3, 4, 5, 6, UInt8(count)] + data + [0xC4])
        let report = try EventReport.legacy(&reader)
        #expect(reader.remaining == 0)
        return report
    }

    private static func extended(type: UInt16, addressType: UInt8 = 0, count: Int) throws -> Advertisement? {
        let data = [UInt8](repeating: 0xAB, count: count)
        var reader = PacketReader(
            type.littleEndianBytes + [addressType, 1, 2, 3, 4, 5, 6, 1, 0, 3, 0x7F, 0xC4]
                + [0, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8(count)] + data)
        let report = try EventReport.extended(&reader)
        #expect(reader.remaining == 0)
        return report
    }

    @Test(
        arguments: [
            (0, .connectable), (1, .directed), (2, .scannable), (3, .nonConnectable), (4, .scanResponse),
        ] as [(UInt8, Advertisement.Kind)])
    func legacyReports(type: UInt8, kind: Advertisement.Kind) throws {
        let report = try #require(try Self.legacy(type: type, count: 31))
        #expect(report.kind == kind && report.rssi == -60 && report.data.count == 31 && report.set == nil)
        #expect(report.address == DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6]))
        // A legacy advertisement has 31 bytes at most.
        #expect(try Self.legacy(type: type, count: 32) == nil)
        #expect(try Self.legacy(type: type + 5, count: 31) == nil, "no such type")
    }

    @Test(arguments: [(0, false), (1, true), (2, false), (3, true), (0xFF, true)] as [(UInt8, Bool)])
    func addressesArePublicOrRandom(type: UInt8, isRandom: Bool) throws {
        #expect(try Self.legacy(type: 3, addressType: type, count: 3)?.addressIsRandom == isRandom)
        #expect(try Self.extended(type: 0x10, addressType: type, count: 3)?.addressIsRandom == isRandom)
    }

    /// Table 7.1 of 7.7.65.13: legacy PDUs.
    @Test(
        arguments: [
            (0x13, .connectable), (0x15, .directed), (0x12, .scannable), (0x10, .nonConnectable),
            (0x1A, .scanResponse), (0x1B, .scanResponse),
        ] as [(UInt16, Advertisement.Kind)])
    func legacyPDUsInExtendedReports(type: UInt16, kind: Advertisement.Kind) throws {
        let report = try #require(try Self.extended(type: type, count: 31))
        #expect(report.kind == kind && report.rssi == -60 && report.set == nil)
        #expect(try Self.extended(type: type, count: 32) == nil)
        #expect(
            try Self.extended(type: type | 0xFF80, count: 31)?.kind == kind, "reserved bits may be anything")
    }

    @Test func whatNoLegacyPDUCanBeIsPassedOver() throws {
        let possible: Set<UInt16> = [0x13, 0x15, 0x12, 0x10, 0x1A, 0x1B]
        for type in (0x10...0x1F as ClosedRange<UInt16>) where !possible.contains(type) {
            #expect(try Self.extended(type: type, count: 3) == nil, "\(type)")
        }
    }

    @Test(
        arguments: [
            (0x00, .nonConnectable), (0x01, .connectable), (0x02, .scannable), (0x04, .directed),
            (0x05, .directed), (0x03, .connectable), (0x08, .scanResponse), (0x0F, .scanResponse),
        ] as [(UInt16, Advertisement.Kind)])
    func extendedPDUs(type: UInt16, kind: Advertisement.Kind) throws {
        let report = try #require(try Self.extended(type: type, count: 229))
        #expect(report.kind == kind && report.set == 3 && report.data.count == 229)
        #expect(report.completeness == .complete)
        #expect(try Self.extended(type: type | 0x20, count: 1)?.completeness == .moreToCome)
        #expect(try Self.extended(type: type | 0x40, count: 1)?.completeness == .truncated)
        #expect(try Self.extended(type: type | 0x60, count: 1)?.completeness == .truncated)
    }
}
