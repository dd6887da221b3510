import CDrivers
import Glibc
import Synchronization

/// A controller of our own making at the end of a serial line, as a Raspberry Pi's is: the kernel's own
/// `hci_uart` is at the other end, or whatever else opens it. For kernels without `/dev/vhci`, such as
/// Debian's for arm64, and for chips that have firmware (``BroadcomChip``).
///
/// As ``VirtualHCI``, a ``Transport`` seen from the other side. Has to be closed by its owner.
package final class SerialHCI: Transport {
    /// Who has the host's end.
    package enum Host: String, Sendable, CaseIterable {
        /// The kernel, for a bare controller. Needs CAP_NET_ADMIN.
        case h4
        /// The kernel's driver for Broadcom's chips (`hci_bcm`). Needs CAP_NET_ADMIN.
        case bcm
        /// Nobody yet: the line's path is told.
        case none

        fileprivate var driver: cd_hci_driver {
            switch self {
            case .h4: CD_HCI_DRIVER_H4
            case .bcm: CD_HCI_DRIVER_BCM
            case .none: CD_HCI_DRIVER_NONE
            }
        }
    }

    private struct State: ~Copyable {
        var host: OwnedDescriptor?
        /// What the line had no room for: whole packets, but for the first, which may have begun.
        var unsent: [UInt8] = []
        var framing = SerialFraming()
    }

    private let socket: PacketSocket
    private let state: Mutex<State>

    /// Makes a line.
    ///
    /// - Throws: `.notPermitted`; `.unsupported` without Bluetooth, `.failed` without `hci_uart` or the
    ///   driver.
    package convenience init(host: Host = .h4) throws(RadioTrouble) {
        if host != .none { _ = try Adapters.list() }
        var serial = cd_hci_serial()
        let result = unsafe cd_hci_serial_open(&serial, host.driver)
        guard ![-EPERM, -EACCES].contains(result) else { throw .notPermitted }
        guard result == 0 else { throw .failed(operation: "attaching a serial line", code: -result) }
        let path = unsafe withUnsafeBytes(of: serial.path) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        try self.init(
            adapter: host == .none ? path : "hci\(serial.index)",
            controller: OwnedDescriptor(serial.controller, opening: "a serial line"),
            host: OwnedDescriptor(serial.host, opening: "a serial line"))
    }

    /// Speaks on a line that is there, such as an emulated machine's.
    ///
    /// - Throws: `.failed` if it cannot be opened, or is no serial line.
    package convenience init(line path: String) throws(RadioTrouble) {
        let line = unsafe cd_hci_serial_line(path)
        guard line >= 0 else { throw .failed(operation: "opening \(path)", code: -line) }
        try self.init(adapter: path, controller: OwnedDescriptor(line, opening: path), host: nil)
    }

    /// Takes both ends of a line: the non-blocking one that it speaks on, and the one that is only kept open.
    init(
        adapter: String, controller: consuming OwnedDescriptor, host: consuming OwnedDescriptor?
    ) throws(RadioTrouble) {
        socket = try PacketSocket(adapter: adapter, owning: controller)
        state = Mutex(State(host: host))
    }

    /// The name the kernel gave it, such as "hci0"; or the line's path.
    package var adapter: String { socket.adapter }

    /// How fast the host speaks now, in bit/s; nil for a line that was there, whose speed only its ends know.
    package var speed: Int? {
        state.withLock { state in
            guard let host = state.host?.raw else { return nil }
            let speed = cd_hci_serial_speed(host)
            return speed > 0 ? Int(speed) : nil
        }
    }

    /// How much waits for the line. The kernel itself holds some 8 KiB until its worker has passed them on.
    static let unsentAtMost = 65_536

    /// Bytes that wait for the line.
    var waiting: Int { state.withLock { $0.unsent.count } }

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
