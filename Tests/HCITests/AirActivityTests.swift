import Testing

@testable import HCI

/// Changing goals, refusals and turns, on a controller that is up.
@Suite struct AirActivityTests {
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)
    private static let hide = RadioGoal(beacon: Samples.beacon)
    private static let seek = RadioGoal(scans: true)

    private func up(
        _ controller: ScriptedController = .legacy, _ goal: RadioGoal,
        configure: (inout RadioConfiguration) -> Void = { _ in }
    ) -> CoreRig {
        var rig = CoreRig(controller, configure: configure)
        rig.give(.want(goal))
        return rig
    }

    @Test func onlyWhatChangesIsTouched() {
        var rig = up(.legacy, Self.hide)
        rig.forget()
        rig.give(.want(Self.both))
        #expect(rig.opcodes == [.leSetScanParameters, .leSetScanEnable])
        rig.forget()
        rig.give(.want(Self.both))
        #expect(rig.opcodes == [])
        rig.give(.want(Self.seek))
        #expect(rig.transcript == ["01 0A 20 01 00"])
        rig.forget()
        rig.give(.want(Self.hide))
        #expect(rig.transcript == ["01 0C 20 02 00 00", "01 0A 20 01 01"])
        #expect(rig.statuses == [])
    }

    /// Type, interval and window (Core 5.4, Vol 4, Part E, 7.8.10), and scanning is off meanwhile (7.8.11).
    @Test(arguments: [
        (ScanShare.whole, "60 00 60 00"), (.half, "60 00 30 00"), (.quarter, "60 00 18 00"),
    ])
    func theWindowIsTheShareThatTheGoalSays(share: ScanShare, numbers: String) {
        var goal = Self.seek
        goal.scanShare = share
        #expect(up(.legacy, goal).transcript.contains("01 0B 20 07 00 \(numbers) 01 00"))
        goal.turns = AdvertisingTurns(frames: [[1]], share: AdvertisingTurns.Share(frames: 1, beacons: 4))
        #expect(up(.legacy, goal).transcript.contains("01 0B 20 07 00 \(numbers) 01 00"))
        var rig = up(.legacy, Self.seek)
        rig.forget()
        rig.give(
            .want(
                {
                    goal.turns = nil; return goal
                }()))
        #expect(
            rig.transcript
                == (share == .half
                    ? [] : ["01 0C 20 02 00 00", "01 0B 20 07 00 \(numbers) 01 00", "01 0C 20 02 01 00"]))
    }

    @Test func aWindowThatIsSetForGoodStays() {
        var goal = Self.seek
        goal.scanShare = .whole
        let rig = up(.legacy, goal) { $0.scanWindow = .milliseconds(10) }
        #expect(rig.transcript.contains("01 0B 20 07 00 60 00 10 00 01 00"))
    }

    @Test(arguments: [ScriptedController.legacy, .extended])
    func newDataIsSetWhileNothingIsAdvertised(controller: ScriptedController) {
        var rig = up(controller, Self.both)
        rig.forget()
        var goal = Self.both
        goal.beacon?.minor = 0x1234
        rig.give(.want(goal))
        let isExtended = controller.version == 11
        #expect(
            rig.opcodes
                == (isExtended
                    ? [
                        .leSetExtendedAdvertisingEnable, .leSetExtendedAdvertisingData,
                        .leSetExtendedAdvertisingEnable,
                    ]
                    : [.leSetAdvertisingEnable, .leSetAdvertisingData, .leSetAdvertisingEnable]))
        #expect(rig.controller.data == goal.beacon?.advertisingData)
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func theLatestGoalWinsWhileACommandIsOnItsWay() {
        var rig = up(.legacy, RadioGoal())
        rig.controller.mutes = [.leSetAdvertisingData]
        rig.give(.want(Self.hide))
        var goal = Self.both
        goal.beacon?.minor = 77
        rig.give(.want(goal))
        rig.controller.mutes = []
        rig.give(.packet(Samples.complete(.leSetAdvertisingData)))
        #expect(rig.controller.data == goal.beacon?.advertisingData)
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test(arguments: [Opcode.leSetScanEnable, .leSetAdvertisingEnable])
    func refusingToSwitchOffIsTolerated(opcode: Opcode) {
        var rig = up(.legacy, Self.both)
        rig.controller.refusals = [opcode: .commandDisallowed]
        rig.forget()
        rig.give(.want(RadioGoal()))
        #expect(rig.opcodes == [.leSetAdvertisingEnable, .leSetScanEnable])
        #expect(rig.statuses == [])
        rig.controller.refusals = [:]
        rig.give(.want(Self.both))
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
    }

    @Test func anIntervalThatIsTooShortIsReplaced() {
        var controller = ScriptedController.legacy
        controller.shortestInterval = 0xA0
        let rig = up(controller, Self.both)
        #expect(rig.controller.interval == 0xA0)
        #expect(rig.statuses.count == 2)
        guard case .ready(let description)? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
        #expect(description.advertisingInterval == .milliseconds(100))
    }

    @Test func aLongIntervalThatIsRefusedIsTrouble() {
        var controller = ScriptedController.legacy
        controller.shortestInterval = 0x4001
        let rig = up(controller, Self.both)
        #expect(rig.statuses.last == .trouble(.refused(opcode: 0x2006, status: 0x12)))
    }

    // MARK: Turns

    @Test(arguments: [StatusCode.commandDisallowed, .connectionAlreadyExists, .memoryCapacityExceeded])
    func aControllerThatRefusesBothTakesTurns(status: StatusCode) {
        var controller = ScriptedController.legacy
        controller.refusesBoth = status
        var rig = up(controller, Self.both)
        guard case .ready(let description)? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
        #expect(description.timeSliced)
        #expect(rig.statuses.count == 2)

        var advertised = 0
        for _ in 0..<1000 {
            rig.pass(.milliseconds(10))
            #expect(rig.controller.isAdvertising != rig.controller.isScanning)
            if rig.controller.isAdvertising { advertised += 1 }
        }
        #expect(350...650 ~= advertised)
        #expect(rig.statuses.count == 2)
        #expect(rig.core.counters.resets == 1)
    }

    @Test(arguments: [ScriptedController.legacy, .extended])
    func turnsAreToldWhenTheyBegin(controller: ScriptedController) {
        var controller = controller
        controller.refusesBoth = .commandDisallowed
        var rig = up(controller, Self.seek)
        #expect(rig.statuses.count == 2)
        rig.give(.want(Self.both))
        #expect(rig.statuses.count == 3)
        guard case .ready(let description)? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
        #expect(description.timeSliced)
        rig.forget()
        rig.give(.want(Self.seek))
        rig.pass(.seconds(1))
        #expect(rig.controller.isScanning && !rig.controller.isAdvertising)
        rig.forget()
        rig.pass(ControllerSession.silence - .milliseconds(1_001))
        #expect(rig.opcodes == [], "alone it needs no turns")
    }

    @Test func turnsKeepStepWithTheClock() {
        var controller = ScriptedController.legacy
        controller.refusesBoth = .commandDisallowed
        var rig = up(controller, Self.both)
        guard let first = rig.core.nextDeadline else {
            Issue.record("no turn")
            return
        }
        #expect(Duration.milliseconds(100)...Duration.milliseconds(500) ~= first - rig.now)
        var late = rig
        rig.now = first
        rig.give(.deadline)
        late.now = first + .milliseconds(30)
        late.give(.deadline)
        #expect(late.core.nextDeadline == rig.core.nextDeadline)
        late.now += .seconds(60)
        late.give(.deadline)
        #expect(late.core.nextDeadline.map { $0 - late.now >= .milliseconds(100) } ?? false, "no burst")
    }

    /// Two stations that start together must not stay deaf to each other.
    @Test func turnsOfDifferentStationsDiffer() {
        var controller = ScriptedController.legacy
        controller.refusesBoth = .commandDisallowed
        let lengths = (0..<20).map { number in
            let rig = up(controller, Self.both) {
                $0.ownAddress = .randomStatic(seed: Array("station \(number)".utf8))
            }
            return rig.core.nextDeadline
        }
        #expect(Set(lengths).count > 15)
    }

    @Test func aRefusalThatIsNotAboutBothIsTrouble() {
        var controller = ScriptedController.legacy
        controller.refusals = [.leSetScanEnable: .commandDisallowed]
        let rig = up(controller, Self.seek)
        #expect(rig.statuses.last == .trouble(.refused(opcode: 0x200C, status: 0x0C)))
    }
}
