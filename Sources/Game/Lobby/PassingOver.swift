import Determinism
import PeerNetwork

/// Who is played without for a while: nobody can stall the others, neither by doing nothing nor by leading
/// on.
///
/// All who hold are watched at the same time, so that many who stall take no longer than one. One that
/// proposes one group after the other, and none with this station, is no staller: beside many who stall, that
/// is how somebody looks who wants to play.
struct PassingOver: Codable, Sendable {
    /// A station that holds, and neither proposes nor agrees to anything, is waited for so long.
    static let idleWithin = Duration.seconds(1)
    /// A leader on whom all have agreed locks within this time, all attempts together …
    static let locksWithin = Duration.seconds(1)
    /// … and proposes one group no longer than this …
    static let proposesWithin = Duration.seconds(2)
    /// … and is agreed with by this station no longer than this, whomever it proposes: those who do not agree
    /// are left out one by one.
    static let leadsWithin = Duration.milliseconds(4_500)
    /// Without a proposal for so long it is another attempt.
    fileprivate static let breaksWithin = Duration.seconds(3)
    /// One that is in a proposal without this station for so long plays with others.
    private static let isElsewhereAfter = Duration.seconds(1)
    /// How many times as long at most: up to a quarter of an hour for who stalls.
    private static let longerAtMost = 16
    /// Those who have stalled are remembered; at most as many as a roster has.
    private static let rememberedAtMost = Roster.stationsAtMost

    /// Why somebody is passed over, and for how long.
    enum Reason: Sendable {
        /// It does nothing, or leads on.
        case stalls
        /// It shows nothing, and does not agree to what is proposed to it.
        case isDeaf
        /// It dropped out of what was proposed, or agrees with somebody else.
        case isOut

        /// The first time; twice as long each time after, but for who dropped out.
        var time: Duration {
            switch self {
            case .stalls: .seconds(60)
            case .isDeaf: .seconds(6)
            case .isOut: .seconds(2)
            }
        }
    }

    /// How much there is to expect of somebody who holds, the most first. Only those of the first rank that
    /// anybody has are played with.
    enum Standing: Comparable, Sendable {
        case willing
        /// Shows a proposal that this station is not in.
        case isElsewhere
        /// Was passed over, and now proposes with this station, or agrees with it.
        case cameAround
        /// Was passed over, and now proposes with somebody.
        case isLively
        case isPassedOver
    }

    private struct Record: Codable, Sendable {
        var until: Duration
        /// How often it has stalled.
        var times: Int
        /// It has led on, or done nothing; else it has only not agreed when it was asked.
        var isStaller = false
    }

    fileprivate struct Watch: Codable, Sendable {
        /// Since when it shows no proposal.
        var idleSince: Duration?
        /// Since when it shows a proposal without this station.
        var elsewhereSince: Duration?
        /// When it was seen to lead last.
        var ledAt: Duration?
        /// Whom it proposes, and since when without a break.
        var group: [StationID] = []
        var groupSince = Duration.zero
        /// For how long in all everybody was seen to agree to what it proposes, and this station was.
        var agreedFor = Duration.zero
        var followedFor = Duration.zero
        /// What was so when it was looked at last, and when that was.
        var isAgreed = false
        var isFollowed = false
        var seenAt: Duration
    }

    private var records: [StationID: Record] = [:]
    private var watches: [StationID: Watch] = [:]
    /// Told once: who was passed over lately, and for how long.
    private var news: [StationID: Duration] = [:]

    func passesOver(_ id: StationID, now: Duration) -> Bool {
        records[id].map { $0.until > now } ?? false
    }

    mutating func passOver(_ id: StationID, because reason: Reason, now: Duration) {
        if records[id] == nil, records.count >= Self.rememberedAtMost {
            // Ties are broken by identity, so that two runs forget the same one.
            let oldest = records.min { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
            if let oldest { records[oldest.key] = nil }
        }
        let times = reason == .isOut ? 0 : records[id]?.times ?? 0
        let length = BackOff(reason.time...(reason.time * Self.longerAtMost)).delay(after: times)
        let until = max(records[id]?.until ?? .zero, now + length)
        let isStaller = reason == .stalls || passesOver(id, now: now) && records[id]?.isStaller ?? false
        records[id] = Record(
            until: until, times: max(records[id]?.times ?? 0, times + 1), isStaller: isStaller)
        watches[id] = nil
        if reason != .isOut { news[id] = length }
    }

    /// For how long a leader has been proposing the same group.
    func proposes(_ leader: StationID, now: Duration) -> Duration {
        watches[leader].map { $0.ledAt == now ? now - $0.groupSince : .zero } ?? .zero
    }

    mutating func takeNews() -> [(id: StationID, time: Duration)] {
        defer { news = [:] }
        return news.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// - Parameters:
    ///   - own: this station.
    ///   - agreesWithOwn: the candidate shows what this station proposes or agrees to.
    func standing(of candidate: Announcement, own: StationID, agreesWithOwn: Bool, now: Duration) -> Standing
    {
        if passesOver(candidate.sender, now: now) {
            let isLed = candidate.carried?.session.leader == candidate.sender
            let wants = isLed && candidate.carried?.session.member(own) != nil
            guard candidate.carried?.stage == .proposed else { return .isPassedOver }
            guard wants || agreesWithOwn else { return .isLively }
            // One that only did not agree, and now does, has done what it was passed over for.
            return records[candidate.sender]?.isStaller ?? false ? .cameAround : .willing
        }
        return isElsewhere(candidate.sender, now: now) ? .isElsewhere : .willing
    }

    /// Whether it is worth while to wait for somebody.
    func expects(_ id: StationID, now: Duration) -> Bool {
        !passesOver(id, now: now) && !isElsewhere(id, now: now)
    }

    private func isElsewhere(_ id: StationID, now: Duration) -> Bool {
        watches[id]?.elsewhereSince.map { now - $0 >= Self.isElsewhereAfter } ?? false
    }

    /// Looks at all who hold.
    ///
    /// - Parameters:
    ///   - candidates: those with whom this station has authenticated.
    ///   - own: this station, and what it agrees to.
    ///   - isAgreed: whether all members are seen to agree to what somebody proposes.
    ///   - expectsSince: since when everybody should be proposing or agreeing; nil while it is too early.
    ///   - patience: how many times as long as usual everybody is waited for.
    mutating func watch(
        _ candidates: [Announcement], own: (id: StationID, proposal: Session?),
        isAgreed: (Session) -> Bool, expectsSince: Duration?, patience: Int = 1, now: Duration
    ) {
        var kept: [StationID: Watch] = [:]
        for candidate in candidates {
            var watch = watches[candidate.sender] ?? Watch(seenAt: now)
            let proposal = candidate.carried?.stage == .proposed ? candidate.carried?.session : nil
            watch.idleSince = proposal == nil ? watch.idleSince ?? now : nil
            let isElsewhere = proposal.map { $0.member(own.id) == nil } ?? false
            watch.elsewhereSince = isElsewhere ? watch.elsewhereSince ?? now : nil
            let led = proposal?.leader == candidate.sender ? proposal : nil
            watch.note(
                led, isAgreed: led.map(isAgreed) ?? false,
                isFollowed: led.map { own.proposal?.agreement == $0.agreement } ?? false, now: now)
            kept[candidate.sender] = watch
        }
        watches = kept
        for (id, watch) in kept.sorted(by: { $0.key < $1.key }) where !passesOver(id, now: now) {
            let idle = watch.idleSince.flatMap { since in expectsSince.map { now - max(since, $0) } }
            let proposes = watch.ledAt == now ? now - watch.groupSince : .zero
            if idle ?? .zero >= Self.idleWithin * patience || proposes >= Self.proposesWithin * patience
                || watch.followedFor >= Self.leadsWithin * patience
                || watch.agreedFor >= Self.locksWithin * patience
            {
                passOver(id, because: .stalls, now: now)
            }
        }
    }

    /// This station does not hold any more: the next time is another attempt.
    mutating func letGo() {
        watches = [:]
    }
}

extension PassingOver.Watch {
    /// What it leads at this moment; nil if nothing.
    fileprivate mutating func note(_ led: Session?, isAgreed: Bool, isFollowed: Bool, now: Duration) {
        if self.isAgreed { agreedFor += now - seenAt }
        if self.isFollowed { followedFor += now - seenAt }
        if let led {
            if now - (ledAt ?? now) > PassingOver.breaksWithin { (agreedFor, followedFor) = (.zero, .zero) }
            let group = led.members.map(\.id)
            if group != self.group || ledAt != seenAt { (self.group, groupSince) = (group, now) }
            ledAt = now
        }
        (self.isAgreed, self.isFollowed, seenAt) = (isAgreed, isFollowed, now)
    }
}
