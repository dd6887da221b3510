import Dispatch
import Runtime

/// Switches the machine off, the way a person would from a shell.
struct MachineSwitch: Sendable {
    /// The path of the program, then its arguments.
    var words = ["/usr/bin/systemctl", "poweroff"]

    /// Returns at once; what came of it is told on another thread, and only if the machine stays on.
    func off(failed: @escaping @Sendable (String) -> Void) {
        DispatchQueue.global().async {
            var last = ""
            let ending = Companion(words).run { last = $0 }
            guard ending != .exited(0) else { return }
            failed("\(words.joined(separator: " ")): \(last.isEmpty ? "\(ending)" : last)")
        }
    }
}
