import Synchronization

/// So many at a time: the places of an inbox, taken by who puts something in and given back by who has taken
/// it out. Never waits.
package final class Permits: Sendable {
    private let taken = Atomic<Int>(0)
    private let atMost: Int

    package init(_ atMost: Int) {
        self.atMost = atMost
    }

    /// Whether there was one left.
    package func take() -> Bool {
        if taken.wrappingAdd(1, ordering: .relaxed).newValue <= atMost { return true }
        give()
        return false
    }

    /// Gives back one that was taken.
    package func give() {
        taken.wrappingSubtract(1, ordering: .relaxed)
    }
}
