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
}
