import Testing

@testable import HCI

/// What the simulated controllers say and refuse, by the tables of Bluetooth Core 5.3 Vol 4 Part E.
@Suite("The simulated controller's tables")
struct SimulatedControllerTableTests {
    /// Octet and bit of each command in the supported-commands bitmap (6.27).
    private static let legacy: Set<[Int]> = [
        [5, 6], [5, 7],  // Set Event Mask, Reset
        [14, 3], [14, 5], [15, 1],  // Local Version, Local Features, BD_ADDR
        [25, 0], [25, 1], [25, 2], [25, 4], [25, 5], [25, 7],  // LE Event Mask … Set Advertising Data
        [26, 0], [26, 1], [26, 2], [26, 3],  // Scan Response Data … Scan Enable
        [28, 3],  // Supported States
    ]
    private static let extended: Set<[Int]> = [
        [36, 1], [36, 2], [36, 3], [36, 4], [36, 5], [36, 6], [36, 7], [37, 0], [37, 1], [37, 5], [37, 6],
    ]

    private static func claimed(_ profile: ControllerProfile) -> Set<[Int]> {
        var claimed: Set<[Int]> = []
        for (octet, byte) in profile.commandBitmap.enumerated() {
            for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 { claimed.insert([octet, bit]) }
        }
        return claimed
    }

    @Test("Each claims the commands of its version", arguments: ControllerProfile.all)
    func commands(profile: ControllerProfile) {
        #expect(profile.commandBitmap.count == 64)
        let commands = profile.hasExtendedCommands ? Self.legacy.union(Self.extended) : Self.legacy
        #expect(Self.claimed(profile) == commands)
    }

    /// HCI versions: 7 is Bluetooth 4.1, 8 is 4.2, 9 is 5.0, 11 is 5.2. Up to 4.2 an advertisement without a
    /// connection takes 100 ms (7.8.5), which is 0xA0 slots; after it 20 ms.
    @Test("Version, pace and advertising sets")
    func versions() {
        let expected: [(ControllerProfile, UInt8, UInt16, Int)] = [
            (.legacy42, 8, 0xA0, 0), (.slow42, 8, 0xA0, 0), (.cyw43455, 9, 0x20, 0), (.bcm43438, 7, 0xA0, 0),
            (.bcm4345c0, 9, 0x20, 0), (.extended52, 11, 0x20, 4), (.refusesBoth, 7, 0xA0, 0),
            (.extendedRefusesBoth, 11, 0x20, 4),
        ]
        for (profile, version, shortest, sets) in expected {
            #expect(profile.hciVersion == version && profile.shortestInterval == shortest, "\(profile)")
            #expect(
                profile.advertisingSets == sets && profile.hasExtendedCommands == (sets > 0), "\(profile)")
            #expect(profile.doesBoth == !profile.name.lowercased().contains("refusesboth"), "\(profile)")
        }
        // What `hciconfig -a` shows on a Pi.
        let features: [UInt8] = [0xBF, 0xFE, 0xCF, 0xFE, 0xDB, 0xFF, 0x7B, 0x87]
        #expect(ControllerProfile.bcm43438.lmpFeatures == features)
        #expect(ControllerProfile.bcm4345c0.lmpFeatures == features)
        #expect(ControllerProfile.bcm43438.hasBREDR && !ControllerProfile.cyw43455.hasBREDR)
    }

    /// Bits of LE features (Vol 6 Part B 4.6) and of LE states (7.8.27), and page 0 of the LMP features.
    @Test("Features and states")
    func features() {
        func bits(_ bytes: [UInt8]) -> [Int] {
            bytes.enumerated().flatMap { octet, byte in
                (0..<8).filter { byte >> UInt8($0) & 1 == 1 }.map { octet * 8 + $0 }
            }
        }
        // 0 is encryption, 1 to 5 came with 4.1 and 4.2, 12 is extended advertising; a Pi's chip also has 27.
        let expected: [(ControllerProfile, [Int])] = [
            (.legacy42, [0]), (.slow42, [0]), (.cyw43455, [0, 1, 2, 3, 4, 5, 27]), (.bcm43438, [0]),
            (.bcm4345c0, [0, 1, 2, 3, 4, 5, 27]), (.extended52, [0, 12]), (.refusesBoth, [0]),
            (.extendedRefusesBoth, [0, 12]),
        ]
        for (profile, features) in expected {
            #expect(profile.leFeatures.count == 8 && bits(profile.leFeatures) == features, "\(profile)")
            // States 0 to 4 are those of one role alone; 41 is the last there is.
            let states = profile.name == "refusesBoth" ? 0...4 : 0...41
            #expect(profile.leStates.count == 8 && bits(profile.leStates) == Array(states), "\(profile)")
            // 37: no BR/EDR; 38: LE.
            if !profile.hasBREDR { #expect(bits(profile.lmpFeatures) == [37, 38], "\(profile)") }
            #expect(profile.lmpFeatures.count == 8)
        }
    }

    /// What follows the status in the answer to each question and setting that changes nothing.
    private static let answers: [UInt16: [UInt8]] = [
        // Class of Device, Voice Setting.
        0x0C23: [0, 0, 0], 0x0C25: [0, 0],
        // Buffer sizes: 27 bytes and one packet of data, no voice.
        0x1005: [27, 0, 0, 1, 0, 0, 0], 0x2002: [27, 0, 1],
        // Suggested and maximum data length: 27 octets in 328 µs.
        0x2023: [27, 0, 0x48, 0x01], 0x202F: [27, 0, 0x48, 0x01, 27, 0, 0x48, 0x01],
        // Sizes of the filter accept list and of the resolving list.
        0x200F: [8], 0x202A: [0],
    ]
    private static let classicAnswers: [UInt16: [UInt8]] = [
        // Number of supported access codes, the general inquiry code 0x9E8B33, inquiry power.
        0x0C38: [1], 0x0C39: [1, 0x33, 0x8B, 0x9E], 0x0C58: [0],
        // Stored link keys: none of none.
        0x0C0D: [0, 0, 0, 0],
    ]
    private static let settings: [UInt16] = [
        0x0C13, 0x0C16, 0x0C18, 0x0C24, 0x0C63, 0x2010, 0x2011, 0x2012, 0x2024, 0x2031, 0x2029, 0x202D,
        0x202E,
    ]
    private static let classicSettings: [UInt16] = [
        0x0C05, 0x0C1A, 0x0C1B, 0x0C20, 0x0C45, 0x0C46, 0x0C47, 0x0C52, 0x0C56, 0x080F, 0x0C6D,
    ]

    @Test("What changes nothing is answered to the byte", arguments: [false, true])
    func answers(isClassic: Bool) {
        let address = DeviceAddress(littleEndian: 1...6)
        let profile = isClassic ? ControllerProfile.bcm43438 : .legacy42
        let answers = SimulatedAnswers(profile: profile, address: address)
        for (opcode, expected) in Self.answers {
            #expect(answers.returned(by: Opcode(opcode)) == expected, "\(Opcode(opcode))")
        }
        for (opcode, expected) in Self.classicAnswers {
            #expect(answers.returned(by: Opcode(opcode)) == (isClassic ? expected : nil), "\(Opcode(opcode))")
        }
        for opcode in Self.settings { #expect(answers.returned(by: Opcode(opcode)) == []) }
        for opcode in Self.classicSettings {
            #expect(answers.returned(by: Opcode(opcode)) == (isClassic ? [] : nil), "\(Opcode(opcode))")
        }
        #expect(answers.returned(by: Opcode(0x1009)) == [1, 2, 3, 4, 5, 6])
        #expect(answers.returned(by: Opcode(0x1002)) == profile.commandBitmap)
        #expect(answers.returned(by: Opcode(0x201C)) == profile.leStates)
        #expect(answers.returned(by: Opcode(0x2003)) == profile.leFeatures)
        // The version twice; no maker and no revision.
        let version = profile.hciVersion
        #expect(answers.returned(by: Opcode(0x1001)) == [version, 0, 0, version, 0xFF, 0xFF, 0, 0])
        // Extended features: page 0 of 0.
        #expect(answers.returned(by: Opcode(0x1004)) == (isClassic ? [0, 0] + profile.lmpFeatures : nil))
        let name = answers.returned(by: Opcode(0x0C14)) ?? []
        #expect(name.count == 248 && name.prefix(8) == ArraySlice(profile.name.utf8.prefix(8)))
        for opcode in [0x0000, 0x0C02, 0x2001, 0x2FFF, 0xFC01] as [UInt16] {
            #expect(answers.returned(by: Opcode(opcode)) == nil)
        }
    }

    /// One field of LE Set Advertising Parameters at a time (7.8.5): its place, what it is, what comes of it.
    @Test(
        "Legacy advertising parameters have bounds",
        arguments: [
            (4, 0, 0x00), (4, 2, 0x00), (4, 3, 0x00), (4, 5, 0x12), (4, 7, 0x12), (5, 0, 0x00), (5, 3, 0x00),
            (5, 4, 0x12), (13, 0, 0x12), (13, 1, 0x00), (13, 7, 0x00), (13, 8, 0x12), (14, 3, 0x00),
            (14, 4, 0x12),
            // The shortest interval is longer than the longest.
            (0, 0xA1, 0x12), (2, 0xA1, 0x00),
        ] as [(Int, UInt8, UInt8)])
    func legacyBounds(place: Int, value: UInt8, status: UInt8) {
        var host = SimulatedHost(.legacy42)
        var parameters = SimulatedHost.Command.advertisingParameters.parameters
        parameters[place] = value
        #expect(host.status(0x2006, parameters) == status)
    }

    /// The same of LE Set Extended Advertising Parameters (7.8.53).
    @Test(
        "Extended advertising parameters have bounds",
        arguments: [
            (0, 0xEF, 0x00), (0, 0xF0, 0x12),
            // Properties: the five legacy kinds of advertisement, three extended ones, and no others.
            (1, 0x10, 0x00), (1, 0x12, 0x00), (1, 0x13, 0x00), (1, 0x15, 0x00), (1, 0x1D, 0x00),
            (1, 0x00, 0x00), (1, 0x01, 0x00), (1, 0x02, 0x00), (1, 0x03, 0x12), (1, 0x11, 0x12),
            (1, 0x14, 0x12),
            // Intervals: 20 ms at least, and the shortest not longer than the longest.
            (3, 0x20, 0x00), (3, 0x1F, 0x12), (3, 0xA1, 0x12), (6, 0x9F, 0x12),
            // Channels, own address, filter, primary PHY.
            (9, 0, 0x12), (9, 1, 0x00), (9, 8, 0x12), (10, 0, 0x00), (10, 3, 0x00), (10, 4, 0x12),
            (18, 3, 0x00), (18, 4, 0x12), (20, 1, 0x00), (20, 2, 0x12), (20, 3, 0x00), (20, 4, 0x12),
        ] as [(Int, UInt8, UInt8)])
    func extendedBounds(place: Int, value: UInt8, status: UInt8) {
        var host = SimulatedHost(.extended52)
        var parameters = SimulatedHost.Command.setParameters.parameters
        parameters[place] = value
        #expect(host.status(0x2036, parameters) == status)
    }

    /// LE Set Extended Advertising Data (7.8.54): operation, length, and what comes of it while the set
    /// is off and while it is on. Operations: 0 in the middle, 1 first, 2 last, 3 whole, 4 unchanged.
    @Test(
        "Advertising data comes whole, or in pieces where it may",
        arguments: [
            (true, 3, 0, 0x00, 0x00), (true, 3, 31, 0x00, 0x00), (true, 3, 32, 0x12, 0x12),
            (true, 1, 3, 0x12, 0x12), (true, 4, 0, 0x12, 0x12), (true, 5, 3, 0x12, 0x12),
            (false, 3, 251, 0x00, 0x00), (false, 1, 3, 0x00, 0x0C), (false, 0, 3, 0x00, 0x0C),
            (false, 2, 3, 0x00, 0x0C), (false, 2, 0, 0x12, 0x12), (false, 4, 0, 0x00, 0x00),
            (false, 5, 3, 0x12, 0x12),
        ] as [(Bool, UInt8, Int, UInt8, UInt8)])
    func data(isLegacy: Bool, operation: UInt8, length: Int, off: UInt8, on: UInt8) {
        var host = SimulatedHost(.extended52)
        var parameters = SimulatedHost.Command.setParameters.parameters
        if !isLegacy { parameters[1] = 0x00 }
        #expect(host.status(0x2036, parameters) == 0x00)
        host.run(.setAddress)
        let data = [0, operation, 1, UInt8(length)] + [UInt8](repeating: 0, count: length)
        #expect(host.status(0x2037, data) == off)
        host.run(.enableSet)
        #expect(host.status(0x2037, data) == on)
    }

    /// 1,650 bytes are the longest data there can be: six pieces of 251 and one of 144.
    @Test("Pieces are put together up to the longest data there is")
    func pieces() {
        var host = SimulatedHost(.extended52)
        var parameters = SimulatedHost.Command.setParameters.parameters
        parameters[1] = 0x00
        #expect(host.status(0x2036, parameters) == 0x00)
        func piece(_ operation: UInt8, _ length: Int) -> [UInt8] {
            [0, operation, 1, UInt8(length)] + [UInt8](repeating: 7, count: length)
        }
        #expect(host.status(0x2037, piece(1, 251)) == 0x00)
        for _ in 0..<5 { #expect(host.status(0x2037, piece(0, 251)) == 0x00) }
        #expect(host.status(0x2037, piece(2, 145)) == 0x07, "one byte too many")
        #expect(host.status(0x2037, piece(2, 144)) == 0x00)
        // 0x203A asks for that length, 0x203B for the number of sets.
        #expect(host.send(0x203A, []).first?.suffix(3) == [0x00, 0x72, 0x06])
        #expect(host.send(0x203B, []).first?.suffix(2) == [0x00, 0x04])
    }

    @Test("A set that is on stays, and keeps its address")
    func setsThatAreOn() {
        var host = SimulatedHost(.extended52)
        host.run(.setParameters)
        host.run(.setAddress)
        host.run(.enableSet)
        #expect(host.controller.isAdvertising)
        #expect(host.status(0x203C, [0]) == 0x0C)
        #expect(host.status(0x203C, [1]) == 0x42)
        #expect(host.status(.setAddress) == 0x00, "of one that nobody can connect to")
        #expect(host.status(0x2038, [0, 3, 1, 0]) == 0x00)
        #expect(host.status(0x2039, [0x00, 0x01, 0x00, 0x00, 0x00, 0x00]) == 0x00)
        #expect(!host.controller.isAdvertising)
        #expect(host.status(0x203C, [0]) == 0x00)
    }
}
