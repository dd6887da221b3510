import PeerNetwork

/// When a station says what: to the lobby whenever it is something else than before, which `Security`
/// repeats; to its session again and again, often while something is happening.
struct Announcer: Codable, Sendable {
    private static let playingEvery = Duration.milliseconds(500)
    private static let busyEvery = Duration.milliseconds(100)
    /// How long a change is repeated quickly, so that 20 % of loss hides it from nobody for long.
    private static let busyFor = Duration.milliseconds(1_500)

    private var toLobby: Message?
    /// What that says, unless it carries a proposal, whose start is told anew each time.
    private var lobbySays: Announcement?
    private var toSession: Announcement?
    private var sentAt = Duration.zero
    private var stamped: UInt32?
    private var busyUntil = Duration.zero
    /// The last message to the session was a status.
    private var wasShort = false

    /// What to tell the lobby; nil when it has been told.
    mutating func lobby(_ current: Announcement, now: Duration) -> Message? {
        if current.carried == nil, current == lobbySays { return nil }
        lobbySays = current.carried == nil ? current : nil
        let isUrgent = current.isPressing || current.isHolding || current.carried != nil
        let message = Message(audience: .lobby(isUrgent: isUrgent), body: current.encoded(now: now))
        guard message != toLobby else { return nil }
        toLobby = message
        return message
    }

    /// What to tell the session; nil when it has been told lately.
    mutating func session(
        _ current: Announcement, id: UInt64, clocks: ClockOffsets, now: Duration
    ) -> Message? {
        let isNews = isNews(current)
        let isCounting = current.carried.map { now < $0.session.startsAt } ?? false
        // Clocks are compared in the countdown, by what only the whole of it says.
        let isShort =
            isNews ? isNewInShort(current, now: now) : !isCounting && !wasShort && now < busyUntil
        if isNews {
            busyUntil = now + Self.busyFor
            toSession = current
        } else if now - sentAt < interval(current, now: now) {
            return nil
        }
        sentAt = now
        var stamp = clocks.stamp(isCounting: isCounting, now: now)
        // Two within a millisecond are told apart all the same, so that the order can be.
        if let stamped, Int32(bitPattern: stamp.sent &- stamped) <= 0 { stamp.sent = stamped &+ 1 }
        stamped = stamp.sent
        let body = body(current, isShort: isShort, stamp: stamp, now: now)
        return Message(audience: .session(id), body: body, trafficClass: isNews ? .news : nil)
    }

    /// What has happened is said in short first, and then in turns with the whole of it for as long as it is
    /// repeated quickly.
    private mutating func body(
        _ current: Announcement, isShort: Bool, stamp: ClockStamp, now: Duration
    ) -> [UInt8] {
        let status = isShort ? RoundStatus(current, sent: stamp.sent, now: now) : nil
        wasShort = status != nil
        if let status { return status.encoded(now: now) }
        var announcement = current
        announcement.stamp = stamp
        return announcement.encoded(now: now)
    }

    /// A status says what is new in it.
    private func isNewInShort(_ current: Announcement, now: Duration) -> Bool {
        RoundStatus(current, sent: 0, now: now)
            != toSession.flatMap { RoundStatus($0, sent: 0, now: now) }
    }

    /// The session is over.
    mutating func leave() {
        toSession = nil
    }

    private func interval(_ current: Announcement, now: Duration) -> Duration {
        let isCountdown =
            current.carried.map { $0.session.outcome == nil && now < $0.session.startsAt } ?? false
        if now < busyUntil || current.isPressing || current.isHolding || isCountdown
            || current.carried?.stage == .proposed
        {
            return Self.busyEvery
        }
        return Self.playingEvery
    }

    /// Whether people would notice the difference; the start of a round creeping by milliseconds is none.
    private func isNews(_ current: Announcement) -> Bool {
        guard var before = toSession else { return true }
        if let mine = current.carried, let theirs = before.carried,
            mine.session.round == theirs.session.round,
            mine.stage == theirs.stage
        {
            before.carried?.session = theirs.session.timed(like: mine.session)
        }
        return before != current
    }
}
