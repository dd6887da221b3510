package import PeerNetwork

/// What stands between a station and the network: `Gatekeeper`.
///
/// A simulation may put a program in its place whose owner has changed it. It decides what is sealed; the
/// node knows nothing of that.
package protocol PeerPort: Sendable {
    /// When `advance` wants to be called; nil while nothing is due.
    var nextDeadline: Duration? { get }
    /// What came of the announcements of known stations, by network.
    var arrivals: ArrivalCount { get }

    /// Only stations with the same crew word understand this one.
    var hasCrew: Bool { get }
    /// How many unicast messages to a station wait to be acknowledged.
    func waitingUnicasts(to id: StationID) -> Int

    mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Gatekeeper.Output]
    mutating func send(_ message: Message, now: Duration) -> [Gatekeeper.Output]
    mutating func unicast(_ unicast: UnicastMessage, now: Duration) -> [Gatekeeper.Output]
    mutating func authenticate(_ wanted: [StationID], now: Duration) -> [Gatekeeper.Output]
    mutating func keep(_ goals: [KeyRequest], now: Duration) -> [Gatekeeper.Output]
    mutating func slow(by slowness: Int?)
    mutating func expect(_ names: [StationName])
    mutating func use(_ crew: CrewKey?, now: Duration) -> [Gatekeeper.Output]
    mutating func advance(now: Duration) -> [Gatekeeper.Output]
}

extension Gatekeeper: PeerPort {
    package var hasCrew: Bool { crew != nil }
}
