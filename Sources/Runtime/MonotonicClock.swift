import Glibc

/// The one clock of a station, read by its edges only: CLOCK_MONOTONIC, by which libgpiod stamps its edges
/// too.
package enum MonotonicClock {
    /// Time since boot, not counting suspension.
    package static func now() -> Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns at that time and not a moment earlier, or as soon as the task is cancelled.
    package static func sleep(until deadline: Duration) async {
        while !Task.isCancelled, case let left = deadline - now(), left > .zero {
            try? await Task.sleep(for: left, clock: .suspending)
        }
    }

    /// The same for a thread of its own: blocks it.
    package static func block(until deadline: Duration) {
        let (seconds, attoseconds) = deadline.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
