/// Why something that came in, or was to go out, was dropped.
package enum Refusal: Int, CaseIterable, Sendable {
    /// Too short, too long, or not as long as it says; not ours.
    case malformed
    case otherVersion
    case otherKind
    /// Our own datagram, come back.
    case echo
    /// A repetition that was heard before, or older than the newest.
    case old
    /// The same sequence number with other content.
    case contradiction
    /// A signature, a chain or a seal that is wrong.
    case forged
    /// More than is looked at in a second.
    case rationed
    /// No room in a table.
    case full
    /// From, or to, a station that has not proven itself.
    case unproven
    /// Meant for somebody else.
    case notForUs
    /// A unicast message with keys, or a sealed packet of a key, that is not here.
    case unknownKey
    /// A restart too soon after the one before.
    case restart
    /// Of ours: nobody to say it to, or too much waiting.
    case unsaid
}

/// How often, for each reason, since the start.
package struct Refusals: Equatable, Sendable {
    private var counts = [Int](repeating: 0, count: Refusal.allCases.count)

    package subscript(refusal: Refusal) -> Int { counts[refusal.rawValue] }

    var total: Int { counts.reduce(0, +) }

    mutating func count(_ refusal: Refusal) {
        counts[refusal.rawValue] += 1
    }
}

/// Lines for the log, each kind at most once a minute.
package struct SparseLog: Sendable {
    static let apart: Duration = .seconds(60)

    package enum Kind: Int, CaseIterable, Sendable {
        case flood, tableFull, restart, contradiction, givenUp, unsaid, twin
    }

    private var saidAt = [Duration?](repeating: nil, count: Kind.allCases.count)

    /// Whether a line of this kind may be written now.
    mutating func may(_ kind: Kind, now: Duration) -> Bool {
        if let last = saidAt[kind.rawValue], now - last < Self.apart { return false }
        saidAt[kind.rawValue] = now
        return true
    }
}
