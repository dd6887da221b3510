internal import Glibc
import Testing

@testable import HCI

@Suite("Winning a user channel")
struct ChannelOpeningTests {
    @Test(
        "What binding says decides at once, except that a busy controller is looked at",
        arguments: [
            (0, .opened),
            (EBUSY, .look),
            (EUSERS, .look),
            (EPERM, .failed(.notPermitted)),
            (ENODEV, .failed(.missing)),
            (ERFKILL, .failed(.blocked)),
            (EAFNOSUPPORT, .failed(.unsupported)),
            (ETIMEDOUT, .failed(.setupStuck(adapter: "hci0"))),
            (EIO, .failed(.failed(operation: "opening the controller", code: EIO))),
        ] as [(Int32, ChannelOpening.Step)])
    func binding(code: Int32, step: ChannelOpening.Step) {
        var opening = ChannelOpening(adapter: "hci0")
        #expect(opening.bound(code) == step)
    }

    @Test(
        "What taking it down says tells the busy ones apart",
        arguments: [
            (0, .pause(.milliseconds(50))),
            (EBUSY, .failed(.owned)),
            (EPERM, .failed(.notPermitted)),
            (ENODEV, .failed(.missing)),
            // Whatever else it may be, binding again tells more.
            (EALREADY, .pause(.milliseconds(50))),
        ] as [(Int32, ChannelOpening.Step)])
    func takingDown(code: Int32, step: ChannelOpening.Step) {
        var opening = ChannelOpening(adapter: "hci0")
        #expect(opening.bound(EBUSY) == .look)
        #expect(opening.looked(isUp: true) == .takeDown)
        #expect(opening.takenDown(code) == step)
    }

    /// Taken down, its set-up would be over before it has begun.
    @Test("One that is not up is never taken down")
    func notYet() {
        var opening = ChannelOpening(adapter: "hci0")
        for attempt in 1...ChannelOpening.attempts {
            #expect(opening.bound(EBUSY) == .look)
            let step = opening.looked(isUp: false)
            guard attempt < ChannelOpening.attempts else {
                #expect(step == .failed(.setupStuck(adapter: "hci0")))
                return
            }
            guard case .pause = step else {
                Issue.record("\(step)")
                return
            }
        }
    }

    @Test("bluetoothd had it up: the second attempt succeeds")
    func bluetoothd() {
        #expect(run(bind: [EBUSY, 0]) == Attempt(step: .opened, binds: 2, pauses: [.milliseconds(50)]))
    }

    @Test("The kernel's set-up never ends: ten attempts within two seconds, then it is told")
    func stuck() {
        let attempt = run(bind: Array(repeating: EBUSY, count: 100))
        #expect(attempt.step == .failed(.setupStuck(adapter: "hci0")))
        #expect(attempt.binds == 10)
        #expect(attempt.pauses.count == 9)
        #expect(attempt.pauses.reduce(.zero, +) <= .seconds(2))
        #expect(attempt.pauses.allSatisfy { .milliseconds(50)...(.milliseconds(200)) ~= $0 })
    }

    @Test("It is unplugged between two attempts")
    func unpluggedMeanwhile() {
        #expect(run(bind: [EBUSY, EBUSY, ENODEV]).step == .failed(.missing))
    }

    private struct Attempt: Equatable {
        var step: ChannelOpening.Step
        var binds = 0
        var pauses: [Duration] = []
    }

    /// Plays the kernel: answers each bind from the list, and lets every controller be taken down.
    private func run(bind answers: [Int32]) -> Attempt {
        var opening = ChannelOpening(adapter: "hci0")
        var attempt = Attempt(step: ChannelOpening.first)
        var answers = answers[...]
        while true {
            switch attempt.step {
            case .bind:
                guard let answer = answers.popFirst() else { return attempt }
                attempt.binds += 1
                attempt.step = opening.bound(answer)
            case .look:
                attempt.step = opening.looked(isUp: true)
            case .takeDown:
                attempt.step = opening.takenDown(0)
            case .pause(let pause):
                attempt.pauses.append(pause)
                attempt.step = .bind
            case .opened, .failed:
                return attempt
            }
        }
    }
}
