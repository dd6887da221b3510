/// The clock of one station: since its boot, from an origin of its own, and a little too fast or too slow.
///
/// Quartz is off by up to 100 parts in a million. Nothing may come of that but what `Session` and the offsets
/// make of it, so every simulated station lives on its own time and only the world knows the true one.
package struct StationClock: Equatable, Sendable {
    /// The true instant of the boot, and what the clock showed then.
    private let boot: Duration
    private let origin: Duration
    /// How much faster than true time it goes, in 2⁻⁴⁰: a shift instead of a division.
    private let gain: Int128
    /// The same the other way: what true time lacks for each of its seconds.
    private let loss: Int128
    /// Shows true time, and needs no reckoning.
    private let isTrue: Bool

    /// A clock that shows true time.
    static let exact = StationClock(boot: .zero, origin: .zero, partsPerMillion: 0)

    /// - Parameters:
    ///   - boot: the true instant at which it began.
    ///   - origin: what it showed then.
    ///   - partsPerMillion: how much faster than true time it goes, −1,000…1,000.
    package init(boot: Duration, origin: Duration, partsPerMillion: Double) {
        precondition(abs(partsPerMillion) <= 1_000, "no quartz is that bad")
        self.boot = boot
        self.origin = origin
        gain = Int128(partsPerMillion / 1e6 * 1_099_511_627_776)
        loss = (gain << 40) / ((1 << 40) + gain)
        isTrue = boot == origin && gain == 0
    }

    /// What the clock shows at a true instant.
    func shown(at instant: Duration) -> Duration {
        if isTrue { return instant }
        let elapsed = (instant - boot).attoseconds
        return origin + Duration(attoseconds: elapsed + (elapsed >> 40) * gain)
    }

    /// The first true instant at which the clock shows at least so much.
    func instant(showing time: Duration) -> Duration {
        if isTrue { return time }
        let elapsed = (time - origin).attoseconds
        var instant = boot + Duration(attoseconds: elapsed - (elapsed >> 40) * loss)
        // The shifts cut off a little, at most a few nanoseconds.
        while shown(at: instant) < time { instant += time - shown(at: instant) + .nanoseconds(1) }
        return instant
    }
}
