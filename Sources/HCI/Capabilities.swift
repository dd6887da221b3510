import Wire

/// What a controller says about itself after Reset, and how it is to be set up for that.
///
/// What it will not say, or says in too few bytes, is taken as absent: that leads to the most cautious
/// choice.
struct Capabilities: Sendable, Equatable {
    private(set) var hciVersion: UInt8 = 0
    private(set) var address = DeviceAddress.zero
    /// LMP features, page 0.
    private var features: [UInt8] = []
    private var leFeatures: [UInt8] = []
    /// The bitmap of Read Local Supported Commands.
    private var commands: [UInt8] = []
    /// The bitmap of LE Read Supported States.
    private var states: [UInt8]?

    /// The first things to send: Reset, because nobody knows what the last user left behind, then the
    /// questions.
    static let questions: [Command] = [
        .reset, .readLocalVersion, .readLocalFeatures, .readAddress, .readLocalCommands, .leReadLocalFeatures,
    ]

    /// What to send next, when the questions are answered. After it the controller can advertise and scan.
    func settings(for configuration: RadioConfiguration) -> [Command] {
        let extended = dialect(for: configuration) == .extended
        var script: [Command] = []
        if supports(octet: 28, mask: 0x08) { script.append(.leReadSupportedStates) }
        // Whether anybody has come in after all is of interest where a closed packet may be used.
        script += [.setEventMask, .leSetEventMask(extended: extended, connections: hciVersion < 9)]
        // Only a controller that also does BR/EDR has a host support bit to set.
        if isSet(features, octet: 4, mask: 0x20) == false { script.append(.writeLEHostSupported) }
        script.append(.leSetRandomAddress(configuration.ownAddress))
        return script
    }

    /// The extended commands only if the feature and every single command is there: there are controllers
    /// with the one and without the other.
    func dialect(for configuration: RadioConfiguration) -> CommandDialect {
        let isExtended =
            !configuration.forceLegacy
            && isSet(leFeatures, octet: 1, mask: 0x10) == true
            // Advertising: random address, parameters, data, scan response data, enable.
            && supports(octet: 36, mask: 0x3E)
            // Scanning: parameters, enable.
            && supports(octet: 37, mask: 0x60)
        return isExtended ? .extended : .legacy
    }

    /// Before 5.0 a non-connectable advertiser may not be faster than 100 ms.
    func advertisingInterval(for configuration: RadioConfiguration) -> Duration {
        configuration.advertisingInterval ?? .milliseconds(hciVersion >= 9 ? 40 : 100)
    }

    /// While there is more to advertise than a beacon: as often as may be.
    ///
    /// - Parameter filterHolds: nobody has come in where the filter should have let nobody in.
    func quickParameters(for configuration: RadioConfiguration, filterHolds: Bool) -> AdvertisingParameters {
        func parameters(_ interval: Duration, isClosed: Bool = false) -> AdvertisingParameters {
            AdvertisingParameters(
                interval: Slots.count(interval, within: Slots.advertising), isClosed: isClosed)
        }
        if let interval = configuration.advertisingInterval { return parameters(interval) }
        if hciVersion >= 9 { return parameters(Self.shortest) }
        let isClosed = filterHolds && closes
        return parameters(isClosed ? Self.shortest : AirActivity.slowInterval, isClosed: isClosed)
    }

    private static let shortest = Duration.milliseconds(20)

    /// Connectable advertising together with passive scanning.
    private var closes: Bool { states.flatMap { isSet($0, octet: 1, mask: 0x04) } ?? false }

    /// Non-connectable advertising together with passive scanning; nil if it did not say.
    var claimsBoth: Bool? {
        states.flatMap { isSet($0, octet: 1, mask: 0x01) }
    }

    /// Takes in the answer to one of the questions, without its status.
    mutating func learn(_ opcode: Opcode, _ returned: [UInt8]) throws(Malformed) {
        var reader = PacketReader(returned)
        switch opcode {
        case .readLocalVersion: hciVersion = try reader.u8()
        case .readAddress: address = try reader.address()
        case .readLocalFeatures: features = try reader.bytes(8)
        case .readLocalCommands: commands = try reader.bytes(64)
        case .leReadLocalFeatures: leFeatures = try reader.bytes(8)
        case .leReadSupportedStates: states = try reader.bytes(8)
        default: break
        }
    }

    private func supports(octet: Int, mask: UInt8) -> Bool {
        isSet(commands, octet: octet, mask: mask) == true
    }

    /// Whether all bits of the mask are set; nil if the octet is not known.
    private func isSet(_ bitmap: [UInt8], octet: Int, mask: UInt8) -> Bool? {
        octet < bitmap.count ? bitmap[octet] & mask == mask : nil
    }
}
