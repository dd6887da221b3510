/// A number as people and programs write it into a table: `-67`, `12.34`, `+.5`, `1.7e9`.
///
/// The usual ones are read digit by digit, because a recording has millions of them; what is longer or has
/// an exponent goes the standard library's way.
struct DecimalNumber: Equatable, Sendable {
    /// All digits, without the point.
    private let digits: Int64
    /// How many of them stand behind the point.
    private let decimals: Int

    /// So many always fit.
    private static let digitsAtMost = 18
    private static let powers: [Double] = (0...digitsAtMost).reduce(into: []) { powers, _ in
        powers.append(powers.last.map { $0 * 10 } ?? 1)
    }

    /// Nil if it is no finite number, or one so large that it is neither a time nor a level.
    init?(_ text: ArraySlice<UInt8>) {
        guard let (digits, decimals) = Self.plain(text) ?? Self.any(text) else { return nil }
        (self.digits, self.decimals) = (digits, decimals)
    }

    /// Nothing but a sign, digits and a point.
    private static func plain(_ text: ArraySlice<UInt8>) -> (Int64, Int)? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var (value, count) = (Int64(0), 0)
        var point: Int?
        for byte in rest {
            if byte == UInt8(ascii: "."), point == nil {
                point = count
                continue
            }
            guard 0x30...0x39 ~= byte, count < digitsAtMost else { return nil }
            value = value * 10 + Int64(byte - 0x30)
            count += 1
        }
        guard count > 0 else { return nil }
        return (isNegative ? -value : value, point.map { count - $0 } ?? 0)
    }

    /// More digits, or an exponent; to a billionth.
    private static func any(_ text: ArraySlice<UInt8>) -> (Int64, Int)? {
        // The standard library would also take infinities and hexadecimal numbers.
        guard text.count <= 40, text.allSatisfy("+-.0123456789eE".utf8.contains),
            let value = Double(String(decoding: text, as: UTF8.self)), abs(value) < 9e9
        else { return nil }
        return (Int64((value * 1e9).rounded()), 9)
    }

    /// The nearest floating-point number, for up to fifteen digits.
    var value: Double {
        Double(digits) / Self.powers[decimals]
    }

    /// Seconds as nanoseconds; nil beyond ±285 years. What is finer is cut off.
    var nanoseconds: Int64? {
        var result = digits
        for _ in 0..<max(0, decimals - 9) { result /= 10 }
        for _ in 0..<max(0, 9 - decimals) {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            result = product
        }
        return result.magnitude <= Recording.timeAtMost ? result : nil
    }
}
