/// Which numbers of one sender have been seen: each is let through once, and none that is more than 64 behind
/// the newest (RFC 4303 section 3.4.3), nor so far ahead of it that nobody can have said so much.
package struct ReplayWindow: Equatable, Sendable {
    static let width: UInt64 = 64
    /// A station says some fifty things a second at most: this is hours of it.
    static let aheadAtMost: UInt64 = 1 << 20

    private(set) var newest: UInt64
    /// The first number may be any: a station counts from its start.
    private var hasHeard = false
    private var seen: UInt64 = 0
    private let floor: UInt64

    /// - Parameter floor: numbers below it are old.
    package init(floor: UInt64 = 0) {
        self.floor = floor
        newest = floor
    }

    /// Whether a number would be let through.
    func isNew(_ number: UInt64) -> Bool {
        if number < floor { return false }
        if number > newest { return !hasHeard || number - newest <= Self.aheadAtMost }
        let behind = newest - number
        return behind < Self.width && seen & (1 << behind) == 0
    }

    /// To be called once what carries the number is known to be genuine.
    mutating func mark(_ number: UInt64) {
        hasHeard = true
        if number > newest {
            // Further than it is wide, nothing of it is left.
            seen <<= number - newest
            newest = number
        }
        seen |= 1 << (newest - number)
    }
}
