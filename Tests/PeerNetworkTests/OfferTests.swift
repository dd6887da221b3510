import Crypto
import Testing

@testable import PeerNetwork
@testable import Yard

/// Keys that somebody gives and nobody has asked for yet: most are of a proposal under way, some are made up.
struct OfferTests {
    @Test func anOfferWithoutAGoalIsErased() {
        var yard = MutualAuthenticationTests.met()
        let goal = KeyTests.goal(yard, leads: true)
        yard.act(0) { $0.keep([goal], now: $1) }
        yard.run(for: .seconds(1))
        #expect(yard.residents[1].epochs.isEmpty, "nobody waits for it")
        #expect(yard.residents[1].gatekeeper.ring.keys.count == 1)
        yard.run(for: .seconds(11))
        #expect(yard.residents[1].gatekeeper.ring.keys.isEmpty)
    }

    /// `BeaconNumbers` keeps four: made-up keys of a neighbour must not drive out those of the round.
    @Test func offersDoNotDriveOutTheNumbersOfTheRound() {
        var yard = KeyTests.session(3)
        let epochs = yard.residents.map(\.epochs.count)
        let ids = [yard.id(0), yard.id(1)].sorted()
        for session in UInt64(900)..<908 {
            let goal = KeyRequest(
                session: session, round: 1, generation: 0, members: ids, leads: true, agreement: [1])
            yard.act(0) { $0.keep([goal], now: $1) }
            yard.run(for: .milliseconds(500))
        }
        #expect(yard.residents[1].epochs.count == epochs[1])
        #expect(yard.residents[1].gatekeeper.ring.keys.contains { $0.standing == .wanted })
        #expect(yard.residents[0].epochs.count == epochs[0] + 8)
    }

    /// Nor must they cost anybody the key of a proposal that has come before the proposal itself.
    @Test func offersOfANeighbourDoNotDriveOutAnothersOffer() {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil, nil])
        func proposal(_ session: UInt64, by leader: Int, leads: Bool) -> KeyRequest {
            KeyRequest(
                session: session, round: 1, generation: 0, members: [yard.id(leader), yard.id(1)].sorted(),
                leads: leads, agreement: [1])
        }
        let goal = proposal(0xABCD, by: 0, leads: true)
        yard.act(0) { $0.keep([goal], now: $1) }
        yard.run(for: .milliseconds(100))
        for session in UInt64(900)..<910 {
            let made = proposal(session, by: 2, leads: true)
            yard.act(2) { $0.keep([made], now: $1) }
            yard.run(for: .milliseconds(500))
        }
        #expect(yard.residents[1].gatekeeper.ring.keys.count == 1 + KeyRing.offersOfOneAtMost)
        #expect(yard.residents[1].epochs.isEmpty)
        let wanted = proposal(0xABCD, by: 0, leads: false)
        yard.act(1) { $0.keep([wanted], now: $1) }
        #expect(yard.residents[1].epochs.last == yard.residents[0].epochs.last)
    }

    /// Anybody may make up a key with the number of a session and the names of its members. What is sealed
    /// with it in another's name is not believed, and does not become so later.
    @Test func anOfferOpensOnlyWhatItsGiverSays() {
        var yard = KeyTests.session(3)
        let session = UInt64(0xABCD)
        let made = KeyRequest(
            session: session, round: 1, generation: 0, members: yard.residents.indices.map(yard.id).sorted(),
            leads: true, agreement: [9])
        yard.act(2) { $0.keep([made], now: $1) }
        yard.run(for: .milliseconds(500))
        let places = yard.residents.map { $0.gatekeeper.ring.keys.firstIndex { $0.subject.agreement == [9] } }
        guard places[2] != nil, let offered = places[1] else {
            Issue.record("the key was not given")
            return
        }
        #expect(yard.residents[1].gatekeeper.ring.keys[offered].isOffered)
        KeyTests.forge(&yard, "in another's name", by: 2, as: 0, to: 1)
        KeyTests.tell(&yard, 2, "in its own")
        yard.run(for: .milliseconds(100))
        #expect(KeyTests.heard(yard, 1) == ["in its own"])
    }

    /// A giver's third offer drives out its first; from somebody else that one is taken again.
    @Test func anOfferThatWasDrivenOutIsTakenFromAnother() {
        let yard = MutualAuthenticationTests.met()
        let ids = [yard.id(0), yard.id(1)].sorted()
        func key(_ session: UInt64, from giver: Int) -> SessionKey {
            let subject = SessionKey.Subject(
                session: session, round: 1, members: ids, agreement: [1])
            return SessionKey(
                subject, secret: SymmetricKey(data: [UInt8](repeating: UInt8(session), count: 32)),
                me: ids[0],
                boot: 1, standing: .wanted, isFirst: true, giver: yard.id(giver), now: .zero)
        }
        var ring = KeyRing()
        for session in UInt64(1)...3 { _ = ring.receive(key(session, from: 0), now: .zero) }
        #expect(ring.keys.map(\.subject.session) == [2, 3])
        #expect(ring.receive(key(1, from: 1), now: .zero) == .taken(index: 2))
        #expect(ring.receive(key(2, from: 1), now: .zero) == .known(index: 0))
        // Two vouch for the second: it is not the first one's alone, and stays.
        for session in UInt64(4)...6 { _ = ring.receive(key(session, from: 0), now: .zero) }
        #expect(ring.keys.map(\.subject.session).sorted() == [1, 2, 5, 6])
    }
}
