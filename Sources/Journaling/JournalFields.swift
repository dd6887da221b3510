import HCI
import Recordings
import Wire

extension UInt8 {
    /// What stands between two fields.
    static var blank: UInt8 { UInt8(ascii: " ") }
    /// What ends a line.
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
}

/// The fields of a journal's lines, being written: decimal numbers, times and hexadecimal bytes, byte by
/// byte, because a busy radio makes hundreds of lines a second on a small board.
extension [UInt8] {
    mutating func append(_ word: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Decimal.
    mutating func append(number: some BinaryInteger) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(UInt64(number.magnitude), digits: 1)
    }

    /// Seconds with as many decimals as it takes to be exact: nine on a real machine, up to eighteen in a
    /// simulation.
    mutating func append(time: Duration) {
        let (seconds, attoseconds) = time.components
        if seconds < 0 || attoseconds < 0 { append(UInt8(ascii: "-")) }
        append(seconds.magnitude, digits: 1)
        var fraction = attoseconds.magnitude
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        var digits = 18
        if fraction % 1_000_000_000 == 0 {
            fraction /= 1_000_000_000
            digits = 9
        }
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        append(fraction, digits: digits)
    }

    /// Two digits a byte, most significant first.
    mutating func append(hexadecimal bytes: some Sequence<UInt8>) {
        for byte in bytes {
            append(Self.hexadecimalDigit(byte >> 4))
            append(Self.hexadecimalDigit(byte & 15))
        }
    }

    /// Sixteen digits.
    mutating func append(hexadecimal value: UInt64) {
        append(hexadecimal: value.bigEndianBytes)
    }

    private mutating func append(_ value: UInt64, digits: Int) {
        var place: UInt64 = 1
        var places = 1
        while places < digits || value / place >= 10 {
            place *= 10
            places += 1
        }
        // From the first digit, because turning the end of an array round copies it.
        while place > 0 {
            append(UInt8(truncatingIfNeeded: 0x30 + value / place % 10))
            place /= 10
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// The fields of one line, being read; nothing outside the line can be reached, and nothing is believed.
struct JournalFields: Sendable {
    private var rest: ArraySlice<UInt8>
    private let start: Int

    /// - Parameter line: without its line feed.
    init(_ line: ArraySlice<UInt8>) {
        rest = line
        start = line.startIndex
    }

    /// The next word; words stand between single spaces.
    mutating func word() throws(Malformed) -> ArraySlice<UInt8> {
        let word = rest.prefix { $0 != .blank }
        guard !word.isEmpty else { throw malformed("a word is missing") }
        rest = rest.dropFirst(word.count)
        if !rest.isEmpty {
            rest = rest.dropFirst()
            if rest.isEmpty { throw malformed("a word is missing") }
        }
        return word
    }

    /// Everything that was not read yet.
    mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = rest[rest.endIndex...] }
        return rest
    }

    /// Throws if anything is left.
    func end() throws(Malformed) {
        guard rest.isEmpty else { throw malformed("more than belongs here") }
    }

    /// A decimal number that `Number` can hold.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(Malformed) -> Number
    {
        let word = try word()
        guard let number = Number(String(decoding: word, as: UTF8.self)) else {
            throw malformed("not a number that fits")
        }
        return number
    }

    /// A decimal number, or "-" for none.
    mutating func numberOrNone() throws(Malformed) -> Int? {
        if rest.first == UInt8(ascii: "-"), rest.dropFirst().first ?? .blank == .blank {
            _ = try word()
            return nil
        }
        return try number(Int.self)
    }

    /// Seconds with up to eighteen decimals.
    mutating func time() throws(Malformed) -> Duration {
        var word = try word()
        let isNegative = word.first == UInt8(ascii: "-")
        if isNegative { word = word.dropFirst() }
        let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let seconds = digits(parts[0]),
            seconds <= Recording.timeAtMost / 1_000_000_000
        else {
            throw malformed("not a time")
        }
        var attoseconds: UInt64 = 0
        if parts.count == 2 {
            guard parts[1].count <= 18, let fraction = digits(parts[1]) else { throw malformed("not a time") }
            attoseconds = (parts[1].count..<18).reduce(fraction) { value, _ in value * 10 }
        }
        let time = Duration(
            secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
        return isNegative ? .zero - time : time
    }

    /// Bytes, two digits each.
    mutating func hexadecimal() throws(Malformed) -> [UInt8] {
        let word = try word()
        guard word.count % 2 == 0 else { throw malformed("half a byte") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.count / 2)
        var high: UInt8?
        for digit in word {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: throw malformed("not hexadecimal")
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    /// Sixteen hexadecimal digits.
    mutating func hexadecimal64() throws(Malformed) -> UInt64 {
        let bytes = try hexadecimal()
        guard bytes.count == 8 else { throw malformed("not sixteen digits") }
        return bytes.u64be(at: 0)
    }

    func malformed(_ what: String) -> Malformed {
        Malformed(what, at: rest.startIndex - start)
    }

    private func digits(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(String(decoding: text, as: UTF8.self))
    }
}
