import CDrivers
import Glibc
import Synchronization

/// A controller of our own making at the end of a serial line, as a Raspberry Pi's is: the kernel's own
/// `hci_uart` is at the other end. For kernels without `/dev/vhci`, such as Debian's for arm64.
///
/// As ``VirtualHCI``, a ``Transport`` seen from the other side. Needs CAP_NET_ADMIN. Has to be closed by its
/// owner.
package final class SerialHCI: Transport {
    private struct State: ~Copyable {
        var host: OwnedDescriptor?
        /// What the line had no room for: whole packets, but for the first, which may have begun.
        var unsent: [UInt8] = []
        var framing = SerialFraming()
    }

    private let socket: PacketSocket
    private let state: Mutex<State>

    /// - Throws: `.notPermitted`; `.unsupported` without Bluetooth, `.failed` without `hci_uart`.
    package convenience init() throws(RadioTrouble) {
        _ = try Adapters.list()
        var serial = cd_hci_serial()
        let result = unsafe cd_hci_serial_open(&serial)
        guard ![-EPERM, -EACCES].contains(result) else { throw .notPermitted }
        guard result == 0 else { throw .failed(operation: "attaching a serial line", code: -result) }
        try self.init(
            adapter: "hci\(serial.index)",
            controller: OwnedDescriptor(serial.controller, opening: "a serial line"),
            host: OwnedDescriptor(serial.host, opening: "a serial line"))
    }

    /// Takes both ends of a line: the non-blocking one that it speaks on, and the one that is only kept open.
    init(
        adapter: String, controller: consuming OwnedDescriptor, host: consuming OwnedDescriptor
    ) throws(RadioTrouble) {
        socket = try PacketSocket(adapter: adapter, owning: controller)
        state = Mutex(State(host: host))
    }

    /// The name the kernel gave it, such as "hci0".
    package var adapter: String { socket.adapter }

    /// How much waits for the line. The kernel itself holds some 8 KiB until its worker has passed them on.
    static let unsentAtMost = 65_536

    /// Sends one packet to the host, or keeps it for ``flush()``; dropped while as much is kept as may be.
    package func send(_ packet: [UInt8]) throws(RadioTrouble) {
        state.withLock { state in
            if state.unsent.count + packet.count <= Self.unsentAtMost { state.unsent += packet }
        }
        try flush()
    }

    /// Sends what the line had no room for.
    package func flush() throws(RadioTrouble) {
        let trouble: RadioTrouble? = state.withLock { state in
            do throws(RadioTrouble) {
                state.unsent.removeFirst(try socket.write(state.unsent))
                return nil
            } catch {
                return error
            }
        }
        if let trouble { throw trouble }
    }

    package func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        socket.receive(
            { [weak self] pieces, now in
                guard let self else { return }
                var packets: [[UInt8]] = []
                var isLost = false
                for piece in pieces {
                    let found = state.withLock { $0.framing.packets(with: piece) }
                    packets += found.packets
                    isLost = isLost || found.isLost
                }
                if isLost { try? send(SerialFraming.lost) }
                if !packets.isEmpty { deliver(packets, now) }
            }, ended: ended)
    }

    package func close() {
        socket.close()
        state.withLock { $0.host = nil }
    }
}
