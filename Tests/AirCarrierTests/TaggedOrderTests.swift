import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// What is new for those who are met goes first by radio, and the announcement that says the same waits.
struct TaggedOrderTests {
    private static let air = ChallengeOrderTests.air

    /// 60 bytes as on the wire: 50 by radio, three blocks.
    private static func tagged(_ number: UInt8) -> [UInt8] {
        AirMessageTests.datagram(Envelope.Kind.tagged.rawValue, [UInt8](repeating: number, count: 48))
    }

    private static func key(_ number: UInt8) -> [UInt8] {
        AirMessageTests.datagram(
            Envelope.Kind.unicast.rawValue, [1, 2, 3, 4, 5, 6, 7, number] + [UInt8](repeating: 9, count: 160))
    }

    @Test func itGoesBeforeTheAnnouncementAndWhatWasSaidBefore() {
        var (carrier, now) = ChallengeOrderTests.settled()
        carrier.send(Self.key(1), to: Self.air, now: now)
        carrier.send(AirLinkTests.presence(2, tail: 0), to: .everybody, now: now)
        carrier.send(Self.tagged(2), to: Self.air, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 120)
        // Three halves of its blocks and one; then the key, with its blocks, a quarter of them, and one.
        #expect(Set(sent.prefix(5)).count == 1 && sent[0].kind == 5)
        let rest = sent.dropFirst(5)
        #expect(Set(rest.prefix(11)).count == 1 && rest.first?.kind == 5 && rest.first != sent[0])
        #expect(sent.count { $0 == sent[0] } == 14, "four times its blocks and two")
        #expect(sent.count { $0 == rest.first } == 34, "four times its blocks and two, as it is long")
        #expect(sent.contains { $0.kind == 8 } && sent.firstIndex { $0.kind == 8 } ?? 0 >= 16)
    }

    /// Without one the announcement goes first.
    @Test func anAnnouncementAloneGoesFirst() {
        var (carrier, now) = ChallengeOrderTests.settled()
        carrier.send(Self.key(1), to: Self.air, now: now)
        carrier.send(AirLinkTests.presence(2, tail: 0), to: .everybody, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 24)
        // One in eight is for those who missed the one before.
        #expect(sent.prefix(8).count { $0.kind == 8 } == 7 && sent.prefix(8).count { $0.kind == 7 } == 1)
        #expect(sent.dropFirst(8).prefix(8).count { $0.kind == 8 } == 2, "every fourth")
    }

    @Test func aNewerOneStandsForTheOneBefore() {
        var (carrier, now) = ChallengeOrderTests.settled()
        carrier.send(Self.tagged(1), to: Self.air, now: now)
        let first = ChallengeOrderTests.frames(&carrier, &now, 2)
        carrier.send(Self.tagged(2), to: Self.air, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 40)
        #expect(!sent.contains(first[0]) && sent.count { $0 == sent[0] } == 14)
    }

    /// Only what has happened in a round goes before it.
    @Test func newsOfARoundGoFirst() {
        var (carrier, now) = ChallengeOrderTests.settled()
        carrier.send(
            AirMessageTests.datagram(5, [UInt8](repeating: 5, count: 100)), to: Self.air, as: .news, now: now)
        carrier.send(Self.tagged(1), to: Self.air, now: now)
        let sent = ChallengeOrderTests.frames(&carrier, &now, 20)
        #expect(Set(sent.prefix(10)).count == 1, "twice its five blocks")
        #expect(Set(sent.dropFirst(10).prefix(5)).count == 1 && sent[10] != sent[0])
    }

    /// An announcement has another tail every tenth of a second: a radio that comes to one frame in that time
    /// gives everything its turns all the same.
    @Test func turnsGoOnFromOneListToTheNext() {
        var (carrier, now) = ChallengeOrderTests.settled()
        carrier.advertises(every: .milliseconds(100))
        now += .milliseconds(500)
        carrier.send(Self.key(1), to: Self.air, now: now)
        var kinds: [UInt8] = []
        for index in UInt8(0)..<120 {
            carrier.send(AirLinkTests.presence(2, tail: index % 64), to: .everybody, now: now)
            if case .advertise(let turns) = carrier.news(isHunting: false, now: now) {
                kinds.append(turns.frames[0][4] >> 4)
            }
            now += .milliseconds(117)
        }
        // Seven of the announcement go first, and then every fourth.
        let later = kinds.prefix(24)
        #expect(later.count { $0 == 5 } >= 6, "\(later)")
        #expect(later.count { $0 == 8 } == 14)
    }
}
