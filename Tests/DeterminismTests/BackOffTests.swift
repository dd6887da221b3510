import Determinism
import Testing

@Suite struct BackOffTests {
    @Test func eachWaitIsTwiceTheOneBeforeUpToTheBound() {
        var backOff = BackOff(.milliseconds(200)...(.seconds(5)))
        let waits = (0..<8).map { _ in backOff.next() }
        #expect(waits == [200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000].map { .milliseconds($0) })
    }

    @Test func whatWorksBeginsAgain() {
        var backOff = BackOff(.seconds(1)...(.seconds(60)))
        #expect(backOff.isFresh)
        _ = backOff.next()
        #expect(!backOff.isFresh)
        let second = backOff.next()
        #expect(second == .seconds(2))
        backOff.restart()
        #expect(backOff.isFresh)
        let first = backOff.next()
        #expect(first == .seconds(1))
    }

    @Test func theDelayIsAFunctionOfTheAttempts() {
        let backOff = BackOff(.milliseconds(150)...(.milliseconds(600)))
        let delays = [-1, 0, 1, 2, 3, Int.max].map { backOff.delay(after: $0) }
        #expect(delays == [150, 150, 300, 600, 600, 600].map { .milliseconds($0) })
        #expect(BackOff(.seconds(1)...(.seconds(1))).delay(after: 9) == .seconds(1))
    }
}
