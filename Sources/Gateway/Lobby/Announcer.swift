/// When a station announces itself: often while something is happening, seldom when nothing is.
///
/// Idle, that is one datagram of some 30 bytes a second, whatever the size of the room.
struct Announcer: Codable, Sendable {
    private static let idleEvery = Duration.seconds(1)
    private static let playingEvery = Duration.milliseconds(500)
    private static let busyEvery = Duration.milliseconds(100)
    /// How long a change is repeated quickly, so that 20 % of loss hides it from nobody for long.
    private static let busyFor = Duration.milliseconds(1_500)

    private var sequence: UInt32 = 0
    private var last: Announcement?
    private var sentAt: Duration?
    private var busyUntil = Duration.zero

    /// The datagram to send now, if one is due. `current` is what the station would say; its sequence is set
    /// here.
    mutating func next(_ current: Announcement, now: Duration) -> [UInt8]? {
        if isNews(current) {
            busyUntil = now + Self.busyFor
            last = current
        } else if let sentAt, now - sentAt < interval(current, now: now) {
            return nil
        }
        var announcement = current
        sequence &+= 1
        announcement.sequence = sequence
        sentAt = now
        return announcement.encoded(now: now)
    }

    private func interval(_ current: Announcement, now: Duration) -> Duration {
        if now < busyUntil || current.isPressing || current.isHolding || current.carried?.stage == .proposed {
            return Self.busyEvery
        }
        return current.carried == nil ? Self.idleEvery : Self.playingEvery
    }

    /// Whether people would notice the difference; the start of a round creeping by milliseconds is none.
    private func isNews(_ current: Announcement) -> Bool {
        guard var before = last else { return true }
        before.sequence = current.sequence
        if let mine = current.carried, let theirs = before.carried, mine.session.round == theirs.session.round
        {
            before.carried?.session = theirs.session.starting(at: mine.session.startsAt)
        }
        return before != current
    }
}
