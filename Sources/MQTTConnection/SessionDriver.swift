import MQTT
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Runtime

/// Drives a session on one event loop, on which everything here is called: carries bytes, decides nothing.
final class SessionDriver {
    /// How long the farewell may take.
    private static let leavesWithin = TimeAmount.seconds(1)

    private let address: BrokerAddress
    private var session: ClientSession
    private let loop: any EventLoop
    private let now: @Sendable () -> Duration
    private let deliver: @Sendable (BrokerEvent) -> Void
    private var channel: (any Channel)?
    private var timer: Scheduled<Void>?
    private var timerAt: Duration?
    /// One more for each connection: what an old one says is nothing to the next.
    private var generation = 0

    init(
        _ address: BrokerAddress, _ session: ClientSession, loop: any EventLoop,
        now: @escaping @Sendable () -> Duration, deliver: @escaping @Sendable (BrokerEvent) -> Void
    ) {
        self.address = address
        self.session = session
        self.loop = loop
        self.now = now
        self.deliver = deliver
    }

    func start() { handle(.tick) }

    func publish(_ message: ApplicationMessage) { handle(.publish(message)) }

    func stop() -> EventLoopFuture<ClientSession.Counters> {
        let channel = channel
        handle(.leave)
        timer?.cancel()
        let counters = session.counters
        guard let channel else { return loop.makeSucceededFuture(counters) }
        let limit = loop.scheduleTask(in: Self.leavesWithin) { channel.close(promise: nil) }
        return channel.closeFuture.map {
            limit.cancel()
            return counters
        }
    }

    private func handle(_ input: ClientSession.Input) {
        for output in session.handle(input, now: now()) { run(output) }
        wait()
    }

    private func run(_ output: ClientSession.Output) {
        switch output {
        case .open: open()
        case .send(let bytes): send(bytes)
        case .close: close()
        case .deliver(let message): deliver(.message(message))
        case .status(let status): deliver(.status(status))
        }
    }

    /// One timer, for the next deadline.
    private func wait() {
        let deadline = session.nextDeadline
        guard deadline != timerAt else { return }
        timer?.cancel()
        timerAt = deadline
        guard let deadline else { return }
        let left = max(.milliseconds(1), deadline - now())
        timer = loop.assumeIsolated().scheduleTask(
            in: .milliseconds(
                left.components.seconds * 1_000
                    + left.components.attoseconds / 1_000_000_000_000_000 + 1)
        ) {
            self.timerAt = nil
            self.handle(.tick)
        }
    }

    private func send(_ bytes: [UInt8]) {
        guard let channel else { return }
        let mine = generation
        channel.writeAndFlush(ByteBuffer(bytes: bytes)).assumeIsolated().whenSuccess {
            if mine == self.generation { self.handle(.written(bytes.count)) }
        }
    }

    /// After what is being sent, or at once where nothing is taken any more.
    private func close() {
        // Also one that is being made: it is nothing to the session any more.
        generation += 1
        guard let closing = channel else { return }
        channel = nil
        closing.writeAndFlush(ByteBuffer()).whenComplete { _ in closing.close(promise: nil) }
        loop.scheduleTask(in: Self.leavesWithin) { closing.close(promise: nil) }
    }

    private func open() {
        generation += 1
        let mine = generation
        let secure: (@Sendable () throws -> NIOSSLClientHandler)?
        do {
            secure = try ServerTrust.handler(for: address)
        } catch {
            // Not before this input has been dealt with.
            return loop.assumeIsolated().execute { self.handle(.closed(ServerTrust.trouble(error))) }
        }
        ClientBootstrap(group: loop)
            .connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure { try channel.pipeline.syncOperations.addHandler(secure()) }
                }
            }
            .connect(host: address.host, port: address.port)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .failure(let error):
                    if mine == self.generation { self.handle(.closed(ServerTrust.trouble(error))) }
                case .success(let channel): self.opened(channel, mine)
                }
            }
    }

    private func opened(_ channel: any Channel, _ mine: Int) {
        guard mine == generation else { return channel.close(promise: nil) }
        self.channel = channel
        let ears = ConnectionEars { event in
            guard mine == self.generation else { return }
            switch event {
            case .ready: self.handle(.opened)
            case .bytes(let bytes): self.handle(.received(bytes))
            case .closed(let trouble):
                self.channel = nil
                self.handle(.closed(trouble))
            }
        }
        do {
            try channel.pipeline.syncOperations.addHandler(ears)
            // With TLS there is a handshake first, and the handler tells of its end.
            if address.security == nil { handle(.opened) }
        } catch {
            channel.close(promise: nil)
        }
    }
}

/// Hears what comes by one connection.
private final class ConnectionEars: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    enum Event {
        case ready
        case bytes([UInt8])
        case closed(ConnectionTrouble)
    }

    private let hear: (Event) -> Void
    private var trouble = ConnectionTrouble.ended

    init(_ hear: @escaping (Event) -> Void) { self.hear = hear }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { hear(.ready) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hear(.bytes(Array(unwrapInboundIn(data).readableBytesView)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        trouble = ServerTrust.trouble(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { hear(.closed(trouble)) }
}
