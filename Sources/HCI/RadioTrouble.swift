import Runtime

/// Why there is no radio, by what can be done about it.
package enum RadioTrouble: Error, Sendable, Hashable {
    /// No adapter, or none that matches the selector.
    case missing
    /// The process lacks CAP_NET_ADMIN.
    case notPermitted
    /// Switched off by rfkill.
    case blocked
    /// Another process holds the adapter's user channel.
    case owned
    /// The kernel's own first initialisation failed, or has not ended; the adapter is busy until then.
    case setupStuck(adapter: String)
    /// It was there and is gone.
    case unplugged
    /// It answers, and hears nobody, whatever is done to it.
    case deaf
    /// Commands get no answer.
    case notAnswering
    /// The controller reported a hardware error with this vendor-specific code.
    case hardwareError(UInt8)
    /// The controller refused a command it should have accepted.
    case refused(opcode: UInt16, status: UInt8)
    /// This kernel, or this network namespace, has no Bluetooth sockets.
    case unsupported
    /// A system call failed in a way of its own; `code` is an errno.
    case failed(operation: String, code: Int32)

    init(_ refusal: DedicatedThread.Refusal) {
        self = .failed(operation: "starting a thread", code: refusal.code)
    }

    /// One sentence: what is wrong and what to do.
    package var advice: String {
        switch self {
        case .missing:
            "There is no Bluetooth adapter, or not the one asked for: plug it in, or check the setting."
        case .notPermitted:
            "Bluetooth may not be used: run as root or give the program the capability CAP_NET_ADMIN."
        case .blocked:
            "Bluetooth is switched off: run `rfkill unblock bluetooth`."
        case .owned:
            "Another program has the Bluetooth adapter for itself: stop it, or choose another adapter."
        case .setupStuck:
            "The kernel could not set up the Bluetooth adapter: unplug and replug it, or reboot."
        case .unplugged:
            "The Bluetooth adapter was unplugged: plug it in again."
        case .deaf:
            "The Bluetooth adapter answers, but hears nothing any more: replug it, or pull the plug of the "
                + "machine and put it in again."
        case .notAnswering:
            "The Bluetooth adapter does not answer and is restarted: if this stays, replug it or reboot."
        case .hardwareError(let code):
            "The Bluetooth adapter reported hardware error 0x\(hexadecimal(code)) and is restarted: "
                + "if this stays, replug it or reboot."
        case .refused(let opcode, let status):
            "The Bluetooth adapter refused \(Opcode(opcode)) (\(StatusCode(rawValue: status))): "
                + "if this stays, use another adapter or force the legacy commands."
        case .unsupported:
            "There are no Bluetooth sockets here: load the kernel module `bluetooth`, and run outside "
                + "containers and services with a network of their own."
        case .failed(let operation, let code):
            "The Bluetooth adapter failed (\(operation), error \(code)) and is being opened again: "
                + "if this stays, look into the kernel log."
        }
    }
}
