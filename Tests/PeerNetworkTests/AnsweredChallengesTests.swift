import Testing
import Yard

@testable import PeerNetwork

/// Copies of a challenge are answered for no more bytes than they bring: docs/security.md, "Presence
/// announcements". A challenge and a response have 100 bytes each.
@Suite struct AnsweredChallengesTests {
    private static let asker = Courtyard.endpoint(7)

    private static func ask(
        _ challenges: inout AnsweredChallenges, _ milliseconds: Int, nonce: UInt64 = 1,
        from: Endpoint = Self.asker
    ) -> Destination? {
        challenges.answer(nonce, from: from, now: .milliseconds(milliseconds))
    }

    /// Everybody costs three of them: the copy itself and 200 bytes more.
    @Test(arguments: [(199, false), (200, true)])
    func everybodyIsAnsweredWhenItIsPaid(bytes: Int, isForEverybody: Bool) {
        var challenges = AnsweredChallenges()
        #expect(Self.ask(&challenges, 0) == .one(Self.asker))
        challenges.paid(bytes, from: Self.asker)
        #expect(Self.ask(&challenges, 1_000) == (isForEverybody ? .everybody : .one(Self.asker)))
    }

    /// The first answer goes to one, whatever was paid; and nobody saves up for more than two to everybody.
    @Test func creditIsBounded() {
        var challenges = AnsweredChallenges()
        #expect(Self.ask(&challenges, 0) == .one(Self.asker))
        challenges.paid(10_000, from: Self.asker)
        let responses = (1...5).map { Self.ask(&challenges, $0 * 1_000) }
        let one = Destination.one(Self.asker)
        #expect(responses == [.everybody, .everybody, one, one, one])
    }

    @Test func copiesThatCameByAnotherWayAreNotAnswered() {
        var challenges = AnsweredChallenges()
        #expect(Self.ask(&challenges, 0) != nil)
        #expect(Self.ask(&challenges, 49) == nil && Self.ask(&challenges, 50) != nil)
        // Counted from the answer, not from the copy.
        #expect(Self.ask(&challenges, 99) == nil && Self.ask(&challenges, 100) != nil)
    }

    /// What an address brings counts for the challenge of its that was answered longest ago.
    @Test func onePaymentIsForOneChallenge() {
        var challenges = AnsweredChallenges()
        for nonce: UInt64 in [1, 2] { _ = Self.ask(&challenges, 0, nonce: nonce) }
        challenges.paid(200, from: Self.asker)
        challenges.paid(200, from: Courtyard.endpoint(8))
        #expect(Self.ask(&challenges, 1_000, nonce: 2) == .one(Self.asker))
        #expect(Self.ask(&challenges, 1_000, nonce: 1) == .everybody)
    }

    /// A number that somebody else has, too, is another challenge; and of all the oldest is forgotten.
    @Test func soManyAreRemembered() {
        var challenges = AnsweredChallenges()
        let other = Courtyard.endpoint(8)
        #expect(Self.ask(&challenges, 0) == .one(Self.asker))
        #expect(Self.ask(&challenges, 0, from: other) == .one(other))
        for nonce in 2...UInt64(AnsweredChallenges.countAtMost) { _ = Self.ask(&challenges, 1, nonce: nonce) }
        #expect(challenges.count == AnsweredChallenges.countAtMost)
        #expect(Self.ask(&challenges, 10, from: other) == nil)
        #expect(Self.ask(&challenges, 10) == .one(Self.asker), "forgotten, so it is the first again")
    }
}
