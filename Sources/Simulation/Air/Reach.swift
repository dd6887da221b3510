import Determinism

/// Which stations of a world reach which by radio: how many of the packets that one transmits come through to
/// another.
///
/// What a hunt hears is nobody's promise; but where frames carry the lobby, a promise of it holds only for
/// those who are in reach.
struct Reach: Sendable {
    /// One packet in so many comes through.
    static let enough = 0.25
    /// Over how many packets that is worked out.
    private static let memory = 64.0
    /// Somebody of whom no packet was transmitted for so long is out of reach, too.
    private static let silentFor = Duration.seconds(5)

    private struct Link: Sendable {
        var share = 0.0
        var at = Duration.zero
        var since: Duration?
    }

    private struct Way: Hashable {
        var from: Int
        var to: Int
    }

    private var links: [Way: Link] = [:]

    /// A packet was transmitted, and came through or did not.
    mutating func note(from sender: Int, to receiver: Int, isHeard: Bool, now: Duration) {
        var link = links[Way(from: sender, to: receiver)] ?? Link()
        if now - link.at > Self.silentFor { link = Link() }
        link.share += ((isHeard ? 1 : 0) - link.share) / Self.memory
        link.at = now
        link.since = link.share >= Self.enough ? link.since ?? now : nil
        links[Way(from: sender, to: receiver)] = link
    }

    /// Since when two reach each other; nil while they do not.
    func since(_ one: Int, _ other: Int, now: Duration) -> Duration? {
        let ways = [Way(from: one, to: other), Way(from: other, to: one)].map { way -> Duration? in
            guard let link = links[way], now - link.at <= Self.silentFor else { return nil }
            return link.since
        }
        guard let there = ways[0], let back = ways[1] else { return nil }
        return max(there, back)
    }
}
