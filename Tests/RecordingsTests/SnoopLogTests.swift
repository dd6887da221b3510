import Glibc
import Support
import Synchronization
import Testing

@testable import HCI
@testable import Recordings
@testable import Runtime

/// What is written down of a live radio, and into which file.
struct SnoopLogTests {
    private static let boot: Int64 = 1_700_000_000_000_000

    private final class Told: Sendable {
        private let troubles = Mutex<[FileTrouble]>([])

        var all: [FileTrouble] { troubles.withLock { $0 } }

        func tell(_ trouble: FileTrouble) {
            troubles.withLock { $0.append(trouble) }
        }
    }

    private static func packet(_ number: Int) -> [UInt8] {
        [0x04, 0xFF, 0x02, UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    /// The packets in a file, which must be whole and in the order of time.
    private static func packets(_ path: String) throws -> [[UInt8]] {
        var reader = SnoopReader()
        reader.feed(try BoundedFile.read(path, atMost: 10_000_000)[...])
        var records: [SnoopRecord] = []
        while let record = try reader.next() { records.append(try record.get()) }
        #expect(try reader.finish() == nil)
        #expect(records.map(\.time) == records.map(\.time).sorted())
        return records.map(\.bytes)
    }

    private static func rotate(_ sizes: [Int], limit: Int) -> (files: [[UInt8]], steps: Int) {
        var rotation = SnoopRotation(bytesPerFile: limit)
        var (files, count): ([[UInt8]], Int) = ([], 0)
        let records = sizes.map { [UInt8](repeating: 7, count: $0) }
        for step in rotation.add(records) + rotation.add([]) {
            count += 1
            switch step {
            case .begin: files.append([])
            case .write(let bytes): files[files.count - 1] += bytes
            }
        }
        return (files, count)
    }

    @Test func aFileIsNeverLongerThanItsBound() {
        let (files, steps) = Self.rotate([30, 30, 24, 1, 84, 40, 100, 2], limit: 100)
        #expect(files.map(\.count) == [100, 17, 100, 56, 116, 18])
        #expect(files.allSatisfy { $0.starts(with: SnoopWriter.header) })
        // What goes into one file goes there in one write.
        #expect(steps == 6 * 3)
    }

    @Test func noFileIsBegunBeforeAnythingIsHeard() {
        #expect(Self.rotate([], limit: 100).steps == 0)
    }

    /// Without a radio there is nothing to put in the place of yesterday's recording.
    @Test func anOldFileStaysUntilThereIsAPacket() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/air"
        try BoundedFile.write([1, 2, 3], as: "air", in: folder.path)
        let silent = try SnoopLog(path, bytesPerFile: 1_000, files: 2, boot: Self.boot) { _ in }
        #expect(await silent.finish() == SnoopLog.Tally())
        #expect(try BoundedFile.read(path, atMost: 100) == [1, 2, 3])
        let fresh = try SnoopLog(path + ".fresh", bytesPerFile: 1_000, files: 2, boot: Self.boot) { _ in }
        _ = await fresh.finish()
        #expect(folder.names == ["air"])
        let log = try SnoopLog(path, bytesPerFile: 1_000, files: 2, boot: Self.boot) { _ in }
        log.add(Self.packet(7), .received, at: .zero)
        #expect(await log.finish().files == 1)
        #expect(try Self.packets(path) == [Self.packet(7)])
        #expect(folder.names == ["air"])
    }

    @Test func everythingIsThereWhenItIsFinished() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/air"
        let told = Told()
        let log = try SnoopLog(path, bytesPerFile: 1_000_000, files: 2, boot: Self.boot) { told.tell($0) }
        for number in 0..<1_000 {
            log.add(Self.packet(number), .received, at: .milliseconds(number))
        }
        let tally = await log.finish()
        #expect(try Self.packets(path) == (0..<1_000).map(Self.packet))
        #expect(tally == SnoopLog.Tally(packets: 1_000, bytes: 16 + 1_000 * 29, files: 1, drops: 0))
        #expect(told.all.isEmpty)
    }

    @Test func theOldestFileGivesWay() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/air"
        // Ten records in each.
        let log = try SnoopLog(path, bytesPerFile: 16 + 10 * 29, files: 3, boot: Self.boot) { _ in }
        for number in 0..<47 { log.add(Self.packet(number), .received, at: .milliseconds(number)) }
        let tally = await log.finish()
        #expect(folder.names == ["air", "air.1", "air.2"])
        #expect(try Self.packets(path) == (40..<47).map(Self.packet))
        #expect(try Self.packets(path + ".1") == (30..<40).map(Self.packet))
        #expect(try Self.packets(path + ".2") == (20..<30).map(Self.packet))
        #expect(tally.files == 5)
        #expect(tally.packets == 47)
    }

    @Test func aSingleFileBeginsAnew() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/air"
        let log = try SnoopLog(path, bytesPerFile: 16 + 10 * 29, files: 1, boot: Self.boot) { _ in }
        for number in 0..<25 { log.add(Self.packet(number), .received, at: .milliseconds(number)) }
        _ = await log.finish()
        #expect(folder.names == ["air"])
        #expect(try Self.packets(path) == (20..<25).map(Self.packet))
    }

    /// The name that a full file would get is a folder's.
    @Test func aDiskThatFailsIsToldOnce() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/air"
        let told = Told()
        let log = try SnoopLog(path, bytesPerFile: 16 + 10 * 29, files: 2, boot: Self.boot) { told.tell($0) }
        #expect(unsafe mkdir(path + ".1", 0o700) == 0)
        defer { unsafe rmdir(path + ".1") }
        for number in 0..<47 { log.add(Self.packet(number), .received, at: .milliseconds(number)) }
        _ = await log.finish()
        log.add(Self.packet(99), .received, at: .seconds(9))
        let tally = await log.finish()
        #expect(told.all == [.failed(operation: "write", code: EISDIR)])
        #expect(tally.drops >= 1)
        #expect(try Self.packets(path) == (0..<10).map(Self.packet))
    }

    @Test func whatIsNoFileIsNotOverwritten() throws {
        let folder = try TemporaryFolder()
        for (path, code) in [("/dev/null", ESPIPE), (folder.path, EISDIR), (folder.path + "/no/air", ENOENT)]
        {
            #expect(throws: FileTrouble.failed(operation: "write", code: code)) {
                try SnoopLog(path, bytesPerFile: 1_000, files: 2, boot: 0) { _ in }
            }
        }
    }
}
