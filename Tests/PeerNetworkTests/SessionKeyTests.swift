import Crypto
import Testing

@testable import PeerNetwork

/// The numbers of beacons, as docs/security.md works them out of a key. The secrets were found by trying, in
/// another language: what is expected comes from there.
struct SessionKeyTests {
    private static let members = (1...3).map { StationID(value: $0) }

    private static func epoch(_ drawn: UInt32) -> KeyEpoch {
        let subject = SessionKey.Subject(session: 7, round: 1, members: members, agreement: [1, 2, 3])
        let secret =
            (0..<4).map { UInt8(truncatingIfNeeded: drawn >> (24 - 8 * $0)) }
            + [UInt8](repeating: 0, count: 28)
        return SessionKey(
            subject, secret: SymmetricKey(data: secret), me: members[0], boot: 1, standing: .wanted,
            isFirst: true, giver: nil, now: .zero
        ).epoch
    }

    /// 0 is what a station in the lobby says: the next attempt counts.
    @Test func noNumberIsZero() {
        #expect(Self.epoch(303_344).major == 12_865)
    }

    /// Of two members with one number the second takes its next attempt.
    @Test func noTwoMembersHaveOneNumber() {
        let minors = Self.epoch(1_384).minors
        #expect(minors[Self.members[0]] == 41_647 && minors[Self.members[1]] == 30_763)
        #expect(Set(minors.values).count == 3)
    }
}
