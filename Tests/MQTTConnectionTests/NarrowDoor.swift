import Glibc
import NIOPosix
import Testing

/// A port of loopback whose queue is full: a second one who connects waits until the first is let in.
final class NarrowDoor: Sendable {
    /// What the second one did, once it was let in.
    enum Visitor: Equatable, Sendable { case left, spoke, stayed, didNotCome }

    let port: Int
    private let listener: Int32
    private let first: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        try #require(bound)
        port = Int(UInt16(bigEndian: address.sin_port))
        // A queue for none takes one, which nobody accepts.
        first = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let first = first
        let connected = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(first, pointer, length) == 0
            }
        }
        try #require(connected)
    }

    deinit {
        close(first)
        close(listener)
    }

    /// The first is let in, and so the second.
    func letIn() async throws -> Visitor {
        try await NIOThreadPool.singleton.runIfActive { [listener] in
            // The kernel of one who waits asks again after a second, after three and after seven.
            var patience = timeval(tv_sec: 20, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            unsafe setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
            close(accept(listener, nil, nil))
            let second = accept(listener, nil, nil)
            guard second >= 0 else { return .didNotCome }
            defer { close(second) }
            unsafe setsockopt(second, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
            var byte: UInt8 = 0
            switch unsafe recv(second, &byte, 1, 0) {
            case 0: return .left
            case 1: return .spoke
            default: return .stayed
            }
        }
    }
}
