import Support
import Testing

@testable import Determinism
@testable import PeerNetwork

/// The table of `docs/security.md`, "Bounds", held to the program's own.
struct BoundsTests {
    private static let gatekeeper = Gatekeeper(
        Gatekeeper.Configuration(
            identity: IdentityKey(seed: [UInt8](repeating: 1, count: 32)), boot: 1,
            seed: [UInt8](repeating: 2, count: 32)))

    /// How many one address, and how many of many, take at once and in the second after.
    private static func rates(_ buckets: SourceTokenBuckets) -> (each: [Int], all: [Int]) {
        var one = buckets, many = buckets
        func taken(_ address: (Int) -> [UInt8], at now: Duration, from buckets: inout SourceTokenBuckets)
            -> Int
        {
            (0..<500).count { buckets.take(for: address($0), now: now) }
        }
        let own: (Int) -> [UInt8] = { _ in [1] }
        let others: (Int) -> [UInt8] = { [2, UInt8($0 / 3 % 256), UInt8($0 / 768)] }
        let first = (taken(own, at: .zero, from: &one), taken(others, at: .zero, from: &many))
        let second = (
            taken(own, at: .seconds(1), from: &one), taken(others, at: .seconds(1), from: &many)
        )
        return ([first.0, second.0], [first.1, second.1])
    }

    @Test func theDocumentHasTheProgramsBounds() throws {
        let text = try Document.text("docs/security.md")
        let gatekeeper = Self.gatekeeper
        let (checks, responses) = (Self.rates(gatekeeper.checks), Self.rates(gatekeeper.responses))
        let pushes = Self.rates(gatekeeper.pushes)
        let datagram = Envelope.datagramBytesAtMost
        let (offers, keys) = (KeyRing.offersOfOneAtMost, KeyRing.keysAtMost)
        let seconds = { (duration: Duration) in duration.components.seconds }
        let rows = [
            """
            | datagram | \(datagram / 1_000),\(datagram % 1_000) bytes; message body \
            \(Message.bytesAtMost), unicast body \(UnicastMessage.bytesAtMost), \
            agreement \(SessionKey.bytesOfAgreementAtMost) |
            """,
            "| stations known | \(PeerTable.countAtMost); while",
            """
            \(pushes.all[0]) at once, \(pushes.all[1]) a second, of one address \(pushes.each[0]) at \
            once and \(pushes.each[1]) a second; others wait |
            """,
            """
            | candidates (not proven yet) | \(Candidate.countAtMost), \(Candidate.countOfOneAtMost) from one \
            address, \(seconds(Candidate.lastsFor)) s each; from \(seconds(Candidate.firmFor)) s on a newcomer
            """,
            """
            places | \(Gatekeeper.nearbyAtMost); of one name \(Gatekeeper.placesOfNearby) places, and \
            \(Gatekeeper.candidatesOfNearby) candidates for whom others make room; \
            \(gatekeeper.nearbyChecks.perSecond) signatures a second of their own \
            (\(gatekeeper.nearbyChecks.atOnce) at once) |
            """,
            """
            | \(checks.each[1]) a second from one address (\(checks.each[0]) at once), \
            \(checks.all[1]) a second in all (\(checks.all[0]) at once) |
            """,
            "| addresses with a token bucket | \(SourceTokenBuckets.sourcesAtMost) |",
            "fits | \(Peer.announcements.perSecond) a second (\(Peer.announcements.atOnce) at once) |",
            """
            | \(Peer.leaps.perSecond) a second (\(Peer.leaps.atOnce) at once); of all stations \
            \(gatekeeper.leaps.perSecond) (\(gatekeeper.leaps.atOnce) at once) |
            """,
            "| hashes for one repetition, or one link | \(HashChain.length);",
            "to everybody counts \(Destination.waysToEverybody == 3 ? "three times" : "otherwise") |",
            """
            | \(gatekeeper.asks.perSecond) a second, \(gatekeeper.asks.atOnce) at once; half from \
            \(Gatekeeper.asksOfOne) stations on, a third from \(2 * Gatekeeper.asksOfOne); \
            \(Gatekeeper.asksHeldBack) kept for stations that hold |
            """,
            """
            | responses | \(responses.each[1]) a second to one address, \(responses.all[1]) a second in all;
            """,
            "; \(AnsweredChallenges.countAtMost) challenges are remembered |",
            "; \(Peer.formerBootsAtMost) former starts remembered |",
            """
            | \(ReliableUnicast.itemsAtMost) (\(ReliableUnicast.waitingAtMost) of the station's); \
            \(ReliableUnicast.earlyAtMost) |
            """,
            """
            | keys held | \(keys): \(offers) offers of each station known, \
            \(seconds(KeyRing.offersLastFor)) s each, and \(keys - PeerTable.countAtMost * offers) more: \
            \(KeyRequest.countAtMost) requests, the rest fading; \
            fingerprints of erased keys \(KeyRing.spentAtMost) |
            """,
            "under one key | \(KeyDistribution.membersAtMost); \(SessionKey.bootsAtMost) |",
            "| log | each of \(SparseLog.Kind.allCases.count) kinds of line once a minute |",
            "| stations of other versions told | \(Gatekeeper.otherVersionsAtMost) |",
        ]
        for row in rows { #expect(text.contains(row), "docs/security.md, Bounds, is to have: \(row)") }
    }

    /// What else that page states.
    @Test func theDocumentHasTheProgramsTimes() {
        #expect(ReplayWindow.aheadAtMost == 1 << 20)
        #expect(KeyRing.fadesFor == .seconds(10))
        #expect(KeyRing.newFor == .seconds(10))
        #expect(Gatekeeper.formerPairingLastsFor == .seconds(30))
        #expect(Gatekeeper.unheardAfter == .seconds(1))
        #expect(PresenceSender.quickFor == .milliseconds(1_500))
        #expect(SessionKey.secretBytes == 32)
        #expect(SparseLog.apart == .seconds(60))
    }
}
