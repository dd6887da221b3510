import Determinism
import HCI
import PeerNetwork
import Testing

@testable import StationNode

/// How much of the time the radio listens beside Wi-Fi, and that a lobby which loses datagrams gets them
/// back.
struct CoexistenceTests {
    /// Announcements of three stations a second, of which a share that depends on the radio is lost.
    private struct Hall {
        var coexistence = Coexistence()
        var arrivals = ArrivalCount()
        var lots = SeededGenerator(seed: 1)
        var now = Duration.zero
        var scans = true
        /// For each share of time how long the radio had it.
        var lasted: [ScanShare: Duration] = [:]

        mutating func pass(_ time: Duration, loss: (ScanShare) -> Double) {
            let end = now + time
            while now < end {
                guard let share = coexistence.share(hasTurns: false) else { return }
                for _ in 0..<3 {
                    let isLost = Double.random(in: 0..<1, using: &lots) < loss(share)
                    arrivals = ArrivalCount(
                        arrived: arrivals.arrived + (isLost ? 0 : 1),
                        missing: arrivals.missing + (isLost ? 1 : 0))
                }
                coexistence.count(arrivals, scans: scans, now: now)
                lasted[share, default: .zero] += .seconds(1)
                now += .seconds(1)
            }
        }
    }

    private static func hall(_ use: WiFiUse) -> Hall {
        var hall = Hall()
        hall.coexistence.use(use, arrivals: hall.arrivals)
        return hall
    }

    @Test func withoutAnyKnowledgeNothingIsSaid() {
        #expect(Coexistence().share(hasTurns: false) == nil)
    }

    @Test func withoutWiFiInItsBandItListensAllOfTheTimeWhateverIsLost() {
        var hall = Self.hall(.elsewhere)
        hall.pass(.seconds(300)) { _ in 0.6 }
        #expect(hall.lasted == [.whole: .seconds(300)])
    }

    @Test func besideWiFiItListensHalfOfTheTimeWhileLittleIsLost() {
        var hall = Self.hall(.shared)
        hall.pass(.seconds(600)) { _ in 0.02 }
        #expect(hall.lasted == [.half: .seconds(600)])
    }

    @Test func aTenthIsWorthATryAndLessIsNot() {
        for (missing, isWorth) in [(3, false), (4, true)] {
            var hall = Self.hall(.shared)
            hall.coexistence.count(
                ArrivalCount(arrived: 40 - missing, missing: missing), scans: true, now: .zero)
            #expect(hall.coexistence.share(hasTurns: false) == (isWorth ? .quarter : .half))
        }
    }

    /// Of eight missing in forty, four are half, which is no help; three are less.
    @Test func whatHelpsMoreThanHalvesTheLoss() {
        for (missing, helps) in [(4, false), (3, true)] {
            var hall = Self.hall(.shared)
            hall.coexistence.count(ArrivalCount(arrived: 32, missing: 8), scans: true, now: .zero)
            let after = ArrivalCount(arrived: 72 - missing, missing: 8 + missing)
            hall.coexistence.count(after, scans: true, now: .zero)
            #expect(hall.coexistence.share(hasTurns: false) == (helps ? .quarter : .half))
        }
    }

    @Test func whereItsScanCostsDatagramsItListensLess() {
        var hall = Self.hall(.shared)
        hall.pass(.seconds(1_200)) { $0 == .half ? 0.3 : 0.02 }
        // The usual share is tried anew after one, two, four and then eight minutes.
        #expect(hall.lasted[.half] ?? .zero <= .seconds(75))
        #expect(hall.lasted[.quarter] ?? .zero >= .seconds(1_125))
        hall.pass(.seconds(600)) { _ in 0.01 }
        #expect(hall.coexistence.share(hasTurns: false) == .half, "and as much as before when that is over")
    }

    @Test func whileItDoesNotScanNothingIsItsDoing() {
        var hall = Self.hall(.shared)
        hall.scans = false
        hall.pass(.seconds(600)) { _ in 0.3 }
        #expect(hall.lasted == [.half: .seconds(600)])
        hall.scans = true
        hall.pass(.seconds(12)) { _ in 0.3 }
        #expect(hall.lasted == [.half: .seconds(612)])
    }

    @Test func whereTheLossIsSomebodyElsesItListensAsBefore() {
        var hall = Self.hall(.shared)
        hall.pass(.seconds(1_200)) { _ in 0.3 }
        #expect(hall.lasted[.quarter] ?? .zero <= .seconds(45))
        #expect(hall.coexistence.share(hasTurns: false) == .half)
    }

    @Test func whoIsHeardByRadioIsHeardHalfOfTheTimeAtLeast() {
        var hall = Self.hall(.shared)
        hall.pass(.seconds(60)) { $0 == .half ? 0.3 : 0.02 }
        #expect(hall.coexistence.share(hasTurns: false) == .quarter)
        #expect(hall.coexistence.share(hasTurns: true) == .half)
    }

    @Test func anotherNetworkBeginsAnew() {
        var hall = Self.hall(.shared)
        hall.pass(.seconds(60)) { $0 == .half ? 0.3 : 0.02 }
        hall.coexistence.use(.elsewhere, arrivals: hall.arrivals)
        #expect(hall.coexistence.share(hasTurns: false) == .whole)
        hall.coexistence.use(.shared, arrivals: hall.arrivals)
        #expect(hall.coexistence.share(hasTurns: false) == .half)
    }
}
