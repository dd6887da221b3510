/// How the radio is.
package enum RadioStatus: Sendable, Equatable {
    /// Opening for the first time.
    case starting
    /// It does what is wanted. Told again when the description changes.
    case ready(ControllerDescription)
    /// It does not, and is being brought back. Told once per incident, and again when the trouble becomes
    /// another one.
    case trouble(RadioTrouble)
    /// It answers and hears nobody, though others are there: what is tried now, or what has helped.
    case listensAnew(RadioRemedy, hasHelped: Bool)
    /// Stopped on request: the controller is reset and closed.
    case stopped
}

/// What is done to a controller that hears nobody, the gentlest first.
package enum RadioRemedy: String, Sendable, CaseIterable {
    case rescan = "scanning was switched off and on"
    case reset = "it was reset"
    case reopen = "it was closed and opened"
    case power = "its power was cut"
}

/// The controller in use.
package struct ControllerDescription: Sendable, Equatable {
    /// The kernel's name, such as `hci0`.
    package var adapter: String
    /// The public address; zero for a controller without one.
    package var address: DeviceAddress
    /// The HCI version number of the Core Specification: 6 is 4.0, 8 is 4.2, 9 is 5.0, 11 is 5.2. Zero if
    /// it would not say.
    package var hciVersion: UInt8
    /// The extended LE commands are in use, not the legacy ones.
    package var extended: Bool
    /// It refused to advertise and scan at once, so it takes turns.
    package var timeSliced: Bool
    /// Time between two advertisements, to which the radio adds up to 10 ms at random.
    package var advertisingInterval: Duration
    /// Whether it claims to advertise and scan at once; nil if it would not say. Worth printing, not worth
    /// believing.
    package var claimsBoth: Bool?

    /// A description that was made, not read from a controller.
    package init(
        adapter: String, address: DeviceAddress, hciVersion: UInt8, extended: Bool, timeSliced: Bool,
        advertisingInterval: Duration, claimsBoth: Bool? = nil
    ) {
        self.adapter = adapter
        self.address = address
        self.hciVersion = hciVersion
        self.extended = extended
        self.timeSliced = timeSliced
        self.advertisingInterval = advertisingInterval
        self.claimsBoth = claimsBoth
    }
}

/// What the radio tells its owner.
package enum RadioEvent: Sendable, Equatable {
    case heard(Advertisement, at: Duration)
    case status(RadioStatus)
}
