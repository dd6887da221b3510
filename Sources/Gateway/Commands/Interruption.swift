import ArgumentParser
import UnixSignals

/// Ctrl-C, or SIGTERM, while something is made that is worth keeping as far as it is.
final class Interruption: Sendable {
    /// As a shell has it of a program that Ctrl-C ended: 128 + SIGINT.
    static let exitCode = ExitCode(130)

    private let latch = Latch()
    private let watch: Task<Void, Never>

    init() {
        watch = Task { [latch] in
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                latch.set()
            }
        }
    }

    var hasHappened: Bool { latch.isSet }

    func end() { watch.cancel() }
}
