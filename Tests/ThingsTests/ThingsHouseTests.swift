import Testing

@testable import Simulation

/// Whole weeks of several stations, by seed: what was written and ticked is everywhere in the end, whatever
/// went wrong, and nobody was spoken to who should not be.
struct ThingsHouseTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func whateverGoesWrongAllAgreeInTheEnd(seed: UInt64) {
        var plan = ThingsPlan(seed: seed)
        (plan.stations, plan.days) = (2 + Int(seed % 3), 4)
        let report = ThingsHouse.playing(plan)
        #expect(report.broken == [], "again: \(plan.command)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func sameSeedSameDigest(seed: UInt64) {
        var plan = ThingsPlan(seed: seed)
        plan.days = 3
        #expect(ThingsHouse.playing(plan) == ThingsHouse.playing(plan))
    }

    @Test func somethingHappensInThem() {
        var plan = ThingsPlan(seed: 1)
        plan.hasFaults = false
        let report = ThingsHouse.playing(plan)
        #expect(report.broken == [])
        #expect(report.written > 50 && report.ticked > 40 && report.stars > 5)
    }
}
