import Glibc
package import NIOCore
package import PeerNetwork
package import Runtime

/// How an endpoint crosses to the kernel and back, and how people read it.
///
/// As bytes rather than as `sockaddr_in` and `sockaddr_in6`, whose Swift imports belong to whichever C module
/// was seen first. Linux keeps both layouts for good.
extension Endpoint {
    /// - Parameter interface: by which it was heard; kept only where the address needs it.
    package init(_ address: IPv6Address, port: UInt16, interface: Int32) {
        let index = address.isLinkLocal || address.isMulticast ? UInt32(bitPattern: interface) : 0
        self.init(address: address.bytes, port: port, interface: index)
    }

    package init(_ address: IPv4Address, port: UInt16) {
        self.init(address: address.bytes, port: port)
    }

    /// What NIO says of the sender of a datagram, and the index of the interface by which it came; nil for
    /// what is no address of the Internet.
    package init?(_ address: SocketAddress, interface: Int) {
        guard let port = address.port.flatMap({ UInt16(exactly: $0) }),
            let index = Int32(exactly: interface)
        else { return nil }
        let (narrow, wide) = unsafe address.withSockAddr { name, _ in
            unsafe (IPv4Address(name), IPv6Address(name))
        }
        if let wide {
            self.init(wide, port: port, interface: index)
        } else if let narrow {
            self.init(narrow, port: port)
        } else {
            return nil
        }
    }

    var family: AddressFamily { address.count == IPv6Address.byteCount ? .ipv6 : .ipv4 }

    /// Whether this can be one station: neither a group, a broadcast, "no address" nor port 0.
    var isUnicast: Bool {
        if port == 0 { return false }
        if let address = IPv6Address(bytes: address) { return !address.isMulticast && !address.isUnspecified }
        // 0.0.0.0/8 is this network, 224.0.0.0/3 groups, the reserved and the broadcast (RFC 6890).
        guard address.count == 4, let first = address.first else { return false }
        return first != 0 && first < 224
    }

    /// The bytes of a `sockaddr_in` or a `sockaddr_in6`: family (2 bytes, the machine's order), port (2,
    /// big-endian), then address (4) and padding (8), or flow (4), address (16) and scope (4, the machine's
    /// order).
    var socketAddress: [UInt8] {
        let isWide = family == .ipv6
        let kind = UInt16(isWide ? AF_INET6 : AF_INET)
        let head =
            unsafe withUnsafeBytes(of: kind) { unsafe Array($0) } + [UInt8(port >> 8), UInt8(port & 0xFF)]
        if !isWide { return head + address + [UInt8](repeating: 0, count: 8) }
        return head + [0, 0, 0, 0] + address
            + (unsafe withUnsafeBytes(of: interface) { unsafe Array($0) })
    }
}

extension Endpoint: CustomStringConvertible {
    /// "192.168.1.9:50000", or "[fe80::1%3]:50000", in which 3 is the index of the interface.
    package var description: String {
        guard let wide = IPv6Address(bytes: address) else {
            return address.map(String.init).joined(separator: ".") + ":\(port)"
        }
        return "[\(wide)" + (interface == 0 ? "" : "%\(interface)") + "]:\(port)"
    }
}
