import Glibc
package import NIOCore
import NIOPosix
import PeerNetwork

/// One UDP socket of the lobby. Lives on its event loop, and everything in it is called there.
///
/// NIO waits and reads. It does not send: its datagram channel closes itself for good at the first
/// ENETUNREACH, EPERM or ENOBUFS, which are the weather of a small board's Wi-Fi, and it cannot choose an
/// interface per datagram. So datagrams are handed to the kernel here, on the same descriptor; it never
/// blocks, and what it does not take is lost, as on any UDP path.
package final class LobbySocket: ChannelInboundHandler {
    package typealias InboundIn = AddressedEnvelope<ByteBuffer>

    /// What a socket is for.
    package enum Purpose: Sendable {
        /// The lobby's port, which every station of a computer shares: what is for everybody arrives here.
        case shared
        /// A port of this program alone: everything is sent from here, so that answers to one station come
        /// here and to no other.
        case own
    }

    let family: AddressFamily
    let purpose: Purpose
    private let loop: any EventLoop
    /// What arrives: a datagram, and the index of the interface by which it came.
    private let receive: (_ bytes: ByteBuffer, _ from: SocketAddress, _ interface: Int) -> Void
    private var channel: (any Channel)?
    private var lastError: Int32?

    package init(
        _ family: AddressFamily, _ purpose: Purpose, loop: any EventLoop,
        receive: @escaping (_ bytes: ByteBuffer, _ from: SocketAddress, _ interface: Int) -> Void
    ) {
        self.family = family
        self.purpose = purpose
        self.loop = loop
        self.receive = receive
    }

    var isOpen: Bool { channel != nil }

    /// The port it has; nil while it is closed.
    var port: UInt16? { channel?.localAddress?.port.flatMap { UInt16(exactly: $0) } }

    /// Opens it.
    ///
    /// - Parameters:
    ///   - port: of the lobby; one's own is chosen by the kernel.
    ///   - opened: called once, with 0 or an errno.
    ///   - closed: called once after a success, with an errno if there was an error.
    func open(
        port: Int, opened: @escaping (_ code: Int32) -> Void, closed: @escaping (_ code: Int32?) -> Void
    ) {
        lastError = nil
        // An address, not a host: to resolve "0.0.0.0" where this computer has IPv6 and no IPv4 yet gives
        // ::ffff:0.0.0.0 (getaddrinfo(3), AI_ADDRCONFIG), and what such a socket hears cannot be answered.
        let anywhere = try? SocketAddress(
            ipAddress: family == .ipv4 ? "0.0.0.0" : "::", port: purpose == .shared ? port : 0)
        guard let anywhere else { return opened(EAFNOSUPPORT) }
        // NIO leaves a socket open whose opening fails, and this one may be tried for as long as the station
        // runs.
        let candidate = NIOLoopBoundBox<(any Channel)?>(nil, eventLoop: loop)
        DatagramBootstrap(group: loop)
            .channelInitializer { [family, purpose] channel in
                candidate.value = channel
                return Self.prepare(channel, family, purpose)
            }
            .bind(to: anywhere)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .failure(let error):
                    candidate.value?.close(promise: nil)
                    opened(Self.code(error))
                case .success(let channel):
                    self.channel = channel
                    do {
                        try channel.pipeline.syncOperations.addHandler(self)
                        opened(0)
                    } catch {
                        opened(EIO)
                    }
                    channel.closeFuture.assumeIsolated().whenComplete { _ in
                        self.channel = nil
                        closed(self.lastError)
                    }
                }
            }
    }

    func close() -> EventLoopFuture<Void> {
        guard let channel else { return loop.makeSucceededVoidFuture() }
        return channel.close().recover { _ in }
    }

    /// Sets what has to be set before it has a port.
    private static func prepare(
        _ channel: any Channel, _ family: AddressFamily, _ purpose: Purpose
    ) -> EventLoopFuture<Void> {
        var options = [
            channel.setOption(.receivePacketInfo, value: true),
            // One byte more than is welcome: a longer datagram is cut there, and known by it.
            channel.setOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: Datagrams.bytesAtMost + 1)),
        ]
        if purpose == .shared {
            // Several stations on one computer, each with a socket like this one, all receive. SO_REUSEPORT
            // would add nothing but the rule that all of them have to be run by the same user (socket(7)).
            // One's own socket has it not: so the kernel never gives it a port that somebody else has.
            options.append(channel.setOption(.socketOption(.so_reuseaddr), value: 1))
        }
        switch family {
        case .ipv4:
            options += [
                ifKnown(channel.setOption(.ipOption(.init(rawValue: IP_MULTICAST_ALL)), value: 0)),
                channel.setOption(.ipOption(.ip_multicast_loop), value: 1),
                channel.setOption(.socketOption(.so_broadcast), value: 1),
                // No router passes on what is sent to one station either, whatever address it claims.
                channel.setOption(.ipOption(.init(rawValue: IP_TTL)), value: 1),
            ]
        case .ipv6:
            options += [
                channel.setOption(ipv6(.ipv6_v6only), value: 1),
                ifKnown(channel.setOption(ipv6(.init(rawValue: multicastAll)), value: 0)),
                channel.setOption(ipv6(.ipv6_multicast_loop), value: 1),
                channel.setOption(ipv6(.init(rawValue: IPV6_UNICAST_HOPS)), value: 1),
            ]
        }
        return .andAllSucceed(options, on: channel.eventLoop)
    }

    /// Only what is sent to groups that *this* socket has joined, on the interfaces where it has (ip(7)). A
    /// kernel that does not know how (Linux before 4.20 by IPv6, qemu-user) delivers what other programs
    /// have joined, too; what comes by another interface is dropped by LobbySockets.
    private static func ifKnown(_ option: EventLoopFuture<Void>) -> EventLoopFuture<Void> {
        option.flatMapErrorThrowing { error in
            guard code(error) == ENOPROTOOPT else { throw error }
        }
    }

    private static func ipv6(_ name: NIOBSDSocket.Option) -> ChannelOptions.Types.SocketOption {
        .init(level: .ipv6, name: name)
    }

    /// linux/in6.h: IPV6_MULTICAST_ALL, which glibc does not declare everywhere.
    private static let multicastAll: Int32 = 29

    // MARK: The descriptor

    /// Returns 0 or an errno.
    @discardableResult
    func set(_ option: Int32, _ value: [UInt8]) -> Int32 {
        let level = Int32(family == .ipv4 ? IPPROTO_IP : IPPROTO_IPV6)
        return withDescriptor { unsafe setsockopt($0, level, option, value, socklen_t(value.count)) }
    }

    /// Returns 0 or an errno.
    func transmit(_ bytes: [UInt8], to target: Endpoint) -> Int32 {
        let target = target.socketAddress
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

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        // Always there, for it was asked for; 0 is no interface.
        let index = envelope.metadata?.packetInfo?.interfaceIndex ?? 0
        receive(envelope.data, envelope.remoteAddress, index)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        lastError = Self.code(error)
    }

    private static func code(_ error: any Error) -> Int32 {
        (error as? IOError)?.errnoCode ?? EIO
    }
}
