import PeerNetwork

/// Keeping names apart: two in a lobby must not go by the same one.
extension Station {
    /// Names drawn in one run of the program. An attacker that makes up identities to take every name this
    /// station draws has it move that often, and no more.
    static let renamesAtMost = 4
    /// Of two that came at about the same time the larger identity moves; if it does not, the other one.
    static let nameMovesWithin = Duration.seconds(3)

    /// Takes another name when a station that has been here longer goes by this one's, or came with it.
    ///
    /// Not in a session, whose members know each other by name; not while somebody holds, for then one may
    /// be being agreed on; and never a name that a person has chosen.
    mutating func keepApart(now: Duration) -> [Effect] {
        guard session == nil, button.holdingSince == nil, !configuration.nameIsChosen,
            renames < Self.renamesAtMost,
            let rival = roster.peers.first(where: { hasToMove($0, now: now) })?.latest.sender,
            let name = configuration.name.redrawn(configuration.id, others: roster.announcements.map(\.name))
        else { return [] }
        let old = configuration.name
        renames += 1
        configuration.name = name
        return [
            .say(.renamed(name)),
            .log("\(rival) is called \(old) too: this station is \(name) from now on"),
        ]
    }

    /// Another play-through, another face.
    mutating func changeFace() -> [Effect] {
        guard configuration.face == .round, !configuration.nameIsChosen else { return [] }
        let taken = Set(roster.announcements.map(\.name) + [configuration.name])
        var name = StationName.drawn(from: &random)
        for _ in 0..<Self.facesDrawnAtMost where taken.contains(name) {
            name = StationName.drawn(from: &random)
        }
        configuration.name = name
        return [.say(.hello(name, role)), .log("this station is \(name) from now on")]
    }

    /// A lobby has 64 stations at most, and there are 2,048 names.
    private static let facesDrawnAtMost = 16

    /// Whether this station has to find another name because of that one.
    private func hasToMove(_ other: Roster.Peer, now: Duration) -> Bool {
        guard other.latest.name == configuration.name else { return false }
        if roster.cameLater(other) { return false }
        return other.latest.sender < configuration.id || now - other.since >= Self.nameMovesWithin
    }
}
