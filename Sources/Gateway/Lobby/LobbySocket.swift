import Glibc
import NIOCore
import NIOPosix

/// The lobby's one UDP socket. Lives on its event loop, and everything in it is called there.
///
/// NIO waits and reads. It does not send: its datagram channel closes itself for good at the first
/// ENETUNREACH, EPERM or ENOBUFS, which are the weather of a small board's Wi-Fi, and it cannot choose an
/// interface per datagram. So datagrams are handed to the kernel here, on the same descriptor; it never
/// blocks, and what it does not take is lost, as on any UDP path.
final class LobbySocket: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let settings: Datagrams
    private let group: IPv4Address
    private let loop: any EventLoop
    private let deliver: @Sendable (DatagramsEvent) -> Void
    private var watch: NetworkWatch
    private var channel: (any Channel)?
    private var nextLook: Scheduled<Void>?
    private var lastError: NetworkTrouble?
    private var counters = Datagrams.Counters()
    private var isStopped = false

    init(
        settings: Datagrams,
        group: IPv4Address,
        loop: any EventLoop,
        deliver: @escaping @Sendable (DatagramsEvent) -> Void
    ) {
        self.settings = settings
        self.group = group
        self.loop = loop
        self.deliver = deliver
        watch = NetworkWatch(only: settings.interface)
    }

    /// Opens the socket if it is not open, and follows the interfaces if it is; then again and again.
    func lookAround() {
        if isStopped { return }
        if channel != nil { follow() } else { open() }
        nextLook = loop.assumeIsolated().scheduleTask(in: TimeAmount(settings.lookAround)) {
            self.lookAround()
        }
    }

    /// Sends on every interface, to the group and as a broadcast.
    func send(_ bytes: [UInt8]) {
        precondition(bytes.count <= Datagrams.bytesAtMost, "announcements are short")
        for interface in watch.interfaces {
            var codes = [choose(interface)]
            if codes == [0] { codes = [transmit(bytes, to: group)] }
            if let broadcast = interface.broadcast { codes.append(transmit(bytes, to: broadcast)) }
            counters.notSent += codes.count { $0 != 0 }
            codes.forEach { watch.sent(code: $0) }
        }
    }

    /// Closes the socket; nothing is delivered any more.
    func stop() -> EventLoopFuture<Datagrams.Counters> {
        isStopped = true
        nextLook?.cancel()
        let counters = counters
        guard let channel else { return loop.makeSucceededFuture(counters) }
        return channel.close().recover { _ in }.map { counters }
    }

    // MARK: Opening

    private func open() {
        DatagramBootstrap(group: loop)
            // Several stations on one computer, each with a socket like this one, all receive. SO_REUSEPORT
            // would add nothing but the rule that all of them have to be run by the same user (socket(7)).
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(.socketOption(.so_broadcast), value: 1)
            // Only what is sent to groups that *this* socket has joined, on the interfaces where it has
            // (ip(7)).
            .channelOption(.ipOption(.init(rawValue: IP_MULTICAST_ALL)), value: 0)
            .channelOption(.ipOption(.ip_multicast_loop), value: 1)
            .channelOption(.receivePacketInfo, value: true)
            // One byte more than is welcome: a longer datagram is cut there, and known by it.
            .channelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Datagrams.bytesAtMost + 1)
            )
            .bind(host: "0.0.0.0", port: settings.port)
            .assumeIsolated()
            .whenComplete { self.opened($0) }
    }

    private func opened(_ result: Result<any Channel, any Error>) {
        switch result {
        case .success(let opened) where isStopped:
            opened.close(promise: nil)
        case .success(let opened):
            channel = opened
            lastError = nil
            opened.closeFuture.assumeIsolated().whenComplete { _ in self.closed() }
            do {
                try opened.pipeline.syncOperations.addHandler(self)
                follow()
            } catch {
                opened.close(promise: nil)
            }
        case .failure(let error):
            tell(watch.lost(trouble(error, operation: "bind")))
        }
    }

    private func closed() {
        channel = nil
        tell(watch.lost(lastError ?? .failed(operation: "receive", code: EIO)))
    }

    private func trouble(_ error: any Error, operation: String) -> NetworkTrouble {
        let code = (error as? IOError)?.errnoCode ?? EIO
        return NetworkTrouble(operation: operation, code: code, port: settings.port)
    }

    // MARK: Interfaces

    private func follow() {
        let change = watch.found(NetworkInterface.all())
        for interface in change.leave { member(IP_DROP_MEMBERSHIP, interface) }
        for interface in change.join { member(IP_ADD_MEMBERSHIP, interface) }
        tell(change.events)
    }

    /// Joins or leaves the group. A refusal is not told: the broadcasts still come, and leaving what is gone
    /// always fails.
    private func member(_ option: Int32, _ interface: NetworkInterface) {
        _ = set(option, group.groupRequest(on: interface.address, index: interface.index))
    }

    /// Makes `interface` the one that multicasts leave by.
    private func choose(_ interface: NetworkInterface) -> Int32 {
        set(IP_MULTICAST_IF, IPv4Address.any.groupRequest(on: interface.address, index: interface.index))
    }

    // MARK: The descriptor

    /// Returns 0 or an errno.
    private func set(_ option: Int32, _ value: [UInt8]) -> Int32 {
        withDescriptor { unsafe setsockopt($0, Int32(IPPROTO_IP), option, value, socklen_t(value.count)) }
    }

    /// Returns 0 or an errno.
    private func transmit(_ bytes: [UInt8], to address: IPv4Address) -> Int32 {
        let target = address.socketAddress(port: settings.port)
        return withDescriptor { descriptor in
            unsafe target.withUnsafeBytes { raw in
                let address = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress
                return unsafe sendto(descriptor, bytes, bytes.count, 0, address, socklen_t(raw.count))
            }
        }
    }

    /// Calls `body`, which returns a negative number and sets errno if it fails; returns 0 or that errno.
    private func withDescriptor(_ body: (Int32) -> some BinaryInteger) -> Int32 {
        guard let channel else { return ENOTCONN }
        let operations = channel.pipeline.syncOperations
        let code = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            handle -> Int32 in
            body(handle) < 0 ? errno : 0
        }
        return (code ?? nil) ?? EBADF
    }

    // MARK: Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        guard envelope.data.readableBytes <= Datagrams.bytesAtMost else {
            counters.tooLong += 1
            return
        }
        // Broadcasts come from every interface, whatever has been joined.
        let index = envelope.metadata?.packetInfo?.interfaceIndex
        guard watch.interfaces.contains(where: { Int($0.index) == index }) else {
            counters.elsewhere += 1
            return
        }
        let sender = envelope.remoteAddress.ipAddress ?? "?"
        tell([.received(Array(envelope.data.readableBytesView), from: sender)])
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        lastError = trouble(error, operation: "receive")
    }

    private func tell(_ events: [DatagramsEvent]) {
        for event in events where !isStopped { deliver(event) }
    }
}
