/// Where a datagram came from, or where it goes to: an address, a port and, for addresses that mean
/// nothing without it (IPv6 link-local), the interface.
///
/// Only the network's edge, or its simulated twin, reads more out of it than whether two are the same.
package struct Endpoint: Hashable, Codable, Sendable {
    /// Four bytes for IPv4, sixteen for IPv6, six for a device that was heard by radio, in the order in which
    /// they are sent.
    package var address: [UInt8]
    package var port: UInt16
    /// Index of the interface, as `if_nametoindex` gives it; 0 where it does not matter.
    package var interface: UInt32 = 0

    package init(
        address: [UInt8],
        port: UInt16,
        interface: UInt32 = 0
    ) {
        self.address = address
        self.port = port
        self.interface = interface
    }

    /// Heard by radio and not on a network.
    package var isAir: Bool { address.count == Self.airBytes }
    private static let airBytes = 6
}

/// Who a datagram goes to.
package enum Destination: Hashable, Codable, Sendable {
    /// Everybody on every usable interface: multicast and broadcast.
    case everybody
    /// One station, where it was heard from.
    case one(Endpoint)

    /// By how many ways what is for everybody leaves on one network: multicast and broadcast of IPv4, and
    /// multicast of IPv6.
    static let waysToEverybody = 3
}
