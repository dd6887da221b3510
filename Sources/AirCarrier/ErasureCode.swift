/// Symbols of a message, of which any as many as it has blocks are enough to read it.
///
/// A systematic Cauchy Reed-Solomon code over GF(256) (Blömer and others, ICSI TR-95-048): the first symbols
/// are the blocks themselves, each further one is a sum of all blocks with the coefficients of a row of a
/// Cauchy matrix, any square part of which can be inverted. So it does not matter which symbols are lost, and
/// none of those that arrive was sent in vain.
package enum ErasureCode {
    /// Rows and columns of the matrix together.
    static let symbolsAtMost = 256

    /// The symbol of this number.
    ///
    /// - Parameters:
    ///   - number: 0…255.
    ///   - blocks: all of one length, at least one.
    static func symbol(_ number: Int, of blocks: [[UInt8]]) -> [UInt8] {
        if number < blocks.count { return blocks[number] }
        var sum = [UInt8](repeating: 0, count: blocks[0].count)
        for (column, block) in blocks.enumerated() {
            add(block, times: coefficient(row: number, column: column), to: &sum)
        }
        return sum
    }

    /// The blocks of a message; nil if there are fewer symbols than blocks.
    ///
    /// - Parameters:
    ///   - count: how many blocks there are.
    ///   - symbols: by their numbers, all of one length. Only the lowest `count` of them are used.
    static func blocks(_ count: Int, from symbols: [Int: [UInt8]]) -> [[UInt8]]? {
        let used = symbols.sorted { $0.key < $1.key }.prefix(count)
        guard used.count == count else { return nil }
        // Each row says which sum of the blocks a symbol is; elimination (Gauss and Jordan) turns that round.
        var rows = used.map { number, symbol in
            Row(factors: (0..<count).map { factor(of: $0, in: number, blocks: count) }, sum: symbol)
        }
        for column in 0..<count {
            guard let pivot = rows[column...].firstIndex(where: { $0.factors[column] != 0 }) else {
                return nil
            }
            rows.swapAt(column, pivot)
            rows[column].scale(by: GF256.inverse(rows[column].factors[column]))
            let pivotRow = rows[column]
            for other in 0..<count where other != column {
                rows[other].subtract(pivotRow, times: rows[other].factors[column])
            }
        }
        return rows.map(\.sum)
    }

    private struct Row {
        var factors: [UInt8]
        var sum: [UInt8]

        mutating func scale(by factor: UInt8) {
            for index in factors.indices { factors[index] = GF256.product(factors[index], factor) }
            for index in sum.indices { sum[index] = GF256.product(sum[index], factor) }
        }

        /// Adding and subtracting are the same.
        mutating func subtract(_ row: Row, times factor: UInt8) {
            guard factor != 0 else { return }
            ErasureCode.add(row.factors, times: factor, to: &factors)
            ErasureCode.add(row.sum, times: factor, to: &sum)
        }
    }

    private static func factor(of block: Int, in symbol: Int, blocks: Int) -> UInt8 {
        if symbol < blocks { return symbol == block ? 1 : 0 }
        return coefficient(row: symbol, column: block)
    }

    /// 1 / (row + column). Never of 0: the rows of sums begin where the columns end.
    private static func coefficient(row: Int, column: Int) -> UInt8 {
        GF256.inverse(UInt8(row) ^ UInt8(column))
    }

    private static func add(_ bytes: [UInt8], times factor: UInt8, to sum: inout [UInt8]) {
        for index in sum.indices { sum[index] ^= GF256.product(bytes[index], factor) }
    }
}

/// Arithmetic on bytes as polynomials over GF(2) modulo x⁸ + x⁴ + x³ + x² + 1 (0x11D), where adding is XOR.
enum GF256 {
    private static let modulus = 0x11D
    /// Powers of x, twice over, so that two logarithms can be added; and their logarithms.
    private static let (powers, logarithms): ([UInt8], [Int]) = {
        var powers = [UInt8](repeating: 0, count: 510)
        var logarithms = [Int](repeating: 0, count: 256)
        var power = 1
        for exponent in 0..<255 {
            powers[exponent] = UInt8(power)
            powers[exponent + 255] = UInt8(power)
            logarithms[power] = exponent
            power <<= 1
            if power > 0xFF { power ^= modulus }
        }
        return (powers, logarithms)
    }()

    static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        guard one != 0, other != 0 else { return 0 }
        return powers[logarithms[Int(one)] + logarithms[Int(other)]]
    }

    /// - Parameter value: not 0.
    static func inverse(_ value: UInt8) -> UInt8 {
        powers[255 - logarithms[Int(value)]]
    }
}
