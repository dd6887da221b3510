import Support
import Testing

@testable import HCI
@testable import Wire

/// btsnoop files as they are, whole ones.
@Suite struct SnoopTests {
    /// 2024-03-01 12:00 UTC in microseconds since 1970, and as the format counts.
    static let noon: Int64 = 1_709_294_400_000_000
    static let noonStamp = bytes("00 E2 F0 4B 2C B6 D0 00")

    /// A file with these records, one every 10 ms, laid out by hand.
    static func file(_ link: UInt32, _ records: [(flags: UInt32, packet: [UInt8])]) -> [UInt8] {
        var writer = PacketWriter()
        writer.append(bytes("62 74 73 6E 6F 6F 70 00  00 00 00 01"))
        writer.u32be(link)
        for (index, record) in records.enumerated() {
            writer.u32be(UInt32(record.packet.count))
            writer.u32be(UInt32(record.packet.count))
            writer.u32be(record.flags)
            writer.u32be(0)
            writer.u64be(0x00E2_F04B_2CB6_D000 + 10_000 * UInt64(index))
            writer.append(record.packet)
        }
        return writer.bytes
    }

    /// The same traffic under each datalink: a command, a legacy report, some data, an extended report.
    static let files: [(link: SnoopLink, bytes: [UInt8])] = [
        (
            .h1,
            file(
                1001,
                [
                    (2, Array(reset.dropFirst())), (3, Array(Samples.legacyReport.dropFirst())),
                    (1, Array(data.dropFirst())), (3, Array(Samples.extendedReport.dropFirst())),
                ])
        ),
        (
            .h4,
            file(1002, [(2, reset), (3, Samples.legacyReport), (1, data), (3, Samples.extendedReport)])
        ),
        (
            .monitor,
            file(
                2001,
                [
                    (0x1_0002, Array(reset.dropFirst())), (0x1_0003, Array(Samples.legacyReport.dropFirst())),
                    (0x1_0005, Array(data.dropFirst())),
                    (0x1_0003, Array(Samples.extendedReport.dropFirst())),
                ])
        ),
    ]
    private static let reset = bytes("01 03 0C 00")
    private static let data = bytes("02 01 20 05 00  01 00 04 00 AA")

    /// Everything that is read from a file that comes in pieces.
    static func read(
        _ file: [UInt8], pieces: Int = .max
    ) throws -> (records: [SnoopRecord], damage: [SnoopDamage], beacons: [IBeacon]) {
        var reader = SnoopReader()
        var reports: SnoopReports?
        var (records, damage, beacons): ([SnoopRecord], [SnoopDamage], [IBeacon]) = ([], [], [])
        var rest = file[...]
        repeat {
            reader.feed(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while let item = try reader.next() {
                switch item {
                case .failure(let found): damage.append(found)
                case .success(let record):
                    records.append(record)
                    if reports == nil { reports = reader.link.map { SnoopReports($0) } }
                    let (good, found) = reports?.read(record) ?? ([], nil)
                    beacons += good.compactMap(\.beacon)
                    if let found { damage.append(found) }
                }
            }
        } while !rest.isEmpty
        if let found = try reader.finish() { damage.append(found) }
        return (records, damage, beacons)
    }

    @Test(arguments: files.map(\.link)) func everyDatalinkGivesTheBeacons(link: SnoopLink) throws {
        let file = try #require(Self.files.first { $0.link == link }).bytes
        let (records, damage, beacons) = try Self.read(file)
        #expect(damage.isEmpty)
        #expect(beacons == [Samples.beacon, Samples.beacon])
        #expect(records.map(\.number) == [1, 2, 3, 4])
        #expect(records.map(\.time) == (0..<4).map { Self.noon + 10_000 * $0 })
        #expect(records.map { $0.adapter(link) } == Array(repeating: link == .monitor ? 1 : 0, count: 4))
        #expect(records[1].event(link) == Samples.legacyReport)
        #expect(records[0].event(link) == nil && records[2].event(link) == nil)
    }

    @Test(arguments: [1, 2, 15, 16, 17, 39, 40, 41, 1_000])
    func thePiecesDoNotMatter(size: Int) throws {
        for (_, file) in Self.files {
            let whole = try Self.read(file)
            let pieces = try Self.read(file, pieces: size)
            #expect(pieces.records == whole.records)
            #expect(pieces.beacons == whole.beacons)
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let packets: [([UInt8], SnoopDirection, UInt32)] = [
            (Self.reset, .sent, 2), (Samples.legacyReport, .received, 3), (Self.data, .received, 1),
            (Self.data, .sent, 0),
        ]
        var file = SnoopWriter.header
        for (index, (packet, direction, _)) in packets.enumerated() {
            file += SnoopWriter.record(
                packet, direction, at: Self.noon + Int64(index), drops: UInt32(index) * 7)
        }
        #expect(Array(file[32..<40]) == Self.noonStamp)
        let (records, damage, _) = try Self.read(file)
        #expect(damage.isEmpty)
        #expect(records.map(\.bytes) == packets.map(\.0))
        #expect(records.map(\.flags) == packets.map(\.2))
        #expect(records.map(\.time) == (0..<4).map { Self.noon + $0 })
        #expect(records.map(\.drops) == [0, 7, 14, 21])
        #expect(records.map(\.offset) == [16, 44, 44 + 24 + 45, 44 + 24 + 45 + 34])
        let usual = SnoopWriter.record(Self.reset, .sent, at: Self.noon)
        #expect(try Self.read(SnoopWriter.header + usual).records.map(\.drops) == [0])
    }

    /// A monitor shows several adapters at once; what one heard in two pieces does not mix with another's.
    @Test func piecesOfAnAdvertisementAreJoinedForEachAdapter() throws {
        let first = Array(Samples.fragment.dropFirst())
        var last = first
        // The same advertiser's last piece: complete, and the rest of the beacon.
        last.replaceSubrange(4...4, with: [0x00])
        let rest = Array(Samples.beaconData.dropFirst(6))
        last.replaceSubrange(27..., with: [UInt8(rest.count)] + rest)
        last[1] = UInt8(last.count - 2)
        let file = Self.file(
            2001, [(0x0_0003, first), (0x1_0003, first), (0x1_0003, last), (0x0_0003, last)])
        let (_, damage, beacons) = try Self.read(file)
        #expect(damage.isEmpty)
        #expect(beacons == [Samples.beacon, Samples.beacon])
    }

    @Test func filesOfOtherKindsAreRefused() {
        #expect(throws: SnoopReader.Trouble.notSnoop) { try Self.read(Array("t_seconds,beacon_id".utf8)) }
        #expect(throws: SnoopReader.Trouble.notSnoop) { try Self.read([]) }
        #expect(throws: SnoopReader.Trouble.version(2)) {
            try Self.read(bytes("62 74 73 6E 6F 6F 70 00  00 00 00 02  00 00 03 EA"))
        }
        #expect(throws: SnoopReader.Trouble.link(2002)) { try Self.read(Self.file(2002, [])) }
    }
}
