/// How long to wait before something is tried again: twice as long each time, up to a bound.
///
/// Without jitter: what is tried is a part of this machine, or one of a few peers that began at different
/// times.
package struct BackOff: Equatable, Sendable {
    private let bounds: ClosedRange<Duration>
    private var attempts = 0

    /// - Parameter bounds: the first wait, and the longest.
    package init(_ bounds: ClosedRange<Duration>) {
        precondition(bounds.lowerBound > .zero, "a wait of nothing, doubled, is nothing")
        self.bounds = bounds
    }

    /// Nothing has failed since the start, or since the last `restart`.
    package var isFresh: Bool { attempts == 0 }

    /// How long to wait after so many waits before this one.
    package func delay(after attempts: Int) -> Duration {
        var delay = bounds.lowerBound
        for _ in 0..<max(0, attempts) {
            if delay >= bounds.upperBound { break }
            delay = min(delay * 2, bounds.upperBound)
        }
        return delay
    }

    /// How long to wait this time; longer the next.
    package mutating func next() -> Duration {
        defer { attempts += 1 }
        return delay(after: attempts)
    }

    /// What is tried works: the next wait is the shortest again.
    package mutating func restart() {
        attempts = 0
    }
}
