/// One edge of an input line, as the kernel saw it: raw, with every bounce.
package struct LineEvent: Sendable, Equatable {
    /// The level after the edge. Logical: with an active-low button `true` means pressed.
    package var isActive: Bool
    /// When, since boot (CLOCK_MONOTONIC); taken in the interrupt, so it does not suffer from a busy process.
    package var at: Duration

    /// An edge as the kernel tells of it.
    package init(isActive: Bool, at: Duration) {
        self.isActive = isActive
        self.at = at
    }
}
