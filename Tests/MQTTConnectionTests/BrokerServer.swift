import Broker
import MQTT
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A `SimulatedBroker` on a port of loopback, chosen by the kernel.
final class BrokerServer: Sendable {
    private struct State {
        var broker = SimulatedBroker()
        var channels: [Int: any Channel] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let listener = Mutex<(any Channel)?>(nil)
    private let secure: NIOSSLContext?
    private let goodbyes = AsyncStream.makeStream(of: Void.self)

    /// - Parameter certificate: PEM of a key and its certificate; nil for no TLS.
    init(certificate: String? = nil) throws {
        secure = try certificate.map { text in
            let bytes = Array(text.utf8)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMBytes(bytes).map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(bytes: bytes, format: .pem))))
        }
    }

    /// - Parameter port: 0 for one that is free.
    /// - Returns: its port.
    func open(port: Int = 0) async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure = self.secure {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secure))
                    }
                    try channel.pipeline.syncOperations.addHandler(Ears(self, self.enter(channel)))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        listener.withLock { $0 = channel }
        return channel.localAddress?.port ?? 0
    }

    func close() async {
        let channel = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        try? await channel?.close()
        restart()
    }

    /// All connections end.
    func restart() {
        run { $0.broker.restart() }
    }

    func change(_ body: @Sendable (inout SimulatedBroker) -> Void) { state.withLock { body(&$0.broker) } }

    var broker: SimulatedBroker { state.withLock(\.broker) }

    /// Somebody says something to whoever listens.
    func publish(_ message: ApplicationMessage) {
        run { $0.broker.publish(ControlPacket.Publish(message)) }
    }

    private func enter(_ channel: any Channel) -> Int {
        state.withLock { state in
            state.count += 1
            state.channels[state.count] = channel
            state.broker.opened(state.count)
            return state.count
        }
    }

    fileprivate func received(_ bytes: [UInt8], from client: Int) {
        run { $0.broker.received(bytes, from: client) }
    }

    fileprivate func closed(_ client: Int) {
        run { $0.broker.closed(client) }
        state.withLock { $0.channels[client] = nil }
        goodbyes.continuation.yield()
    }

    /// Waits until somebody is gone.
    func goodbye() async {
        for await _ in goodbyes.stream { return }
    }

    /// What follows is done outside the lock: a connection that is closed says so at once.
    private func run(_ body: (inout State) -> [SimulatedBroker.Output]) {
        let (outputs, channels) = state.withLock { (body(&$0), $0.channels) }
        for output in outputs {
            switch output {
            case .send(let client, let bytes):
                channels[client]?.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            case .close(let client): channels[client]?.close(promise: nil)
            }
        }
    }

    private final class Ears: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let server: BrokerServer
        private let client: Int

        init(_ server: BrokerServer, _ client: Int) { (self.server, self.client) = (server, client) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            server.received(Array(unwrapInboundIn(data).readableBytesView), from: client)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func channelInactive(context: ChannelHandlerContext) { server.closed(client) }
    }
}
