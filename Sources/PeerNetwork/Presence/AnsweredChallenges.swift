/// The last challenges that were answered, so that asking again brings no more bytes than it costs.
///
/// A challenge that comes again may have been answered where nothing gets from one station to another. So the
/// response goes to everybody then; but that leaves by up to three ways, and waits until as many bytes have
/// come from there.
struct AnsweredChallenges: Sendable {
    static let countAtMost = 32
    /// A response is as long as its challenge.
    static let priceOfEverybody = ChallengeResponse.bytes * Destination.waysToEverybody
    /// Copies that come so soon after a response came by another way.
    static let copiesWithin = Duration.milliseconds(50)
    /// By radio the response is still being said then; for each time as long as words take there.
    static let copiesByAirWithin = Duration.milliseconds(250)
    private static let creditAtMost = 2 * priceOfEverybody

    private struct Entry: Sendable {
        var nonce: UInt64
        var address: [UInt8]
        /// Bytes that came less those that went.
        var credit = 0
        var answeredAt: Duration?

        mutating func earn(_ bytes: Int) { credit = min(credit + bytes, creditAtMost) }
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// An announcement came from there: a station that asks shows its own meanwhile.
    mutating func paid(_ bytes: Int, from endpoint: Endpoint) {
        for index in entries.indices where entries[index].address == endpoint.address {
            entries[index].earn(bytes)
            return
        }
    }

    /// Where the response to this copy goes; nil if it gets none.
    ///
    /// - Parameter slowness: how many times as long words take by radio.
    mutating func answer(
        _ nonce: UInt64, from endpoint: Endpoint, slowness: Int = 1, now: Duration
    ) -> Destination? {
        let place = entries.firstIndex { $0.nonce == nonce && $0.address == endpoint.address }
        var entry = place.map { entries.remove(at: $0) } ?? Entry(nonce: nonce, address: endpoint.address)
        defer {
            entries.append(entry)
            if entries.count > Self.countAtMost { entries.removeFirst() }
        }
        entry.earn(Challenge.bytes)
        let copiesWithin = endpoint.isAir ? Self.copiesByAirWithin * slowness : Self.copiesWithin
        if let answeredAt = entry.answeredAt, now - answeredAt < copiesWithin { return nil }
        let isForEverybody = entry.answeredAt != nil && entry.credit >= Self.priceOfEverybody
        entry.credit -= isForEverybody ? Self.priceOfEverybody : ChallengeResponse.bytes
        entry.answeredAt = now
        return isForEverybody ? .everybody : .one(endpoint)
    }
}
