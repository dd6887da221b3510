import Determinism
import Testing
import Wire

@testable import AirCarrier
@testable import PeerNetwork

struct AirMessageTests {
    /// "HC", version 3, the kind, the sender of `AirLinkTests.presence`, and so much more.
    static func datagram(_ kind: UInt8, _ more: [UInt8]) -> [UInt8] {
        [0x48, 0x43, 3, kind] + AirLinkTests.key.id.value.bigEndianBytes + more
    }

    private static let presence = AirPresence(of: AirLinkTests.presence(1, tail: 0))

    /// A packet of a session, so many bytes behind what all begin with: the sender's start, the key, and the
    /// same number again and again.
    static func sealed(_ number: UInt8, count: Int, key: UInt8 = 9) -> [UInt8] {
        let head: [UInt8] = [1, 1, 1, 1, key, key, key, key]
        return datagram(5, head + [UInt8](repeating: number, count: count - head.count))
    }

    @Test func whatIsCutIsPutTogether() throws {
        var random = SeededGenerator(seed: 5)
        for length in 0..<600 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let blocks = try #require(AirMessage.blocks(of: bytes))
            #expect(blocks.allSatisfy { $0.count == 24 } && blocks.count <= (length + 4 + 23) / 24)
            #expect(AirMessage.content(of: blocks) == bytes)
        }
    }

    /// How long it waited stands above its length, to 32 ms, and a second at most.
    @Test(arguments: [(waited: 0, told: 0), (15, 0), (17, 32), (500, 512), (5_000, 992)])
    func whatHasWaitedSaysSo(waited: Int, told: Int) throws {
        let content = [UInt8](repeating: 7, count: 1_100)
        #expect(AirMessage.blocks(of: content, age: .milliseconds(waited)) == nil)
        let short = Array(content.prefix(300))
        let blocks = try #require(AirMessage.blocks(of: short, age: .milliseconds(waited)))
        #expect(AirMessage.content(of: blocks) == short)
        #expect(AirMessage.age(of: blocks) == .milliseconds(told))
    }

    /// Zeros at the end take no room.
    @Test func zerosAtTheEndAreNotSaid() throws {
        let long = Self.datagram(2, Array(1...20) + [UInt8](repeating: 0, count: 69))
        let content = try #require(AirMessage.content(of: long, sender: false))
        let blocks = try #require(AirMessage.blocks(of: content))
        #expect(long.count == 101 && blocks.count == 2)
        let read = try #require(AirMessage.content(of: blocks))
        #expect(AirMessage.datagram(of: read, sender: nil) == long)
    }

    @Test func theSenderNeedNotBeSaid() throws {
        let datagram = Self.datagram(4, Array(1...40))
        let content = try #require(AirMessage.content(of: datagram, sender: true))
        #expect(content.count == datagram.count - 10)
        #expect(AirMessage.datagram(of: content, sender: AirLinkTests.key.id) == datagram)
        #expect(AirMessage.content(of: [0x48, 0x44] + datagram.dropFirst(2), sender: true) == nil)
        #expect(AirMessage.content(of: Array(datagram.prefix(11)), sender: true) == nil)
    }

    /// A packet of a session is told by the end of its sender's announcement what else it begins with.
    @Test func whatTheAnnouncementSaysNeedNotBeSaid() throws {
        let presence = try #require(Self.presence)
        let counter: [UInt8] = [0, 0, 0, 0, 0, 0, 0xAB, 0xCD]
        let packet = Self.datagram(5, [1, 1, 1, 1, 9, 9, 9, 9] + counter + Array(1...36))
        let said = try #require(AirMessage.content(of: packet, by: presence))
        #expect(said.kind == .sealed && said.bytes == [9, 9, 9, 9, 0, 0, 0xAB, 0xCD] + Array(1...36))
        #expect(AirMessage.datagram(sealed: said.bytes, by: presence) == packet)
        for count in 0..<4 {
            #expect(AirMessage.datagram(sealed: Array(said.bytes.prefix(count)), by: presence) == nil)
        }
        // What it does not say is said: another version, sender or start, a counter that is as long.
        for place in [2, 4, 11, 12, 15, 20, 23] {
            var other = packet
            other[place] ^= 1
            let whole = try #require(AirMessage.content(of: other, by: presence))
            #expect(whole.kind == .known)
            let sender = try #require(Envelope(other)).sender
            #expect(AirMessage.datagram(of: whole.bytes, sender: sender) == other)
        }
        #expect(AirMessage.content(of: packet, by: nil)?.kind == .known)
        let unicast = Self.datagram(4, Array(packet.dropFirst(12)))
        #expect(AirMessage.content(of: unicast, by: presence)?.kind == .known)
        let challenge = Self.datagram(2, Array(packet.dropFirst(12)))
        #expect(AirMessage.content(of: challenge, by: presence)?.kind == .whole)
    }

    /// A claim, a find, a lock and a taunt are two frames where two play: a body of 12 bytes at most, its
    /// Poly1305 tag, and the tag for the other one.
    @Test func whatHappensIsTwoFrames() throws {
        let presence = try #require(Self.presence)
        let head: [UInt8] = [1, 1, 1, 1, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 1, 2]
        let packet = Self.datagram(5, head + [UInt8](repeating: 3, count: 12 + 16 + 8))
        let content = try #require(AirMessage.content(of: packet, by: presence))
        #expect(AirMessage.blocks(of: content.bytes)?.count == 2)
    }

    @Test func whatIsTooLongIsNotSaid() {
        #expect(AirMessage.blocks(of: [UInt8](repeating: 1, count: 764)) != nil)
        #expect(AirMessage.blocks(of: [UInt8](repeating: 1, count: 765)) == nil)
        #expect(AirMessage.blocks(of: [UInt8](repeating: 0, count: 1_201)) == nil)
    }

    /// Of any two messages whose blocks are mixed nothing comes, and of any bit that is wrong.
    @Test func blocksThatDoNotBelongTogetherAreNone() throws {
        let one = try #require(AirMessage.blocks(of: Array(repeating: 1, count: 60)))
        let other = try #require(AirMessage.blocks(of: Array(repeating: 2, count: 60)))
        for mask in 1..<7 {
            let mixed = (0..<3).map { mask >> $0 & 1 == 1 ? other[$0] : one[$0] }
            #expect(AirMessage.content(of: mixed) == nil)
        }
        for bit in 0..<(8 * 72) {
            var flipped = one
            flipped[bit / 192][bit / 8 % 24] ^= 1 << (bit % 8)
            #expect(AirMessage.content(of: flipped) == nil)
        }
    }

    @Test func aChangeMakesTheOneIntoTheOther() throws {
        var random = SeededGenerator(seed: 9)
        for round in 0..<300 {
            let old = (0..<Int.random(in: 0...250, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var new = old
            for _ in 0..<Int.random(in: 0...40, using: &random) where !new.isEmpty {
                new[Int.random(in: new.indices, using: &random)] = UInt8.random(in: 0...3, using: &random)
            }
            if round % 3 == 1 { new += Array(repeating: UInt8(round & 0xFF), count: round) }
            if round % 3 == 2 { new = Array(new.dropLast(round / 2)) }
            let change = AirMessage.change(from: old, to: new)
            #expect(try AirMessage.apply(change, to: old) == new)
        }
        #expect(AirMessage.change(from: [1, 2, 3], to: [1, 2, 3]) == [0, 3])
        #expect(AirMessage.change(from: [1, 2, 3], to: [1, 5, 3]) == [0, 3, 1, 1, 5])
    }

    /// Whatever it says, nothing is longer than a datagram, and nothing is written beyond its end.
    @Test func aChangeThatSomebodyMadeUpDoesNoHarm() {
        var random = SeededGenerator(seed: 11)
        let old = Array(repeating: UInt8(7), count: 214)
        for _ in 0..<5_000 {
            let change = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let new = try? AirMessage.apply(change, to: old)
            #expect((new?.count ?? 0) <= 1_200)
        }
    }
}
