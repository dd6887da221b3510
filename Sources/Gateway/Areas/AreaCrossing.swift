/// Somebody with this station has come into an area, or has left it.
struct AreaCrossing: Equatable, Codable, Sendable {
    enum Direction: String, Codable, Sendable {
        case enter, exit
    }

    var direction: Direction
    var area: AreaName
    /// The beacon that told: the one heard on entering, the last one on leaving.
    var beacon: BeaconIdentity
    /// How far that beacon is, as far as it can be told: always unknown after silence.
    var distance: RangeEstimate.Distance?
    /// On leaving: from entering until an own beacon last showed that one was inside. The silence after that
    /// is how it was found out, and not part of the stay.
    var dwell: Duration?
    /// When it was found out, since boot.
    var at: Duration
}
