package import Glibc

/// An IPv4 address: its four bytes in the order in which people write them and networks send them.
package struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// "a.b.c.d", four decimal numbers and nothing else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.utf8.count <= 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
        }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// The address in a `sockaddr`; nil if it is of another family.
    package init?(_ address: UnsafePointer<sockaddr>?) {
        guard let address = unsafe address else { return nil }
        let raw = unsafe UnsafeRawBufferPointer(start: address, count: 16)
        guard unsafe raw.loadUnaligned(as: UInt16.self) == UInt16(AF_INET) else { return nil }
        bytes = unsafe Array(raw[4..<8])
    }

    package var description: String {
        bytes.map(String.init).joined(separator: ".")
    }

    /// 224.0.0.0/4 (RFC 5771).
    package var isMulticast: Bool {
        bytes[0] & 0xF0 == 0xE0
    }

    /// The bytes of an `ip_mreqn` (ip(7)): this group, and an interface by its own address and its index. The
    /// kernel finds the interface by the index and sends from the address.
    package func groupRequest(on address: IPv4Address, index: Int32) -> [UInt8] {
        bytes + address.bytes + (unsafe withUnsafeBytes(of: index) { unsafe Array($0) })
    }

    package static let any = IPv4Address(bytes: [0, 0, 0, 0])

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
