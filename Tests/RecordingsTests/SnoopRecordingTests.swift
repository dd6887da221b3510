import Testing

@testable import HCI
@testable import Recordings

/// From a capture to sightings.
@Suite struct SnoopRecordingTests {
    private static let beacon = IBeacon(proximityUUID: .hotCold, major: 258, minor: 7, measuredPower: -61)
    private static let name = "D9EED498-BFDB-43C0-8B55-D06BB74C430B/258/7"

    /// LE Advertising Report of one advertisement.
    private static func report(_ data: [UInt8], rssi: Int8) -> [UInt8] {
        [0x04, 0x3E, UInt8(12 + data.count), 0x02, 0x01, 0x03, 0x01, 6, 5, 4, 3, 2, 0xC1, UInt8(data.count)]
            + data + [UInt8(bitPattern: rssi)]
    }

    private static func file(_ packets: [(at: Int64, packet: [UInt8])]) -> [UInt8] {
        packets.reduce(SnoopWriter.header) { file, packet in
            file + SnoopWriter.record(packet.packet, .received, at: packet.at)
        }
    }

    private static func read(_ file: [UInt8]) throws -> Recording {
        var recording = Recording()
        var reader = RecordingReader.btsnoop(SnoopRecording())
        for start in stride(from: 0, to: file.count, by: 100) {
            try reader.feed(file[start..<min(start + 100, file.count)], into: &recording)
        }
        try reader.finish(into: &recording)
        recording.sort()
        return recording
    }

    @Test func timeCountsFromTheFirstRecord() throws {
        let reset: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
        let start: Int64 = 1_700_000_000_000_000
        let data = Self.beacon.advertisingData
        let recording = try Self.read(
            Self.file([
                (start, reset), (start + 1_500_000, Self.report(data, rssi: -70)),
                (start + 1_400_000, Self.report(data, rssi: -71)),
                (start - 3_000_000, Self.report(data, rssi: -72)),
            ]))
        #expect(recording.beacons == [Self.name])
        #expect(recording.entries.map(\.at) == [-3_000_000_000, 1_400_000_000, 1_500_000_000])
        #expect(recording.entries.map(\.rssi) == [-72, -71, -70])
        #expect(recording.entries.map(\.measuredPower) == [-61, -61, -61])
        #expect(recording.unreadable.count == 0)
    }

    @Test func aReportWithoutALevelIsNoSighting() throws {
        let data = Self.beacon.advertisingData
        let recording = try Self.read(Self.file([(0, Self.report(data, rssi: 127))]))
        #expect(recording.entries.isEmpty)
        #expect(recording.emptiness == "none of its 1 reports of beacons has a signal strength")
    }

    @Test func damageIsNamedByRecordAndByte() throws {
        let data = Self.beacon.advertisingData
        let short = Array(Self.report(data, rssi: -60).dropLast(3))
        let file = Self.file([
            (0, Self.report(data, rssi: -60)), (1, short), (Int64.max / 2, Self.report(data, rssi: -61)),
        ])
        let recording = try Self.read(Array(file) + [0, 0, 0])
        #expect(recording.entries.count == 1)
        #expect(
            recording.unreadable.named == [
                "record 2 at byte 85: event length at byte 2 of the event",
                "record 3 at byte 151: centuries from the first one",
                "record 4 at byte 220: the file ends 3 bytes into it",
            ])
    }

    @Test func whatIsNoCaptureIsRefused() {
        #expect(throws: RecordingTrouble.unreadable("it does not begin as a btsnoop file does")) {
            try Self.read(Array("t_seconds".utf8))
        }
    }

    @Test func theContentTellsTheFormat() throws {
        #expect(try RecordingFormat.detect(SnoopWriter.header) == .btsnoop)
        #expect(try RecordingFormat.detect(Array("t_seconds,beacon_id,rssi_dbm\n".utf8)) == .csv)
        #expect(try RecordingFormat.detect([]) == .csv)
        #expect(throws: RecordingTrouble.capture("pcapng")) {
            try RecordingFormat.detect([0x0A, 0x0D, 0x0D, 0x0A, 0x1C, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A])
        }
        for magic: [UInt8] in [[0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D]] {
            #expect(throws: RecordingTrouble.capture("pcap")) { try RecordingFormat.detect(magic + [2, 0]) }
        }
    }
}
