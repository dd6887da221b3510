import Glibc
import Runtime
import Synchronization

/// The station's end of the way to the installer: bytes go in, reports come out. It blocks, so it belongs on
/// a thread that may wait. It closes itself.
package final class UpdateDoor: Sendable {
    private static let lineAtMost = 512
    private let descriptor: Int32
    /// What has come of the next report.
    private let line = Mutex<[UInt8]>([])
    private let ending = Mutex<UpdateReport?>(nil)

    /// - Parameter path: of a socket (`Card.door`).
    package init(_ path: String) throws(UpdateRefusal) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard bytes.count < room.count else { return false }
            unsafe room.copyBytes(from: bytes)
            return true
        }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard fits, descriptor >= 0 else { throw .notACard }
        let isOpen = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isOpen == 0 else { throw errno == ENOENT ? .notACard : .unwritable(FileTrouble.reason(errno)) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Returns: whether it was taken: an installer that has refused takes no more.
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Nothing more comes.
    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Takes in what has come.
    ///
    /// - Parameters:
    ///   - waits: until the other end has said all it has to say.
    ///   - tell: how far it is, in hundredths.
    /// - Returns: how it ended; nil as long as that was not told.
    @discardableResult
    package func listen(waits: Bool, tell: (Int) -> Void) -> UpdateReport? {
        while let report = report(waits: waits) {
            if case .percent(let percent) = report {
                tell(percent)
            } else {
                ending.withLock { $0 = report }
            }
        }
        return ending.withLock(\.self)
    }

    /// The next report; nil at the end, or with `waits` false when none is there.
    private func report(waits: Bool) -> UpdateReport? {
        while true {
            let text = line.withLock { line -> String? in
                guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { line.removeSubrange(...end) }
                return String(decoding: line[..<end], as: UTF8.self)
            }
            if let text {
                if let report = UpdateReport(text) { return report }
                continue
            }
            guard line.withLock({ $0.count }) <= Self.lineAtMost else { return nil }
            var buffer = [UInt8](repeating: 0, count: 512)
            let flags = waits ? 0 : Int32(MSG_DONTWAIT)
            let count = unsafe recv(descriptor, &buffer, buffer.count, flags)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            line.withLock { $0 += buffer[..<count] }
        }
    }
}
