import Determinism

/// When the power of a controller is to be cut because nothing less has helped: of one that fails again after
/// it was closed and opened, and of one that the kernel could not set up. At most once a minute, and less
/// often each time. A controller that answers and hears nobody has a ladder of its own (`Deafness`).
struct PowerCuts: Sendable {
    /// What to do about a controller that the kernel has not set up.
    enum Step: Equatable, Sendable {
        /// Its set-up may not have ended yet.
        case wait
        case cut
        /// A cut has not helped, or it is too early for another one.
        case tell
    }

    /// A set-up that takes longer has failed: 70 KB of firmware at 115,200 bit/s, as a 3A+ has them, and what
    /// is asked before.
    static let setUpTakes = Duration.seconds(12)
    /// After a cut the controller is away, and then set up: that is no news for so long.
    static let returnsWithin = Duration.seconds(15)

    private var rests = BackOff(.seconds(60)...(.seconds(600)))
    private var nextAt: Duration?
    private var cutAt: Duration?
    /// Since when the kernel has not set it up.
    private var stuckSince: Duration?

    /// Whether its absence is what a cut looks like.
    func isAway(now: Duration) -> Bool {
        cutAt.map { now - $0 < Self.returnsWithin } ?? false
    }

    /// The kernel says that it has not set the controller up.
    mutating func noteStuck(now: Duration) -> Step {
        let since = stuckSince ?? now
        stuckSince = since
        if now - since < Self.setUpTakes || isAway(now: now) { return .wait }
        return claimCut(now: now) ? .cut : .tell
    }

    /// Nothing less has helped.
    ///
    /// - Returns: whether it is time for a cut, which then has to follow at once.
    mutating func claimCut(now: Duration) -> Bool {
        guard nextAt.map({ now >= $0 }) ?? true else { return false }
        nextAt = now + rests.next()
        (cutAt, stuckSince) = (now, nil)
        return true
    }

    /// The controller was opened, or is away for a reason of its own.
    mutating func noteNotStuck() {
        stuckSince = nil
    }
}
