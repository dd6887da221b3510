import Dispatch

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

/// What each step of volume is, 0…1.
struct VolumeLevels: Equatable, Sendable {
    var usual: Double
    var startUp: Double
    var quiet: Double
    /// Nothing is softer, unless nothing is to be heard at all.
    var floor: Double
    var ceiling: Double
    var isMuted: Bool

    /// The level of a step: never above the ceiling, and never below the floor.
    func level(_ volume: VolumeStep) -> Double {
        if isMuted { return 0 }
        let wanted =
            switch volume {
            case .usual: usual
            case .startUp: min(startUp, usual)
            case .quiet: min(quiet, usual)
            }
        return min(max(wanted, floor), ceiling)
    }
}
