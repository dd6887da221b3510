import Synchronization

/// The twin of an adapter: a simulated controller that can be opened, used by one owner at a time,
/// unplugged and plugged in again. What it does goes on when its owner closes it, as real ones do.
package final class SimulatedAdapter: Sendable {
    private struct State {
        var controller: SimulatedController
        var isPlugged = true
        /// The one that has it open; nil for none.
        var owner: SimulatedTransport.Identity?
        var deliver: (@Sendable ([[UInt8]], Duration) -> Void)?
        var ended: (@Sendable (RadioTrouble) -> Void)?
        var openings = 0
    }

    /// The name of the adapter.
    package let name: String
    private let now: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter now: The clock of the world it is in.
    package init(
        _ controller: SimulatedController, name: String = "hci0", now: @escaping @Sendable () -> Duration
    ) {
        self.name = name
        self.now = now
        state = Mutex(State(controller: controller))
    }

    /// What ``Radio`` is given to open it with. The selector chooses nothing: there is one adapter.
    package func open(_ selector: AdapterSelector) throws(RadioTrouble) -> any Transport {
        let opened: Result<SimulatedTransport, RadioTrouble> = state.withLock { state in
            guard state.isPlugged else { return .failure(.missing) }
            guard state.owner == nil else { return .failure(.owned) }
            state.openings += 1
            state.owner = state.openings
            return .success(SimulatedTransport(self, identity: state.openings))
        }
        return try opened.get()
    }

    /// Looks at the controller or does something to it. What `body` returns is received by whoever has it
    /// open.
    package func withController(_ body: @Sendable (inout SimulatedController) -> [[UInt8]]) {
        state.withLock { state in
            Self.deliver(body(&state.controller), now(), &state)
        }
    }

    /// Its controller advertises.
    package var isAdvertising: Bool { state.withLock { $0.controller.isAdvertising } }
    /// Its controller scans.
    package var isScanning: Bool { state.withLock { $0.controller.isScanning } }
    /// Somebody has it open.
    package var isOpen: Bool { state.withLock { $0.owner != nil } }
    /// Commands sent without credit, so far.
    package var overdrafts: Int { state.withLock { $0.controller.overdrafts } }

    /// The owner is told once; whatever the controller was doing is over.
    package func unplug() {
        state.withLock { state in
            state.isPlugged = false
            let old = state.controller
            state.controller = SimulatedController(profile: old.profile, address: old.address)
            state.controller.faults = old.faults
            state.ended?(.unplugged)
            (state.deliver, state.ended) = (nil, nil)
        }
    }

    /// Puts it back in after it was unplugged.
    package func plug() {
        state.withLock { $0.isPlugged = true }
    }

    // The owner's closures are called under the lock, so that packets keep their order and closing waits
    // for them; they must not call back, which `Transport` forbids anyway.
    private static func deliver(_ packets: [[UInt8]], _ now: Duration, _ state: inout State) {
        if !packets.isEmpty { state.deliver?(packets, now) }
    }

    fileprivate func send(_ packet: [UInt8], from identity: SimulatedTransport.Identity) throws(RadioTrouble)
    {
        let isSent = state.withLock { state in
            guard state.isPlugged, state.owner == identity else { return false }
            Self.deliver(state.controller.host(packet, now: now()), now(), &state)
            return true
        }
        if !isSent { throw .unplugged }
    }

    fileprivate func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void, for identity: SimulatedTransport.Identity
    ) {
        state.withLock { state in
            guard state.owner == identity else { return }
            precondition(state.deliver == nil, "receive() is called once")
            if state.isPlugged {
                (state.deliver, state.ended) = (deliver, ended)
            } else {
                ended(.unplugged)
            }
        }
    }

    fileprivate func close(_ identity: SimulatedTransport.Identity) {
        state.withLock { state in
            guard state.owner == identity else { return }
            (state.owner, state.deliver, state.ended) = (nil, nil, nil)
        }
    }
}

/// An opened ``SimulatedAdapter``. It answers before `send` returns.
package final class SimulatedTransport: Transport {
    fileprivate typealias Identity = Int

    private let device: SimulatedAdapter
    private let identity: Identity

    fileprivate init(_ device: SimulatedAdapter, identity: Identity) {
        self.device = device
        self.identity = identity
    }

    deinit {
        close()
    }

    package var adapter: String { device.name }

    package func send(_ packet: [UInt8]) throws(RadioTrouble) {
        try device.send(packet, from: identity)
    }

    package func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        device.receive(deliver, ended: ended, for: identity)
    }

    package func close() {
        device.close(identity)
    }
}
