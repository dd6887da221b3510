import PeerNetwork

/// Decides which datagrams of a flood are let in, before anything else is done with them.
///
/// Sources that were here before a flood began have a rate of their own each, and all the others share one:
/// who sends as fast as it can slows down itself, and with made-up addresses other newcomers. The rates are
/// many times what a station sends, because a sender's address can be forged: who wants to use up another's
/// has to send so much that it fills the network. What gets through and is still too much finds no place in
/// the mailbox.
struct SourceRateLimiter: Sendable {
    /// Sources with a rate of their own.
    static let sourcesAtMost = 256
    /// ... of one address, with ports of their own: programs on one computer.
    static let portsAtMost = 32
    /// A source that has been silent for so long gives its place away; stations may be silent for 30 s.
    static let forgottenAfter = Duration.seconds(40)

    private struct Bucket: Sendable {
        private let perSecond: Int64
        private let burst: Int64
        /// In thousandths of a datagram.
        private var level: Int64
        private(set) var at: Duration

        init(perSecond: Int64, burst: Int64, now: Duration) {
            self.perSecond = perSecond
            self.burst = burst
            level = burst * 1_000
            at = now
        }

        mutating func take(now: Duration) -> Bool {
            // In whole milliseconds, and what is left of them counts for the next.
            let (seconds, attoseconds) = (now - at).components
            let elapsed = seconds < 60 ? seconds * 1_000 + attoseconds / 1_000_000_000_000_000 : 60_000
            if elapsed > 0 {
                level = min(level + elapsed * perSecond, burst * 1_000)
                at += .milliseconds(elapsed)
                if seconds >= 60 { at = now }
            }
            guard level >= 1_000 else { return false }
            level -= 1_000
            return true
        }
    }

    private var sources: [Endpoint: Bucket] = [:]
    private var others = Bucket(perSecond: 2_000, burst: 2_000, now: .zero)
    private var tidiedAt = Duration.zero

    /// Whether a datagram from there is let in. `now` never runs backwards.
    mutating func admits(_ source: Endpoint, now: Duration) -> Bool {
        // Indexed in place: no copy of the bucket, and no second look into the table.
        if let place = sources.index(forKey: source) { return sources.values[place].take(now: now) }
        guard others.take(now: now) else { return false }
        if sources.count == Self.sourcesAtMost { tidy(now: now) }
        if sources.count < Self.sourcesAtMost,
            sources.keys.count(where: { $0.address == source.address }) < Self.portsAtMost
        {
            sources[source] = Bucket(perSecond: 1_000, burst: 1_000, now: now)
        }
        return true
    }

    /// At most once a second, so that a full table costs little.
    private mutating func tidy(now: Duration) {
        guard now - tidiedAt >= .seconds(1) else { return }
        tidiedAt = now
        sources = sources.filter { now - $0.value.at <= Self.forgottenAfter }
    }
}
