import Crypto
import Testing
import Wire
import Yard

@testable import PeerNetwork

/// What is said to a session, and keys for it: what is looked at, and what is not.
struct SealedReceptionTests {
    private static let overhead = SessionKey.headerBytes + SealedBytes.tagBytes

    /// At least a header and a tag; at most a body of 900 bytes and the tags of seven others.
    @Test(arguments: [
        (overhead - 1, false), (overhead, true), (overhead + 956, true), (overhead + 957, false),
    ])
    func sizes(count: Int, isLookedAt: Bool) {
        var yard = KeyTests.session(2)
        var packet = Envelope.open(.sealed, from: yard.id(1))
        packet.pad(to: count)
        yard.inject(packet.bytes, from: Courtyard.endpoint(2), to: 0)
        let refusals = yard.residents[0].gatekeeper.refusals
        #expect(refusals[.malformed] == (isLookedAt ? 0 : 1) && refusals[.unknownKey] == (isLookedAt ? 1 : 0))
    }

    /// Nothing and 900 bytes can be said.
    @Test(arguments: [0, 1, 900]) func bodies(count: Int) {
        var yard = KeyTests.session(2)
        let body = [UInt8](repeating: 5, count: count)
        yard.act(0) { $0.send(Message(audience: .session(0xABCD), body: body), now: $1) }
        yard.run(for: .milliseconds(10))
        #expect(yard.residents[1].messages.last?.message.body == body)
        #expect(yard.residents[1].messages.last?.message.audience == .session(0xABCD))
    }

    /// A request counts if this station is a member, there are two to eight, each named once and in order,
    /// and no more than 512 bytes were agreed.
    @Test func whatIsNoRequest() {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil])
        let ids = [yard.id(0), yard.id(1)].sorted()
        let strangers = (1...8).map { StationID(value: $0) }
        func draws(_ members: [StationID], agreed: Int = 1) -> Bool {
            let goal = KeyRequest(
                session: 5, round: 1, generation: 0, members: members, leads: true,
                agreement: [UInt8](repeating: 7, count: agreed))
            let before = yard.residents[0].epochs.count
            yard.act(0) { $0.keep([goal], now: $1) }
            defer { yard.act(0) { $0.keep([], now: $1) } }
            return yard.residents[0].epochs.count > before
        }
        #expect(draws(ids, agreed: 512) && !draws(ids, agreed: 513))
        #expect(!draws([ids[0]]) && !draws(ids.reversed()) && !draws([ids[0], ids[0], ids[1]]))
        #expect(!draws(Array(strangers.prefix(3))))
        #expect(draws((Array(strangers.prefix(7)) + [yard.id(0)]).sorted()))
        #expect(!draws((strangers + [yard.id(0)]).sorted()))
    }

    /// Who is no member gives no key, and takes none.
    @Test func aKeyGoesFromMemberToMember() throws {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil, nil])
        func give(_ members: [Int]) -> (offered: Int, refused: Int) {
            let subject = SessionKey.Subject(
                session: 5, round: 1, members: members.map { yard.id($0) }.sorted(), agreement: [1])
            let made = Courtyard.gatekeeper(3, boot: 3, drawing: 77)
            let key = SessionKey(
                subject, secret: .init(size: .bits256), me: made.id, boot: 3, standing: .wanted,
                isFirst: true,
                giver: nil, now: yard.now)
            let note = KeyDistribution(key, isFirst: true, floor: 1)
            let receiver = yard.id(1)
            yard.act(2) { giver, now in
                guard let index = giver.table.index(of: receiver) else { return [] }
                _ = giver.say(.key, note.encoded, to: index, now: now)
                return giver.advance(now: now)
            }
            yard.run(for: .milliseconds(50))
            let gatekeeper = yard.residents[1].gatekeeper
            return (gatekeeper.ring.keys.count, gatekeeper.refusals[.notForUs])
        }
        #expect(give([0, 1]) == (0, 1), "the giver is no member")
        #expect(give([0, 2]) == (0, 2), "the taker is no member")
        #expect(give([1, 2]) == (1, 2))
    }

    /// A key that was offered opens only what its giver says.
    @Test func anOfferedKeyIsItsGivers() {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil, nil])
        let goals = [KeyTests.goal(yard, leads: true), KeyTests.goal(yard, leads: false)]
        yard.act(0) { $0.keep([goals[0]], now: $1) }
        yard.act(2) { $0.keep([goals[1]], now: $1) }
        yard.run(for: .seconds(1))
        #expect(yard.residents[1].gatekeeper.ring.keys.map(\.isOffered) == [true])
        for index in [2, 0] { KeyTests.tell(&yard, index, "\(index)") }
        yard.run(for: .milliseconds(50))
        #expect(KeyTests.heard(yard, 1) == ["0"])
        #expect(yard.residents[1].gatekeeper.refusals[.unproven] == 1)
        // Once it is wanted, each member's word counts.
        yard.act(1) { $0.keep([goals[1]], now: $1) }
        KeyTests.tell(&yard, 2, "again")
        yard.run(for: .milliseconds(50))
        #expect(KeyTests.heard(yard, 1) == ["0", "again"])
    }

    /// Who was in the round before and is not in the next one is told by the key that it has.
    @Test func whoIsLeftOutHearsThatTheOthersPlayOn() {
        var yard = KeyTests.session(3)
        let ids = [yard.id(0), yard.id(1)].sorted()
        func next(leads: Bool) -> KeyRequest {
            KeyRequest(session: 0xABCD, round: 2, generation: 0, members: ids, leads: leads, agreement: [2])
        }
        let requests = [next(leads: true), next(leads: false)]
        for index in 0...1 { yard.act(index) { $0.keep([requests[index]], now: $1) } }
        yard.run(for: .seconds(1))
        KeyTests.tell(&yard, 0, "round two")
        yard.run(for: .milliseconds(10))
        #expect(KeyTests.heard(yard, 1) == ["round two"] && KeyTests.heard(yard, 2) == ["round two"])
        // For six seconds from when the others want the next key only.
        yard.run(for: .seconds(6))
        KeyTests.tell(&yard, 0, "the hunt")
        yard.run(for: .milliseconds(10))
        #expect(KeyTests.heard(yard, 1).last == "the hunt" && KeyTests.heard(yard, 2) == ["round two"])
    }

    /// A leader that started again draws another key; one that is not wanted any more gives way to it.
    @Test func aFadingKeyGivesWay() {
        var yard = KeyTests.session(2)
        yard.act(1) { $0.keep([], now: $1) }
        yard.restart(0, boot: 333, drawing: 33, key: 1)
        let goals = [KeyTests.goal(yard, leads: true), KeyTests.goal(yard, leads: false)]
        yard.act(0) { $0.keep([goals[0]], now: $1) }
        yard.say(0, "again")
        yard.run(for: .seconds(2))
        let keys = yard.residents[1].gatekeeper.ring.keys
        #expect(
            keys.map(\.isOffered) == [true] && keys[0].mark == yard.residents[0].gatekeeper.ring.keys[0].mark)
        yard.act(1) { $0.keep([goals[1]], now: $1) }
        #expect(yard.residents[1].epochs.last == yard.residents[0].epochs.last)
    }

    /// Four starts of a member are believed under one key; whoever starts more often is mute in this round.
    @Test func startsOfOneMember() {
        var yard = KeyTests.session(2)
        KeyTests.tell(&yard, 1, "1")
        for start in UInt8(2)...6 {
            yard.run(for: .seconds(11))
            yard.restart(1, boot: 100 + UInt32(start), drawing: 50 + start, key: 2)
            let goal = KeyTests.goal(yard, leads: false)
            yard.act(1) { $0.keep([goal], now: $1) }
            yard.say(1, "again")
            yard.run(for: .seconds(3))
            KeyTests.tell(&yard, 1, "\(start)")
            yard.run(for: .milliseconds(50))
        }
        #expect(KeyTests.heard(yard, 0) == ["1", "2", "3", "4"])
    }

    /// Items count from 1, and a line has a number.
    @Test func framesThatAreNone() throws {
        var frame = UnicastFrame(stream: 7)
        frame.item = UnicastFrame.Item(number: 1, kind: .words, body: [1, 2])
        #expect(try UnicastFrame(frame.encoded).item?.body == [1, 2])
        frame.item?.number = 0
        #expect(throws: Malformed.self) { try UnicastFrame(frame.encoded) }
        #expect(throws: Malformed.self) { try UnicastFrame(UnicastFrame(stream: 0).encoded) }
    }
}
