import Testing

@testable import HCI

/// Controllers that nothing less than a cut of their power brings back.
@Suite struct PowerCutsTests {
    private static let stuck = RadioTrouble.setupStuck(adapter: "hci0")
    private static let began = Duration.seconds(100)

    private func rig(cutsPower: Bool = true) -> CoreRig {
        CoreRig { $0.cutsPower = cutsPower }
    }

    private func seconds(_ times: [Duration]) -> [Int] {
        times.map { Int(($0 - Self.began) / .seconds(1)) }
    }

    @Test func whatTheKernelCouldNotSetUpIsCutBeforeAnybodyIsTold() {
        var rig = rig()
        rig.openingTrouble = Self.stuck
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(11))
        #expect(rig.cuts == [] && rig.openings.count > 3, "its set-up may take a while")
        rig.pass(.seconds(6))
        #expect(rig.cuts.count == 1)

        // It is away, then being set up, and then it works: nobody has heard of anything.
        rig.openingTrouble = .missing
        rig.pass(.seconds(4))
        rig.openingTrouble = Self.stuck
        rig.pass(.seconds(4))
        rig.openingTrouble = nil
        rig.pass(.seconds(6))
        #expect(rig.statuses.first == .starting && rig.statuses.count == 2)
        guard case .ready? = rig.statuses.last else {
            Issue.record("\(rig.statuses)")
            return
        }
        #expect(rig.cuts.count == 1)
    }

    @Test func aCutThatDoesNotHelpIsToldAndTriedAgainLessAndLess() throws {
        var rig = rig()
        rig.openingTrouble = Self.stuck
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(20))
        let cut = try #require(rig.cuts.first)
        #expect(rig.openings.first { $0 > cut } == cut + .milliseconds(1_500))
        rig.pass(.seconds(25))
        #expect(rig.statuses == [.starting, .trouble(Self.stuck)])
        rig.pass(.seconds(1_200))
        #expect(rig.statuses.count == 2)
        // 60, 120, 240 and 480 s apart, and a few until it is tried again.
        let gaps = zip(rig.cuts.dropFirst(), rig.cuts).map { $0 - $1 }
        #expect(gaps.count == 4)
        for (gap, least) in zip(gaps, [60, 120, 240, 480]) {
            #expect(Duration.seconds(least)...Duration.seconds(least + 6) ~= gap)
        }
    }

    @Test func whereNobodyCutsItIsToldAtOnce() {
        var rig = rig(cutsPower: false)
        rig.openingTrouble = Self.stuck
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(120))
        #expect(rig.statuses == [.starting, .trouble(Self.stuck)])
        #expect(rig.cuts == [])
    }

    @Test func whatDoesNotAnswerIsCutAfterItWasOpenedAgain() {
        var rig = rig()
        rig.give(.want(RadioGoal(beacon: Samples.beacon, scans: true)))
        rig.forget()
        rig.controller.isMute = true
        rig.give(.want(RadioGoal()))
        // A command and two Resets of 2 s, 200 ms closed, and one more Reset.
        rig.pass(.seconds(8))
        #expect(rig.cuts == [] && rig.openings.count == 1)
        rig.pass(.seconds(1))
        #expect(seconds(rig.cuts) == [8])
        #expect(rig.statuses == [.trouble(.notAnswering)])

        rig.openingTrouble = .missing
        rig.pass(.seconds(10))
        rig.openingTrouble = nil
        rig.controller = .legacy
        rig.pass(.seconds(5))
        #expect(rig.statuses.count == 2, "it was away, which is no news: \(rig.statuses)")
        guard case .ready? = rig.statuses.last else {
            Issue.record("\(rig.statuses)")
            return
        }
    }

    @Test func whoseCutBringsNothingBackIsSaidToBeGone() {
        var rig = rig()
        rig.give(.want(RadioGoal(beacon: Samples.beacon)))
        rig.controller.isMute = true
        rig.forget()
        rig.give(.want(RadioGoal()))
        rig.pass(.seconds(9))
        rig.openingTrouble = .missing
        rig.pass(.seconds(30))
        #expect(rig.statuses == [.trouble(.notAnswering), .trouble(.missing)])
    }
}
