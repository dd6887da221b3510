/// So many a second on average, so many at once: a token bucket.
package struct TokenBucket: Sendable {
    let perSecond: Int
    let atOnce: Int
    private let keepsRemainder: Bool
    /// In thousandths of one.
    private var left: Int
    /// When it was asked last, to the millisecond.
    package private(set) var askedAt: Duration

    /// A full one.
    ///
    /// - Parameter keepsRemainder: what is left of a millisecond counts for the next, so that the rate is
    ///   exact however often it is asked. Without, it is the less the more often; evenings depend on it.
    package init(perSecond: Int, atOnce: Int, keepsRemainder: Bool = false, now: Duration = .zero) {
        self.keepsRemainder = keepsRemainder
        self.perSecond = perSecond
        self.atOnce = atOnce
        left = atOnce * 1_000
        askedAt = now
    }

    /// Takes `count` if there are as many.
    package mutating func take(_ count: Int = 1, now: Duration) -> Bool {
        guard has(count, now: now) else { return false }
        left -= count * 1_000
        return true
    }

    /// Takes one, or not: the less is left, the less likely. So of many that come at once each has the same
    /// chance, and nobody who comes often, or just in time, has all.
    package mutating func takeByLot(now: Duration, _ generator: inout SeededGenerator) -> Bool {
        guard has(now: now) else { return false }
        let half = atOnce * 500
        if left < half, Int(generator.next() % UInt64(half)) >= left { return false }
        left -= 1_000
        return true
    }

    /// How long so many take to come.
    package func timeFor(_ count: Int) -> Duration { .seconds(1) * count / perSecond }

    /// Whether there are as many.
    package mutating func has(_ count: Int = 1, now: Duration) -> Bool {
        let passed = now - askedAt
        // Full after this long in any case, and far from any overflow.
        let isFull = passed > .seconds(3_600)
        let milliseconds = isFull ? 3_600_000 : Int(passed / .milliseconds(1))
        if milliseconds > 0 {
            left = min(atOnce * 1_000, left + milliseconds * perSecond)
            askedAt = isFull || !keepsRemainder ? now : askedAt + .milliseconds(milliseconds)
        }
        return left >= count * 1_000
    }
}

/// Rations for strangers: for each address that something came from, and for all of them together, so that
/// one flooder cannot use up what is there for the others.
package struct SourceTokenBuckets: Sendable {
    /// Addresses that are remembered; the one that was heard from longest ago is forgotten first.
    package static let sourcesAtMost = 256

    private struct Source: Sendable {
        var ration: TokenBucket
        var usedAt: Duration
    }

    private let each: TokenBucket
    private var all: TokenBucket
    private var sources: [[UInt8]: Source] = [:]

    package init(each: TokenBucket, all: TokenBucket) {
        self.each = each
        self.all = all
    }

    package var count: Int { sources.count }

    /// - Parameter address: without its port, which costs nothing to change.
    package mutating func take(_ count: Int = 1, for address: [UInt8], now: Duration) -> Bool {
        if var source = sources[address] {
            guard source.ration.has(count, now: now), all.take(count, now: now) else {
                sources[address] = source
                return false
            }
            source.usedAt = now
            let taken = source.ration.take(count, now: now)
            sources[address] = source
            return taken
        }
        guard all.take(count, now: now) else { return false }
        if sources.count >= Self.sourcesAtMost { forgetOldest() }
        var ration = each
        let taken = ration.take(count, now: now)
        sources[address] = Source(ration: ration, usedAt: now)
        return taken
    }

    private mutating func forgetOldest() {
        // Ties are broken by the address, so that two runs forget the same one.
        let oldest = sources.min { left, right in
            left.value.usedAt == right.value.usedAt
                ? left.key.lexicographicallyPrecedes(right.key) : left.value.usedAt < right.value.usedAt
        }
        if let oldest { sources[oldest.key] = nil }
    }
}
