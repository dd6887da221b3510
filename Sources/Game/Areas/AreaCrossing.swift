package import Ranging

/// Somebody with this station has come into an area, or has left it.
package struct AreaCrossing: Equatable, Codable, Sendable {
    package enum Direction: String, Codable, Sendable {
        case enter, exit
    }

    package var direction: Direction
    package var area: AreaName
    /// The beacon that told: the one heard on entering, the last one on leaving.
    package var beacon: BeaconIdentity
    /// How far that beacon is, as far as it can be told: always unknown after silence.
    package var distance: RangeEstimate.Distance?
    /// On leaving: from entering until an own beacon last showed that one was inside. The silence after that
    /// is how it was found out, and not part of the stay.
    package var dwell: Duration?
    /// When it was found out, since boot.
    package var at: Duration
}
