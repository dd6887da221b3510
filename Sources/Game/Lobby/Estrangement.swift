import PeerNetwork

/// Somebody holds at the same time, and mutual authentication with it does not come about. Told once in a
/// hold.
struct Estrangement: Codable, Sendable {
    private static let after = Duration.seconds(5)
    /// By radio mutual authentication takes a second and more.
    private static let byAirAfter = Duration.seconds(15)

    private var other: StationID?
    private var since = Duration.zero
    private var isTold = false

    /// Somebody holds whom nothing is agreed with yet.
    var isFelt: Bool { other != nil }

    /// Whether it is time to tell.
    ///
    /// - Parameter id: the one that holds; nil for nobody.
    mutating func tells(of id: StationID?, isByAir: Bool, now: Duration) -> Bool {
        if id != other { (other, since) = (id, now) }
        guard id != nil, !isTold, now - since >= (isByAir ? Self.byAirAfter : Self.after) else {
            return false
        }
        isTold = true
        return true
    }
}
