/// An opened HCI device: whole packets out, batches of whole packets in.
///
/// An edge: ``UserChannel`` opens the real one, ``SimulatedTransport`` is its twin.
package protocol Transport: Sendable {
    /// The kernel's name of the controller, such as "hci0". It may change with the next replug.
    var adapter: String { get }

    /// Hands one packet (first byte: its H4 type) to the controller. Never blocks.
    /// - Throws: `.unplugged` when the controller is gone, `.failed` for anything else.
    func send(_ packet: [UInt8]) throws(RadioTrouble)

    /// Starts receiving; called at most once.
    ///
    /// Both closures are called on the transport's own thread and must not block or call ``close()``.
    /// `deliver` gets everything that had arrived, in order, and the time since boot; `ended` is called at
    /// most once, last, and not when the transport was closed by its owner.
    func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void)

    /// Stops receiving and gives the controller back. When it returns, neither closure is running nor will
    /// be called. Idempotent. It sends nothing: an orderly owner resets the controller first.
    func close()
}
