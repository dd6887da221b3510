import Support
import Testing

@testable import HCI

/// Hearing, silence, strangers and the end.
@Suite struct RadioCoreTests {
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)

    private func up(
        _ controller: ScriptedController = .legacy, _ goal: RadioGoal = both,
        configure: (inout RadioConfiguration) -> Void = { _ in }
    ) -> CoreRig {
        var rig = CoreRig(controller, configure: configure)
        rig.give(.want(goal))
        rig.forget()
        return rig
    }

    // MARK: Hearing

    @Test func onlyBeaconsArePassedOn() {
        var rig = up()
        rig.give(.packet(Samples.twoLegacyReports))
        #expect(rig.heard == [])
        rig.give(.packet(Samples.legacyReport))
        #expect(rig.heard.map(\.beacon) == [Samples.beacon])
        #expect(rig.heard.map(\.rssi) == [-75])
        #expect(rig.core.counters.reports == 3)
    }

    @Test func everythingIsPassedOnIfAskedFor() {
        var rig = up { $0.reportsEverything = true }
        rig.give(.packet(Samples.twoLegacyReports))
        #expect(rig.heard.count == 2)
    }

    @Test func whoDoesNotListenHearsNothing() {
        var rig = up(.legacy, RadioGoal(beacon: Samples.beacon))
        rig.give(.packet(Samples.legacyReport))
        #expect(rig.heard == [])
    }

    @Test func aBeaconInPiecesIsHeardOnce() {
        var rig = up(.extended)
        var rest = bytes(
            """
            04 3E 32 0D 01
            00 00 01 06 05 04 03 02 C1
            01 01 05 7F B6 00 00
            00 00 00 00 00 00 00
            18
            """)
        rest += Samples.beaconData.dropFirst(6)
        rig.give(.packet(Samples.fragment))
        #expect(rig.heard == [])
        rig.give(.packet(rest))
        #expect(rig.heard.map(\.beacon) == [Samples.beacon])
        #expect(rig.heard.map(\.rssi) == [-74])
        #expect(rig.heard.map(\.completeness) == [.complete])
    }

    // MARK: Silence

    @Test func aSilentControllerIsAskedAndLeftAloneIfItAnswers() {
        var rig = up()
        rig.pass(ControllerSession.silence - .milliseconds(1))
        #expect(rig.opcodes == [])
        rig.pass(.milliseconds(1))
        #expect(rig.opcodes == [.readAddress])
        rig.pass(ControllerSession.silence * 6)
        #expect(rig.opcodes == [Opcode](repeating: .readAddress, count: 7))
        #expect(rig.statuses == [])
    }

    @Test func aControllerThatTalksIsNotAsked() {
        var rig = up()
        rig.pass(.seconds(60), hearing: Samples.legacyReport, every: .seconds(2))
        #expect(rig.opcodes == [])
        #expect(rig.heard.count == 30)
    }

    @Test func aSilentControllerThatDoesNotAnswerIsReset() {
        var rig = up()
        rig.controller.mutes = [.readAddress]
        rig.pass(.seconds(5))
        #expect(rig.statuses.first == .trouble(.notAnswering))
        #expect(rig.opcodes.prefix(2) == [.readAddress, .reset])
        #expect(rig.core.counters.timeouts == 1)
    }

    @Test func aReplyLostInACrowdIsNoTrouble() {
        var rig = up(.legacy, RadioGoal(scans: true))
        rig.controller.mutes = [.leSetAdvertisingData]
        rig.give(.want(Self.both))
        rig.pass(.seconds(1), hearing: Samples.legacyReport, every: .milliseconds(100))
        rig.controller.mutes = []
        rig.pass(.seconds(2))
        #expect(rig.controller.isAdvertising)
        #expect(rig.statuses == [])
        #expect(rig.core.counters.timeouts == 1)
        #expect(rig.opcodes.filter { $0 == .leSetAdvertisingData }.count == 2)
    }

    // MARK: Strangers

    @Test func aStrangersQuestionIsIgnored() {
        var rig = up()
        rig.give(.packet(Samples.versionComplete))
        rig.give(.packet(Samples.complete(.leSetScanEnable, .commandDisallowed)))
        #expect(rig.opcodes == [])
        #expect(rig.core.counters.strangers == 2)
    }

    @Test(arguments: [Opcode.reset, .leSetScanEnable, .leSetAdvertisingData])
    func whatAStrangerChangedIsSetUpAgainQuietly(opcode: Opcode) {
        var rig = up()
        rig.give(.packet(Samples.complete(opcode)))
        #expect(rig.opcodes.first == .reset)
        #expect(rig.opcodes.last == .leSetScanEnable)
        #expect(rig.statuses == [])
    }

    @Test func aStrangerInTheMiddleOfBringUpIsDealtWithAfterIt() {
        var rig = CoreRig()
        rig.controller.mutes = [.readAddress]
        rig.give(.want(Self.both))
        rig.give(.packet(Samples.resetComplete))
        #expect(rig.opcodes.filter { $0 == .reset }.count == 1)
        rig.controller.mutes = []
        rig.give(.packet(Samples.addressComplete))
        #expect(rig.opcodes.filter { $0 == .reset }.count == 2)
        #expect(rig.statuses.count == 2)
    }

    // MARK: The end

    @Test func theLastCommandIsReset() {
        var rig = up()
        rig.give(.stop)
        #expect(rig.transcript == ["01 03 0C 00"])
        #expect(rig.statuses == [.stopped])
        #expect(rig.isStopped && !rig.isOpen)
        #expect(!rig.controller.isAdvertising)
        rig.forget()
        rig.give(.stop)
        rig.give(.want(Self.both))
        rig.give(.packet(Samples.hardwareError))
        rig.give(.failed(.unplugged))
        rig.pass(.seconds(60))
        #expect(rig.sent.isEmpty && rig.statuses.isEmpty && rig.openings.isEmpty)
    }

    @Test func theLastResetIsWaitedForHalfASecond() {
        var rig = up()
        rig.controller.isMute = true
        rig.give(.stop)
        rig.give(.packet(Samples.legacyReport))
        rig.give(.packet(Samples.hardwareError))
        rig.pass(.milliseconds(499))
        #expect(!rig.isStopped)
        rig.pass(.milliseconds(1))
        #expect(rig.isStopped)
        #expect(rig.opcodes == [.reset])
        #expect(rig.heard == [])
    }

    @Test func aCommandOnItsWayDelaysTheLastResetALittle() {
        var rig = up()
        rig.controller.isMute = true
        rig.give(.want(RadioGoal()))
        rig.give(.stop)
        #expect(rig.opcodes == [.leSetAdvertisingEnable])
        rig.pass(.milliseconds(199))
        #expect(rig.opcodes.count == 1)
        rig.pass(.milliseconds(1))
        #expect(rig.opcodes == [.leSetAdvertisingEnable, .reset])
        rig.pass(.milliseconds(500))
        #expect(rig.isStopped)
    }

    @Test func aCommandThatIsAnsweredMakesWayForTheLastReset() {
        var rig = up()
        rig.controller.mutes = [.leSetAdvertisingEnable]
        rig.give(.want(RadioGoal()))
        rig.give(.stop)
        rig.give(.packet(Samples.complete(.leSetAdvertisingEnable)))
        #expect(rig.opcodes == [.leSetAdvertisingEnable, .reset])
        #expect(rig.isStopped)
    }

    @Test func aResetOnItsWayIsTheLastOne() {
        var rig = CoreRig()
        rig.controller.isMute = true
        rig.give(.want(Self.both))
        rig.give(.stop)
        rig.give(.packet(Samples.resetComplete))
        #expect(rig.opcodes == [.reset])
        #expect(rig.isStopped)
    }

    @Test func stoppingWhileClosedIsImmediate() {
        var rig = CoreRig()
        rig.openingTrouble = .missing
        rig.give(.want(Self.both))
        rig.give(.stop)
        #expect(rig.isStopped)
        #expect(rig.core.nextDeadline == nil)
        var unborn = CoreRig()
        unborn.give(.stop)
        #expect(unborn.isStopped)
    }

    @Test func aDeviceThatOpensTooLateIsClosed() {
        var core = RadioCore(configuration: RadioConfiguration(ownAddress: CoreRig.ownAddress))
        #expect(core.handle(.want(Self.both), now: .zero) == [.status(.starting), .open])
        #expect(core.handle(.stop, now: .zero) == [.status(.stopped), .stopped])
        #expect(core.handle(.opened(adapter: "hci0"), now: .zero) == [.close])
    }

    @Test func aDeviceThatDiesWhileStoppingIsStopped() {
        var rig = up()
        rig.controller.isMute = true
        rig.give(.stop)
        rig.give(.failed(.unplugged))
        #expect(rig.isStopped && !rig.isOpen)
        #expect(rig.statuses == [.stopped])
    }
}
