import Determinism
import PeerNetwork

/// Decides which datagrams of a flood are let in, before anything else is done with them.
///
/// Sources that were here before a flood began have a rate of their own each, and all the others share one:
/// one that sends as fast as it can slows down itself, and with made-up addresses other newcomers. The rates
/// are many times what a station sends, because a sender's address can be forged: one that wants to use up
/// another's has to send so much that it fills the network. What gets through and is still too much finds no
/// place in the mailbox.
struct SourceRateLimiter: Sendable {
    /// Sources with a rate of their own.
    static let sourcesAtMost = 256
    /// ... of one address, with ports of their own: programs on one computer.
    static let portsAtMost = 32
    /// A source that has been silent for so long gives its place away; stations may be silent for 30 s.
    static let forgottenAfter = Duration.seconds(40)

    private var sources: [Endpoint: TokenBucket] = [:]
    private var others = TokenBucket(perSecond: 2_000, atOnce: 2_000, keepsRemainder: true)
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
            sources[source] = TokenBucket(perSecond: 1_000, atOnce: 1_000, keepsRemainder: true, now: now)
        }
        return true
    }

    /// At most once a second, so that a full table costs little.
    private mutating func tidy(now: Duration) {
        guard now - tidiedAt >= .seconds(1) else { return }
        tidiedAt = now
        sources = sources.filter { now - $0.value.askedAt <= Self.forgottenAfter }
    }
}
