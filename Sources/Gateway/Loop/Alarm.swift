import Synchronization

/// When a running station wants its next tick: set by the loop, looked at by the clock.
final class Alarm: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    /// On `MonotonicClock`; to the nanosecond.
    var due: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }

    func set(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        nanoseconds.store(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000, ordering: .relaxed)
    }
}
