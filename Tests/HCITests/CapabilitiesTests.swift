import Testing

@testable import HCI

/// What a controller that says this of itself is asked to do, by what the specification allows.
struct CapabilitiesTests {
    private static let usual = RadioConfiguration(ownAddress: CoreRig.ownAddress)

    private static func capabilities(
        version: UInt8 = 9, states: [UInt8]? = nil, commands: [Int: UInt8] = [:], leFeatures: UInt8 = 0,
        features: UInt8 = 0x60
    ) throws -> Capabilities {
        var capabilities = Capabilities()
        try capabilities.learn(.readLocalVersion, [version, 0, 0, version, 0x0F, 0, 0, 0])
        try capabilities.learn(.readLocalFeatures, [0, 0, 0, 0, features, 0, 0, 0])
        try capabilities.learn(.leReadLocalFeatures, [0, leFeatures, 0, 0, 0, 0, 0, 0])
        var bitmap = [UInt8](repeating: 0, count: 64)
        for (octet, bits) in commands { bitmap[octet] = bits }
        try capabilities.learn(.readLocalCommands, bitmap)
        if let states { try capabilities.learn(.leReadSupportedStates, states) }
        return capabilities
    }

    /// 20 ms is the least from Bluetooth 5.0 on (HCI version 9); before, for what says "connect to me"
    /// (Core 4.2, Vol 2, Part E, 7.8.5), which it may do while it listens if bit 10 of its states is set.
    @Test(
        arguments: [
            (9, nil, true, 20, false), (12, [0, 0, 0, 0, 0, 0, 0, 0], false, 20, false),
            (8, nil, true, 100, false), (8, [0, 0x04, 0, 0, 0, 0, 0, 0], true, 20, true),
            (8, [0, 0x04, 0, 0, 0, 0, 0, 0], false, 100, false),
            (8, [0xFF, 0xFB, 0, 0, 0, 0, 0, 0], true, 100, false),
            (8, [0xFF, 0x02, 0, 0, 0, 0, 0, 0], true, 100, false),
            (6, [0, 0xFF, 0, 0, 0, 0, 0, 0], true, 20, true),
        ] as [(UInt8, [UInt8]?, Bool, Int, Bool)])
    func framesGoAsOftenAsTheyMay(
        version: UInt8, states: [UInt8]?, filterHolds: Bool, milliseconds: Int, isClosed: Bool
    ) throws {
        let capabilities = try Self.capabilities(version: version, states: states)
        let slots = UInt16(milliseconds * 8 / 5)
        #expect(
            capabilities.quickParameters(for: Self.usual, filterHolds: filterHolds)
                == AdvertisingParameters(interval: slots, isClosed: isClosed))
        var configuration = Self.usual
        configuration.advertisingInterval = .milliseconds(250)
        #expect(
            capabilities.quickParameters(for: configuration, filterHolds: filterHolds)
                == AdvertisingParameters(interval: 400), "the settings go first")
        #expect(capabilities.advertisingInterval(for: configuration) == .milliseconds(250))
    }

    @Test(arguments: [(6, 100), (8, 100), (9, 40), (12, 40)] as [(UInt8, Int)])
    func aBeaconGoesAsOftenAsItMay(version: UInt8, milliseconds: Int) throws {
        let capabilities = try Self.capabilities(version: version)
        #expect(capabilities.advertisingInterval(for: Self.usual) == .milliseconds(milliseconds))
    }

    /// Bit 8 of the states: advertising that is not connectable, together with passive scanning.
    @Test(
        arguments: [
            (nil, nil), ([0, 0x01, 0, 0, 0, 0, 0, 0], true), ([0xFF, 0xFE, 0, 0, 0, 0, 0, 0], false),
        ] as [([UInt8]?, Bool?)])
    func whatItClaimsIsRead(states: [UInt8]?, claims: Bool?) throws {
        #expect(try Self.capabilities(states: states).claimsBoth == claims)
    }

    /// Every one of the commands, and the feature.
    @Test(
        arguments: [
            (0x10, 0x3E, 0x60, true), (0x10, 0xFF, 0xFF, true), (0xEF, 0x3E, 0x60, false),
            (0x10, 0x3C, 0x60, false), (0x10, 0x1E, 0x60, false), (0x10, 0x3E, 0x40, false),
            (0x10, 0x3E, 0x20, false),
        ] as [(UInt8, UInt8, UInt8, Bool)])
    func extendedCommandsOnlyIfAllAreThere(feature: UInt8, first: UInt8, second: UInt8, isExtended: Bool)
        throws
    {
        let capabilities = try Self.capabilities(commands: [36: first, 37: second], leFeatures: feature)
        #expect(capabilities.dialect(for: Self.usual) == (isExtended ? .extended : .legacy))
        var configuration = Self.usual
        configuration.forceLegacy = true
        #expect(capabilities.dialect(for: configuration) == .legacy)
    }

    @Test func itIsAskedAndToldOnlyWhatItKnows() throws {
        let address = Command.leSetRandomAddress(CoreRig.ownAddress)
        // Bit 5 of octet 4: no BR/EDR, and so no host that has to be told of LE.
        #expect(
            try Self.capabilities(features: 0x20).settings(for: Self.usual)
                == [.setEventMask, .leSetEventMask(extended: false, connections: false), address])
        #expect(
            try Self.capabilities(version: 8, commands: [28: 0x08], features: 0xDF).settings(for: Self.usual)
                == [
                    .leReadSupportedStates, .setEventMask,
                    .leSetEventMask(extended: false, connections: true),
                    .writeLEHostSupported, address,
                ])
        #expect(
            try Self.capabilities(version: 11, commands: [28: 0xF7, 36: 0x3E, 37: 0x60], leFeatures: 0x10)
                .settings(for: Self.usual)
                == [.setEventMask, .leSetEventMask(extended: true, connections: false), address])
    }

    @Test func whatIsTooShortIsMalformed() {
        for (opcode, count) in [
            (.readLocalVersion, 1), (.readAddress, 6), (.readLocalFeatures, 8), (.readLocalCommands, 64),
            (.leReadLocalFeatures, 8), (.leReadSupportedStates, 8),
        ] as [(Opcode, Int)] {
            var capabilities = Capabilities()
            func learns(_ count: Int) -> Bool {
                (try? capabilities.learn(opcode, [UInt8](repeating: 1, count: count))) != nil
            }
            for short in 0..<count { #expect(!learns(short), "\(opcode): \(short)") }
            #expect(learns(count) && learns(count + 3), "\(opcode)")
        }
        // Nothing is known where nothing was said.
        #expect(Capabilities().dialect(for: Self.usual) == .legacy && Capabilities().claimsBoth == nil)
    }
}
