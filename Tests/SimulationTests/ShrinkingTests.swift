import Testing

@testable import Simulation

struct ShrinkingTests {
    /// A promise that cannot be kept: of many faults the one that is to blame is left.
    @Test func theFaultThatIsToBlameIsLeft() throws {
        var plan = EveningPlan(seed: 5)
        plan.stations = 2
        plan.duration = .seconds(90)
        plan.kinds = [.speaker, .radio, .clock, .power]
        let faults = plan.faults
        let guilty = try #require(
            faults.firstIndex { if case .powerOff = $0.what { true } else { false } })
        /// Breaks whenever that fault is among them.
        func play(_ plan: EveningPlan) -> EveningReport {
            var report = EveningReport(plan: plan)
            if plan.only?.contains(guilty) ?? true {
                report.broken = [
                    Breach(law: .scores, station: 0, at: .milliseconds(41_500), what: "made up")
                ]
            }
            return report
        }
        var shrinking = try #require(Shrinking(play(plan), playing: play))
        shrinking.run()
        #expect(shrinking.smallest.plan.only == [guilty])
        #expect(shrinking.smallest.plan.until == .seconds(42))
        #expect(shrinking.trials <= Shrinking.trialsAtMost)
    }

    @Test func whatBreaksWithoutFaultsNeedsNone() throws {
        func play(_ plan: EveningPlan) -> EveningReport {
            var report = EveningReport(plan: plan)
            report.broken = [Breach(law: .scores, station: 0, at: .seconds(3), what: "made up")]
            return report
        }
        var plan = EveningPlan(seed: 5)
        plan.kinds = [.speaker]
        var shrinking = try #require(Shrinking(play(plan), playing: play))
        shrinking.run()
        #expect(shrinking.smallest.plan.only == [])
        #expect(shrinking.trials == 1)
    }

    /// A thousand stations cost an hour for each minute of eighty evenings: the smallest so far has to do.
    @Test func aCrowdIsNotPlayedWithoutEnd() throws {
        var plan = EveningPlan(seed: 5)
        plan.stations = 1_000
        plan.duration = .seconds(600)
        plan.kinds = Set(Fault.Kind.allCases)
        var played = Duration.zero
        /// Breaks only if all of its faults are there.
        func play(_ plan: EveningPlan) -> EveningReport {
            var report = EveningReport(plan: plan)
            if plan.only == nil {
                report.broken = [Breach(law: .scores, station: 0, at: .seconds(119), what: "made up")]
            } else {
                played += .seconds(120_000)
            }
            return report
        }
        var shrinking = try #require(Shrinking(play(plan), playing: play))
        shrinking.run()
        #expect(shrinking.smallest.plan.only == nil)
        #expect(shrinking.smallest.plan.until == .seconds(120))
        #expect(shrinking.stationTime == played)
        #expect(played <= Shrinking.stationTimeAtMost)
        #expect(shrinking.trials == 7)
    }
}
