import CDrivers
import Glibc
import Runtime
import Wire

/// A controller of our own making that the kernel takes for a real one (`/dev/vhci`). Needs permission to
/// open that.
///
/// As a ``Transport`` seen from the other side: what arrives are the host's commands, what is sent are the
/// controller's events. Closing it unplugs the controller.
package final class VirtualHCI: Transport {
    /// The first byte of the kernel's answer to the creation; no H4 packet type.
    private static let created: UInt8 = 0xFF
    private static let patience = Duration.seconds(1)

    private let socket: PacketSocket
    /// What the host sent while we waited to learn our name.
    private let early: [[UInt8]]

    /// Blocks until the kernel has told its name, for a second at most. The kernel then resets it and asks
    /// ten questions, which must be answered within two seconds each.
    /// - Throws: `.unsupported` without Bluetooth in the kernel, `.notPermitted`, `.failed` without
    ///   `hci_vhci`, `.missing` if it has no name in time.
    package init() throws(RadioTrouble) {
        _ = try Adapters.list()
        let result = cd_hci_virtual_open()
        guard ![-EPERM, -EACCES].contains(result) else { throw .notPermitted }
        guard result >= 0 else { throw .failed(operation: "opening /dev/vhci", code: -result) }
        let descriptor = try OwnedDescriptor(result, opening: "/dev/vhci")
        var early: [[UInt8]] = []
        var name: String?
        let deadline = MonotonicClock.now() + Self.patience
        while name == nil {
            guard MonotonicClock.now() < deadline else { throw .missing }
            var packet = [UInt8](repeating: 0, count: Int(CD_HCI_PACKET_SIZE))
            let length = unsafe cd_hci_read(descriptor.raw, &packet, packet.count)
            if length == 4, packet[0] == Self.created {
                name = "hci\(packet.littleEndian(2, at: 2))"
            } else if length > 0 {
                early.append(Array(packet.prefix(Int(length))))
            } else {
                _ = cd_hci_wait(descriptor.raw, -1, 20)
            }
        }
        self.early = early
        socket = try PacketSocket(adapter: name ?? "", owning: descriptor)
    }

    /// The name the kernel gave it, such as "hci0".
    package var adapter: String { socket.adapter }

    /// Sends one packet to the host. While no host has the controller open there is nobody to receive it,
    /// and it is dropped.
    package func send(_ packet: [UInt8]) throws(RadioTrouble) {
        do throws(RadioTrouble) {
            try socket.send(packet)
        } catch .unplugged {
            return
        }
    }

    package func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        if !early.isEmpty { deliver(early, MonotonicClock.now()) }
        socket.receive(deliver, ended: ended)
    }

    package func close() {
        socket.close()
    }
}
