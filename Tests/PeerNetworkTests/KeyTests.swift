import Testing
import Yard

@testable import PeerNetwork

/// Keys of sessions: drawn, given, used, replaced, given again, erased.
struct KeyTests {
    /// The first eight bytes of SHA-256; of "abc" it is in FIPS 180-4's examples.
    @Test func aKeyIsBoundToWhatWasAgreed() {
        #expect(KeyEpoch.binding(of: Array("abc".utf8)) == 0xBA78_16BF_8F01_CFEA)
    }

    static let agreed = Array("red fox hides".utf8)

    static func goal(
        _ yard: Courtyard, round: UInt16 = 1, generation: UInt8 = 0, leads: Bool, agreement: [UInt8] = agreed
    ) -> KeyRequest {
        KeyRequest(
            session: 0xABCD, round: round, generation: generation,
            members: yard.residents.indices.map { yard.id($0) }.sorted(), leads: leads, agreement: agreement)
    }

    /// Everybody has the goal; the first leads.
    static func keep(_ yard: inout Courtyard, round: UInt16 = 1, generation: UInt8 = 0) {
        for index in yard.residents.indices {
            let goal = goal(yard, round: round, generation: generation, leads: index == 0)
            yard.act(index) { $0.keep([goal], now: $1) }
        }
    }

    static func session(_ count: Int, seed: UInt64 = 1) -> Courtyard {
        var yard = MutualAuthenticationTests.met(seed: seed, crews: Array(repeating: nil, count: count))
        keep(&yard)
        yard.run(for: .seconds(1))
        return yard
    }

    static func tell(_ yard: inout Courtyard, _ index: Int, _ text: String) {
        tellSession(0xABCD, &yard, index, text)
    }

    static func tellSession(_ session: UInt64, _ yard: inout Courtyard, _ index: Int, _ text: String) {
        yard.act(index) { $0.send(Message(audience: .session(session), body: Array(text.utf8)), now: $1) }
    }

    /// A member seals something in another's name, with the key of the session and marks of its own.
    static func forge(
        _ yard: inout Courtyard, _ text: String, by liar: Int, as other: Int, to index: Int,
        counter: UInt64 = 900
    ) {
        let gatekeeper = yard.residents[liar].gatekeeper
        guard let place = gatekeeper.ring.sealing(0xABCD) else { return }
        let key = gatekeeper.ring.keys[place]
        let victim = yard.residents[other].gatekeeper
        var impostor = SessionKey(
            key.subject, secret: key.secret, me: victim.id, boot: victim.boot, standing: .wanted,
            isFirst: true, giver: nil, now: yard.now)
        let packet = impostor.seal(
            Array(text.utf8), from: victim.id, boot: victim.boot, counter: counter)
        let pairing = gatekeeper.table[yard.id(index)]?.pairing
        let marks = impostor.marks(behind: packet, from: victim.id) { member in
            member == yard.id(index) ? pairing.map { (boot: 0, marks: $0.marks) } : nil
        }
        yard.inject(packet + marks, from: yard.residents[other].endpoint, to: index)
    }

    /// All members have the key; but who says what is shown to each of them.
    @Test(arguments: [UInt64(900), .max])
    func aMemberCannotSpeakAsAnother(counter: UInt64) {
        var yard = Self.session(3)
        Self.tell(&yard, 1, "first")
        yard.run(for: .milliseconds(100))
        Self.forge(&yard, "forged", by: 2, as: 1, to: 0, counter: counter)
        let refusals = yard.residents[0].gatekeeper.refusals
        #expect(refusals[counter == .max ? .old : .unproven] == 1)
        Self.tell(&yard, 1, "second")
        yard.run(for: .milliseconds(100))
        #expect(Self.heard(yard, 0) == ["first", "second"], "nor silences it, whatever its number")
    }

    /// Who has not been heard for long is forgotten in the lobby; in the session it goes on being known.
    @Test func whoIsForgottenInTheLobbyIsHeardInTheSession() throws {
        var yard = Self.session(3)
        for index in 0..<3 { Self.tell(&yard, index, "hello") }
        yard.run(for: .milliseconds(100))
        let before = yard.residents[0].gatekeeper.ephemeralPublic
        let peer = try #require(yard.residents[0].gatekeeper.table.index(of: yard.id(1)))
        yard.residents[0].gatekeeper.table.peers[peer].heardAt = yard.now - .seconds(60)
        yard.residents[0].gatekeeper.wake(at: yard.now)
        yard.act(0) { $0.advance(now: $1) }
        #expect(yard.residents[0].gatekeeper.table[yard.id(1)] == nil)
        #expect(yard.residents[0].gatekeeper.ephemeralPublic == before, "members know each other by it")
        Self.tell(&yard, 1, "still here")
        Self.tell(&yard, 0, "so am I")
        yard.run(for: .milliseconds(5))
        #expect(Self.heard(yard, 0).last == "still here")
        #expect(Self.heard(yard, 1).last == "so am I")
    }

    /// Of the keys for what is proposed, the leader's counts, whoever was first and whichever is lower.
    @Test(arguments: 1...10)
    func theKeyOfAProposalIsItsLeaders(seed: Int) {
        var yard = MutualAuthenticationTests.met(seed: UInt64(seed), crews: [nil, nil, nil])
        var made = Self.goal(yard, leads: true)
        yard.act(2) { $0.keep([made], now: $1) }
        yard.run(for: .milliseconds(300))
        made.giver = yard.id(0)
        yard.act(0) { $0.keep([made], now: $1) }
        var wish = Self.goal(yard, leads: false)
        wish.giver = yard.id(0)
        yard.act(1) { $0.keep([wish], now: $1) }
        yard.run(for: .milliseconds(300))
        #expect(yard.residents[1].epochs.last == yard.residents[0].epochs.last)
        #expect(yard.residents[1].epochs.last != yard.residents[2].epochs.last)
    }

    static func heard(_ yard: Courtyard, _ index: Int) -> [String] {
        yard.residents[index].messages.filter { $0.message.audience == .session(0xABCD) }
            .map { String(decoding: $0.message.body, as: UTF8.self) }
    }

    /// Whatever is in it: what was agreed is what its key is bound to.
    @Test func whatIsSealedTellsWhatWasAgreed() {
        var yard = Self.session(3)
        Self.tell(&yard, 1, "we are others")
        yard.run(for: .milliseconds(100))
        let received = yard.residents[0].messages.filter { $0.message.audience == .session(0xABCD) }
        #expect(received.map(\.binding) == [KeyEpoch.binding(of: Self.agreed)])
    }

    @Test func allMembersHaveTheSameNumbers() throws {
        let yard = Self.session(4)
        let epochs = yard.residents.compactMap(\.epochs.last)
        #expect(epochs.count == 4)
        let epoch = try #require(epochs.first)
        #expect(epochs.allSatisfy { $0 == epoch })
        #expect(epoch.major != 0)
        #expect(Set(epoch.minors.values).count == 4 && !epoch.minors.values.contains(0))
        #expect(epoch.minors.keys.sorted() == yard.residents.indices.map { yard.id($0) }.sorted())
    }

    @Test(arguments: 1...40)
    func aKeyArrivesOnABadNetwork(seed: Int) {
        var yard = MutualAuthenticationTests.met(seed: UInt64(seed), crews: [nil, nil, nil])
        yard.loss = 0.2
        yard.delays = 0...200
        Self.keep(&yard)
        yard.run(for: .seconds(4))
        #expect(Set(yard.residents.compactMap { $0.epochs.last?.major }).count == 1)
        #expect(yard.residents.allSatisfy { $0.epochs.count == 1 || $0.epochs.count == 2 })
    }

    @Test func whatIsSaidToASessionIsHeardByItsMembersOnce() {
        var yard = Self.session(3)
        yard.doubled = 1
        for round in 1...20 {
            Self.tell(&yard, round % 3, "\(round)")
            yard.run(for: .milliseconds(200))
        }
        for index in 0..<3 {
            #expect(Self.heard(yard, index) == (1...20).filter { $0 % 3 != index }.map { "\($0)" })
        }
    }

    @Test func nobodyElseOpensIt() {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil, nil])
        let members = [yard.id(0), yard.id(1)].sorted()
        for index in 0..<2 {
            let goal = KeyRequest(
                session: 0xABCD, round: 1, generation: 0, members: members, leads: index == 0,
                agreement: Self.agreed)
            yard.act(index) { $0.keep([goal], now: $1) }
        }
        yard.run(for: .seconds(1))
        Self.tell(&yard, 0, "secret")
        yard.run(for: .seconds(1))
        #expect(Self.heard(yard, 1) == ["secret"])
        #expect(Self.heard(yard, 2).isEmpty && yard.residents[2].epochs.isEmpty)
    }

    @Test func aSessionIsSentByUnicastOnceAllAreHeard() {
        var yard = Self.session(2)
        for _ in 0..<10 {
            for index in 0..<2 { Self.tell(&yard, index, "x") }
            yard.run(for: .milliseconds(200))
        }
        let shouts = yard.tape.filter { $0.bytes[3] == 5 && $0.destination == .everybody }
        #expect(shouts.isEmpty)
        // One that does not answer is looked for everywhere, but not at every packet.
        for _ in 0..<50 {
            Self.tell(&yard, 0, "x")
            yard.run(for: .milliseconds(100))
        }
        let looks = yard.tape.filter { $0.bytes[3] == 5 && $0.destination == .everybody }
        #expect((12...15).contains(looks.count))
    }

    @Test func otherAgreementsGiveOtherKeysAndAreNotTaken() {
        var yard = MutualAuthenticationTests.met()
        for (index, text) in ["this", "that"].enumerated() {
            let goal = Self.goal(yard, leads: index == 0, agreement: Array(text.utf8))
            yard.act(index) { $0.keep([goal], now: $1) }
        }
        yard.run(for: .seconds(2))
        Self.tell(&yard, 1, "no key of mine")
        #expect(yard.residents[1].gatekeeper.refusals[.unsaid] == 1)
    }

    @Test func aMemberThatStartsAnewIsGivenTheKey() {
        var yard = Self.session(3)
        Self.tell(&yard, 0, "before")
        yard.run(for: .seconds(1))
        yard.restart(2, boot: 333, drawing: 33, key: 3)
        yard.say(2, "again")
        yard.run(for: .seconds(2))
        #expect(yard.residents[2].epochs.last == yard.residents[0].epochs.last)
        let told = yard.residents[2].epochs.count
        let goal = Self.goal(yard, leads: false)
        yard.act(2) { $0.keep([goal], now: $1) }
        #expect(yard.residents[2].epochs.count == told + 1)
        for index in 0..<3 { Self.tell(&yard, index, "\(index) after") }
        yard.run(for: .seconds(1))
        #expect(Self.heard(yard, 0).suffix(2) == ["1 after", "2 after"])
        #expect(Self.heard(yard, 1).suffix(2) == ["0 after", "2 after"])
        #expect(Self.heard(yard, 2).suffix(2) == ["0 after", "1 after"])
    }

    /// A key that was on its way when a member's network went is not given for good, once it is forgotten.
    @Test func whoWasForgottenMeanwhileIsGivenTheKeyAgain() throws {
        var yard = Self.session(2)
        for index in 0..<2 { Self.tell(&yard, index, "hello") }
        yard.run(for: .milliseconds(100))
        yard.loss = 1
        Self.keep(&yard, round: 2)
        yard.run(for: .milliseconds(100))
        let peer = try #require(yard.residents[0].gatekeeper.table.index(of: yard.id(1)))
        yard.residents[0].gatekeeper.table.peers[peer].heardAt = yard.now - .seconds(60)
        yard.residents[0].gatekeeper.wake(at: yard.now)
        yard.act(0) { $0.advance(now: $1) }
        #expect(yard.residents[0].gatekeeper.table[yard.id(1)] == nil)
        yard.loss = 0
        for index in 0..<2 { yard.say(index, "back") }
        yard.run(for: .seconds(3))
        #expect(yard.residents[1].epochs.last?.round == 2)
        Self.tell(&yard, 0, "with the new key")
        yard.run(for: .milliseconds(100))
        #expect(Self.heard(yard, 1).last == "with the new key")
    }

    @Test func aLeaderThatStartsAnewIsGivenTheKeyByTheOthers() {
        var yard = Self.session(3)
        yard.restart(0, boot: 333, drawing: 33, key: 1)
        yard.say(0, "again")
        yard.run(for: .seconds(2))
        #expect(yard.residents[0].epochs.last == yard.residents[1].epochs.last)
    }

    /// Every member works out other numbers for itself: no key is drawn, and nothing has to be handed on.
    @Test func otherNumbersComeOfTheSameKey() throws {
        var yard = Self.session(3)
        let first = try #require(yard.residents[0].epochs.last)
        let marks = yard.residents.map { $0.gatekeeper.ring.keys.map(\.mark) }
        yard.loss = 1
        for generation in UInt8(1)...7 {
            Self.keep(&yard, generation: generation)
            let now = yard.residents.compactMap(\.epochs.last)
            #expect(now.count == 3 && now.dropFirst().allSatisfy { $0 == now[0] })
            #expect(now[0].generation == generation && now[0].binding == first.binding)
            #expect(
                now[0].major != first.major && Set(now[0].minors.values).isDisjoint(with: first.minors.values)
            )
        }
        #expect(yard.residents.map { $0.gatekeeper.ring.keys.map(\.mark) } == marks)
        // Each is told once.
        let told = yard.residents[0].epochs.count
        Self.keep(&yard, generation: 7)
        #expect(yard.residents[0].epochs.count == told)
    }

    /// As long as a change of the numbers takes to be known, all hear each other as before.
    @Test func wordsGoOnWhileNumbersChange() {
        var yard = Self.session(3)
        for index in 0...2 {
            let goal = Self.goal(yard, generation: UInt8(index * 3), leads: index == 0)
            yard.act(index) { $0.keep([goal], now: $1) }
        }
        yard.run(for: .seconds(20))
        for index in 0...2 { Self.tell(&yard, index, "\(index)") }
        yard.run(for: .milliseconds(100))
        #expect((0...2).map { Self.heard(yard, $0).sorted() } == [["1", "2"], ["0", "2"], ["0", "1"]])
    }

    /// Who leads and remembers nothing is given the key, with the numbers that it wants, and draws none.
    @Test func changedNumbersAreNotDrawnAnew() {
        var yard = Self.session(3)
        Self.keep(&yard, generation: 2)
        let epoch = yard.residents[1].epochs.last
        yard.restart(0, boot: 333, drawing: 33, key: 1)
        let goal = Self.goal(yard, generation: 2, leads: true)
        yard.act(0) { $0.keep([goal], now: $1) }
        #expect(yard.residents[0].gatekeeper.ring.keys.isEmpty)
        yard.say(0, "again")
        yard.run(for: .seconds(2))
        #expect(epoch?.generation == 2 && yard.residents[0].epochs.last == epoch)
    }

    /// Of two proposals of one round the other is agreed to now: nothing is sealed with the key of the first
    /// any more, or what is said of the second would be taken for what was agreed on in the first.
    @Test func anotherProposalOfThatRoundHasAnotherKey() {
        var yard = Self.session(2)
        let first = Self.goal(yard, round: 2, leads: true, agreement: [1])
        let second = Self.goal(yard, round: 2, leads: false, agreement: [2])
        let played = Self.goal(yard, leads: true)
        yard.act(0) { $0.keep([played, first], now: $1) }
        yard.run(for: .milliseconds(500))
        #expect(yard.residents[0].gatekeeper.ring.keys.last?.standing == .wanted)
        yard.act(0) { $0.keep([played, second], now: $1) }
        let key = yard.residents[0].gatekeeper.ring.keys.first { $0.subject.agreement == [1] }
        #expect(key?.isFading == true)
    }

    @Test func aKeyThatIsNotWantedOpensForTenSecondsAndIsErased() throws {
        var yard = Self.session(2)
        yard.act(1) { $0.keep([], now: $1) }
        Self.tell(&yard, 0, "late")
        yard.run(for: .seconds(1))
        #expect(Self.heard(yard, 1) == ["late"])
        Self.tell(&yard, 1, "not said")
        #expect(yard.residents[1].gatekeeper.refusals[.unsaid] == 1)
        yard.run(for: .seconds(10))
        Self.tell(&yard, 0, "too late")
        yard.run(for: .seconds(1))
        #expect(Self.heard(yard, 1) == ["late"])
        #expect(yard.residents[1].gatekeeper.ring.keys.isEmpty)
    }

    @Test func leavingASessionRenewsTheKeyOnTheCard() {
        var yard = Self.session(2)
        let before = yard.residents[1].gatekeeper.table.peers[0].announcement.ephemeral
        yard.act(0) { $0.keep([], now: $1) }
        yard.run(for: .seconds(1))
        let after = yard.residents[1].gatekeeper.table.peers[0].announcement.ephemeral
        #expect(before != after)
        let ids = [yard.id(0), yard.id(1)]
        yard.act(1) { $0.unicast(UnicastMessage(other: ids[0], body: [5]), now: $1) }
        yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [6]), now: $1) }
        yard.run(for: .seconds(1))
        #expect(yard.residents[0].unicasts.map(\.body) == [[5]])
        #expect(yard.residents[1].unicasts.map(\.body) == [[6]])
        yard.run(for: .seconds(31))
        let peer = yard.residents[1].gatekeeper.table.peers[0]
        #expect(peer.formerPairing == nil)
    }
}
