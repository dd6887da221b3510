import PeerNetwork
import Testing

@testable import StationNode

/// Whether others are known by the network at this moment.
struct FreshArrivalsTests {
    @Test func whatArrivedLatelyIsFresh() {
        var arrivals = FreshArrivals()
        var seen: [Bool] = []
        func note(_ arrived: Int, missing: Int = 0, _ seconds: Int) {
            arrivals.note(ArrivalCount(arrived: arrived, missing: missing), now: .seconds(seconds))
            seen.append(arrivals.areFresh)
        }
        note(0, 1)
        note(1, 2)
        note(1, 21)
        note(1, missing: 5, 22)
        note(2, 23)
        #expect(seen == [false, true, true, false, true])
    }
}
