import Runtime

/// Why there is no button, named by what somebody can do about it.
package enum LineTrouble: Error, Sendable, Hashable {
    /// This machine has no GPIO chip at all.
    case noChip
    /// There are chips, but not the one asked for. `found` are the labels there are.
    case unknownChip(wanted: String, found: [String])
    /// The kernel or another program holds the line. `consumer` may be empty: not everybody leaves a name.
    case inUse(consumer: String)
    /// The chip has no line of that number.
    case missingLine
    /// The device file may not be opened by this user.
    case notPermitted
    /// The chip went away while the line was in use.
    case unplugged
    /// Anything else. `code` is the errno.
    case failed(operation: String, code: Int32)

    init(_ refusal: DedicatedThread.Refusal) {
        self = .failed(operation: "pthread_create", code: refusal.code)
    }

    /// What is wrong and what to do, in one sentence.
    package var advice: String {
        switch self {
        case .noChip:
            "This machine has no GPIO chip, so there is no button; on a Raspberry Pi, check /dev/gpiochip0."
        case .unknownChip(let wanted, let found):
            "There is no GPIO chip \(wanted); choose one of: \(found.joined(separator: ", "))."
        case .inUse(let consumer):
            "The button's line is in use by \(consumer.isEmpty ? "another program" : consumer); "
                + "stop that or choose another line."
        case .missingLine:
            "The GPIO chip has no line of that number; choose a smaller one (BCM numbering)."
        case .notPermitted:
            "Opening the GPIO chip is not permitted; add this user to the group gpio, or run as root."
        case .unplugged:
            "The GPIO chip was unplugged; plug it back in."
        case .failed(let operation, let code):
            "The GPIO line failed (\(operation): error \(code)); check the wiring and the kernel's log."
        }
    }
}

extension WakeSignal {
    /// A new one, or why there is none, as lines say it.
    static func forLines() throws(LineTrouble) -> WakeSignal {
        do throws(WakeSignal.Refusal) {
            return try WakeSignal()
        } catch {
            throw .failed(operation: "pipe", code: error.code)
        }
    }
}
