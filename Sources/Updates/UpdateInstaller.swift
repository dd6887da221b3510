import Glibc
import Runtime

/// Takes an update from a descriptor and puts it into the slot that does not run: what root does for the
/// station (hotcold-update@.service).
package struct UpdateInstaller {
    private static let chunk = 1 << 18
    /// Somebody who sends nothing for so long has gone, in milliseconds: a station pauses for a round.
    private static let patience: Int32 = 3_600_000

    private let card: Card
    private let allowsOlder: Bool
    private let tell: (UpdateReport) -> Void

    /// - Parameter tell: what happens, as it happens.
    package init(_ card: Card, allowsOlder: Bool = false, tell: @escaping (UpdateReport) -> Void) {
        self.card = card
        self.allowsOlder = allowsOlder
        self.tell = tell
    }

    /// To the end; blocks. What came of it is told last.
    package func install(from descriptor: Int32) {
        do throws(UpdateRefusal) {
            tell(.taken(try take(from: descriptor).version))
        } catch {
            tell(.refused(error.description))
        }
    }

    private func take(from descriptor: Int32) throws(UpdateRefusal) -> UpdateHeader {
        guard let running = card.running, let facts = card.facts() else { throw .notACard }
        var intake = UpdateIntake(keys: card.keys, facts: facts, allowsOlder: allowsOlder)
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        var told = -1
        let slot = try Self.opened(card.path(of: running.other))
        defer { close(slot) }
        while true {
            let count = try Self.read(descriptor, into: &buffer)
            guard count > 0 else { break }
            for step in try intake.take(buffer[..<count]) { try perform(step, slot) }
            if intake.percent > told {
                told = intake.percent
                tell(.percent(told))
            }
        }
        try intake.end()
        guard let header = intake.header else { throw .cutShort }
        return header
    }

    private func perform(_ step: UpdateIntake.Step, _ slot: Int32) throws(UpdateRefusal) {
        switch step {
        case .prepare:
            if let trouble = card.slot("prepare") { throw .unwritable(trouble) }
        case .write(let bytes, let place): try Self.write(bytes, to: slot, at: place)
        case .complete(let header):
            try Self.write(header.bytes, to: slot, at: card.slotByteCount - UpdateHeader.byteCount)
            guard fsync(slot) == 0 else { throw .unwritable(FileTrouble.reason(errno)) }
            if let trouble = card.slot("take", "\(header.rootByteCount)", header.rootDigits) {
                throw .unwritable(trouble)
            }
        }
    }

    private static func opened(_ path: String) throws(UpdateRefusal) -> Int32 {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unwritable(FileTrouble.reason(errno)) }
        return descriptor
    }

    /// 0 at the end. Somebody who has gone without a word has ended it, too.
    private static func read(
        _ descriptor: Int32, into buffer: inout [UInt8]
    ) throws(UpdateRefusal) -> Int {
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, patience) != 0 else { return 0 }
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { return 0 }
        }
    }

    private static func write(_ bytes: [UInt8], to slot: Int32, at place: Int) throws(UpdateRefusal) {
        var rest = bytes[...]
        var place = place
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe pwrite(slot, $0.baseAddress, $0.count, place) }
            if count > 0 {
                rest = rest.dropFirst(count)
                place += count
            } else if count < 0, errno == EINTR {
                continue
            } else {
                throw .unwritable(FileTrouble.reason(count == 0 ? ENOSPC : errno))
            }
        }
    }
}
