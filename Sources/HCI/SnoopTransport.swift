import Runtime

/// A transport that shows everything that passes, in both directions, to somebody who writes it down.
///
/// What is sent is shown before it is handed on, because an answer may come before `send` returns.
package final class SnoopTransport: Transport {
    /// Gets whole packets with their H4 type byte, and the time since boot. Called on the thread of whoever
    /// sends or receives; it must not block.
    package typealias Tap = @Sendable ([UInt8], SnoopDirection, Duration) -> Void

    private let transport: any Transport
    private let now: @Sendable () -> Duration
    private let tap: Tap

    /// A transport of which everything is told to `tap`.
    package convenience init(_ transport: any Transport, tap: @escaping Tap) {
        self.init(transport, now: { MonotonicClock.now() }, tap: tap)
    }

    init(_ transport: any Transport, now: @escaping @Sendable () -> Duration, tap: @escaping Tap) {
        (self.transport, self.now, self.tap) = (transport, now, tap)
    }

    package var adapter: String { transport.adapter }

    package func send(_ packet: [UInt8]) throws(RadioTrouble) {
        tap(packet, .sent, now())
        try transport.send(packet)
    }

    package func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        transport.receive(
            { [tap] packets, time in
                for packet in packets { tap(packet, .received, time) }
                deliver(packets, time)
            }, ended: ended)
    }

    package func close() {
        transport.close()
    }
}
