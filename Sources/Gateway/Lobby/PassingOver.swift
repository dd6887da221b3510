/// Who is played without for a while: nobody can stall the others, neither by not agreeing nor by leading on.
struct PassingOver: Codable, Sendable {
    static let passedOverFor = Duration.seconds(6)
    /// For whoever dropped out of what was proposed.
    static let droppedFor = Duration.seconds(2)
    /// A leader that proposes one thing after the other, and locks none of them, is followed for so long.
    private static let leadsWithin = Duration.seconds(6)
    /// Without a proposal for so long it is another attempt.
    private static let breaksWithin = Duration.seconds(3)

    private struct Following: Codable, Sendable {
        var leader: StationID
        var since: Duration
        /// When it proposed something last.
        var at: Duration
    }

    /// Who did not keep a promise lately, and until when it is passed over; at most as many as a roster has.
    private var passedOver: [StationID: Duration] = [:]
    private var following: Following?

    mutating func advance(now: Duration) {
        if !passedOver.isEmpty { passedOver = passedOver.filter { $0.value > now } }
    }

    func passesOver(_ id: StationID) -> Bool { passedOver[id] != nil }

    mutating func passOver(_ id: StationID, for time: Duration = passedOverFor, now: Duration) {
        guard passedOver.count < Roster.stationsAtMost else { return }
        passedOver[id] = now + time
    }

    /// A proposal of this leader stands; whether it has been followed for too long, whatever it proposed.
    mutating func isTooLong(following leader: StationID, now: Duration) -> Bool {
        var current = following ?? Following(leader: leader, since: now, at: now)
        if current.leader != leader || now - current.at > Self.breaksWithin {
            current = Following(leader: leader, since: now, at: now)
        }
        current.at = now
        following = current
        return now - current.since > Self.leadsWithin
    }

    /// This station does not hold any more: the next time is another attempt.
    mutating func letGo() {
        following = nil
    }
}
