import Testing

@testable import Determinism
@testable import Simulation

struct AlarmsTests {
    /// Against the obvious way of doing it, over many random settings.
    @Test(arguments: 1...20)
    func theEarliestIsWokenFirst(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var alarms = Alarms(count: 40)
        var plain: [Int: Duration] = [:]
        for _ in 0..<2_000 {
            let sleeper = Int.random(in: 0..<40, using: &random)
            let instant = Duration.milliseconds(Int.random(in: 0..<100, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                alarms.set(sleeper, at: nil)
                plain[sleeper] = nil
            case 1:
                let first = plain.filter { $0.value <= instant }.min {
                    ($0.value, $0.key) < ($1.value, $1.key)
                }
                #expect(alarms.take(until: instant) == first?.key)
                if let first { plain[first.key] = nil }
            default:
                alarms.set(sleeper, at: instant)
                plain[sleeper] = instant
            }
            #expect(alarms.next == plain.values.min())
        }
    }
}
