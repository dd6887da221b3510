import Crypto
import Testing
import Wire
import Yard

@testable import PeerNetwork

/// The key of a proposal in a tagged announcement: docs/security.md, "Session keys".
struct WrappedKeyTests {
    private static func request(
        _ yard: Courtyard, round: UInt16 = 1, leads: Bool, agreement: [UInt8] = [1, 2, 3], giver: Int = 0
    ) -> KeyRequest {
        KeyRequest(
            session: 7, round: round, generation: 0,
            members: yard.residents.indices.map { yard.id($0) }.sorted(), leads: leads, agreement: agreement,
            giver: yard.id(giver))
    }

    /// The first draws a key and proposes; nobody hears it yet.
    private static func proposal(
        _ yard: inout Courtyard, _ text: String = "a round?", round: UInt16 = 1, isUrgent: Bool = true
    ) -> (tagged: [UInt8]?, epoch: KeyEpoch?, notes: Int) {
        yard.now += .seconds(1)
        let request = request(yard, round: round, leads: true)
        let message = Message(audience: .lobby(isUrgent: isUrgent), body: Array(text.utf8))
        var outputs = yard.residents[0].gatekeeper.keep([request], now: yard.now)
        let epoch = epochs(outputs).first
        outputs += yard.residents[0].gatekeeper.send(message, now: yard.now)
        return (
            Courtyard.datagrams(outputs, .tagged).last, epoch, Courtyard.datagrams(outputs, .unicast).count
        )
    }

    private static func epochs(_ outputs: [Gatekeeper.Output]) -> [KeyEpoch] {
        outputs.compactMap { if case .trust(.keyed(let epoch)) = $0 { epoch } else { nil } }
    }

    private static func hears(_ yard: inout Courtyard, _ index: Int, _ bytes: [UInt8]?) -> [KeyEpoch] {
        guard let bytes else { return [] }
        return epochs(yard.residents[index].gatekeeper.receive(bytes, from: Courtyard.air(0), now: yard.now))
    }

    private static func wants(_ yard: inout Courtyard, _ index: Int, _ request: KeyRequest) -> [KeyEpoch] {
        epochs(yard.residents[index].gatekeeper.keep([request], now: yard.now))
    }

    /// One datagram brings it to all; what is said with it is heard at once, and nobody is given it again.
    @Test(arguments: 2...8)
    func allHaveTheKeyOfAProposal(count: Int) throws {
        var yard = Courtyard.met(count)
        let (tagged, epoch, notes) = Self.proposal(&yard)
        #expect(tagged?.count == 21 + 8 + 8 + 24 * (count - 1) && notes == 0)
        let wish = Self.request(yard, leads: false)
        for index in 1..<count {
            #expect(Self.hears(&yard, index, tagged).isEmpty, "nothing is agreed yet")
            #expect(Self.wants(&yard, index, wish) == [try #require(epoch)])
            #expect(yard.residents[index].gatekeeper.table.peers.allSatisfy { $0.told == nil })
        }
        yard.tape = []
        for index in 0..<count { KeyTests.tellSession(7, &yard, index, "\(index)") }
        yard.run(for: .seconds(5))
        for index in 0..<count {
            let texts = yard.residents[index].messages.filter { $0.message.audience == .session(7) }
                .map { String(decoding: $0.message.body, as: UTF8.self) }
            #expect(texts.sorted() == (0..<count).filter { $0 != index }.map(String.init))
        }
        #expect(!yard.tape.contains { $0.bytes[3] == Envelope.Kind.unicast.rawValue })
    }

    /// Whichever comes first: what was agreed, or the key.
    @Test func aKeyMayComeAfterItsProposal() throws {
        var yard = Courtyard.met()
        let wish = Self.request(yard, leads: false)
        #expect(Self.wants(&yard, 1, wish).isEmpty)
        let (tagged, epoch, _) = Self.proposal(&yard)
        #expect(Self.hears(&yard, 1, tagged) == [try #require(epoch)])
        #expect(Self.hears(&yard, 1, tagged).isEmpty)
    }

    /// It is of nothing but what was agreed, and from nobody but the leader.
    @Test func whatIsNotAgreedHasNoKey() throws {
        var yard = Courtyard.met(3)
        let (tagged, epoch, _) = Self.proposal(&yard)
        _ = Self.hears(&yard, 1, tagged)
        let others = [
            Self.request(yard, leads: false, agreement: [1, 2, 4]),
            Self.request(yard, round: 2, leads: false), Self.request(yard, leads: false, giver: 2),
        ]
        for other in others { #expect(Self.wants(&yard, 1, other).isEmpty) }
        #expect(yard.residents[1].gatekeeper.ring.keys.isEmpty)
        #expect(Self.wants(&yard, 1, Self.request(yard, leads: false)) == [try #require(epoch)])
    }

    /// No bit of it can be changed, and a member has nothing of what is wrapped for another.
    @Test func itIsForOneMember() throws {
        var yard = Courtyard.met(3)
        let (tagged, _, _) = Self.proposal(&yard)
        let datagram = try #require(tagged)
        let key = try #require(yard.residents[0].gatekeeper.ring.keys.first)
        let secret = unsafe key.secret.withUnsafeBytes { unsafe Array($0) }
        let announcement = try TaggedAnnouncement(datagram)
        #expect(secret.suffix(16).allSatisfy { $0 == 0 } && Set(secret.prefix(16)).count > 4)
        #expect(announcement.keys.map(\.mark) == [key.mark, key.mark])
        for other in 1...2 {
            let pair = try #require(
                yard.residents[other].gatekeeper.table[yard.id(0)]?.pairing?.marks)
            let place = try #require(announcement.place(of: pair))
            for (number, wrapped) in announcement.keys.enumerated() {
                #expect((wrapped.secret(from: pair) == key.secret) == (number == place))
            }
        }
        for bit in (29 * 8)..<((29 + 8 + 32) * 8) {
            var changed = datagram
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(Self.hears(&yard, 1, changed).isEmpty)
        }
        #expect(yard.residents[1].gatekeeper.refusals[.forged] == 40 * 8)
        #expect(yard.residents[1].gatekeeper.table.peers.allSatisfy { $0.told == nil })
    }

    /// Who has not shown to have it by then is given it by unicast, as a new one: it believes every member.
    @Test func whoDoesNotHearItIsGivenIt() throws {
        var yard = Courtyard.met(3)
        yard.loss = 1
        let (tagged, epoch, notes) = Self.proposal(&yard)
        #expect(notes == 0)
        let wish = Self.request(yard, leads: false)
        #expect(Self.wants(&yard, 1, wish).isEmpty && Self.wants(&yard, 2, wish).isEmpty)
        #expect(Self.hears(&yard, 2, tagged) == [try #require(epoch)])
        yard.tape = []
        yard.run(for: .milliseconds(1_990))
        #expect(!yard.tape.contains { $0.bytes[3] == Envelope.Kind.unicast.rawValue })
        yard.loss = 0
        yard.run(for: .milliseconds(200))
        #expect(yard.residents[1].epochs == [try #require(epoch)])
        for teller in [0, 2] {
            KeyTests.tellSession(7, &yard, teller, "hello")
            yard.run(for: .milliseconds(10))
            let last = yard.residents[1].messages.last
            #expect(last?.message.audience == .session(7) && last?.sender == yard.id(teller))
        }
    }

    /// By network there is no need; with somebody who is not met there is nothing to wrap it with.
    @Test func whereItIsGivenAtOnce() {
        for (count, byAir) in [(2, false), (3, true)] {
            var yard = Courtyard.met(count, byAir: byAir)
            if byAir {
                yard.act(2) { $0.authenticate([], now: $1) }
                yard.run(for: .seconds(1))
            }
            let (tagged, _, notes) = Self.proposal(&yard)
            #expect(notes == count - 1)
            let flags = tagged.map { $0[20] } ?? 0
            #expect(flags & 1 << 4 == 0)
        }
    }

    /// Only beside what is urgent, and only for ten seconds.
    @Test func whenItIsTold() {
        var yard = Courtyard.met()
        func hasKey(_ proposal: (tagged: [UInt8]?, epoch: KeyEpoch?, notes: Int)) -> Bool? {
            proposal.tagged.map { $0[20] & 1 << 4 != 0 }
        }
        #expect(hasKey(Self.proposal(&yard)) == true)
        #expect(hasKey(Self.proposal(&yard, "still", isUrgent: true)) == true)
        #expect(hasKey(Self.proposal(&yard, "no more", isUrgent: false)) == false)
        yard.now += .seconds(10)
        #expect(hasKey(Self.proposal(&yard, "again")) == false)
        #expect(hasKey(Self.proposal(&yard, "the next", round: 2)) == true)
    }

    /// Whoever starts anew is not told what was told to the start before.
    @Test func anotherStartIsNotTold() throws {
        var yard = Courtyard.met()
        _ = Self.proposal(&yard)
        let place = try #require(yard.residents[0].gatekeeper.ring.keys.indices.first)
        yard.residents[0].gatekeeper.ring.keys[place].told[yard.id(1)] = 99
        #expect(Self.proposal(&yard, "once more").tagged.map { $0[20] & 1 << 4 } == 0)
    }

    /// What nobody agrees to is erased after ten seconds, and with another crew word.
    @Test func whatWasToldIsErased() throws {
        for isForgotten in [false, true] {
            var yard = Courtyard.met()
            let (tagged, _, _) = Self.proposal(&yard)
            _ = Self.hears(&yard, 1, tagged)
            #expect(yard.residents[1].gatekeeper.table.peers[0].told != nil)
            if isForgotten {
                yard.act(1) { $0.use(CrewKey(bytes: Courtyard.seed(9)), now: $1) }
            } else {
                yard.loss = 1
                yard.run(for: .milliseconds(9_990))
                #expect(yard.residents[1].gatekeeper.table.peers[0].told != nil)
                yard.run(for: .milliseconds(20))
            }
            #expect(yard.residents[1].gatekeeper.table.peers[0].told == nil)
            #expect(Self.wants(&yard, 1, Self.request(yard, leads: false)).isEmpty)
        }
    }

    /// By radio a lock may still come once the hand has let go: until then both know each other's words.
    @Test(arguments: [true, false])
    func theEphemeralKeyStandsUntilNoLockCanCome(byAir: Bool) {
        var yard = Courtyard.met(byAir: byAir)
        let wish = Self.request(yard, leads: false)
        yard.act(1) { $0.keep([wish], now: $1) }
        let (tagged, _, _) = Self.proposal(&yard)
        _ = Self.hears(&yard, 1, tagged)
        yard.run(for: .milliseconds(500))
        let before = yard.residents[1].gatekeeper.ephemeralPublic
        #expect(yard.residents[1].gatekeeper.ring.keys.count == 1)
        yard.act(1) { $0.keep([], now: $1) }
        #expect((yard.residents[1].gatekeeper.ephemeralPublic == before) == byAir)
        guard byAir else { return }
        yard.run(for: .seconds(9))
        // It is locked after all: nothing is renewed as long as it is played.
        yard.act(1) { $0.keep([wish], now: $1) }
        yard.run(for: .seconds(9))
        #expect(yard.residents[1].gatekeeper.ephemeralPublic == before)
        // Nothing comes of it.
        yard.act(1) { $0.keep([], now: $1) }
        yard.run(for: .milliseconds(9_990))
        #expect(yard.residents[1].gatekeeper.ephemeralPublic == before)
        yard.run(for: .milliseconds(20))
        let renewed = yard.residents[1].gatekeeper.ephemeralPublic
        #expect(renewed != before)
        yard.run(for: .seconds(20))
        #expect(yard.residents[1].gatekeeper.ephemeralPublic == renewed, "once")
    }

    /// Of a session in which something was said it is renewed at once.
    @Test func theEphemeralKeyOfASessionIsRenewedAtOnce() {
        var yard = Courtyard.met()
        let (tagged, _, _) = Self.proposal(&yard)
        _ = Self.hears(&yard, 1, tagged)
        let wish = Self.request(yard, leads: false)
        _ = Self.wants(&yard, 1, wish)
        KeyTests.tellSession(7, &yard, 0, "locked")
        yard.run(for: .milliseconds(10))
        let before = yard.residents[1].gatekeeper.ephemeralPublic
        yard.act(1) { $0.keep([], now: $1) }
        #expect(yard.residents[1].gatekeeper.ephemeralPublic != before)
    }

    /// A key that was had and is erased is never taken again.
    @Test func whatWasErasedIsNotTakenAgain() throws {
        var yard = Courtyard.met()
        let (tagged, epoch, _) = Self.proposal(&yard)
        let wish = Self.request(yard, leads: false)
        _ = Self.hears(&yard, 1, tagged)
        #expect(Self.wants(&yard, 1, wish) == [try #require(epoch)])
        let told = try #require(yard.residents[0].gatekeeper.ring.keys.first)
        yard.act(1) { $0.keep([], now: $1) }
        yard.run(for: .seconds(11))
        #expect(yard.residents[1].gatekeeper.ring.keys.isEmpty)
        yard.residents[1].gatekeeper.table.peers[0].told = Peer.ToldKey(
            mark: told.mark, secret: told.secret, until: yard.now + .seconds(9))
        #expect(Self.wants(&yard, 1, wish).isEmpty)
    }

    /// Where the bytes of a key would be missing, or be more than there are.
    @Test(arguments: [(29, true), (28, false), (0, false)])
    func theForm(bytes: Int, isOne: Bool) {
        var datagram = Envelope.open(.tagged, from: StationID(value: 1)).bytes
        datagram += [0, 0, 0, 1, 0, 0, 0, 2, 0x12] + [UInt8](repeating: 7, count: bytes + 3)
        #expect(((try? TaggedAnnouncement(datagram)) != nil) == isOne)
    }
}
