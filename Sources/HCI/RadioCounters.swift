/// What went by unseen, since the core was made. For `doctor`, the bench and the tests.
package struct RadioCounters: Sendable, Equatable {
    /// Events or reports that did not say what their format promises.
    package var malformed: UInt64 = 0
    /// Well-formed things without a use: other packet types, pieces of advertisements whose rest never came.
    package var dropped: UInt64 = 0
    /// Advertising reports received.
    package var reports: UInt64 = 0
    /// Commands that got no answer in time.
    package var timeouts: UInt64 = 0
    /// Resets sent, the first of each opening included.
    package var resets: UInt64 = 0
    /// Replies to commands we did not send.
    package var strangers: UInt64 = 0
    /// Hardware Error events.
    package var hardwareErrors: UInt64 = 0
    /// Times the device was to be opened.
    package var openings: UInt64 = 0

    /// All zero.
    package init() {}
}
