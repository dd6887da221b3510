import Glibc
import Runtime

/// An update in a file: looked at without reading all of it.
package struct UpdateFile: Equatable, Hashable, Sendable {
    package let path: String
    /// Another file of the same name differs in one of these.
    private let byteCount: Int
    private let changedAt: Int

    /// Nil where there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        byteCount = Int(status.st_size)
        changedAt = status.st_mtim.tv_sec
    }

    /// What it is, once its signature and its length are right and it fits.
    package func header(
        keys: UpdateKeys, facts: CardFacts, allowsOlder: Bool = false
    ) throws(UpdateRefusal) -> UpdateHeader {
        let header = try UpdateIntake.header(try front(), keys: keys)
        if let refusal = facts.refusal(of: header, allowsOlder: allowsOlder) { throw refusal }
        guard byteCount >= UpdateHeader.byteCount + header.rootByteCount else { throw .cutShort }
        guard byteCount == UpdateHeader.byteCount + header.rootByteCount else { throw .damaged }
        return header
    }

    private func front() throws(UpdateRefusal) -> [UInt8] {
        var front: [UInt8] = []
        do throws(FileTrouble) {
            let file = try OpenFile(path, flags: O_RDONLY)
            var buffer = [UInt8](repeating: 0, count: UpdateHeader.byteCount)
            while front.count < UpdateHeader.byteCount {
                let count = try file.read(into: &buffer)
                guard count > 0 else { break }
                front += buffer[..<count]
            }
        } catch {
            throw .unreadable(error.description)
        }
        guard front.count >= UpdateHeader.byteCount else { throw .short(front) }
        return Array(front.prefix(UpdateHeader.byteCount))
    }

    /// Sends all of it, and waits for what comes of it; blocks.
    ///
    /// - Parameters:
    ///   - pauses: whether it has to wait: a round is on.
    ///   - tell: how far it is, in hundredths.
    package func send(
        to door: UpdateDoor, pauses: () -> Bool = { false }, tell: (Int) -> Void
    ) -> UpdateReport {
        do throws(FileTrouble) {
            let file = try OpenFile(path, flags: O_RDONLY)
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                while pauses() { usleep(200_000) }
                let count = try file.read(into: &buffer)
                guard count > 0, door.send(Array(buffer[..<count])) else { break }
                door.listen(waits: false, tell: tell)
            }
        } catch {
            return .refused(UpdateRefusal.unreadable(error.description).description)
        }
        door.finish()
        return door.listen(waits: true, tell: tell) ?? .refused(UpdateRefusal.busy.description)
    }
}
