import Testing

@testable import GPIO
@testable import Game

/// What a lamp is told: each thing once, and nothing of one that stays dark.
struct LightGoalTests {
    @Test func aLampIsToldWhatIsNew() {
        var goals = Goals()
        func told(_ pattern: LightPattern?, isDim: Bool = false) -> [Effect] {
            goals.want(.main, shows: LightGoal(pattern, isDim: isDim))
        }
        #expect(told(nil).isEmpty && told(nil, isDim: true).isEmpty && told(nil).isEmpty)
        #expect(told(.hot) == [.light(.main, LightGoal(.hot))] && told(.hot).isEmpty)
        #expect(told(.hot, isDim: true) == [.light(.main, LightGoal(.hot, isDim: true))])
        #expect(told(nil, isDim: true) == [.light(.main, LightGoal(nil, isDim: true))])
        #expect(told(nil).isEmpty, "dark is dark by day, too")
        #expect(told(.cold) == [.light(.main, LightGoal(.cold))])
        #expect(goals.light == LightGoal(.cold))
    }

    @Test func nothingIsDarkAndNightIsDim() {
        #expect(LightGoal(nil).rhythm == .dark && LightGoal(nil, isDim: true).rhythm == .dark)
        #expect(LightGoal(.hot).rhythm == LightPattern.hot.rhythm)
        #expect(LightGoal(.over, isDim: true).rhythm == LightPattern.over.rhythm.dimmed())
        #expect(LightGoal(.over, isDim: true).rhythm != LightPattern.over.rhythm)
    }
}
