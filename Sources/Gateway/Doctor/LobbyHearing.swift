import PeerNetwork

/// What is heard of the lobby while the network is examined: others, whether they answer what is for one
/// station alone, and this machine's own call.
///
/// The call is a probe that nobody answers, from a number of this moment to itself: what is for everybody
/// comes back to its sender, unless something on this very machine drops it. Stations hear each other by what
/// is for everybody, and get to know each other by what is for one: a network may pass the first alone.
struct LobbyHearing: Sendable {
    /// Stations that are counted, and those of them that are asked.
    private static let sendersAtMost = 1_000
    static let askedAtMost = 16
    static let waysAtMost = 3
    /// And its own call.
    static let questionsAtMost = askedAtMost * waysAtMost + 1
    /// A station that is asked may be on its way from one datagram to the next.
    static let answersWithin = Duration.milliseconds(750)

    private struct Asked: Sendable {
        var name: StationName?
        var at: Duration
        /// By which ways: one may pass what another one does not.
        var endpoints: [Endpoint] = []
        var hasAnswered = false
    }

    private let number = StationID(value: UInt64.random(in: 0...UInt64.max))
    private var senders: Set<StationID> = []
    private var asked: [StationID: Asked] = [:]
    private var families: Set<String> = []

    /// To be sent to everybody.
    var call: [UInt8] { Challenge(from: number, to: number, boot: 0, nonce: number.value).encoded }

    /// - Parameter now: since the call.
    /// - Returns: what is to be sent back, to that station alone; nil for nothing.
    mutating func take(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [UInt8]? {
        guard let envelope = Envelope(bytes) else { return nil }
        if envelope.sender == number {
            families.insert(endpoint.address.count == 4 ? "IPv4" : "IPv6")
            return nil
        }
        if let answer = ChallengeResponse(bytes), answer.isAnswer(to: number) {
            asked[envelope.sender]?.hasAnswered = true
            return nil
        }
        guard senders.count < Self.sendersAtMost else { return nil }
        senders.insert(envelope.sender)
        guard envelope.kind == Envelope.Kind.announcement.rawValue,
            asked[envelope.sender] != nil || asked.count < Self.askedAtMost,
            let card = try? PresenceAnnouncement(bytes)
        else { return nil }
        var other = asked[envelope.sender] ?? Asked(name: card.name, at: now)
        guard !other.endpoints.contains(endpoint), other.endpoints.count < Self.waysAtMost else { return nil }
        other.endpoints.append(endpoint)
        asked[envelope.sender] = other
        return Challenge(to: card, from: number, nonce: number.value).encoded
    }

    /// - Parameter now: since the call.
    func diagnosis(on interfaces: [String], port: Int, now: Duration) -> Diagnosis {
        let place = "the lobby is open on \(interfaces.joined(separator: ", ")), port \(port)"
        guard !families.isEmpty || !senders.isEmpty else {
            return Diagnosis(
                isWell: false,
                sentence:
                    "\(place), but not even its own call comes back: allow UDP port \(port) and multicast "
                    + "in this machine's firewall.")
        }
        let ways = families.sorted().joined(separator: " and ")
        let echo = families.isEmpty ? "its own call does not come back" : "its call comes back over \(ways)"
        let others = senders.isEmpty ? "no other station is heard" : "other stations heard: \(senders.count)"
        let silent = asked.filter { !$0.value.hasAnswered && now - $0.value.at >= Self.answersWithin }
        guard silent.isEmpty else {
            let names = silent.map { $0.value.name?.description ?? "\($0.key)" }.sorted()
            return Diagnosis(
                isWell: false,
                sentence:
                    "\(place); \(echo); \(others), but \(names.joined(separator: " and ")) does not answer "
                    + "what is sent to it alone, so that no round comes about: switch off \"client "
                    + "isolation\" (\"guest network\") at the access point, and let the firewalls of both "
                    + "pass UDP.")
        }
        return Diagnosis(isWell: true, sentence: "\(place); \(echo); \(others).")
    }
}
