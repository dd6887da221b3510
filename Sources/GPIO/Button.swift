/// A push button: raw edges of its line in, gestures out.
///
/// Pure. Give it every edge and call `deadline(now:)` when `nextDeadline` has come; edges and deadlines in
/// the order of their times. When a deadline has come, read the line first and hand the level over as an
/// event of that instant: an edge that the kernel had no room for shows itself that way.
package struct Button: Sendable {
    private var debouncer: Debouncer
    private var gesture: Gesture

    /// - Parameters:
    ///   - isDown: the level of the line at the start. The kernel reports changes only.
    ///   - now: since when.
    package init(configuration: ButtonConfiguration = .init(), isDown: Bool = false, at now: Duration = .zero)
    {
        debouncer = Debouncer(settle: configuration.settle, isActive: isDown, at: now)
        gesture = Gesture(configuration: configuration, isDown: isDown, at: now)
    }

    /// Whether the button is down: pressed, by all that is known, and not yet released for good.
    package var isDown: Bool {
        debouncer.isActive
    }

    /// When `deadline(now:)` wants to be called; nil while there is nothing to wait for.
    package var nextDeadline: Duration? {
        // While the contact is open, a release may turn out to have come before the hold was complete: wait
        // for that.
        debouncer.nextDeadline ?? gesture.nextDeadline
    }

    /// Takes an edge, or a reading of the level. What fell due before it comes out first.
    package mutating func handle(_ event: LineEvent) -> [ButtonEvent] {
        var events = deadline(now: event.at - .nanoseconds(1))
        for clean in debouncer.handle(event) {
            events += conclude(clean)
        }
        // A contact that closed again after a hold had fallen due was only bouncing: the hold is due now.
        return events + deadline(now: event.at)
    }

    /// What the passing of time brings: a release confirmed, a hold, a stuck button.
    package mutating func deadline(now: Duration) -> [ButtonEvent] {
        var events: [ButtonEvent] = []
        for clean in debouncer.deadline(now: now) {
            events += conclude(clean)
        }
        if debouncer.nextDeadline == nil {
            events += gesture.deadline(now: now)
        }
        return events
    }

    /// A clean edge, after what fell due before it; an edge at the very instant of a deadline forestalls it.
    private mutating func conclude(_ edge: LineEvent) -> [ButtonEvent] {
        gesture.deadline(now: edge.at - .nanoseconds(1)) + gesture.handle(edge)
    }

    /// The line is gone: ends what is under way so that every `down` has its `up`, and completes nothing.
    package mutating func abandon() -> [ButtonEvent] {
        debouncer = Debouncer(settle: debouncer.settle)
        return gesture.abandon()
    }
}
