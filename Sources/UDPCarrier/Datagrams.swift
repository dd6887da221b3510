import NIOCore
import NIOPosix
package import PeerNetwork
import Runtime

/// A datagram on its way out.
package struct OutgoingDatagram: Equatable, Sendable {
    /// At most `Datagrams.bytesAtMost`.
    var bytes: [UInt8]
    var destination: Destination

    package init(
        bytes: [UInt8],
        destination: Destination
    ) {
        self.bytes = bytes
        self.destination = destination
    }
}

/// The lobby's datagrams over UDP: the edge to the network.
///
/// What is for everybody goes out three times on every interface: as an IPv4 multicast, as an IPv4 broadcast
/// and as an IPv6 multicast, because access points drop some of them, each make others. It therefore arrives
/// up to three times; its reader has to know what has been read. Nothing that is sent passes a router.
///
/// There are two sockets for each family: one on the lobby's port, which all programs of a computer share,
/// and one on a port of this program alone, from which everything is sent. So an answer reaches the program
/// that asked.
package struct Datagrams: Sendable {
    /// The longest datagram that is sent or delivered; fits any link that carries IPv6 whole. Longer ones are
    /// dropped.
    static let bytesAtMost = 1_200
    /// The lobby's IPv4 multicast group, unless the settings name another (docs/lobby.md).
    package static let usualGroup = "239.255.72.67"

    /// What could not be used or passed on, since the start.
    package struct Counters: Equatable, Sendable {
        /// Received, longer than `bytesAtMost`, and dropped.
        package var tooLong = 0
        /// Received on an interface that the lobby is not on, or from what is no station's address, and
        /// dropped.
        package var elsewhere = 0
        /// Received, and dropped because their sender sends too many; see `SourceRateLimiter`.
        package var tooMany = 0
        /// Refused by the kernel, per interface and way.
        package var notSent = 0

        package init(
            tooLong: Int = 0,
            elsewhere: Int = 0,
            tooMany: Int = 0,
            notSent: Int = 0
        ) {
            self.tooLong = tooLong
            self.elsewhere = elsewhere
            self.tooMany = tooMany
            self.notSent = notSent
        }
    }

    /// Of the lobby; the same on every station.
    let port: Int
    /// An IPv4 multicast group; the one of IPv6 is `IPv6Address.lobbyGroup`.
    let group: String
    /// The only interface to use; nil for all of the house's.
    let interface: String?
    /// How often to look for interfaces that have come or gone, besides when the kernel tells of one.
    var lookAround = Duration.seconds(3)

    /// Deliver what was sent by this very object, too: whether it comes back is for the doctor to know, and
    /// for a station no news.
    package var deliversOwn = false

    package init(port: Int, group: String, interface: String?) {
        self.port = port
        self.group = group
        self.interface = interface
    }

    /// Sends what `outgoing` brings and delivers what arrives, until it is cancelled or `outgoing` ends.
    /// Survives having no network, and tells so once. `deliver` is called on one thread of its own and must
    /// not block.
    ///
    /// - Throws: `badGroup` only, and at once.
    @discardableResult
    package func run(
        outgoing: AsyncStream<OutgoingDatagram>, deliver: @escaping @Sendable (DatagramsEvent) -> Void
    ) async throws(NetworkTrouble) -> Counters {
        guard let group = IPv4Address(group), group.isMulticast else { throw .badGroup(self.group) }
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = loops.next()
        let sockets = NIOLoopBoundBox.makeBoxSendingValue(
            LobbySockets(settings: self, group: group, loop: loop, deliver: deliver), eventLoop: loop)
        let news = InterfaceNews {
            // Fails when the loop is over, and so is the interest in it.
            loop.execute { sockets.value.glance() }
        }
        loop.execute { sockets.value.lookAround() }
        for await datagram in outgoing {
            // Waits for the loop, so that no more than one datagram is ever on its way there.
            try? await loop.submit { sockets.value.send(datagram) }.get()
        }
        news.stop()
        let counters = try? await loop.flatSubmit { sockets.value.stop() }.get()
        try? await loops.shutdownGracefully()
        return counters ?? Counters()
    }
}
