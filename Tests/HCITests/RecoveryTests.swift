import Testing

@testable import HCI

/// Failures, and what is done and said about them.
@Suite struct RecoveryTests {
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)

    private func up() -> CoreRig {
        var rig = CoreRig()
        rig.give(.want(Self.both))
        rig.forget()
        return rig
    }

    @Test func aHardwareErrorIsFollowedByResetAndTheWholeBringUp() {
        var rig = up()
        rig.give(.packet(Samples.hardwareError))
        #expect(rig.opcodes.first == .reset)
        #expect(rig.opcodes.count == 14)
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
        #expect(rig.statuses.count == 2)
        #expect(rig.statuses.first == .trouble(.hardwareError(0x42)))
        #expect(rig.isOpen)
    }

    @Test func aDeadControllerIsResetTwiceAndThenReopenedForEver() {
        var rig = up()
        rig.controller.isMute = true
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(6))
        #expect(rig.opcodes == [.leSetAdvertisingEnable, .reset, .reset])
        #expect(rig.closings == [.seconds(106)])
        #expect(rig.statuses == [.trouble(.notAnswering)])

        rig.forget()
        rig.pass(.seconds(60))
        #expect(rig.statuses == [])
        // Waits of 200, 400, 800, 1600, 3200 ms and 5 s; each opening costs one unanswered Reset.
        let gaps = zip(rig.openings.dropFirst(), rig.openings).map { $0 - $1 - .seconds(2) }
        #expect(rig.openings.first == .milliseconds(106_200))
        #expect(
            gaps.prefix(5) == [
                .milliseconds(400), .milliseconds(800), .milliseconds(1600), .milliseconds(3200), .seconds(5),
            ])
        #expect(gaps.dropFirst(5).allSatisfy { $0 == .seconds(5) })

        rig.controller.isMute = false
        rig.pass(.seconds(8))
        guard case .ready? = rig.statuses.first, rig.statuses.count == 1 else {
            Issue.record("\(rig.statuses)")
            return
        }
    }

    @Test func whatFailsNextIsPartOfTheSameIncident() {
        var rig = up()
        rig.controller.refusals = [.leSetScanEnable: StatusCode(rawValue: 0x1F)]
        rig.give(.packet(Samples.hardwareError))
        #expect(rig.statuses == [.trouble(.hardwareError(0x42))])
        #expect(rig.closings.count == 1)
    }

    @Test func advertisingThatEndsByItselfIsTrouble() {
        var rig = CoreRig(.extended)
        rig.give(.want(Self.both))
        rig.forget()
        rig.give(.packet(Samples.advertisingSetTerminated))
        #expect(rig.statuses.first == .trouble(.refused(opcode: 0x2039, status: 0x43)))
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func aLateReplyAfterResetIsNotTakenForAStrangers() {
        var rig = up()
        rig.controller.mutes = [.leSetAdvertisingEnable]
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(2))
        #expect(rig.opcodes.filter { $0 == .reset }.count == 1)
        rig.give(.packet(Samples.complete(.leSetAdvertisingEnable)))
        #expect(rig.opcodes.filter { $0 == .reset }.count == 1)
        #expect(rig.core.counters.strangers == 0)
    }

    @Test func thirtySecondsOfHealthEndTheIncident() {
        var rig = up()
        for _ in 0..<10 {
            rig.pass(.seconds(30))
            rig.give(.packet(Samples.hardwareError))
        }
        #expect(rig.closings == [])
        #expect(rig.statuses.count == 20)
    }

    @Test func theThirdFailureWithinAnIncidentReopens() {
        var rig = up()
        for _ in 0..<3 {
            rig.pass(.seconds(29))
            #expect(rig.closings == [])
            rig.give(.packet(Samples.hardwareError))
        }
        #expect(rig.closings.count == 1)
        rig.pass(.milliseconds(200))
        #expect(rig.openings.count == 1)
        guard case .ready? = rig.statuses.last else {
            Issue.record("\(rig.statuses)")
            return
        }
    }

    @Test func aHardwareErrorDuringResetIsNothingNew() {
        var rig = up()
        rig.controller.isMute = true
        rig.give(.packet(Samples.hardwareError))
        rig.give(.packet(Samples.hardwareError))
        rig.give(.packet(Samples.hardwareError))
        #expect(rig.opcodes == [.reset])
        rig.controller.isMute = false
        rig.give(.packet(Samples.resetComplete))
        #expect(rig.controller.isScanning)
    }

    @Test func anUnpluggedAdapterIsOpenedAgainUntilItIsBack() {
        var rig = up()
        rig.openingTrouble = .missing
        rig.give(.failed(.unplugged))
        rig.give(.failed(.unplugged))
        #expect(rig.closings.count == 1)
        rig.pass(.seconds(60))
        #expect(rig.statuses == [.trouble(.unplugged), .trouble(.missing)])
        #expect(10...20 ~= rig.openings.count)
        rig.openingTrouble = nil
        rig.controller = .legacy
        rig.pass(.seconds(5))
        guard case .ready? = rig.statuses.last, rig.statuses.count == 3 else {
            Issue.record("\(rig.statuses)")
            return
        }
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func aTroubleIsToldAgainOnlyWhenItChanges() {
        var rig = CoreRig()
        rig.openingTrouble = .blocked
        rig.give(.want(Self.both))
        rig.pass(.seconds(20))
        rig.openingTrouble = .owned
        rig.pass(.seconds(20))
        rig.openingTrouble = .blocked
        rig.pass(.seconds(20))
        #expect(rig.statuses == [.starting, .trouble(.blocked), .trouble(.owned), .trouble(.blocked)])
    }

    @Test func theGoalOfTheWaitIsPursuedAfterwards() {
        var rig = CoreRig()
        rig.openingTrouble = .missing
        rig.give(.want(RadioGoal()))
        rig.give(.want(Self.both))
        #expect(rig.openings.count == 1)
        rig.openingTrouble = nil
        rig.pass(.seconds(1))
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func everyTroubleHasAdvice() {
        let troubles: [RadioTrouble] = [
            .missing, .notPermitted, .blocked, .owned, .setupStuck(adapter: "hci0"), .unplugged,
            .notAnswering,
            .hardwareError(0x0F), .refused(opcode: 0x200A, status: 0x0C), .unsupported,
            .failed(operation: "bind", code: 5),
        ]
        let advice = troubles.map(\.advice)
        #expect(Set(advice).count == troubles.count)
        #expect(advice.allSatisfy { $0.hasSuffix(".") && $0.contains(": ") })
        #expect(advice[7].contains("0x0F"))
        #expect(advice[8].contains("LE Set Advertising Enable (command disallowed)"))
    }
}
