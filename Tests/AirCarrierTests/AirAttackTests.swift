import Determinism
import Testing

@testable import AirCarrier
@testable import PeerNetwork

/// Somebody else on the air. What comes through is not believed here; that what is genuine comes through is.
struct AirAttackTests {
    private static let datagram = AirLinkTests.presence(1, tail: 0)

    private static func quiet(_ seed: UInt64) throws -> Duration {
        var link = AirLink(seed: seed)
        link.sender.send(datagram, now: link.now)
        return try link.takes(datagram)
    }

    /// Until the genuine one arrives, `perSlot` frames are made up in each interval.
    private static func time(
        _ seed: UInt64, perSlot: Int, _ make: (inout SeededGenerator) -> (frame: AirFrame, from: [UInt8])
    ) throws -> Duration {
        var link = AirLink(seed: seed)
        var chance = SeededGenerator(seed: seed ^ 0xBAD)
        link.sender.send(datagram, now: link.now)
        let began = link.now
        while link.now - began < .seconds(10) {
            for _ in 0..<perSlot {
                let (frame, from) = make(&chance)
                let arrival = link.receiver.hear(
                    Array(frame.advertisingData.dropFirst(4)), from: from, now: link.now)
                // Nothing made up comes of it; what is genuine may be put together once more.
                if arrival?.bytes == datagram { return link.now - began }
            }
            if link.step()?.bytes == datagram { return link.now - began }
            #expect(link.receiver.messageCount <= AirReceiver.messagesAtMost)
        }
        Issue.record("it never arrived")
        return .seconds(10)
    }

    private static func payload(_ chance: inout SeededGenerator) -> [UInt8] {
        (0..<24).map { _ in UInt8.random(in: 0...255, using: &chance) }
    }

    /// 500 made-up frames a second, each from another address.
    @Test func aFloodFromEverywhere() throws {
        var (with, without) = (Duration.zero, Duration.zero)
        for seed in 1...40 as ClosedRange<UInt64> {
            without += try Self.quiet(seed)
            with += try Self.time(seed, perSlot: 13) { chance in
                let frame = AirFrame(
                    kind: .beginning, message: Int.random(in: 0..<512, using: &chance), blocks: 8,
                    symbol: Int.random(in: 0..<AirFrame.symbols(of: 8), using: &chance),
                    payload: Self.payload(&chance))
                return (frame, (0..<6).map { _ in UInt8.random(in: 0...255, using: &chance) })
            }
        }
        #expect(with <= without * 3)
    }

    /// The same from one address.
    @Test func aFloodFromOneAddress() throws {
        var (with, without) = (Duration.zero, Duration.zero)
        for seed in 1...40 as ClosedRange<UInt64> {
            without += try Self.quiet(seed)
            with += try Self.time(seed, perSlot: 13) { chance in
                let frame = AirFrame(
                    kind: .beginning, message: Int.random(in: 0..<512, using: &chance), blocks: 8,
                    symbol: Int.random(in: 0..<AirFrame.symbols(of: 8), using: &chance),
                    payload: Self.payload(&chance))
                return (frame, [9, 9, 9, 9, 9, 9])
            }
        }
        #expect(with <= without * 3)
    }

    /// Under the sender's own address and number, one frame in `every` is wrong: the message comes, and no
    /// later than twice as long as it takes without.
    @Test(arguments: [10, 4, 3])
    func wrongSymbolsUnderACopiedAddress(every: Int) throws {
        var (with, without) = (Duration.zero, Duration.zero)
        for seed in 1...40 as ClosedRange<UInt64> {
            var slot = 0
            without += try Self.quiet(seed)
            with += try Self.time(seed, perSlot: 1) { chance in
                slot += 1
                let isWrong = slot % every == 0
                let frame = AirFrame(
                    kind: .beginning, message: isWrong ? 0 : 300, blocks: 8,
                    symbol: Int.random(in: 0..<AirFrame.symbols(of: 8), using: &chance),
                    payload: Self.payload(&chance))
                return (frame, AirLink.address)
            }
        }
        #expect(with <= without * 2, "\(with / without)")
    }

    /// What was heard before, played again, is a message that was heard before: nothing comes of it.
    @Test func aRecordingIsOldAtOnce() throws {
        var link = AirLink(seed: 6)
        link.arrives = 1
        link.sender.send(Self.datagram, now: link.now)
        var heard: [[UInt8]] = []
        let list = link.sender.frames(frameTakes: AirLink.frameTakes, now: link.now)
        let frames = try #require(list)
        for frame in frames { heard.append(Array(frame.dropFirst(4))) }
        var arrivals = 0
        for _ in 0..<3 {
            for frame in heard {
                if link.receiver.hear(frame, from: AirLink.address, now: link.now) != nil { arrivals += 1 }
            }
        }
        #expect(arrivals == 1)
    }

    /// Whatever is advertised, nothing grows without end and nothing traps.
    @Test func anyBytesAreHeard() {
        var receiver = AirReceiver()
        var chance = SeededGenerator(seed: 8)
        for step in 0..<30_000 {
            let bytes = (0..<Int.random(in: 0...30, using: &chance)).map { _ in
                UInt8.random(in: 0...255, using: &chance)
            }
            let address = [UInt8.random(in: 0...3, using: &chance), 0, 0, 0, 0, 0]
            _ = receiver.hear(bytes, from: address, now: .milliseconds(2 * step))
            #expect(receiver.messageCount <= AirReceiver.messagesAtMost)
        }
        #expect(receiver.malformed > 1_000)
    }
}
