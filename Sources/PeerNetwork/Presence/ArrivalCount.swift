/// How many repetitions of presence announcements of known stations arrived by the network, and how many are
/// known to have been sent in vain: each carries its place in a hash chain, which tells how many were sent
/// before it.
package struct ArrivalCount: Sendable, Equatable {
    /// More in a row are no loss but an interruption: a cable, a sleeping computer.
    static let missingInARow = 8

    package private(set) var arrived = 0
    package private(set) var missing = 0

    package var sent: Int { arrived + missing }

    package init(arrived: Int = 0, missing: Int = 0) {
        (self.arrived, self.missing) = (arrived, missing)
    }

    /// One has arrived that was sent so many steps after the one before.
    mutating func arrived(after steps: Int) {
        arrived += 1
        if steps - 1 <= Self.missingInARow { missing += max(0, steps - 1) }
    }
}
