import Determinism
import Testing

@testable import AirCarrier

struct ErasureCodeTests {
    /// Whichever symbols arrive, as many as there are blocks are enough.
    @Test func anySymbolsAreEnough() throws {
        var random = SeededGenerator(seed: 1)
        for count in 1...AirFrame.blocksAtMost {
            let blocks = (0..<count).map { _ in
                (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            for _ in 0..<20 {
                let numbers = Array(0..<(2 * count)).shuffled(using: &random).prefix(count)
                var symbols: [Int: [UInt8]] = [:]
                for number in numbers { symbols[number] = ErasureCode.symbol(number, of: blocks) }
                #expect(ErasureCode.blocks(count, from: symbols) == blocks)
                symbols[numbers[0]] = nil
                #expect(ErasureCode.blocks(count, from: symbols) == nil)
            }
        }
    }

    /// Worked out by hand: 1/(2 ⊕ 0) = 0x8E, 1/(2 ⊕ 1) = 0xF4 modulo 0x11D.
    @Test func theFirstSumOfTwoBlocks() {
        #expect(ErasureCode.symbol(0, of: [[1], [2]]) == [1])
        #expect(ErasureCode.symbol(1, of: [[1], [2]]) == [2])
        #expect(GF256.inverse(2) == 0x8E && GF256.inverse(3) == 0xF4)
        #expect(ErasureCode.symbol(2, of: [[1], [2]]) == [0x8E ^ GF256.product(0xF4, 2)])
    }

    @Test func everyNumberHasItsInverse() {
        for value in UInt8(1)...255 { #expect(GF256.product(value, GF256.inverse(value)) == 1) }
        #expect(GF256.product(0, 7) == 0 && GF256.product(7, 0) == 0)
    }
}
