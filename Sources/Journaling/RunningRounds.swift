import Runtime
import Synchronization

/// Which journals are not for others to see yet: the one that is being written, and those of rounds whose
/// keys may still be there.
///
/// Journals that were there when the program started are of a program that is gone, and its keys with it.
package final class RunningRounds: Sendable {
    /// A key fades for ten seconds after its round (`KeyRing.fadesFor`), and an offer as long.
    static let keysLastFor = Duration.seconds(15)
    /// As many as are kept.
    private static let countAtMost = JournalShelf.journalsAtMost

    private struct Running {
        var name: String
        /// Nil while its round goes on.
        var endedAt: Duration?
    }

    private let running = Mutex<[Running]>([])
    private let now: @Sendable () -> Duration

    /// - Parameter now: monotonic time; a card's own clock may be set in between.
    package init(now: @escaping @Sendable () -> Duration = MonotonicClock.now) {
        self.now = now
    }

    /// - Parameter name: of the file, without ".journal"; of another part, if the one before has not ended.
    func begins(_ name: String) {
        running.withLock { $0 = ($0 + [Running(name: name)]).suffix(Self.countAtMost) }
    }

    /// The round is over, with all its parts.
    func ends() {
        let now = now()
        running.withLock { running in
            for index in running.indices where running[index].endedAt == nil { running[index].endedAt = now }
        }
    }

    /// Whether others may see it.
    func isOver(_ name: String) -> Bool {
        let now = now()
        return running.withLock { running in
            running.allSatisfy { one in
                one.name != name || one.endedAt.map { now - $0 >= Self.keysLastFor } ?? false
            }
        }
    }
}
