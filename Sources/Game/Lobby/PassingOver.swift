import Determinism
import PeerNetwork

/// Who is played without for a while: nobody can stall the others, neither by doing nothing nor by leading
/// on.
///
/// All who hold are watched at the same time, so that many who stall take no longer than one.
struct PassingOver: Codable, Sendable {
    /// Who holds, and neither proposes nor agrees to anything, is waited for so long.
    static let idleWithin = Duration.seconds(1)
    /// A leader on whom all have agreed locks within this time …
    static let locksWithin = Duration.seconds(1)
    /// … and proposes one group no longer than this …
    static let proposesWithin = Duration.seconds(2)
    /// … and leads no longer than this, whomever it proposes: those who do not agree are left out one by one.
    static let leadsWithin = Duration.milliseconds(4_500)
    /// Without a proposal for so long it is another attempt.
    private static let breaksWithin = Duration.seconds(3)
    /// For who stalls; twice as long each time, up to a quarter of an hour.
    static let stallsFor = Duration.seconds(60)
    private static let longerAtMost = 16
    /// For who does not agree to what is proposed to it; longer each time as well.
    static let deafFor = Duration.seconds(6)
    /// For whoever dropped out of what was proposed.
    static let droppedFor = Duration.seconds(2)
    /// Who has stalled is remembered; at most as many as a roster has.
    private static let rememberedAtMost = Roster.stationsAtMost

    private struct Record: Codable, Sendable {
        var until: Duration
        /// How often it has stalled.
        var times: Int
    }

    private struct Watch: Codable, Sendable {
        /// Since when it shows no proposal.
        var idleSince: Duration?
        /// Since when it leads, and when it was seen to last.
        var leadsSince: Duration?
        var ledAt: Duration?
        /// Whom it proposes, and since when.
        var group: [StationID] = []
        var groupSince = Duration.zero
        /// Since when all have agreed to what it proposes.
        var agreedSince: Duration?
    }

    private var records: [StationID: Record] = [:]
    private var watches: [StationID: Watch] = [:]
    /// Told once: who was passed over lately, and for how long.
    private var news: [StationID: Duration] = [:]

    func passesOver(_ id: StationID, now: Duration) -> Bool {
        records[id].map { $0.until > now } ?? false
    }

    mutating func passOver(_ id: StationID, for time: Duration, now: Duration) {
        if records[id] == nil, records.count >= Self.rememberedAtMost {
            // Ties are broken by identity, so that two runs forget the same one.
            let oldest = records.min { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
            if let oldest { records[oldest.key] = nil }
        }
        let times = time == Self.droppedFor ? 0 : records[id]?.times ?? 0
        let length = BackOff(time...(time * Self.longerAtMost)).delay(after: times)
        let until = max(records[id]?.until ?? .zero, now + length)
        records[id] = Record(until: until, times: max(records[id]?.times ?? 0, times + 1))
        watches[id] = nil
        if time != Self.droppedFor { news[id] = length }
    }

    /// For how long a leader has been proposing the same group.
    func proposes(_ leader: StationID, now: Duration) -> Duration {
        watches[leader].map { $0.ledAt == now ? now - $0.groupSince : .zero } ?? .zero
    }

    mutating func takeNews() -> [(id: StationID, time: Duration)] {
        defer { news = [:] }
        return news.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Looks at all who hold.
    ///
    /// - Parameters:
    ///   - candidates: those with whom this station holds hands.
    ///   - isAgreed: whether all members are seen to agree to what somebody proposes.
    ///   - expectsSince: since when everybody should be proposing or agreeing; nil while it is too early.
    mutating func watch(
        _ candidates: [Announcement], isAgreed: (Session) -> Bool, expectsSince: Duration?, now: Duration
    ) {
        var kept: [StationID: Watch] = [:]
        for candidate in candidates {
            var watch = watches[candidate.sender] ?? Watch()
            let proposal = candidate.carried?.stage == .proposed ? candidate.carried?.session : nil
            watch.idleSince = proposal == nil ? watch.idleSince ?? now : nil
            if let proposal, proposal.leader == candidate.sender {
                if now - (watch.ledAt ?? now) > Self.breaksWithin { watch.leadsSince = nil }
                watch.leadsSince = watch.leadsSince ?? now
                watch.ledAt = now
                let group = proposal.members.map(\.id)
                if group != watch.group { (watch.group, watch.groupSince) = (group, now) }
                watch.agreedSince = isAgreed(proposal) ? watch.agreedSince ?? now : nil
            } else {
                watch.agreedSince = nil
            }
            kept[candidate.sender] = watch
        }
        watches = kept
        for (id, watch) in kept.sorted(by: { $0.key < $1.key }) where !passesOver(id, now: now) {
            let idle = watch.idleSince.flatMap { since in expectsSince.map { now - max(since, $0) } }
            let leads = watch.ledAt == now ? watch.leadsSince.map { now - $0 } : nil
            let proposes = watch.ledAt == now ? now - watch.groupSince : .zero
            let agreed = watch.agreedSince.map { now - $0 } ?? .zero
            if idle ?? .zero >= Self.idleWithin || proposes >= Self.proposesWithin
                || leads ?? .zero >= Self.leadsWithin || agreed >= Self.locksWithin
            {
                passOver(id, for: Self.stallsFor, now: now)
            }
        }
    }

    /// This station does not hold any more: the next time is another attempt.
    mutating func letGo() {
        watches = [:]
    }
}
