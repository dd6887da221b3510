import Wire

/// When something was changed, in an order that no clock can spoil: one more than everything its author had
/// seen (L. Lamport, "Time, clocks, and the ordering of events in a distributed system", 1978). Two that did
/// not know of each other are ordered by author, the same on every station.
package struct LamportStamp: Hashable, Comparable, Sendable {
    /// A station that counts further has been tampered with: 2^40 changes are 30,000 years of one a second.
    static let counterAtMost: UInt64 = 1 << 40

    package let counter: UInt64
    /// The station, by its number.
    package let author: UInt64

    package init(counter: UInt64, author: UInt64) {
        self.counter = counter
        self.author = author
    }

    package static func < (left: LamportStamp, right: LamportStamp) -> Bool {
        (left.counter, left.author) < (right.counter, right.author)
    }

    func write(to writer: inout PacketWriter) {
        writer.u64be(counter)
        writer.u64be(author)
    }

    init(from reader: inout PacketReader) throws(Malformed) {
        let counter = try reader.u64be()
        guard counter <= Self.counterAtMost else { throw Malformed("an absurd stamp", at: reader.offset) }
        self.init(counter: counter, author: try reader.u64be())
    }

    /// 32 hexadecimal digits, for the page.
    package var digits: String { Self.digits(counter) + Self.digits(author) }

    /// Nil for what `digits` does not make.
    package init?(digits: String) {
        guard digits.utf8.count == 32, let counter = UInt64(digits.prefix(16), radix: 16),
            let author = UInt64(digits.suffix(16), radix: 16), counter <= Self.counterAtMost
        else { return nil }
        self.init(counter: counter, author: author)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A value of which the latest is what counts: a last-writer-wins register (M. Shapiro et al., "A
/// comprehensive study of convergent and commutative replicated data types", 2011, section 3.2).
struct Register<Value: Equatable & Sendable>: Equatable, Sendable {
    private(set) var value: Value
    private(set) var stamp: LamportStamp

    init(_ value: Value, _ stamp: LamportStamp) {
        self.value = value
        self.stamp = stamp
    }

    /// - Returns: whether it is another one now.
    mutating func merge(_ other: Register) -> Bool {
        guard other.stamp > stamp else { return false }
        self = other
        return true
    }
}
