/// What went by unseen, since the core was made. For `doctor`, the bench and the tests.
public struct RadioCounters: Sendable, Equatable {
    /// Events or reports that did not say what their format promises.
    public var malformed: UInt64 = 0
    /// Well-formed things without a use: other packet types, pieces of advertisements whose rest never came.
    public var dropped: UInt64 = 0
    /// Advertising reports received.
    public var reports: UInt64 = 0
    /// Commands that got no answer in time.
    public var timeouts: UInt64 = 0
    /// Resets sent, the first of each opening included.
    public var resets: UInt64 = 0
    /// Replies to commands we did not send.
    public var strangers: UInt64 = 0
    /// Hardware Error events.
    public var hardwareErrors: UInt64 = 0
    /// Times the device was to be opened.
    public var openings: UInt64 = 0

    public init() {}
}
