/// What a station tells of one of its parts: that it does not work, once, and once that it does again.
///
/// A part that comes and goes would talk all evening. The same complaint is heard at most once a minute, and
/// what comes back within half a minute is the same story, told again only if it lasts. A person who did not
/// hear that something was gone does not hear that it is back. So what happens while nobody may be spoken to
/// is told when somebody is there, if it still lasts. The light shows every trouble at once.
package struct HealthIncident<Cause: Equatable & Codable & Sendable>: Codable, Sendable {
    /// Between two complaints about one cause.
    static var apart: Duration { .seconds(60) }
    /// What begins again so soon after it was over is the same story.
    static var sameStory: Duration { .seconds(30) }
    /// … unless it lasts longer than a reset takes.
    static var patience: Duration { .seconds(10) }

    package enum News: Equatable, Sendable {
        case begins(Cause)
        case ends(Cause)
    }

    private struct Past: Codable, Sendable {
        let cause: Cause
        var toldAt: Duration?
        var endedAt: Duration?
    }

    /// What is wrong now, and since when; nil when nothing is.
    private(set) var cause: Cause?
    private var since = Duration.zero
    /// What people believe.
    private var told: Cause?
    /// As many as there are causes.
    private var past: [Past] = []

    /// Something is wrong from now on; nil for nothing.
    ///
    /// - Parameter isHeard: the station may speak; what it tells now is heard.
    mutating func change(to cause: Cause?, isHeard: Bool, now: Duration) -> News? {
        if cause != self.cause {
            if let over = self.cause { past[place(of: over)].endedAt = now }
            self.cause = cause
            since = now
        }
        return advance(isHeard: isHeard, now: now)
    }

    /// Time has passed: what was kept to itself may have become worth telling.
    mutating func advance(isHeard: Bool, now: Duration) -> News? {
        guard isHeard, cause != told else { return nil }
        guard let cause else {
            defer { told = nil }
            return told.map { .ends($0) }
        }
        let place = place(of: cause)
        if let toldAt = past[place].toldAt, now - toldAt < Self.apart { return nil }
        if let endedAt = past[place].endedAt, since - endedAt < Self.sameStory, now - since < Self.patience {
            return nil
        }
        past[place].toldAt = now
        told = cause
        return .begins(cause)
    }

    private mutating func place(of cause: Cause) -> Int {
        if let place = past.firstIndex(where: { $0.cause == cause }) { return place }
        past.append(Past(cause: cause))
        return past.count - 1
    }
}
