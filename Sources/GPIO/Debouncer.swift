/// Turns the edges of a bouncing contact into clean ones.
///
/// A press passes at its very first edge, because somebody is waiting to hear it. A release is believed once
/// the contact has stayed open for `settle`, and is then stamped with the instant at which it opened. That is
/// what swallows bounces on both ends, and also the moments of lost contact under a thumb that holds a cheap
/// button.
///
/// Pure: edges and the passing of time go in, clean edges come out. Memory is constant however much a line
/// chatters.
package struct Debouncer: Sendable {
    /// How long the contact must stay open to count as released.
    package let settle: Duration
    /// The clean level.
    package private(set) var isActive: Bool
    /// Since when the contact has been open while `isActive`; nil while it is closed, or cleanly open.
    private var openSince: Duration?
    /// The latest instant seen. A stamp before it is moved up to it: time does not run backwards here.
    private var latest: Duration

    /// - Parameter settle: how long a line has to be quiet.
    package init(settle: Duration = .milliseconds(25), isActive: Bool = false, at now: Duration = .zero) {
        self.settle = settle
        self.isActive = isActive
        latest = now
    }

    /// When `deadline(now:)` wants to be called.
    package var nextDeadline: Duration? {
        openSince.map { $0 + settle }
    }

    /// Whether the contact is closed at this moment, as opposed to the clean level.
    var isClosed: Bool {
        isActive && openSince == nil
    }

    /// Takes an edge, or a reading of the level: a reading that tells nothing new changes nothing, and one
    /// that does stands for an edge that was lost. At the very instant of a deadline it forestalls it.
    package mutating func handle(_ event: LineEvent) -> [LineEvent] {
        let at = max(event.at, latest)
        var clean = deadline(now: at - .nanoseconds(1))
        latest = at
        if event.isActive {
            openSince = nil
            if !isActive {
                isActive = true
                clean.append(LineEvent(isActive: true, at: at))
            }
        } else if isClosed {
            openSince = at
        }
        return clean
    }

    /// The release, if the contact has been open for long enough by `now`.
    package mutating func deadline(now: Duration) -> [LineEvent] {
        guard let opened = openSince, opened + settle <= now else { return [] }
        isActive = false
        openSince = nil
        return [LineEvent(isActive: false, at: opened)]
    }
}
