import Testing
import Yard

@testable import PeerNetwork

/// How often, and which way, somebody is asked who it is.
extension FloodTests {
    private static func candidate(at endpoint: Endpoint, bytes: Int) throws -> Candidate {
        let announcement = announcement(of: 3, isUrgent: true)
        return Candidate(
            try PresenceAnnouncement(announcement), try #require(PresenceAnnouncement.Tail(announcement)),
            at: endpoint,
            bytes: bytes, nonce: 1, now: .zero)
    }

    /// The first retry, and every second one after it, goes to everybody, if the candidate's announcements
    /// have paid for all three ways.
    @Test(arguments: [(0, false), (1, true)])
    func aCandidateIsAskedByAllWaysWhenThatIsPaid(more: Int, isForEverybody: Bool) throws {
        let price = Challenge.bytes * Destination.waysToEverybody
        let endpoint = Courtyard.endpoint(3)
        var candidate = try Self.candidate(at: endpoint, bytes: Challenge.bytes + price - 1 + more)
        #expect(candidate.challenge(now: .zero) == .one(endpoint))
        #expect(
            candidate.challenge(now: .milliseconds(150)) == (isForEverybody ? .everybody : .one(endpoint)))
        #expect(candidate.credit == (isForEverybody ? 0 : price - 1 - Challenge.bytes))
    }

    /// By radio an answer takes longer.
    @Test(arguments: [
        (Courtyard.endpoint(3), 4, [150, 300, 600, 600]),
        (Endpoint(address: [1, 2, 3, 4, 5, 0xC6], port: 0), 4, [1_200, 2_400, 4_800, 4_800]),
        (Endpoint(address: [1, 2, 3, 4, 5, 0xC6], port: 0), 12, [3_600, 4_800, 4_800, 4_800]),
    ])
    func aCandidateIsAskedAgain(at endpoint: Endpoint, slowness: Int, after milliseconds: [Int]) throws {
        var candidate = try Self.candidate(at: endpoint, bytes: 10_000)
        for pause in milliseconds {
            _ = candidate.challenge(slowness: slowness, now: .zero)
            #expect(candidate.nextTry == .milliseconds(pause))
        }
    }
}
