import Testing
import Wire
import Yard

@testable import PeerNetwork

/// What is new, for those who are met by radio: theirs without a signature, and nobody else's.
struct TaggedAnnouncementTests {
    private static func refusals(_ yard: Courtyard, _ refusal: Refusal, of index: Int = 1) -> Int {
        yard.residents[index].gatekeeper.refusals[refusal]
    }

    /// Behind the announcement, while somebody holds and when they let go.
    @Test func whatIsNewIsHeardWithoutTheAnnouncement() throws {
        var yard = Courtyard.met()
        var sent = yard.sent("I hold")
        let (announcement, tagged) = (try #require(sent.announcement), try #require(sent.tagged))
        #expect(announcement.count == 203 + 6 && tagged.count == 21 + 6 + 8)
        #expect(yard.heard(tagged) == ["I hold!"])
        #expect(yard.heard(tagged).isEmpty && Self.refusals(yard, .old) == 1)
        #expect(yard.heard(announcement) == ["I hold!"], "it is the repetition of what is known")
        sent = yard.sent("no more", isUrgent: false)
        #expect(yard.heard(sent.tagged) == ["no more"])
        sent = yard.sent("by the way", isUrgent: false)
        #expect(sent.announcement != nil && sent.tagged == nil, "nobody waits for that")
    }

    /// An announcement that comes after a newer tagged one takes nothing back, and counts all the same.
    @Test func anOlderAnnouncementTakesNothingBack() {
        var yard = Courtyard.met()
        let first = yard.sent("first")
        let second = yard.sent("second")
        #expect(yard.heard(second.tagged) == ["second!"])
        #expect(yard.heard(first.tagged).isEmpty)
        #expect(yard.heard(first.announcement).isEmpty)
        #expect(yard.residents[1].gatekeeper.table.peers[0].announcement.body == Array("first".utf8))
        // Its repetition, while it is urgent, says nothing either.
        yard.now += .milliseconds(200)
        #expect(yard.heard(second.announcement) == ["second!"])
        #expect(yard.residents[1].gatekeeper.table.peers[0].announcement.body == Array("second".utf8))
    }

    @Test func anOutdatedAnnouncementIsNotRepeated() {
        var yard = Courtyard.met()
        let first = yard.sent("first")
        #expect(yard.heard(first.announcement) == ["first!"])
        yard.now += .milliseconds(100)
        let outputs = yard.residents[0].gatekeeper.advance(now: yard.now)
        let repetition = outputs.compactMap { if case .transmit(let bytes, _) = $0 { bytes } else { nil } }
            .first { $0[3] == Envelope.Kind.announcement.rawValue }
        let second = yard.sent("second")
        #expect(yard.heard(second.tagged) == ["second!"])
        #expect(repetition != nil && yard.heard(repetition).isEmpty)
    }

    /// Nobody can change a bit of one, or leave any of it out.
    @Test func everyBitCounts() throws {
        var yard = Courtyard.met(3)
        let tagged = try #require(yard.sent("hi").tagged)
        #expect(tagged.count == 21 + 2 + 2 * 8)
        for bit in 0..<(tagged.count * 8) {
            var changed = tagged
            changed[bit / 8] ^= 1 << (bit % 8)
            // One of the two tags is for the other.
            let (one, other) = (yard.heard(changed), yard.heard(changed, by: 2))
            #expect(bit / 8 < 23 ? one.isEmpty && other.isEmpty : one.isEmpty || other.isEmpty, "bit \(bit)")
            if bit / 8 >= 23 { yard = Courtyard.met(3) }
        }
        for length in 0..<tagged.count {
            #expect(yard.heard(Array(tagged.prefix(length))).isEmpty)
        }
        #expect(yard.heard(tagged) == ["hi!"] && yard.heard(tagged, by: 2) == ["hi!"])
    }

    /// Who has met both has tags of its own, and none of theirs.
    @Test func whoIsMetCannotSpeakForAnother() throws {
        var yard = Courtyard.met(3)
        let third = yard.residents[2].gatekeeper
        let pair = try #require(third.table[yard.id(1)]?.pairing?.marks)
        let content = PresenceAnnouncement.Content(
            body: Array("I am the first".utf8), isUrgent: true, ephemeral: [], pace: 10)
        let forged = TaggedAnnouncement.write(
            content, from: yard.id(0), boot: 1, sequence: 1_000, for: [pair])
        #expect(yard.heard(forged).isEmpty && Self.refusals(yard, .forged) == 1)
        let own = TaggedAnnouncement.write(content, from: yard.id(2), boot: 3, sequence: 1_000, for: [pair])
        #expect(yard.heard(own) == ["I am the first!"])
        let earlier = TaggedAnnouncement.write(
            content, from: yard.id(2), boot: 4, sequence: 1_001, for: [pair])
        #expect(yard.heard(earlier).isEmpty && Self.refusals(yard, .unproven) == 1)
        let echoes = Self.refusals(yard, .echo, of: 2)
        #expect(yard.heard(own, by: 2).isEmpty && Self.refusals(yard, .echo, of: 2) == echoes + 1)
    }

    /// Only by radio, only where everybody who is wanted is met, and for three others at most.
    @Test(
        arguments: [
            (2, true, [nil, nil], 1), (4, true, [], 3), (5, true, [], 0), (2, false, [], 0),
            (3, true, [1, 1, 2], 0), (2, true, [1, 1], 1),
        ] as [(Int, Bool, [UInt8?], Int)])
    func forWhom(count: Int, byAir: Bool, crews: [UInt8?], tags: Int) {
        var yard = Courtyard.met(count, byAir: byAir, crews: crews)
        let tagged = yard.sent("hi").tagged
        #expect(tagged?.count == (tags == 0 ? nil : 21 + 2 + 8 * tags))
    }

    /// Who is not wanted is not waited for.
    @Test func whoIsNotWantedHasNoTag() {
        var yard = Courtyard.met(3, crews: [1, 1, 2])
        let other = yard.id(1)
        yard.act(0) { $0.authenticate([other], now: $1) }
        #expect(yard.sent("hi").tagged?.count == 21 + 2 + 8)
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
        var yard = Courtyard.met(crews: [1, 1])
        let tagged = yard.sent("hi").tagged
        let id = yard.id(0)
        let before = try #require(yard.residents[1].gatekeeper.table[id]).heardAt
        yard.residents[1].gatekeeper.table.peers[0].isAcquainted = false
        #expect(yard.heard(tagged) == ["hi!"])
        let peer = try #require(yard.residents[1].gatekeeper.table[id])
        #expect(peer.heardAt == yard.now && peer.heardAt > before && peer.isAcquainted)
    }

    /// A known station says no more than it could sign.
    @Test func theyHaveTheRationOfAnnouncements() throws {
        var yard = Courtyard.met()
        let pair = try #require(yard.residents[0].gatekeeper.table[yard.id(1)]?.pairing?.marks)
        let content = PresenceAnnouncement.Content(body: [65], isUrgent: true, ephemeral: [], pace: 10)
        let said = (0..<100).map { number in
            TaggedAnnouncement.write(
                content, from: yard.id(0), boot: 1, sequence: 1_000 + number, for: [pair])
        }
        let heard = said.flatMap { yard.heard($0) }
        #expect((21...40).contains(heard.count), "\(heard.count)")
        #expect(Self.refusals(yard, .rationed) == 100 - heard.count)
    }
}
