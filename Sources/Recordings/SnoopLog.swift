import Dispatch
import Glibc
package import HCI
package import Runtime
import Synchronization

/// Writes down the packets of a live radio: an edge. The radio's threads only leave them here; a queue of
/// its own writes.
///
/// Bounded: ``waitingAtMost`` bytes wait for a slow disk, which is a minute of a busy street. What comes
/// beyond that is dropped and counted, here and in the file. After the first write that fails nothing more
/// is written.
package final class SnoopLog: Sendable {
    static let waitingAtMost = 4 << 20

    /// What was written.
    package struct Tally: Equatable, Sendable {
        package var packets = 0
        package var bytes = 0
        package var files = 0
        /// Packets that were not written, because the disk was slow or failed.
        package var drops: UInt32 = 0
        /// What made it end: nothing after that was written.
        package var trouble: FileTrouble?
    }

    /// No `Permits`: what is counted and what is lost change together.
    private struct Waiting {
        var records: [[UInt8]] = []
        var size = 0
        var drops: UInt32 = 0
        var trouble: FileTrouble?
    }

    private struct Written: ~Copyable {
        var file: RotatingFile
        var rotation: SnoopRotation
        var tally = Tally()
    }

    private let waiting = Mutex(Waiting())
    /// Only for the queue.
    private let written: Mutex<Written>
    private let queue = DispatchQueue(label: "hotcold.record")
    private let failed: @Sendable (FileTrouble) -> Void
    /// Microseconds from boot to 1970, asked once: a clock that is set meanwhile must not tear the capture
    /// apart.
    private let boot: Int64

    /// Leaves the file as it is until there is a packet to write.
    ///
    /// - Parameters:
    ///   - boot: when this computer was started, in microseconds since 1970.
    ///   - failed: told once if the disk is full or fails.
    package init(
        _ path: String, bytesPerFile: Int, files: Int, boot: Int64,
        failed: @escaping @Sendable (FileTrouble) -> Void
    ) throws(FileTrouble) {
        let file = RotatingFile(path, count: files)
        try file.probe()
        written = Mutex(Written(file: file, rotation: SnoopRotation(bytesPerFile: bytesPerFile)))
        (self.boot, self.failed) = (boot, failed)
    }

    /// Leaves a packet here. Never blocks.
    ///
    /// - Parameter time: since boot.
    package func add(_ packet: [UInt8], _ direction: SnoopDirection, at time: Duration) {
        let microseconds =
            boot &+ time.components.seconds &* 1_000_000
            &+ time.components.attoseconds / 1_000_000_000_000
        let isFirst = waiting.withLock { waiting in
            guard waiting.trouble == nil, waiting.size + packet.count <= Self.waitingAtMost else {
                waiting.drops &+= 1
                return false
            }
            waiting.records.append(
                SnoopWriter.record(packet, direction, at: microseconds, drops: waiting.drops))
            waiting.size += packet.count
            return waiting.records.count == 1
        }
        if isFirst { queue.async { self.write() } }
    }

    /// Writes what still waits, and says how much it was in all.
    package func finish() async -> Tally {
        await withCheckedContinuation { continuation in
            queue.async {
                self.write()
                self.attempt { written throws(FileTrouble) in try written.file.finish() }
                var tally = self.written.withLock { $0.tally }
                (tally.drops, tally.trouble) = self.waiting.withLock { ($0.drops, $0.trouble) }
                continuation.resume(returning: tally)
            }
        }
    }

    /// Everything that waits; on the queue.
    private func write() {
        let (records, hasFailed) = waiting.withLock { waiting in
            defer { (waiting.records, waiting.size) = ([], 0) }
            return (waiting.records, waiting.trouble != nil)
        }
        guard !records.isEmpty, !hasFailed else { return }
        attempt { written throws(FileTrouble) in
            for step in written.rotation.add(records) {
                try written.file.take(step)
                switch step {
                case .begin: written.tally.files += 1
                case .write(let bytes): written.tally.bytes += bytes.count
                }
            }
            written.tally.packets += records.count
        }
    }

    /// Does something with the files; what fails first is told.
    private func attempt(_ body: (inout Written) throws(FileTrouble) -> Void) {
        let trouble: FileTrouble? = written.withLock { written in
            do throws(FileTrouble) {
                try body(&written)
                return nil
            } catch {
                return error
            }
        }
        guard let trouble else { return }
        let isFirst = waiting.withLock { waiting in
            defer { waiting.trouble = waiting.trouble ?? trouble }
            return waiting.trouble == nil
        }
        if isFirst { failed(trouble) }
    }
}
