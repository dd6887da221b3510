import PeerNetwork

/// How often a station advertises that does not play, where many are heard: the channels are shared by
/// all, and nobody listens before it sends. Forty that advertise every 20 ms leave 30 % of each other's
/// frames, every 160 ms 83 % (`docs/decisions/0041-crowds.md`).
struct CrowdPace: Sendable {
    /// So many others have no need to save.
    static let company = Gatekeeper.askedOnAir
    /// Twice as many advertise half as often, up to here: a newcomer hears who is there in some four seconds.
    static let slowest: Duration = .milliseconds(160)
    /// A hand that slips holds again.
    static let settlesAfter: Duration = .seconds(2)

    private var interval: Duration?
    /// What was asked for before: the radio may still say so.
    private var before: Duration?
    private var playedAt: Duration = .zero

    /// The longest interval that the radio may have because it was asked to.
    var slowest: Duration { max(interval ?? .zero, before ?? .zero) }

    /// - Parameters:
    ///   - isPlaying: in a session, or holding.
    ///   - others: how many were heard lately.
    /// - Returns: at least so long between two advertisements; nil for as often as the radio can.
    mutating func interval(isPlaying: Bool, others: Int, now: Duration) -> Duration? {
        if isPlaying { playedAt = now }
        let isAtRest = now - playedAt >= Self.settlesAfter
        let wanted = isAtRest ? Self.interval(among: others) : nil
        // Some have to leave before it is quicker: one who comes and goes changes nothing.
        let stays = isAtRest && interval != nil && Self.interval(among: others * 3 / 2) == interval
        if !stays, wanted != interval { (before, interval) = (interval, wanted) }
        return interval
    }

    /// Doubled each time that there are twice as many.
    private static func interval(among others: Int) -> Duration? {
        var (interval, served) = (AirCarrier.quickest, company)
        while served < others, interval < slowest {
            interval *= 2
            served *= 2
        }
        return interval == AirCarrier.quickest ? nil : interval
    }
}
