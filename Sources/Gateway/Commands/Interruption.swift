import ArgumentParser
import Synchronization
import UnixSignals

/// Ctrl-C, or SIGTERM, while something is made that is worth keeping as far as it is.
final class Interruption: Sendable {
    /// As a shell has it of a program that Ctrl-C ended: 128 + SIGINT.
    static let exitCode = ExitCode(130)

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    private let flag = Flag()
    private let watch: Task<Void, Never>

    init() {
        watch = Task { [flag] in
            for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                flag.isSet.store(true, ordering: .releasing)
            }
        }
    }

    var hasHappened: Bool { flag.isSet.load(ordering: .acquiring) }

    func end() { watch.cancel() }
}
