import Support
import Testing

@testable import HCI
@testable import Wire

/// btsnoop files that broke on their way here.
@Suite struct SnoopDamageTests {
    @Test(arguments: SnoopTests.files.map(\.link))
    func aFileThatEndsEarlyGivesWhatIsWhole(link: SnoopLink) throws {
        let file = try #require(SnoopTests.files.first { $0.link == link }).bytes
        let whole = try SnoopTests.read(file)
        let ends = whole.records.map { $0.offset + 24 + $0.bytes.count }
        for length in 16..<file.count {
            let (records, damage, _) = try SnoopTests.read(Array(file[..<length]), pieces: 7)
            #expect(records == Array(whole.records[..<ends.count { $0 <= length }]))
            let isBetween = length == 16 || ends.contains(length)
            #expect(damage.map(\.number) == (isBetween ? [] : [records.count + 1]))
            #expect(damage.allSatisfy { $0.offset == ends.last { $0 <= length } ?? 16 })
        }
        for length in 0..<16 {
            #expect(throws: SnoopReader.Trouble.notSnoop) { try SnoopTests.read(Array(file[..<length])) }
        }
    }

    /// Whatever bit is wrong, what stands before it is read as it was, and nothing traps.
    @Test(arguments: SnoopTests.files.map(\.link))
    func aWrongBitSpoilsNothingBeforeIt(link: SnoopLink) throws {
        let file = try #require(SnoopTests.files.first { $0.link == link }).bytes
        let whole = try SnoopTests.read(file)
        var named = 0
        for place in 16..<file.count {
            for bit in 0..<8 {
                var copy = file
                copy[place] ^= 1 << bit
                let (records, damage, _) = try SnoopTests.read(copy)
                let before = whole.records.prefix { $0.offset + 24 + $0.bytes.count <= place }
                #expect(records.starts(with: before))
                if records != whole.records, records.count < whole.records.count {
                    named += 1
                    #expect(!damage.isEmpty, "byte \(place), bit \(bit)")
                }
            }
        }
        #expect(named > 100)
    }

    @Test func aLengthThatCannotBeEndsTheReading() throws {
        var file = SnoopTests.files[1].bytes
        let second = 16 + 24 + 4
        file[second + 4] = 0x80
        let (records, damage, beacons) = try SnoopTests.read(file, pieces: 50)
        #expect(records.count == 1)
        #expect(beacons.isEmpty)
        #expect(damage.map(\.number) == [2])
        #expect(damage.first?.offset == second)
        #expect(damage.first?.why.contains("cannot be") == true)
    }

    /// 65,535 bytes of ACL data, their header of four, and the type byte.
    @Test(arguments: [(65_540, true), (65_541, false)])
    func theLongestPacketIsRead(length: Int, isRead: Bool) throws {
        var packet = [UInt8](repeating: 7, count: length)
        packet[0] = 0x02
        let (records, damage, _) = try SnoopTests.read(
            SnoopWriter.header + SnoopWriter.record(packet, .sent, at: SnoopTests.noon), pieces: 10_000)
        #expect(records.map(\.bytes.count) == (isRead ? [length] : []))
        #expect(damage.isEmpty == isRead)
    }

    @Test func aRecordThatIsLongerThanItsPacketIsPassedOver() throws {
        var file = SnoopTests.files[1].bytes
        file[16 + 24 + 4 + 3] = 3  // the legacy report: 3 bytes long, of which 45 are there
        let (records, damage, beacons) = try SnoopTests.read(file)
        #expect(records.map(\.number) == [1, 3, 4])
        #expect(damage.map(\.description) == ["record 2 at byte 44: it has 45 bytes of a packet of 3"])
        #expect(beacons.count == 1)
    }

    /// Android keeps only the beginning of packets when it is told to; an event without its end is no report.
    @Test func aPacketThatWasCutIsNamedOnlyIfItWasAReport() throws {
        var writer = PacketWriter()
        writer.append(SnoopWriter.header)
        for packet in [Samples.legacyReport, bytes("02 01 20 05 00 01 00 04 00 AA")] {
            writer.u32be(UInt32(packet.count))
            writer.u32be(8)
            writer.append([0, 0, 0, 3, 0, 0, 0, 0] + SnoopTests.noonStamp)
            writer.append(packet.prefix(8))
        }
        let (records, damage, _) = try SnoopTests.read(writer.bytes)
        #expect(records.map(\.isCut) == [true, true])
        #expect(damage.map(\.why) == ["only the beginning of the event was kept"])
    }

    @Test func damagedEventsAreNamedAndTheirGoodReportsKept() throws {
        // Of another advertiser, which is why it cannot be taken for the end of something.
        var report = Samples.legacyReport
        report[7] ^= 0xFF
        for event in Samples.events.flatMap(damaged) {
            let file = SnoopTests.file(1002, [(3, event), (3, report)])
            let (records, damage, beacons) = try SnoopTests.read(file)
            #expect(records.count == 2)
            #expect(damage.count <= 1)
            #expect(beacons.last == Samples.beacon)
        }
    }

    @Test func moreAdaptersThanThereCanBeAreRefused() throws {
        let report = Array(Samples.legacyReport.dropFirst())
        let file = SnoopTests.file(2001, (0..<20).map { (UInt32($0) << 16 | 3, report) })
        let (_, damage, beacons) = try SnoopTests.read(file)
        #expect(beacons.count == SnoopReports.adaptersAtMost)
        #expect(damage.count == 20 - SnoopReports.adaptersAtMost)
    }
}
