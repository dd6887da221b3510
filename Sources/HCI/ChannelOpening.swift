import Determinism
import Glibc

/// How a user channel is won: what to do after each answer of the kernel. Pure.
///
/// The kernel says EBUSY for nearly everything (`hci_sock_bind`): the controller is up, somebody else has a
/// user channel on it, its first set-up is still to come or running, or that set-up failed at boot. Taking
/// down one that is up tells these apart. A running bluetoothd does not power a controller up again while we
/// try, so two rounds are the rule.
///
/// One that is not up is left alone: HCIDEVDOWN cancels a set-up that has not begun (`hci_dev_close` in
/// net/bluetooth/hci_core.c), and then nothing but the controller's coming anew begins it again.
struct ChannelOpening: Sendable {
    enum Step: Sendable, Equatable {
        case bind
        /// Ask whether it is up.
        case look
        case takeDown
        /// Wait this long, then bind.
        case pause(Duration)
        case opened
        case failed(RadioTrouble)
    }

    /// Most attempts to bind. With the pauses between them they last two seconds at most.
    static let attempts = 10
    static let pauses = BackOff(.milliseconds(50)...(.milliseconds(200)))

    /// What to do first.
    static let first = Step.bind

    private let adapter: String
    private var binds = 0

    /// - Parameter adapter: its name, as hci0.
    init(adapter: String) {
        self.adapter = adapter
    }

    /// After binding: 0, or an errno.
    mutating func bound(_ code: Int32) -> Step {
        binds += 1
        return switch code {
        case 0: .opened
        // EUSERS: another opener was faster by a hair.
        case EBUSY, EUSERS: .look
        // Its driver has tried to set it up once more: nothing else is asked of a controller before this.
        case ETIMEDOUT: .failed(.setupStuck(adapter: adapter))
        default: .failed(RadioTrouble(opening: "the controller", errno: code))
        }
    }

    /// After looking. One that is gone is not up, and binding tells.
    func looked(isUp: Bool) -> Step { isUp ? .takeDown : again }

    /// After taking the controller down: 0, or an errno.
    func takenDown(_ code: Int32) -> Step {
        switch code {
        // Only a user channel keeps the kernel from taking a controller down.
        case EBUSY: .failed(.owned)
        case EPERM, EACCES, ENODEV: .failed(RadioTrouble(opening: "the controller", errno: code))
        default: again
        }
    }

    private var again: Step {
        binds < Self.attempts
            ? .pause(Self.pauses.delay(after: binds - 1)) : .failed(.setupStuck(adapter: adapter))
    }
}
