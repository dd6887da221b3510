import Dispatch
import Glibc

/// Tells at once when interfaces or addresses come, go or change, as the kernel tells by rtnetlink(7).
///
/// What has changed is not read out of the messages: getifaddrs(3) says it better, and messages may be lost.
/// Where there is no rtnetlink, nothing is ever told, and the look around from time to time has to do.
struct InterfaceNews {
    private let source: (any DispatchSourceRead)?
    private let queue = DispatchQueue(label: "interfaces")

    /// - Parameter tell: called on a thread of its own, possibly several times for one change.
    init(tell: @escaping @Sendable () -> Void) {
        guard let descriptor = Self.subscribe() else {
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            Self.drain(descriptor)
            tell()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = source
    }

    /// Nothing is told any more when this returns.
    func stop() {
        source?.cancel()
        // Waits for the handler, should it be running: that takes microseconds.
        queue.sync {}
    }

    /// linux/rtnetlink.h: RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR.
    private static let groups: UInt32 = 0x1 | 0x10 | 0x100

    private static func subscribe() -> Int32? {
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        // NETLINK_ROUTE is 0.
        let descriptor = socket(AF_NETLINK, kind, 0)
        guard descriptor >= 0 else { return nil }
        // sockaddr_nl: family (2 bytes), padding (2), port (4; the kernel chooses), groups (4), each in the
        // machine's order.
        let name =
            (unsafe withUnsafeBytes(of: UInt16(AF_NETLINK)) { unsafe Array($0) })
            + [UInt8](repeating: 0, count: 6) + (unsafe withUnsafeBytes(of: groups) { unsafe Array($0) })
        let isBound = unsafe name.withUnsafeBytes { raw in
            guard let address = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return false
            }
            return unsafe bind(descriptor, address, socklen_t(raw.count)) == 0
        }
        if isBound { return descriptor }
        close(descriptor)
        return nil
    }

    /// Reads until nothing is left; a message that does not fit is cut off by the kernel, and ENOBUFS (some
    /// were lost) is news like any other. Bounded, so that a storm cannot keep the thread here.
    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<1_024 {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno != ENOBUFS, errno != EINTR { return }
        }
    }
}
