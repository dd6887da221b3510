import Testing

@testable import HCI

/// Everything a noisy line can make of good packets, given to radios in every state: they may reset and
/// reopen, but never trap, never send two commands at once, and work again when the line is quiet.
@Suite struct DamageTests {
    private static let both = RadioGoal(beacon: Samples.beacon, scans: true)

    private enum State: CaseIterable {
        case up, extended, takingTurns, waitingForReset, waitingForQuestion, stopping
    }

    private func rig(_ state: State) -> CoreRig {
        var rig = CoreRig(state == .extended ? .extended : .legacy)
        switch state {
        case .up, .extended: break
        case .takingTurns: rig.controller.refusesBoth = .commandDisallowed
        case .waitingForReset: rig.controller.mutes = [.reset]
        case .waitingForQuestion: rig.controller.mutes = [.readAddress]
        case .stopping: break
        }
        rig.give(.want(Self.both))
        if state == .stopping {
            rig.controller.isMute = true
            rig.give(.stop)
        }
        return rig
    }

    /// Good packets, and the replies to the last so many commands.
    private func packets(_ rig: CoreRig, replies: Int) -> [[UInt8]] {
        var controller = rig.controller
        controller.mutes = []
        controller.isMute = false
        return Samples.events + rig.sent.suffix(replies).flatMap { controller.answer($0) }
    }

    @Test(arguments: State.allCases)
    private func everyDamagedPacketIsSurvived(state: State) {
        let fresh = rig(state)
        for packet in packets(fresh, replies: state == .up ? .max : 1).flatMap(damaged) {
            var rig = fresh
            rig.give(.packet(packet))
            rig.controller.mutes = []
            rig.controller.isMute = false
            rig.pass(.seconds(3))
            let controller = rig.controller
            let isRight =
                switch state {
                case .stopping: rig.isStopped
                case .takingTurns: rig.isOpen && controller.isAdvertising != controller.isScanning
                default: rig.isOpen && controller.isAdvertising && controller.isScanning
                }
            if !isRight { Issue.record("after \(packet)") }
        }
    }

    @Test func aStormOfGarbageIsSurvived() {
        var rig = rig(.up)
        let storm = packets(rig, replies: .max).flatMap(damaged)
        for packet in storm {
            rig.pass(.milliseconds(50))
            rig.give(.packet(packet))
        }
        #expect(rig.core.counters.malformed > 500)
        rig.pass(.seconds(40))
        #expect(rig.controller.isAdvertising && rig.controller.isScanning)
        guard case .ready? = rig.statuses.last else {
            Issue.record("not ready")
            return
        }
    }

    @Test func inputsInTheWrongStateAreHarmless() {
        for state in State.allCases {
            for input: RadioCore.Input in [.opened(adapter: "hci9"), .deadline, .packet([]), .packet([0x04])]
            {
                var rig = rig(state)
                let before = rig.sent.count
                rig.give(input)
                #expect(rig.sent.count == before)
            }
        }
        var unborn = RadioCore(configuration: RadioConfiguration(ownAddress: CoreRig.ownAddress))
        #expect(unborn.handle(.packet(Samples.hardwareError), now: .zero) == [])
        #expect(unborn.handle(.failed(.unplugged), now: .zero) == [])
        #expect(unborn.handle(.opened(adapter: "hci0"), now: .zero) == [])
        #expect(unborn.handle(.deadline, now: .zero) == [])
        #expect(unborn.nextDeadline == nil)
    }
}
