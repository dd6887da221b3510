import Determinism
import PeerNetwork

/// Those who play together because the venue's page has called them, and nobody else.
struct Call: Codable, Sendable {
    /// The same for the same stations, in whatever order they were called.
    private let number: StationID
    private let count: Int
    private let until: Duration

    init(_ party: [StationID], until: Duration) {
        var digest = Digest()
        for id in Set(party).sorted() { digest.add("\(id)".utf8) }
        number = StationID(value: digest.value)
        count = Set(party).count
        self.until = until
    }

    /// With whom a station that was called would play; nil once the call is over.
    func company(now: Duration) -> Announcement.Company? {
        now < until
            ? Announcement.Company(capacity: count, pairing: .called, partner: number) : nil
    }
}
