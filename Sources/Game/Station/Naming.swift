import PeerNetwork

/// Keeping names apart: two in a lobby must not go by the same one.
extension Station {
    /// Names drawn in one run of the program. Whoever makes up identities to take every name this station
    /// draws has it move that often, and no more.
    static let renamesAtMost = 4

    /// Takes another name when a station with a smaller identity goes by this one's.
    ///
    /// Not in a session, whose members know each other by name; not while somebody holds, for then one may
    /// be being agreed on; and never a name that a person has chosen.
    package mutating func keepApart(from announcement: Announcement) -> [Effect] {
        guard announcement.name == configuration.name, session == nil, hands.holdingSince == nil,
            !configuration.nameIsChosen, renames < Self.renamesAtMost,
            let name = configuration.name.redrawn(
                configuration.id, others: roster.announcements.map { ($0.sender, $0.name) })
        else { return [] }
        let old = configuration.name
        renames += 1
        configuration.name = name
        return [
            .say(.renamed(name)),
            .log("\(announcement.sender) is called \(old) too: this station is \(name) from now on"),
        ]
    }
}
