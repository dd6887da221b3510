import NIOCore
import NIOPosix

/// The lobby's datagrams over UDP: the edge to the network.
///
/// Every datagram goes out twice on every interface, to a multicast group and as a broadcast, because some
/// access points drop the one and some the other. It therefore arrives up to twice, and at its sender too;
/// the lobby counts announcements and ignores what it has seen. Multicasts keep the default time to live of
/// 1, so neither passes a router.
struct Datagrams: Sendable {
    /// The longest datagram that is sent or delivered; fits any link that carries IPv6 whole. Longer ones are
    /// dropped.
    static let bytesAtMost = Announcement.bytesAtMost

    /// What could not be used or passed on, since the start.
    struct Counters: Equatable, Sendable {
        /// Received, longer than `bytesAtMost`, and dropped.
        var tooLong = 0
        /// Received on an interface that the lobby is not on, and dropped.
        var elsewhere = 0
        /// Refused by the kernel, per interface and way.
        var notSent = 0
    }

    /// Of the lobby; the same on every station.
    let port: Int
    /// An IPv4 multicast group.
    let group: String
    /// The only interface to use; nil for all of the house's.
    let interface: String?
    /// How often to look for interfaces that have come or gone.
    var lookAround = Duration.seconds(3)

    init(port: Int, group: String, interface: String?) {
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
    func run(
        outgoing: AsyncStream<[UInt8]>, deliver: @escaping @Sendable (DatagramsEvent) -> Void
    ) async throws(NetworkTrouble) -> Counters {
        guard let group = IPv4Address(group), group.isMulticast else { throw .badGroup(self.group) }
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = loops.next()
        let socket = NIOLoopBoundBox.makeBoxSendingValue(
            LobbySocket(settings: self, group: group, loop: loop, deliver: deliver), eventLoop: loop)

        loop.execute { socket.value.lookAround() }
        for await bytes in outgoing {
            // Waits for the loop, so that no more than one datagram is ever on its way there.
            try? await loop.submit { socket.value.send(bytes) }.get()
        }
        let counters = try? await loop.flatSubmit { socket.value.stop() }.get()
        try? await loops.shutdownGracefully()
        return counters ?? Counters()
    }
}
