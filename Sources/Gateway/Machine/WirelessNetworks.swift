import Glibc
import StationNode
import Wire

/// Whether this machine is in a Wi-Fi network at 2.4 GHz, where Bluetooth is as well. The kernel says so to
/// anybody by nl80211 (linux/nl80211.h), which every driver of this century has.
enum WirelessNetworks {
    /// Of generic netlink's own family (linux/genetlink.h).
    private enum Family {
        static let control: UInt16 = 0x10
        static let get: UInt8 = 3
        static let number: UInt16 = 1
        static let name: UInt16 = 2
    }

    private enum Wireless {
        static let getInterface: UInt8 = 5
        /// In MHz.
        static let frequency: UInt16 = 38
        /// There only while the interface is in a network, or is one.
        static let networkName: UInt16 = 52
    }

    /// Channel 14 ends at 2,495 MHz; the next band begins at 4,900.
    private static let band: Range<UInt32> = 2_400..<2_500

    /// Nil where the kernel does not answer.
    static let use: @Sendable () -> WiFiUse? = {
        guard let link = GenericNetlink() else { return nil }
        defer { link.end() }
        let question = NetlinkMessage.request(
            type: Family.control, command: Family.get, attribute: Family.name, text: "nl80211")
        guard let answer = link.ask(question, isList: false) else { return nil }
        guard let number = answer.lazy.compactMap({ $0[Family.number] }).first else {
            // A kernel without wireless devices has no such family. Whatever else it says is no answer.
            return answer.contains { $0.failure == -ENOENT } ? .elsewhere : nil
        }
        let interfaces = link.ask(
            NetlinkMessage.request(
                type: UInt16(littleEndianBytes: number), command: Wireless.getInterface, dumps: true),
            isList: true)
        guard let interfaces, !interfaces.contains(where: { ($0.failure ?? 0) != 0 }) else { return nil }
        return use(interfaces)
    }

    static func use(_ interfaces: [NetlinkMessage]) -> WiFiUse {
        let shares = interfaces.contains { interface in
            guard interface[Wireless.networkName] != nil, let bytes = interface[Wireless.frequency] else {
                return false
            }
            return band.contains(UInt32(littleEndianBytes: bytes))
        }
        return shares ? .shared : .elsewhere
    }
}

/// A socket for questions to the kernel (NETLINK_GENERIC). Open for one look only.
private struct GenericNetlink {
    /// NETLINK_GENERIC of linux/netlink.h.
    private static let generic: Int32 = 16
    /// The kernel sends no longer one (NLMSG_GOODSIZE).
    private static let bytesAtMost = 32_768
    /// More interfaces than any machine has.
    private static let datagramsAtMost = 64

    private let descriptor: Int32

    init?() {
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_NETLINK, kind, Self.generic)
        guard descriptor >= 0 else { return nil }
        // The kernel answers while it is asked; this is for one that does not.
        var patience = timeval(tv_sec: 0, tv_usec: 200_000)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func end() { close(descriptor) }

    /// What the kernel answers; nil if it does not.
    ///
    /// - Parameter isList: it says where that ends. What is no list is one message.
    func ask(_ question: [UInt8], isList: Bool) -> [NetlinkMessage]? {
        guard unsafe send(descriptor, question, question.count, 0) == question.count else { return nil }
        var messages: [NetlinkMessage] = []
        var buffer = [UInt8](repeating: 0, count: Self.bytesAtMost)
        for _ in 0..<Self.datagramsAtMost {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0, let part = try? NetlinkMessage.all(in: Array(buffer[..<count])) else {
                return nil
            }
            messages += part
            if !isList || part.contains(where: { $0.type <= NetlinkMessage.Control.done }) { return messages }
        }
        return nil
    }
}
