import Testing

@testable import HCI

/// What a controller is sent from the opening on, byte by byte.
@Suite struct BringUpTests {
    private static let questions = [
        "01 03 0C 00", "01 01 10 00", "01 03 10 00", "01 09 10 00", "01 02 10 00", "01 03 20 00",
    ]
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)

    private func started(
        _ controller: ScriptedController, _ goal: RadioGoal = both,
        configure: (inout RadioConfiguration) -> Void = { _ in }
    ) -> CoreRig {
        var rig = CoreRig(controller, configure: configure)
        rig.give(.want(goal))
        return rig
    }

    @Test func legacy() {
        let rig = started(.legacy)
        #expect(
            rig.transcript == Self.questions + [
                "01 01 0C 08 00 E0 00 00 00 00 00 20",
                "01 01 20 08 02 00 00 00 00 00 00 00",
                "01 05 20 06 11 22 33 44 55 C6",
                "01 06 20 0F 40 00 40 00 03 01 00 00 00 00 00 00 00 07 00",
                "01 08 20 20 1E 02 01 06 1A FF 4C 00 02 15 D9 EE D4 98 BF DB 43 C0 8B 55 D0 6B B7 4C 43 0B "
                    + "00 01 00 02 C5 00",
                "01 0B 20 07 00 60 00 30 00 01 00",
                "01 0A 20 01 01",
                "01 0C 20 02 01 00",
            ])
        let description = ControllerDescription(
            adapter: "hci0", address: DeviceAddress(littleEndian: [6, 5, 4, 3, 2, 1]), hciVersion: 9,
            extended: false, timeSliced: false, advertisingInterval: .milliseconds(40))
        #expect(rig.statuses == [.starting, .ready(description)])
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
        #expect(rig.core.counters.resets == 1)
        #expect(rig.core.counters.openings == 1)
    }

    @Test func extended() {
        let rig = started(.extended)
        #expect(
            rig.transcript == Self.questions + [
                "01 1C 20 00",
                "01 01 0C 08 00 E0 00 00 00 00 00 20",
                "01 01 20 08 02 10 02 00 00 00 00 00",
                "01 05 20 06 11 22 33 44 55 C6",
                "01 36 20 19 00 10 00 40 00 00 40 00 00 07 01 00 00 00 00 00 00 00 00 7F 01 00 01 00 00",
                "01 35 20 07 00 11 22 33 44 55 C6",
                "01 37 20 22 00 03 01 1E 02 01 06 1A FF 4C 00 02 15 D9 EE D4 98 BF DB 43 C0 8B 55 D0 6B "
                    + "B7 4C 43 0B 00 01 00 02 C5",
                "01 41 20 08 01 00 01 00 60 00 30 00",
                "01 39 20 06 01 01 00 00 00 00",
                "01 42 20 06 01 00 00 00 00 00",
            ])
        guard case .ready(let description)? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
        #expect(description.extended)
        #expect(description.hciVersion == 11)
        #expect(description.claimsBoth == true)
    }

    /// Mixing is answered with "command disallowed", so one word of the other set is one too many.
    @Test(arguments: [ScriptedController.legacy, .extended])
    func theTwoSetsAreNeverMixed(controller: ScriptedController) {
        let legacy: Set<Opcode> = [
            .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetAdvertisingEnable, .leSetScanParameters,
            .leSetScanEnable,
        ]
        let extended: Set<Opcode> = [
            .leSetAdvertisingSetRandomAddress, .leSetExtendedAdvertisingParameters,
            .leSetExtendedAdvertisingData, .leSetExtendedAdvertisingEnable, .leSetExtendedScanParameters,
            .leSetExtendedScanEnable,
        ]
        var rig = started(controller)
        rig.give(.want(RadioGoal()))
        rig.give(.want(RadioGoal(scans: true)))
        rig.give(.packet(Samples.hardwareError))
        rig.give(.want(Self.both))
        rig.give(.stop)
        let used = Set(rig.opcodes)
        #expect(used.isDisjoint(with: legacy) != used.isDisjoint(with: extended))
    }

    @Test func forcedLegacy() {
        let rig = started(.extended) { $0.forceLegacy = true }
        #expect(rig.opcodes.contains(.leSetScanEnable))
        #expect(!rig.opcodes.contains(.leSetExtendedScanEnable))
        #expect(rig.transcript.contains("01 01 20 08 02 00 00 00 00 00 00 00"))
    }

    @Test(
        arguments: [(36, 0x02), (36, 0x04), (36, 0x08), (36, 0x20), (37, 0x20), (37, 0x40)] as [(Int, UInt8)])
    func oneMissingExtendedCommandMeansLegacy(octet: Int, bit: UInt8) {
        var controller = ScriptedController.extended
        controller.commands[octet] &= ~bit
        #expect(started(controller).opcodes.contains(.leSetScanEnable))
    }

    @Test func theCommandsWithoutTheFeatureMeanLegacy() {
        var controller = ScriptedController.extended
        controller.leFeatures[1] = 0
        #expect(started(controller).opcodes.contains(.leSetScanEnable))
    }

    @Test func onlyADualModeControllerIsToldThatTheHostDoesLE() {
        #expect(!started(.legacy).opcodes.contains(.writeLEHostSupported))
        var controller = ScriptedController.legacy
        controller.lmpFeatures[4] = 0x40
        controller.refusals[.writeLEHostSupported] = .unknownCommand
        let rig = started(controller)
        #expect(rig.transcript.contains("01 6D 0C 02 01 00"))
        #expect(rig.controller.isAdvertising)
    }

    @Test(arguments: [(6, 100), (7, 100), (8, 100), (9, 40), (12, 40)] as [(UInt8, Int)])
    func theIntervalFollowsTheVersion(version: UInt8, milliseconds: Int) {
        var controller = ScriptedController.legacy
        controller.version = version
        let rig = started(controller)
        #expect(rig.controller.interval == UInt16(milliseconds * 8 / 5))
        guard case .ready(let description)? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
        #expect(description.advertisingInterval == .milliseconds(milliseconds))
    }

    @Test func theIntervalAndTheScanAreConfigurable() {
        let rig = started(.legacy) {
            $0.advertisingInterval = .milliseconds(250)
            $0.scanInterval = .milliseconds(100)
            $0.scanWindow = .seconds(1)
        }
        #expect(rig.controller.interval == 400)
        #expect(
            rig.transcript.contains("01 0B 20 07 00 A0 00 A0 00 01 00"), "the window is at most the interval")
    }

    @Test(arguments: [
        Opcode.readLocalVersion, .readLocalFeatures, .readAddress, .readLocalCommands, .leReadLocalFeatures,
    ])
    func anUnansweredQuestionMeansTheCautiousChoice(opcode: Opcode) {
        var controller = ScriptedController.legacy
        controller.refusals[opcode] = .unknownCommand
        let rig = started(controller)
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
        if opcode == .readLocalVersion { #expect(rig.controller.interval == 160) }
    }

    @Test(arguments: [
        Opcode.reset, .setEventMask, .leSetEventMask, .leSetRandomAddress, .leSetScanParameters,
    ])
    func anIndispensableCommandThatIsRefusedIsTrouble(opcode: Opcode) {
        var controller = ScriptedController.legacy
        controller.refusals[opcode] = .unknownCommand
        let rig = started(controller)
        #expect(rig.statuses == [.starting, .trouble(.refused(opcode: opcode.rawValue, status: 0x01))])
        #expect(!rig.isOpen)
    }

    @Test func withoutAWishNothingIsOnTheAir() {
        let rig = started(.legacy, RadioGoal())
        #expect(rig.opcodes.last == .leSetRandomAddress)
        #expect(rig.statuses.count == 2)
    }
}
