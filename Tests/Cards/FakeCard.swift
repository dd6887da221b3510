import Crypto
package import Glibc
import Runtime
import Support
import Synchronization

@testable package import Updates

/// A card made of files, with the scripts of a real one, and the door behind which updates are taken.
package final class FakeCard {
    package static let slotByteCount = 4 << 20

    private final class Door: Sendable {
        let isOpen = Atomic<Bool>(true)
    }

    private let folder: TemporaryFolder
    package let card: Card
    private let door = Door()

    package var path: String { folder.path }

    /// - Parameter version: what runs, from the first root.
    package init(version: String = "0.1.0", built: UInt64 = 100) throws {
        folder = try TemporaryFolder()
        for name in ["run", "run/slot", "root", "parts", "drive", "sticks"] { try folder.makeFolder(name) }
        let path = folder.path
        var card = Card(
            run: "\(path)/run/slot", root: "\(path)/root", partitions: "\(path)/parts",
            door: "\(path)/run/door")
        card.slotByteCount = Self.slotByteCount
        self.card = card
        let digits = SignedUpdate.maker.publicKey.rawRepresentation.map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        try write(Array((digits.joined() + "\n").utf8), "root/update-keys")
        try write(Array("\(version)\n\(built)\n".utf8), "root/made")
        let image = "\(Checkout.path)/deploy/image"
        for (name, source) in [
            ("slot", "root/usr/lib/hotcold/slot"), ("slots.sh", "early/usr/lib/hotcold/slots.sh"),
        ] {
            try write(try BoundedFile.read("\(image)/\(source)", atMost: 65_536), "root/\(name)", mode: 0o755)
        }
        try write(Array("\(path)/disk\n".utf8), "run/slot/disk")
        try write(Array("a\n".utf8), "run/slot/running")
        try write(Array("nothing\n".utf8), "run/slot/told")
        try putFirstRoot(version, built)
    }

    /// The kernel that runs here: updates for another one are not taken.
    package var kernel: String { card.facts()?.kernel ?? "" }

    /// As an update has left it, with its record.
    private func putFirstRoot(_ version: String, _ built: UInt64) throws {
        let update = SignedUpdate(version: version, kernel: kernel, built: built)
        let header = try update.header()
        let rest = Self.slotByteCount - update.root.count - UpdateHeader.byteCount
        try write(update.root + [UInt8](repeating: 0, count: rest) + header, "parts/484f5443-02")
        try write([UInt8](repeating: 0, count: Self.slotByteCount), "parts/484f5443-03")
        let parsed = try UpdateHeader(decoding: header)
        let lines =
            "hotcold slots 1\nserial 0\nprimary a\na good 0 \(parsed.rootByteCount) \(parsed.rootDigits)\n"
            + "b empty 0 0 -\ntold nothing\n"
        let check = SHA256.hash(data: Array(lines.utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        var disk = [UInt8](repeating: 0, count: 4 << 20)
        let record = Array("\(lines)check \(check.joined())".utf8)
        disk.replaceSubrange(1 << 20..<(1 << 20) + record.count, with: record)
        try write(disk, "disk")
    }

    package func write(_ bytes: [UInt8], _ name: String, mode: mode_t = 0o600) throws {
        let (inner, file) = Folder.parts(of: "\(path)/\(name)")
        try BoundedFile.write(bytes, as: file, in: inner, mode: mode)
    }

    package func remove(_ name: String) {
        unsafe unlink("\(path)/\(name)")
    }

    package func read(_ name: String) throws -> [UInt8] {
        try BoundedFile.read("\(path)/\(name)", atMost: 8 << 20)
    }

    /// Opens the door: who comes in is served one after the other, as hotcold-update.socket does it, until
    /// `shut`. On a thread of its own.
    package func open() throws {
        let card = card
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: Array(card.door.utf8))
        }
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, listen(descriptor, 1) == 0 else {
            throw FileTrouble.failed(operation: "write", code: errno)
        }
        _ = try DedicatedThread { [door] in
            while door.isOpen.load(ordering: .relaxed) {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&waiting, 1, 50) > 0 else { continue }
                let guest = accept(descriptor, nil, nil)
                guard guest >= 0 else { continue }
                UpdateInstaller(card) { report in
                    try? OpenFile.write(Array("\(report)\n".utf8), to: guest)
                }.install(from: guest)
                close(guest)
            }
            close(descriptor)
        }
    }

    package func shut() { door.isOpen.store(false, ordering: .relaxed) }
}
