import PeerNetwork

/// Whether anything arrives by the network, lately.
struct FreshArrivals: Sendable {
    /// An idle station announces itself every second, one in a full room every few.
    private static let freshFor = Duration.seconds(20)

    private var count = 0
    private var lastAt: Duration?
    private(set) var areFresh = false

    mutating func note(_ arrivals: ArrivalCount, now: Duration) {
        if arrivals.arrived > count { lastAt = now }
        count = arrivals.arrived
        areFresh = lastAt.map { now - $0 < Self.freshFor } ?? false
    }
}
