import CDrivers
import Glibc
import Synchronization

/// Raised once, by whoever wants a thread to end.
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
        now: { .nanoseconds(cd_monotonic_nanoseconds()) },
        wait: { until in
            let (seconds, attoseconds) = until.components
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
        })
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` on a detached thread of its own: it waits for a sound card, and a thread of the cooperative
/// pool that waits is a thread fewer for everybody. Returns an errno, 0 when it was started.
///
/// It asks for real-time priority, because 30 ms of sound are all that a busy Pi may be late; without the
/// privilege (RLIMIT_RTPRIO) it runs like any other.
func startAudioThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, &attributes,
        { context in
            guard let context = unsafe context else { return nil }
            let body = unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
            var priority = sched_param(sched_priority: 10)
            _ = unsafe pthread_setschedparam(pthread_self(), Int32(SCHED_RR), &priority)
            body.run()
            return nil
        }, unsafe context.toOpaque())
    if code != 0 { unsafe context.release() }
    return code
}
