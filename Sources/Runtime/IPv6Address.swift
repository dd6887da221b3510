package import Glibc

/// An IPv6 address: its sixteen bytes in the order in which networks send them.
package struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 16

    package let bytes: [UInt8]

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The address in a `sockaddr`; nil if it is of another family.
    package init?(_ address: UnsafePointer<sockaddr>?) {
        guard let address = unsafe address else { return nil }
        let raw = unsafe UnsafeRawBufferPointer(start: address, count: 28)
        guard unsafe raw.loadUnaligned(as: UInt16.self) == UInt16(AF_INET6) else { return nil }
        bytes = unsafe Array(raw[8..<24])
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The group of every station: of link-local scope, and transient, which is for groups that nobody has
    /// registered (RFC 4291, 2.7); its identifier lies where such groups may (RFC 3307, 4.3) and is the port,
    /// 41475, and the letters H and C.
    package static let lobbyGroup = IPv6Address(
        [0xFF, 0x12] + [UInt8](repeating: 0, count: 10) + [0xA2, 0x03, 0x48, 0x43])

    /// fe80::/10 (RFC 4291): an address that means nothing without its interface.
    package var isLinkLocal: Bool { bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// ff00::/8 (RFC 4291).
    package var isMulticast: Bool { bytes[0] == 0xFF }

    /// ::/128, which stands for "no address".
    package var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The bytes of an `ipv6_mreq` (ipv6(7)): this group, and an interface by its index.
    package func groupRequest(index: Int32) -> [UInt8] {
        bytes + (unsafe withUnsafeBytes(of: index) { unsafe Array($0) })
    }

    /// As RFC 5952 recommends it: lower case, and the longest run of zeros as "::".
    package var description: String {
        let words = (0..<8).map { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end = words[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > longest.count { longest = start..<end }
            start = max(end, start + 1)
        }
        func joined(_ words: some Sequence<Int>) -> String {
            words.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.count < 2 { return joined(words) }
        return joined(words[..<longest.lowerBound]) + "::" + joined(words[longest.upperBound...])
    }
}
