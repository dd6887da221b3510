import Determinism
import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

/// An announcement without what a listener works out.
struct AirPresenceTests {
    private static func tail(_ datagram: [UInt8]) -> [UInt8] { datagram.suffix(AirPresence.tailBytes) }

    /// Annotated: the first of a start, which links to none.
    @Test func theBytesOfAnAnnouncement() throws {
        let datagram = AirLinkTests.presence(1, tail: 3)
        let said = try #require(AirPresence(of: datagram))
        var expected: [UInt8] = [1, 1, 1, 1]  // start
        expected += AirLinkTests.key.publicKey
        expected += [UInt8](repeating: 0xE5, count: 32)  // ephemeral key
        expected += [0, 10, 0]  // pace, and flags
        expected += datagram[122..<142]  // body
        expected += [0, 0, 0, 1]  // sequence
        expected += datagram[52..<68]  // anchor
        expected += datagram[142..<206]  // signature
        #expect(said.bytes == expected)
        #expect(said.sender == AirLinkTests.key.id && said.start == 0x0101_0101 && said.sequence == 1)
        let linked = try #require(AirPresence(of: AirLinkTests.presence(2, tail: 3)))
        #expect(linked.bytes[70] == 0x80)
        #expect(Array(linked.bytes[111..<128]) == [UInt8](repeating: 2, count: 17))
    }

    /// Eight frames, also with a partner; nine where it links to the one before.
    @Test(arguments: [(1, 20, 8), (1, 28, 8), (1, 33, 8), (1, 34, 9), (2, 20, 9), (2, 40, 9), (2, 41, 10)])
    func itIsEightFrames(sequence: UInt8, body: Int, frames: Int) throws {
        let said = try #require(AirPresence(of: AirLinkTests.presence(sequence, tail: 1, body: body)))
        #expect(AirMessage.blocks(of: said.bytes)?.count == frames)
    }

    @Test(arguments: [1, 2] as [UInt8], [1, 20, 44, 900])
    func whatIsSaidIsTheWhole(sequence: UInt8, body: Int) throws {
        for tail in [0, 1, 31, 63] as [UInt8] {
            let datagram = AirLinkTests.presence(sequence, tail: tail, body: body)
            let said = try #require(AirPresence(of: datagram))
            let heard = try AirPresence(said.bytes)
            #expect(heard == said && heard.datagram(Self.tail(datagram)) == datagram)
        }
    }

    /// A tail that does not lead to the anchor is no part of it, nor is another length.
    @Test func aTailThatIsMadeUpIsNone() throws {
        let datagram = AirLinkTests.presence(1, tail: 9)
        let said = try #require(AirPresence(of: datagram))
        let tail = Self.tail(datagram)
        for bit in 0..<(8 * tail.count) {
            var other = tail
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!said.isEnded(by: other))
        }
        for count in 0..<tail.count { #expect(!said.isEnded(by: Array(tail.prefix(count)))) }
        #expect(!said.isEnded(by: Self.tail(AirLinkTests.presence(2, tail: 9))))
    }

    /// What this would not say whole is not said: another version or identity, a flag of later versions.
    @Test func whatItWouldNotSayWholeIsNotSaid() {
        let datagram = AirLinkTests.presence(1, tail: 1)
        for place in [0, 2, 3, 4, 11, 120, 121] {
            var other = datagram
            other[place] ^= 0x80
            #expect(AirPresence(of: other) == nil, "\(place)")
        }
        var flagged = datagram
        flagged[100] |= 0x80
        #expect(AirPresence(of: flagged) == nil)
        for count in 0..<datagram.count { #expect(AirPresence(of: Array(datagram.prefix(count))) == nil) }
    }

    /// Whatever is heard is an announcement for the gatekeeper to look at, or none.
    @Test func anyBytesAreHeard() throws {
        let said = try #require(AirPresence(of: AirLinkTests.presence(2, tail: 1)))
        // Start to flags, sequence, anchor, link, signature.
        let least = 71 + 4 + 16 + 17 + 64
        for count in 0..<said.bytes.count {
            let heard = try? AirPresence(Array(said.bytes.prefix(count)))
            #expect((heard == nil) == (count < least), "\(count)")
        }
        for bit in 0..<(8 * said.bytes.count) {
            var other = said.bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(try AirPresence(other) != said)
        }
    }

    /// Somebody's made-up tails, one before each frame, keep nobody from being known: nothing but what is
    /// genuine comes of the announcement itself, and of a made-up tail what the gatekeeper refuses.
    @Test func madeUpTailsKeepNobodyOut() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var link = AirLink(seed: seed)
            var chance = SeededGenerator(seed: seed)
            link.sender.send(AirLinkTests.presence(1, tail: 1), now: link.now)
            // As it was first said, if that is whole before its tail comes.
            let expected = [0, 1].map { AirLinkTests.presence(1, tail: $0) }
            var isHeard = false
            for _ in 0..<120 {
                let payload = (0..<24).map { _ in UInt8.random(in: 0...63, using: &chance) }
                let frame = AirFrame(kind: .tail, message: 0, blocks: 1, symbol: 0, payload: payload)
                let madeUp = link.receiver.hear(
                    Array(frame.advertisingData.dropFirst(4)), from: AirLink.address, now: link.now)
                #expect(madeUp == nil || (isHeard && madeUp?.bytes.suffix(17) == payload.prefix(17)))
                if let arrival = link.step() {
                    #expect(expected.contains(arrival.bytes))
                    isHeard = true
                }
            }
            #expect(isHeard)
        }
    }
}
