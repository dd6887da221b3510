import Testing
import Wire

@testable import AirCarrier

struct AirFrameTests {
    /// Symbol 20 of the fifteen blocks of message 300, annotated.
    static let bytes: [UInt8] =
        [
            0x1E,  // 30 bytes follow
            0xFF,  // manufacturer specific data
            0xFF, 0xFF,  // of no company
            0x77, 0x29, 0x2C,  // 0111 01110 010100 100101100: kind 7, blocks 14 + 1, symbol 20, message 300
        ] + Array(1...24)

    @Test func theBytesOfAFrame() throws {
        let frame = AirFrame(
            kind: .beginning, message: 300, blocks: 15, symbol: 20, payload: Array(1...24))
        #expect(frame.advertisingData == Self.bytes)
        #expect(try AirFrame(Self.bytes.dropFirst(4)) == frame)
        #expect(Self.bytes.count == 31)
    }

    @Test func everyFrameIsReadAsItWasWritten() throws {
        for kind in [AirFrame.Kind.whole, .known, .sealed, .beginning, .change, .challenge, .response] {
            for blocks in 1...AirFrame.blocksAtMost {
                for symbol in [0, blocks - 1, blocks, 2 * blocks - 1] {
                    let frame = AirFrame(
                        kind: kind, message: 511, blocks: blocks, symbol: symbol,
                        payload: Array(repeating: 0xA5, count: 24))
                    #expect(try AirFrame(frame.advertisingData.dropFirst(4)) == frame)
                }
            }
        }
    }

    /// A frame is 27 bytes behind the company, and nothing else is one.
    @Test func otherLengthsAreNone() {
        let data = Array(Self.bytes.dropFirst(4))
        for count in 0..<data.count {
            #expect(throws: Malformed.self) { try AirFrame(data.prefix(count)) }
        }
        #expect(throws: Malformed.self) { try AirFrame(data + [0]) }
    }

    @Test func everyFlippedBitIsAnotherFrameOrNone() throws {
        let data = Array(Self.bytes.dropFirst(4))
        let frame = try AirFrame(data)
        for bit in 0..<(8 * data.count) {
            var flipped = data
            flipped[bit / 8] ^= 1 << (bit % 8)
            let read = (try? AirFrame(flipped)).flatMap(\.self)
            #expect(read != frame)
            if let read { #expect(read.symbol < AirFrame.symbols(of: read.blocks) && read.message < 512) }
        }
    }

    /// A symbol that was heard already says nothing new: a sender begins again when it has said all of them.
    @Test(arguments: [(1, 4), (2, 8), (9, 36), (16, 64), (17, 64), (32, 64)])
    func thereAreFourSymbolsForEachBlock(blocks: Int, symbols: Int) throws {
        #expect(AirFrame.symbols(of: blocks) == symbols)
        let content = (0..<blocks).map { [UInt8](repeating: UInt8($0), count: AirFrame.payloadBytes) }
        var message = OutgoingMessage(.report, .known, number: 1, blocks: content)
        let said = (0..<symbols + 1).map { _ in message.takeFrame() }
        #expect(said.map(\.symbol) == Array(0..<symbols) + [0])
        #expect(try said.allSatisfy { try AirFrame($0.advertisingData.dropFirst(4)) == $0 })
        let beyond = AirFrame(
            kind: .known, message: 1, blocks: blocks, symbol: symbols, payload: content[0])
        if symbols < 64 {
            #expect(throws: Malformed.self) { try AirFrame(beyond.advertisingData.dropFirst(4)) }
        }
    }

    /// Earlier and later versions have other kinds; symbols beyond the last are a mistake.
    @Test func kindsOfOtherVersionsArePassedOver() throws {
        for kind in [0, 2, 4, 11, 15] as [UInt8] {
            #expect(try AirFrame([kind << 4 | 0, 0, 0] + [UInt8](repeating: 0, count: 24)) == nil)
        }
        let beyond = AirFrame(kind: .whole, message: 0, blocks: 1, symbol: 4, payload: Array(1...24))
        #expect(throws: Malformed.self) { try AirFrame(beyond.advertisingData.dropFirst(4)) }
        let tail = AirFrame(kind: .tail, message: 0, blocks: 1, symbol: 1, payload: Array(1...24))
        #expect(throws: Malformed.self) { try AirFrame(tail.advertisingData.dropFirst(4)) }
    }
}
