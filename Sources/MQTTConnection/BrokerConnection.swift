package import MQTT
import NIOCore
import NIOPosix
import Runtime

/// What a broker sends, and how this client stands with it.
package enum BrokerEvent: Equatable, Sendable {
    case message(ApplicationMessage)
    case status(ConnectionStatus)
}

/// The edge between a `ClientSession` and its broker: TCP, and TLS where that is wanted. Its twin in tests is
/// `SimulatedBroker`.
package struct BrokerConnection: Sendable {
    let address: BrokerAddress
    let configuration: ClientSession.Configuration
    /// The clock of everything that is told.
    let now: @Sendable () -> Duration

    package init(
        _ address: BrokerAddress, _ configuration: ClientSession.Configuration,
        now: @escaping @Sendable () -> Duration = MonotonicClock.now
    ) {
        self.address = address
        self.configuration = configuration
        self.now = now
    }

    /// How many messages may wait between a station and this edge; beyond that the oldest is dropped.
    package static let outgoingAtMost = 256

    /// Says what `outgoing` brings, until it ends or the task is cancelled; then it takes leave. A broker
    /// that is gone, or says no, is tried again.
    ///
    /// - Parameter deliver: called on one thread, and must not block.
    @discardableResult
    package func run(
        outgoing: AsyncStream<ApplicationMessage>, deliver: @escaping @Sendable (BrokerEvent) -> Void
    ) async -> ClientSession.Counters {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let driver = NIOLoopBoundBox.makeBoxSendingValue(
            SessionDriver(address, ClientSession(configuration), loop: loop, now: now, deliver: deliver),
            eventLoop: loop)
        loop.execute { driver.value.start() }
        for await message in outgoing {
            // Waits for the loop, so that no more than one message is ever on its way there.
            try? await loop.submit { driver.value.publish(message) }.get()
        }
        let counters = try? await loop.flatSubmit { driver.value.stop() }.get()
        return counters ?? ClientSession.Counters()
    }
}
