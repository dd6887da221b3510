import Crypto
import Testing

@testable import PeerNetwork

/// The keys that a station has, as values: docs/security.md, "Session keys".
struct KeyRingTests {
    private static let me = StationID(value: 1)
    private static let fox = StationID(value: 2)
    private static let owl = StationID(value: 3)

    private static func request(
        session: UInt64 = 7, round: UInt16 = 1, generation: UInt8 = 0, members: [StationID] = [me, fox, owl],
        leads: Bool = false, giver: StationID? = nil
    ) -> KeyRequest {
        KeyRequest(
            session: session, round: round, generation: generation, members: members, leads: leads,
            agreement: [1, 2, 3], giver: giver)
    }

    private static func key(_ request: KeyRequest, by giver: StationID? = fox, seed: UInt8 = 1) -> SessionKey
    {
        SessionKey(
            SessionKey.Subject(request), secret: SymmetricKey(data: [UInt8](repeating: seed, count: 32)),
            me: me,
            boot: 5, standing: .offered(until: .zero), isFirst: true, giver: giver, now: .zero)
    }

    /// What nobody asked for is kept for ten seconds, and never taken again once it is erased.
    @Test func anOfferLastsTenSeconds() {
        var ring = KeyRing()
        let offered = Self.key(Self.request())
        #expect(ring.receive(offered, now: .seconds(1)) == .taken(index: 0))
        #expect(ring.keys[0].standing == .offered(until: .seconds(11)) && ring.nextEnd == .seconds(11))
        #expect(ring.receive(offered, now: .seconds(2)) == .known(index: 0))
        #expect(ring.erase(now: .milliseconds(10_999)).isEmpty && ring.sealing(7) == nil)
        #expect(ring.erase(now: .seconds(11)) == [offered.subject] && ring.keys.isEmpty)
        #expect(ring.receive(offered, now: .seconds(12)) == .refused && ring.nextEnd == nil)
    }

    /// An offer that is asked for is taken; once it is not asked for any more it fades for ten seconds.
    @Test func whatIsWantedIsKeptAndThenFades() {
        var ring = KeyRing()
        let request = Self.request()
        let offered = Self.key(request)
        _ = ring.receive(offered, now: .zero)
        let kept = ring.keep([request], now: .seconds(1))
        #expect(kept.taken == [offered.epoch] && kept.toDraw.isEmpty && ring.sealing(7) == 0)
        #expect(ring.keep([request], now: .seconds(2)).taken.isEmpty && ring.nextEnd == nil)
        _ = ring.keep([], now: .seconds(20))
        #expect(ring.keys[0].standing == .fading(until: .seconds(30)) && ring.sealing(7) == nil)
        _ = ring.keep([], now: .seconds(25))
        #expect(ring.keys[0].standing == .fading(until: .seconds(30)), "no longer")
        #expect(ring.erase(now: .milliseconds(29_999)).isEmpty)
        #expect(ring.erase(now: .seconds(30)) == [offered.subject])
    }

    /// Who leads draws what is not there; of more than two requests the first two count.
    @Test func whoLeadsDraws() {
        var ring = KeyRing()
        let requests = (1...3).map { Self.request(round: $0, leads: true) }
        let subjects = requests.map(SessionKey.Subject.init)
        #expect(ring.keep(requests, now: .zero).toDraw == Array(subjects.prefix(2)))
        #expect(ring.goals == Array(requests.prefix(2)))
        ring.add(Self.key(requests[0], by: nil))
        #expect(ring.keep(requests, now: .zero).toDraw == [subjects[1]])
        #expect(ring.keep([Self.request(round: 1)], now: .zero).toDraw.isEmpty)
    }

    /// Of offers of several givers the one that may give it is taken, whichever came first.
    @Test(arguments: [fox, owl]) func theGiverThatMayGiveItCounts(giver: StationID) {
        var ring = KeyRing()
        let keys = [
            Self.key(Self.request(), by: Self.fox, seed: 1), Self.key(Self.request(), by: Self.owl, seed: 2),
        ]
        for key in keys { _ = ring.receive(key, now: .zero) }
        #expect(ring.keys.count == 2)
        _ = ring.keep([Self.request(giver: giver)], now: .seconds(1))
        #expect(ring.keys.map(\.mark) == [keys[giver == Self.fox ? 0 : 1].mark])
        // And nobody else's afterwards.
        let third = Self.key(Self.request(), by: giver == Self.fox ? Self.owl : Self.fox, seed: 3)
        #expect(ring.receive(third, now: .seconds(1)) == .refused)
    }

    /// A giver's third offer takes the place of its own first; another giver's stay.
    @Test func anOfferOfManyTakesItsOwnPlace() {
        var ring = KeyRing()
        for session in UInt64(1)...3 {
            _ = ring.receive(Self.key(Self.request(session: session), by: Self.owl), now: .zero)
        }
        #expect(ring.keys.map(\.subject.session) == [2, 3])
        for session in UInt64(10)...12 {
            _ = ring.receive(Self.key(Self.request(session: session), by: Self.fox), now: .zero)
        }
        #expect(ring.keys.map(\.subject.session) == [2, 3, 11, 12])
        // It is not gone for good: it was driven out, not erased.
        #expect(ring.receive(Self.key(Self.request(session: 10), by: Self.owl), now: .zero) != .refused)
    }

    /// The first key of a round stands, and one that fades makes way for any.
    @Test func ofTwoKeysTheFirstStands() {
        let request = Self.request()
        let keys = (UInt8(1)...2).map { Self.key(request, seed: $0) }
        for (first, second) in [(keys[0], keys[1]), (keys[1], keys[0])] {
            var ring = KeyRing()
            _ = ring.keep([request], now: .zero)
            #expect(ring.receive(first, now: .zero) == .taken(index: 0))
            #expect(ring.receive(second, now: .zero) == .outdone(index: 0))
            #expect(
                ring.receive(first, now: .zero) == .known(index: 0) && ring.keys.map(\.mark) == [first.mark])
            ring.keys[0].standing = .fading(until: .seconds(10))
            #expect(ring.receive(second, now: .zero) == .replaced(index: 0))
            #expect(ring.receive(first, now: .zero) == .refused)
        }
    }

    /// Another generation is the same key, with other numbers; it is told once for each change.
    @Test func aGenerationIsToldOnce() {
        var ring = KeyRing()
        let requests = (UInt8(0)...3).map { Self.request(generation: $0, leads: true) }
        #expect(ring.keep([requests[3]], now: .zero).toDraw.isEmpty, "there is a key somewhere")
        _ = ring.receive(Self.key(requests[0]), now: .zero)
        #expect(ring.keys[0].standing == .wanted && ring.keys[0].epoch.generation == 3)
        #expect(ring.keep([requests[3]], now: .zero).taken.isEmpty)
        for request in requests[..<3] {
            #expect(ring.keep([request], now: .zero).taken.map(\.generation) == [request.generation])
        }
        // Not wanted for a while, and wanted again: the station may have forgotten it.
        _ = ring.keep([], now: .seconds(1))
        #expect(ring.keep([requests[2]], now: .seconds(2)).taken.map(\.generation) == [2])
    }

    /// Who is only in the earlier round is told of the next one, until four seconds before its key is gone.
    @Test func theKeyOfTheRoundBefore() {
        var ring = KeyRing()
        let before = Self.request(round: 1)
        let after = Self.request(round: 2, members: [Self.me, Self.fox])
        _ = ring.keep([before, after], now: .zero)
        _ = ring.receive(Self.key(before), now: .zero)
        _ = ring.receive(Self.key(after), now: .zero)
        #expect(ring.leaving(before: 1, now: .zero) == 0 && ring.leaving(before: 0, now: .zero) == nil)
        _ = ring.keep([after], now: .seconds(10))
        #expect(ring.leaving(before: 1, now: .milliseconds(15_999)) == 0)
        #expect(ring.leaving(before: 1, now: .seconds(16)) == nil)
        // With the same members nobody is left out.
        var same = KeyRing()
        _ = same.keep([before, Self.request(round: 2)], now: .zero)
        _ = same.receive(Self.key(before), now: .zero)
        _ = same.receive(Self.key(Self.request(round: 2)), now: .zero)
        #expect(same.leaving(before: 1, now: .zero) == nil)
    }

    /// 136 keys; then what is not wanted makes room. 32 that were erased are remembered.
    @Test func keysAreBounded() {
        var ring = KeyRing()
        let wanted = Self.request(session: 1)
        _ = ring.keep([wanted], now: .zero)
        _ = ring.receive(Self.key(wanted), now: .zero)
        for session in UInt64(2)...136 { ring.add(Self.key(Self.request(session: session))) }
        #expect(ring.keys.count == 136)
        ring.add(Self.key(Self.request(session: 137)))
        #expect(
            ring.keys.count == 136 && ring.keys[0].subject.session == 1 && ring.keys[1].subject.session == 3)
        var spent = KeyRing()
        for session in UInt64(1)...33 {
            _ = spent.receive(Self.key(Self.request(session: session)), now: .zero)
            _ = spent.erase(now: .seconds(10))
        }
        #expect(spent.receive(Self.key(Self.request(session: 2)), now: .zero) == .refused)
        #expect(spent.receive(Self.key(Self.request(session: 1)), now: .zero) == .taken(index: 0))
    }
}
