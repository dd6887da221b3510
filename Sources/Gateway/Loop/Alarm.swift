import Synchronization

/// When a running station wants its next tick: set by the loop, looked at by the clock.
final class Alarm: Sendable {
    private let nanoseconds = Atomic<Int64>(0)
    private let isRinging = Atomic<Bool>(false)

    /// On `MonotonicClock`; to the nanosecond. Nil while a tick is on its way to the station.
    var due: Duration? {
        isRinging.load(ordering: .relaxed) ? nil : .nanoseconds(nanoseconds.load(ordering: .relaxed))
    }

    func set(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        nanoseconds.store(seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000, ordering: .relaxed)
    }

    /// A tick is on its way, or is not any more: the station has had it, or it found no place.
    func ring(_ isRinging: Bool) {
        self.isRinging.store(isRinging, ordering: .relaxed)
    }
}
