/// What a simulated controller is and can do, as it would say of itself.
package struct ControllerProfile: Sendable, Equatable {
    /// What it is called in tests and commands.
    package var name: String
    /// 6 is Bluetooth 4.0, 8 is 4.2, 9 is 5.0, 11 is 5.2.
    package var hciVersion: UInt8
    /// LMP features, page 0. Byte 4 of an LE-only controller is 0x60: no BR/EDR, LE.
    package var lmpFeatures: [UInt8] = [0x00, 0x00, 0x00, 0x00, 0x60, 0x00, 0x00, 0x00]
    /// The bits of LE Read Local Supported Features.
    package var leFeatures: [UInt8]
    /// LE supported states; bit 8 is "advertises without connections and scans passively".
    package var leStates: [UInt8]
    /// Bytes of the supported-commands bitmap by index; the others are zero.
    package var commands: [Int: UInt8]
    /// Extended advertising sets at once; 0 for a controller that only has the legacy commands.
    package var advertisingSets = 0
    /// Whether it advertises and scans at once, whatever `leStates` claims.
    package var doesBoth = true
    /// Answers 0x0C to disabling what is not enabled, where the specification asks for success.
    package var refusesIdleDisable = false
    /// The shortest time between two advertisements that it accepts, in slots; nil for what its version
    /// has to.
    package var fastestInterval: UInt16?
    /// The same where it says that it can be connected to; nil for the 20 ms that every version allows.
    package var fastestClosed: UInt16?
    /// The chip whose ROM, firmware and speeds it has as well; nil for a bare controller.
    package var chip: BroadcomChip.Model?
    /// What it does with new data while it advertises, where the specification asks for it to be sent.
    package var liveData = LiveData.sent

    package enum LiveData: Sendable, Equatable {
        case sent
        /// Answers 0x0C.
        case refused
        /// Answers success, and goes on sending the old ones until it is enabled again.
        case kept
    }

    /// The same, with another habit.
    package func with(_ liveData: LiveData) -> ControllerProfile {
        var profile = self
        profile.liveData = liveData
        return profile
    }

    /// Between two advertisements that nobody can connect to, in slots: 5.0 took the limit of 100 ms away.
    var shortestInterval: UInt16 {
        fastestInterval ?? (hciVersion < 9 ? 0x00A0 : Slots.advertising.lowerBound)
    }

    /// It knows the commands of extended advertising.
    package var hasExtendedCommands: Bool { advertisingSets > 0 }
    /// It can do more than Low Energy.
    package var hasBREDR: Bool { lmpFeatures[4] & 0x20 == 0 }

    /// The 64 bytes of Read Local Supported Commands.
    package var commandBitmap: [UInt8] {
        (0..<64).map { commands[$0] ?? 0 }
    }

    /// A 4.2 USB dongle: legacy commands, and no advertisement without a connection faster than 100 ms.
    package static let legacy42 = ControllerProfile(
        name: "legacy42", hciVersion: 8, leFeatures: [0x01, 0, 0, 0, 0, 0, 0, 0], leStates: allStates,
        commands: legacyCommands)

    /// One that is not faster where it says that it can be connected to.
    package static let slow42 = {
        var profile = legacy42
        (profile.name, profile.fastestClosed) = ("slow42", profile.shortestInterval)
        return profile
    }()

    /// The chip of a Pi 3B+, 4 and 5: says 5.0, has not one of the extended commands.
    package static let cyw43455 = ControllerProfile(
        name: "cyw43455", hciVersion: 9, leFeatures: [0x3F, 0, 0, 0x08, 0, 0, 0, 0], leStates: allStates,
        commands: legacyCommands, refusesIdleDisable: true)

    /// The chip of a Zero W and a 3B: 4.1, and BR/EDR beside LE. The LMP features are those that
    /// `hciconfig -a` shows on a Pi; the LE features are assumed.
    package static let bcm43438 = ControllerProfile(
        name: "bcm43438", hciVersion: 7, lmpFeatures: bcmFeatures, leFeatures: [0x01, 0, 0, 0, 0, 0, 0, 0],
        leStates: allStates, commands: legacyCommands, refusesIdleDisable: true, chip: .bcm43438)

    /// That of `cyw43455`, from its power-on.
    package static let bcm4345c0 = ControllerProfile(
        name: "bcm4345c0", hciVersion: 9, lmpFeatures: bcmFeatures, leFeatures: cyw43455.leFeatures,
        leStates: allStates, commands: legacyCommands, refusesIdleDisable: true, chip: .bcm4345c0)

    private static let bcmFeatures: [UInt8] = [0xBF, 0xFE, 0xCF, 0xFE, 0xDB, 0xFF, 0x7B, 0x87]

    /// A 5.2 dongle with extended advertising and scanning.
    package static let extended52 = ControllerProfile(
        name: "extended52", hciVersion: 11, leFeatures: [0x01, 0x10, 0, 0, 0, 0, 0, 0], leStates: allStates,
        commands: legacyCommands.merging(extendedCommands) { $1 }, advertisingSets: 4)

    /// A legacy controller that advertises or scans, and says so.
    package static let refusesBoth = ControllerProfile(
        name: "refusesBoth", hciVersion: 7, leFeatures: [0x01, 0, 0, 0, 0, 0, 0, 0],
        leStates: [0x1F, 0, 0, 0, 0, 0, 0, 0], commands: legacyCommands, doesBoth: false)

    /// An extended controller that advertises or scans, and claims both.
    package static let extendedRefusesBoth = ControllerProfile(
        name: "extendedRefusesBoth", hciVersion: 11, leFeatures: extended52.leFeatures, leStates: allStates,
        commands: extended52.commands, advertisingSets: 4, doesBoth: false)

    /// All of the above, to run a test on each.
    package static let all = [legacy42, slow42, cyw43455, extended52, refusesBoth, extendedRefusesBoth]

    private static let allStates: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0, 0]

    /// Bit numbers are those of Core 5.3 Vol 4 Part E 6.27. Only what the station asks for is claimed: a
    /// Linux kernel sends a further command at power-on for nearly every bit more.
    private static let legacyCommands: [Int: UInt8] = [
        5: 0xC0,  // Set Event Mask, Reset
        14: 0x28,  // Read Local Version, Features
        15: 0x02,  // Read BD_ADDR
        25: 0xB7,  // LE masks, buffer size, features; Set Random Address, Advertising Parameters, Data
        26: 0x0F,  // Scan Response Data, Advertising Enable, Scan Parameters, Scan Enable
        28: 0x08,  // LE Read Supported States
    ]

    private static let extendedCommands: [Int: UInt8] = [
        36: 0xFE,  // everything for advertising sets, and the two questions about them
        37: 0x63,  // Remove and Clear Advertising Sets; Extended Scan Parameters, Enable
    ]
}

extension ControllerProfile: CustomStringConvertible {
    package var description: String { name }
}
