import PeerNetwork

/// With whom a station authenticates mutually although it does not hold.
extension GroupFormation {
    /// By radio mutual authentication takes half a second and more: with so few it is done before anybody
    /// holds.
    private static let companionsAtMost = 7

    /// Whom to authenticate with while this station does not hold.
    func companions(_ me: Me, known: [Announcement]) -> [StationID] {
        guard rules.slowness != nil, known.count <= Self.companionsAtMost else { return [] }
        return known.filter { !$0.isPlaying && Matchmaking.suit(me.hand, Matchmaking.Hand($0)) }.map(\.sender)
    }
}
