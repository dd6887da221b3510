import Runtime
import Synchronization

/// Raised once, to end a thread.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isRaised: Bool { flag.load(ordering: .acquiring) }
    func raise() { flag.store(true, ordering: .releasing) }
}

/// The time a speaker lives by, so that a test can bring its own.
struct PlaybackClock: Sendable {
    /// Since boot, on CLOCK_MONOTONIC.
    let now: @Sendable () -> Duration
    /// Blocks the thread until `now` is at least this.
    let wait: @Sendable (Duration) -> Void

    static let monotonic = PlaybackClock(
        now: { MonotonicClock.now() },
        wait: { MonotonicClock.block(until: $0) })
}
