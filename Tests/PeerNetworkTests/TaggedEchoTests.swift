import Testing
import Wire
import Yard

@testable import PeerNetwork

/// Who agrees leaves out what was proposed: docs/security.md, "Presence announcements".
struct TaggedEchoTests {
    private static let proposal = "let us play: Red Fox hides, Blue Otter seeks"

    /// The one that proposed has it, and so has a third that has heard the proposal; who has not waits for
    /// the announcement.
    @Test func theEndIsTheProposals() throws {
        var yard = Courtyard.met(3)
        let first = try #require(yard.sent(by: 0, "A " + Self.proposal).tagged)
        #expect(yard.heard(first, by: 1, of: 0) == ["A " + Self.proposal + "!"])
        let second = try #require(yard.sent(by: 1, "B" + Self.proposal).tagged)
        #expect(first.count == 21 + 46 + 2 * 8 && second.count == 21 + 1 + 2 + 2 * 8)
        #expect(yard.heard(second, by: 2, of: 1).isEmpty)
        #expect(yard.residents[2].gatekeeper.refusals[.forged] == 1)
        #expect(yard.heard(first, by: 2, of: 0) == ["A " + Self.proposal + "!"])
        #expect(yard.heard(second, by: 2, of: 1) == ["B" + Self.proposal + "!"])
        #expect(yard.heard(second, by: 0, of: 1) == ["B" + Self.proposal + "!"])
        #expect(yard.heard(second, by: 0, of: 1).isEmpty, "once")
    }

    /// By whichever of the two it was heard.
    @Test func aSignedProposalIsEchoedAsWell() throws {
        var yard = Courtyard.met()
        let first = try #require(yard.sent(Self.proposal).announcement)
        #expect(yard.heard(first, by: 1, of: 0) == [Self.proposal + "!"])
        let second = try #require(yard.sent(by: 1, "B" + Self.proposal).tagged)
        #expect(second.count == 21 + 1 + 2 + 8)
        #expect(yard.heard(second, by: 0, of: 1) == ["B" + Self.proposal + "!"])
    }

    /// Of what several have said, the one that leaves out most.
    @Test func theLongestEndIsLeftOut() throws {
        for longer in 0...1 {
            var yard = Courtyard.met(3)
            for (index, end) in [longer, 1 - longer].enumerated() {
                let text = end == 0 ? "Z" + Self.proposal : "Z" + Self.proposal.suffix(12)
                let said = try #require(yard.sent(by: index * 2, text).tagged)
                #expect(yard.heard(said, by: 1, of: index * 2) == [text + "!"])
            }
            let echo = try #require(yard.sent(by: 1, "B" + Self.proposal).tagged)
            #expect(echo.count == 21 + 1 + 2 + 2 * 8)
        }
    }

    /// What it echoes is among what the tags are made of: nobody hears another end, nor any other bit.
    @Test func everyBitCounts() throws {
        var yard = Courtyard.met()
        let first = try #require(yard.sent(by: 0, Self.proposal).tagged)
        #expect(yard.heard(first, by: 1, of: 0) == [Self.proposal + "!"])
        let second = try #require(yard.sent(by: 1, "B" + Self.proposal).tagged)
        for bit in 0..<(second.count * 8) {
            var changed = second
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(yard.heard(changed, by: 0, of: 1).isEmpty, "bit \(bit)")
        }
        for length in 0..<second.count {
            #expect(yard.heard(Array(second.prefix(length)), by: 0, of: 1).isEmpty)
        }
        #expect(yard.heard(second, by: 0, of: 1) == ["B" + Self.proposal + "!"])
    }

    /// Then the announcement says it.
    @Test func whatIsEchoedMayBeAnotherMeanwhile() throws {
        var yard = Courtyard.met()
        let first = try #require(yard.sent(by: 0, Self.proposal).tagged)
        #expect(yard.heard(first, by: 1, of: 0) == [Self.proposal + "!"])
        let second = try #require(yard.sent(by: 1, "B" + Self.proposal).tagged)
        _ = yard.sent(by: 0, "something else")
        #expect(yard.heard(second, by: 0, of: 1).isEmpty)
        #expect(yard.residents[0].gatekeeper.refusals[.forged] == 1)
    }

    /// Ends that are hardly alike are said, and of long ones so much as can be told is left out.
    @Test(arguments: [(0, nil), (7, nil), (8, 8), (255, 255), (300, 255)] as [(Int, Int?)])
    func howMuchIsLeftOut(alike: Int, count: Int?) {
        let end = [UInt8](repeating: 5, count: alike)
        let echo = TaggedAnnouncement.Echo(of: [1] + end, in: [2] + end, sequence: 0x1234)
        #expect(echo?.count == count)
        #expect(echo?.sequence == (count == nil ? nil : 0x34))
    }

    /// An echo of more than there is, one that makes a body too long, and one beside a key.
    @Test func theForm() throws {
        func datagram(flags: UInt8, body: Int, count: UInt8) -> [UInt8] {
            Envelope.open(.tagged, from: StationID(value: 1)).bytes + [0, 0, 0, 1, 0, 0, 0, 2, flags]
                + [UInt8](repeating: 7, count: body) + [9, count] + [UInt8](repeating: 3, count: 8)
        }
        let bytes = datagram(flags: 0x22, body: 800, count: 100)
        let announcement = try TaggedAnnouncement(bytes)
        #expect(announcement.body.count == 800 && announcement.echo?.count == 100)
        #expect(announcement.completed(by: [UInt8](repeating: 1, count: 99), bytes) == nil)
        let whole = announcement.completed(by: [UInt8](repeating: 1, count: 200), bytes)
        #expect(whole?.body == [UInt8](repeating: 7, count: 800) + [UInt8](repeating: 1, count: 100))
        let long = datagram(flags: 0x22, body: 801, count: 100)
        #expect(try TaggedAnnouncement(long).completed(by: [UInt8](repeating: 1, count: 200), long) == nil)
        #expect((try? TaggedAnnouncement(datagram(flags: 0x32, body: 100, count: 9))) == nil)
        let none = try TaggedAnnouncement(datagram(flags: 0x02, body: 0, count: 0))
        #expect(none.echo == nil && none.completed(by: [1], bytes) == nil)
    }
}
