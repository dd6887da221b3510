import CDrivers
import Glibc
import Runtime

/// The real radio: a controller taken from the kernel for this process alone (`HCI_CHANNEL_USER`). Needs
/// CAP_NET_ADMIN.
///
/// Everything here blocks, opening for up to two seconds and longer where firmware is loaded: call it on a
/// thread of its own.
package enum UserChannel {
    /// Reports that arrive while the station is busy wait here; the default buffer holds two hundred and
    /// then drops replies to commands as readily as reports.
    private static let receiveBuffer: Int32 = 4 << 20
    /// The kernel's own time limit of a command.
    private static let replyLimit = Duration.seconds(2)

    /// HCI_Reset as an H4 packet, and how the Command Complete that answers it goes on after type, code and
    /// length.
    private static let resetCommand: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    private static let resetOpcode: [UInt8] = [0x03, 0x0C]

    /// Opens the first matching controller that can be opened. Nothing has been sent to it yet.
    /// - Throws: The trouble of the first one that matches, if none can be had.
    package static func open(_ selector: AdapterSelector) throws(RadioTrouble) -> any Transport {
        var first: RadioTrouble?
        for adapter in try Adapters.list().filter(selector.matches) {
            do throws(RadioTrouble) {
                return try PacketSocket(adapter: adapter.name, owning: try take(adapter))
            } catch {
                first = first ?? error
            }
        }
        throw first ?? .missing
    }

    /// Silences every matching controller: a process that died left its controller advertising and
    /// scanning, because closing a user channel sends no command.
    /// - Returns: The names of those that acknowledged the reset.
    /// - Throws: The first trouble, if not one did.
    package static func radioOff(_ selector: AdapterSelector) throws(RadioTrouble) -> [String] {
        var silenced: [String] = []
        var first: RadioTrouble?
        for adapter in try Adapters.list().filter(selector.matches) {
            do throws(RadioTrouble) {
                try reset(try take(adapter))
                silenced.append(adapter.name)
            } catch {
                first = first ?? error
            }
        }
        if silenced.isEmpty { throw first ?? .missing }
        return silenced
    }

    /// Binds a user channel to `adapter`, as ``ChannelOpening`` says.
    private static func take(_ adapter: Adapter) throws(RadioTrouble) -> OwnedDescriptor {
        let control = try Adapters.openSocket()
        let channel = try Adapters.openSocket()
        // Before binding, so that not one packet meets the small buffer. Not getting it is no reason to
        // give up.
        _ = cd_hci_set_receive_buffer(channel.raw, receiveBuffer)
        var opening = ChannelOpening(adapter: adapter.name)
        var step = ChannelOpening.first
        while true {
            switch step {
            case .bind: step = opening.bound(-cd_hci_bind_user(channel.raw, adapter.index))
            case .look:
                let present = try Adapters.list(control.raw).first { $0.index == adapter.index }
                step = opening.looked(isUp: present?.isUp ?? false)
            case .takeDown: step = opening.takenDown(-cd_hci_take_down(control.raw, adapter.index))
            case .pause(let pause):
                usleep(UInt32(pause / .microseconds(1)))
                step = .bind
            case .opened: return channel
            case .failed(let trouble): throw trouble
            }
        }
    }

    /// Sends HCI_Reset and waits for its Command Complete, past whatever else arrives.
    static func reset(_ channel: borrowing OwnedDescriptor) throws(RadioTrouble) {
        let sent = unsafe cd_hci_write(channel.raw, resetCommand, resetCommand.count)
        guard sent >= 0 else { throw .failed(operation: "resetting the controller", code: -sent) }
        var packet = [UInt8](repeating: 0, count: Int(CD_HCI_PACKET_SIZE))
        let deadline = MonotonicClock.now() + replyLimit
        while true {
            let length = unsafe cd_hci_read(channel.raw, &packet, packet.count)
            switch length {
            case 1...:
                if packet.prefix(Int(length)).isCommandComplete(of: resetOpcode) { return }
            case -EAGAIN:
                let left = deadline - MonotonicClock.now()
                guard left > .zero else { throw .notAnswering }
                // -1: there is nothing to be woken by. Rounded up, not to spin through the last
                // millisecond.
                _ = cd_hci_wait(channel.raw, -1, Int32(left / .milliseconds(1)) + 1)
            default: throw .unplugged
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// 04 0E, length, credits, opcode, …
    fileprivate func isCommandComplete(of opcode: [UInt8]) -> Bool {
        starts(with: [0x04, 0x0E]) && dropFirst(4).starts(with: opcode)
    }
}
