/// The heart of the radio: brings the controller up, keeps it doing what is wanted, and brings it back when it fails.
public struct RadioCore: Sendable {
    /// What happened.
    public enum Input: Sendable {
        /// From now on do this. The first one starts the radio.
        case want(RadioGoal)
        /// The device is open.
        case opened(adapter: String)
        /// One packet from the controller, with its H4 type byte.
        case packet([UInt8])
        /// The device could not be opened, or died.
        case failed(RadioTrouble)
        /// `nextDeadline` has come. Harmless if it has not.
        case deadline
        /// Silence the controller and close.
        case stop
    }

    /// What is to be done about it.
    public enum Output: Sendable, Equatable {
        /// Open the device and answer with `.opened` or `.failed`.
        case open
        /// Close it.
        case close
        /// Write one packet, with its H4 type byte.
        case send([UInt8])
        case heard(Advertisement)
        case status(RadioStatus)
        /// The end: nothing follows.
        case stopped
    }

    public let configuration: RadioConfiguration
    public private(set) var counters = RadioCounters()

    public init(configuration: RadioConfiguration) {
        self.configuration = configuration
    }

    /// When to call with `.deadline`; nil if there is nothing to wait for.
    public var nextDeadline: Duration? { nil }

    public mutating func handle(_ input: Input, now: Duration) -> [Output] {
        []
    }
}
