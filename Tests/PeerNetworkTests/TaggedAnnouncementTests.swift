import Testing
import Wire
import Yard

@testable import PeerNetwork

/// What is new, for those who are met by radio: theirs without a signature, and nobody else's.
struct TaggedAnnouncementTests {
    private static func address(_ number: Int) -> Endpoint {
        Endpoint(address: [UInt8(number), 2, 3, 4, 5, 0xC6], port: 0)
    }

    /// Stations that know each other, and want to play with each other.
    private static func met(_ count: Int = 2, byAir: Bool = true, crews: [UInt8?] = []) -> Courtyard {
        var yard = Courtyard()
        for number in 0..<count {
            let index = yard.add(UInt8(number + 1), crew: number < crews.count ? crews[number] : nil)
            if byAir { yard.residents[index].endpoint = address(number) }
            yard.say(index, "hello")
        }
        yard.run(for: .seconds(20))
        let ids = (0..<count).map { yard.id($0) }
        for index in 0..<count { yard.act(index) { $0.clasp(ids, now: $1) } }
        yard.run(for: .seconds(5))
        return yard
    }

    /// What a resident sends when it says that, and nobody hears.
    private static func sent(
        _ yard: inout Courtyard, by index: Int = 0, _ text: String, isUrgent: Bool = true
    ) -> (card: [UInt8]?, tagged: [UInt8]?) {
        yard.now += .seconds(1)
        let message = Message(audience: .lobby(isUrgent: isUrgent), body: Array(text.utf8))
        let outputs = yard.residents[index].gatekeeper.send(message, now: yard.now)
        let datagrams = outputs.compactMap { if case .transmit(let bytes, _) = $0 { bytes } else { nil } }
        func last(_ kind: Envelope.Kind) -> [UInt8]? { datagrams.last { $0[3] == kind.rawValue } }
        return (last(.card), last(.tagged))
    }

    /// What the second hears of the first, in bytes of messages.
    private static func heard(_ yard: inout Courtyard, _ datagram: [UInt8]?, by index: Int = 1) -> [String] {
        guard let datagram else { return [] }
        let outputs = yard.residents[index].gatekeeper.receive(datagram, from: address(0), now: yard.now)
        return outputs.compactMap { output in
            guard case .message(let received) = output else { return nil }
            let isUrgent = received.message.audience == .lobby(isUrgent: true)
            return String(decoding: received.message.body, as: UTF8.self) + (isUrgent ? "!" : "")
        }
    }

    private static func refusals(_ yard: Courtyard, _ refusal: Refusal, of index: Int = 1) -> Int {
        yard.residents[index].gatekeeper.refusals[refusal]
    }

    /// Behind the announcement, while somebody holds and when they let go.
    @Test func whatIsNewIsHeardWithoutTheAnnouncement() throws {
        var yard = Self.met()
        var sent = Self.sent(&yard, "I hold")
        let (card, tagged) = (try #require(sent.card), try #require(sent.tagged))
        #expect(card.count == 203 + 6 && tagged.count == 21 + 6 + 8)
        #expect(Self.heard(&yard, tagged) == ["I hold!"])
        #expect(Self.heard(&yard, tagged).isEmpty && Self.refusals(yard, .old) == 1)
        #expect(Self.heard(&yard, card) == ["I hold!"], "it is the repetition of what is known")
        sent = Self.sent(&yard, "no more", isUrgent: false)
        #expect(Self.heard(&yard, sent.tagged) == ["no more"])
        sent = Self.sent(&yard, "by the way", isUrgent: false)
        #expect(sent.card != nil && sent.tagged == nil, "nobody waits for that")
    }

    /// An announcement that comes after a newer tagged one takes nothing back, and counts all the same.
    @Test func anOlderAnnouncementTakesNothingBack() {
        var yard = Self.met()
        let first = Self.sent(&yard, "first")
        let second = Self.sent(&yard, "second")
        #expect(Self.heard(&yard, second.tagged) == ["second!"])
        #expect(Self.heard(&yard, first.tagged).isEmpty)
        #expect(Self.heard(&yard, first.card).isEmpty)
        #expect(yard.residents[1].gatekeeper.table.peers[0].card.body == Array("first".utf8))
        // Its repetition, while it is urgent, says nothing either.
        yard.now += .milliseconds(200)
        #expect(Self.heard(&yard, second.card) == ["second!"])
        #expect(yard.residents[1].gatekeeper.table.peers[0].card.body == Array("second".utf8))
    }

    @Test func anOutdatedAnnouncementIsNotRepeated() {
        var yard = Self.met()
        let first = Self.sent(&yard, "first")
        #expect(Self.heard(&yard, first.card) == ["first!"])
        yard.now += .milliseconds(100)
        let outputs = yard.residents[0].gatekeeper.advance(now: yard.now)
        let repetition = outputs.compactMap { if case .transmit(let bytes, _) = $0 { bytes } else { nil } }
            .first { $0[3] == Envelope.Kind.card.rawValue }
        let second = Self.sent(&yard, "second")
        #expect(Self.heard(&yard, second.tagged) == ["second!"])
        #expect(repetition != nil && Self.heard(&yard, repetition).isEmpty)
    }

    /// Nobody can change a bit of one, or leave any of it out.
    @Test func everyBitCounts() throws {
        var yard = Self.met(3)
        let tagged = try #require(Self.sent(&yard, "hi").tagged)
        #expect(tagged.count == 21 + 2 + 2 * 8)
        for bit in 0..<(tagged.count * 8) {
            var changed = tagged
            changed[bit / 8] ^= 1 << (bit % 8)
            // One of the two tags is for the other.
            let (one, other) = (Self.heard(&yard, changed), Self.heard(&yard, changed, by: 2))
            #expect(bit / 8 < 23 ? one.isEmpty && other.isEmpty : one.isEmpty || other.isEmpty, "bit \(bit)")
            if bit / 8 >= 23 { yard = Self.met(3) }
        }
        for length in 0..<tagged.count {
            #expect(Self.heard(&yard, Array(tagged.prefix(length))).isEmpty)
        }
        #expect(Self.heard(&yard, tagged) == ["hi!"] && Self.heard(&yard, tagged, by: 2) == ["hi!"])
    }

    /// Who has met both has tags of its own, and none of theirs.
    @Test func whoIsMetCannotSpeakForAnother() throws {
        var yard = Self.met(3)
        let third = yard.residents[2].gatekeeper
        let pair = try #require(third.table[yard.id(1)]?.pairing?.marks)
        let content = PresenceAnnouncement.Content(
            body: Array("I am the first".utf8), isUrgent: true, ephemeral: [], pace: 10)
        let forged = TaggedAnnouncement.write(
            content, from: yard.id(0), boot: 1, sequence: 1_000, for: [pair])
        #expect(Self.heard(&yard, forged).isEmpty && Self.refusals(yard, .forged) == 1)
        let own = TaggedAnnouncement.write(content, from: yard.id(2), boot: 3, sequence: 1_000, for: [pair])
        #expect(Self.heard(&yard, own) == ["I am the first!"])
        let earlier = TaggedAnnouncement.write(
            content, from: yard.id(2), boot: 4, sequence: 1_001, for: [pair])
        #expect(Self.heard(&yard, earlier).isEmpty && Self.refusals(yard, .unproven) == 1)
        let echoes = Self.refusals(yard, .echo, of: 2)
        #expect(Self.heard(&yard, own, by: 2).isEmpty && Self.refusals(yard, .echo, of: 2) == echoes + 1)
    }

    /// Only by radio, only where everybody who is wanted is met, and for three others at most.
    @Test(
        arguments: [
            (2, true, [nil, nil], 1), (4, true, [], 3), (5, true, [], 0), (2, false, [], 0),
            (3, true, [1, 1, 2], 0), (2, true, [1, 1], 1),
        ] as [(Int, Bool, [UInt8?], Int)])
    func forWhom(count: Int, byAir: Bool, crews: [UInt8?], tags: Int) {
        var yard = Self.met(count, byAir: byAir, crews: crews)
        let tagged = Self.sent(&yard, "hi").tagged
        #expect(tagged?.count == (tags == 0 ? nil : 21 + 2 + 8 * tags))
    }

    /// Who is not wanted is not waited for.
    @Test func whoIsNotWantedHasNoTag() {
        var yard = Self.met(3, crews: [1, 1, 2])
        let other = yard.id(1)
        yard.act(0) { $0.clasp([other], now: $1) }
        #expect(Self.sent(&yard, "hi").tagged?.count == 21 + 2 + 8)
    }

    /// With no tag, or a body that no message has, it is none.
    @Test(arguments: [(900, 0x02, true), (901, 0x02, false), (5, 0x00, false), (5, 0x0E, false)])
    func theForm(body: Int, flags: UInt8, isOne: Bool) {
        var datagram = Envelope.open(.tagged, from: StationID(value: 1)).bytes
        datagram += [0, 0, 0, 1, 0, 0, 0, 2, flags] + [UInt8](repeating: 7, count: body + 8)
        #expect(((try? TaggedAnnouncement(datagram)) != nil) == isOne)
    }

    /// It keeps its sender from vanishing, and shows that it has our crew word.
    @Test func itShowsThatItsSenderIsThere() throws {
        var yard = Self.met(crews: [1, 1])
        let tagged = Self.sent(&yard, "hi").tagged
        let id = yard.id(0)
        let before = try #require(yard.residents[1].gatekeeper.table[id]).heardAt
        yard.residents[1].gatekeeper.table.peers[0].isAcquainted = false
        #expect(Self.heard(&yard, tagged) == ["hi!"])
        let peer = try #require(yard.residents[1].gatekeeper.table[id])
        #expect(peer.heardAt == yard.now && peer.heardAt > before && peer.isAcquainted)
    }

    /// A known station says no more than it could sign.
    @Test func theyHaveTheRationOfAnnouncements() throws {
        var yard = Self.met()
        let pair = try #require(yard.residents[0].gatekeeper.table[yard.id(1)]?.pairing?.marks)
        let content = PresenceAnnouncement.Content(body: [65], isUrgent: true, ephemeral: [], pace: 10)
        let said = (0..<100).map { number in
            TaggedAnnouncement.write(
                content, from: yard.id(0), boot: 1, sequence: 1_000 + number, for: [pair])
        }
        let heard = said.flatMap { Self.heard(&yard, $0) }
        #expect((21...40).contains(heard.count), "\(heard.count)")
        #expect(Self.refusals(yard, .rationed) == 100 - heard.count)
    }
}
