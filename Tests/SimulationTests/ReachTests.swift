import Testing

@testable import Simulation

/// Who reaches whom by radio: those are held to what the lobby promises.
struct ReachTests {
    private static func reach(oneIn: Int, seconds: Int, bothWays: Bool = true) -> Reach {
        var reach = Reach()
        for tick in 1...(seconds * 10) {
            let now = Duration.milliseconds(100 * tick)
            reach.note(from: 0, to: 1, isHeard: tick % oneIn == 0, now: now)
            if bothWays { reach.note(from: 1, to: 0, isHeard: tick % oneIn == 0, now: now) }
        }
        return reach
    }

    @Test func whoIsHeardBothWaysIsInReach() {
        let since = Self.reach(oneIn: 2, seconds: 60).since(0, 1, now: .seconds(60))
        #expect(since.map { $0 < .seconds(10) } == true)
        #expect(Self.reach(oneIn: 8, seconds: 60).since(0, 1, now: .seconds(60)) == nil)
        #expect(Self.reach(oneIn: 2, seconds: 60, bothWays: false).since(0, 1, now: .seconds(60)) == nil)
    }

    /// Whoever transmits nothing any more is out of reach after five seconds, and begins anew.
    @Test func whoIsSilentIsOutOfReach() {
        var reach = Self.reach(oneIn: 1, seconds: 60)
        #expect(reach.since(0, 1, now: .seconds(65)) != nil)
        #expect(reach.since(0, 1, now: .milliseconds(65_001)) == nil)
        reach.note(from: 0, to: 1, isHeard: true, now: .seconds(70))
        reach.note(from: 1, to: 0, isHeard: true, now: .seconds(70))
        #expect(reach.since(0, 1, now: .seconds(70)) == nil)
    }
}
