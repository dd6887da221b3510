import Runtime
import Synchronization

/// The twin of `GPIOChip`: lines that exist in memory, pressed by the owner of this, and with everything
/// that can go wrong on request. Give its `open` to `Lines`. (For virtual time use `SimulatedPin` with
/// `LinesCore`.)
package final class SimulatedLines: Sendable {
    fileprivate struct State: Sendable {
        var pin = SimulatedPin()
        var lit: Set<Lamp> = []
        var isPlugged = true
        var consumer: String?
        var lampTroubles: [Lamp: LineTrouble] = [:]
        var calls = 0
        var failures: [Int: LineTrouble] = [:]
        /// The signal of the one that has the lines open; counts up so that an old one cannot be mistaken for
        /// the present.
        var signal: WakeSignal?
        var session = 0
    }

    fileprivate let state = Mutex(State())

    /// Lines with everything in order, and the button up.
    package init() {}

    /// The lamps that are lit.
    package var lit: Set<Lamp> {
        state.withLock(\.lit)
    }

    /// Whether somebody has the lines open.
    package var isOpen: Bool {
        state.withLock { $0.signal != nil }
    }

    /// How often the lines were called: opening, reading and writing all count.
    package var calls: Int {
        state.withLock(\.calls)
    }

    /// Touches the button's pin.
    package func move(_ body: @Sendable (inout SimulatedPin) -> Void) {
        change { body(&$0.pin) }
    }

    /// Takes the chip away, or plugs it back in.
    package func plug(_ isPlugged: Bool) {
        change { $0.isPlugged = isPlugged }
    }

    /// Lets another program have the line; nil gives it back.
    package func occupy(by consumer: String?) {
        change { $0.consumer = consumer }
    }

    /// Makes a lamp unavailable for those who open from now on.
    package func breakLamp(_ lamp: Lamp, _ trouble: LineTrouble?) {
        change { $0.lampTroubles[lamp] = trouble }
    }

    /// Makes a call fail. - Parameter call: its number; the first one is 1.
    package func fail(call: Int, with trouble: LineTrouble) {
        change { $0.failures[call] = trouble }
    }

    /// Stands in for `GPIOChip.open`.
    package func open(_ configuration: LinesConfiguration) throws(LineTrouble) -> any LineSource {
        let signal = try WakeSignal.forLines()
        let session = try count { state throws(LineTrouble) in
            guard state.isPlugged else { throw .noChip }
            if let consumer = state.consumer { throw .inUse(consumer: consumer) }
            if state.signal != nil { throw .inUse(consumer: "hotcold") }
            state.signal = signal
            state.session += 1
            _ = state.pin.take()
            return (number: state.session, troubles: state.lampTroubles)
        }
        return SimulatedSource(
            self, session: session.number, signal: signal, lamps: configuration.lampLines,
            troubles: session.troubles)
    }

    /// Counts a call, lets it fail if its turn has come, and does it.
    fileprivate func count<T: Sendable>(
        _ body: @Sendable (inout State) throws(LineTrouble) -> T
    ) throws(LineTrouble) -> T {
        try state.withLock { state throws(LineTrouble) in
            state.calls += 1
            if let failure = state.failures[state.calls] { throw failure }
            return try body(&state)
        }
    }

    private func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.signal?.raise()
        }
    }
}

/// What `SimulatedLines` opens.
private final class SimulatedSource: LineSource {
    let chip = "simulated"
    let lampTroubles: [Lamp: LineTrouble]
    private let lamps: Set<Lamp>
    private let lines: SimulatedLines
    private let session: Int
    private let signal: WakeSignal

    init(
        _ lines: SimulatedLines, session: Int, signal: WakeSignal, lamps: [Lamp: UInt32],
        troubles: [Lamp: LineTrouble]
    ) {
        self.lines = lines
        self.session = session
        self.signal = signal
        lampTroubles = troubles.filter { lamps[$0.key] != nil }
        self.lamps = Set(lamps.keys).subtracting(troubles.keys)
    }

    deinit {
        let session = session
        lines.state.withLock { state in
            if state.session == session { state.signal = nil }
        }
    }

    var descriptor: Int32 { signal.descriptor }

    func edges() throws(LineTrouble) -> [LineEvent] {
        signal.lower()
        return try plugged { $0.pin.take() }
    }

    func level() throws(LineTrouble) -> Bool {
        try plugged(\.pin.isActive)
    }

    func set(_ lamp: Lamp, isOn: Bool) throws(LineTrouble) {
        guard lamps.contains(lamp) else { return }
        try plugged { state in
            if isOn { state.lit.insert(lamp) } else { state.lit.remove(lamp) }
        }
    }

    private func plugged<T: Sendable>(_ body: @Sendable (inout SimulatedLines.State) -> T) throws(LineTrouble)
        -> T
    {
        try lines.count { state throws(LineTrouble) in
            guard state.isPlugged else { throw .unplugged }
            return body(&state)
        }
    }
}
