import PeerNetwork

/// What a proposal claims, held against what this station sees itself: who may lead, who hides, who is who.
extension GroupFormation {
    func hands(of ids: [StationID], me: Me, candidates: [Announcement]) -> [Draw.Hand] {
        ids.compactMap { id in
            if id == me.id { return Draw.Hand(id: id, lot: me.lot) }
            return candidates.first { $0.sender == id }.map { Draw.Hand(id: id, lot: $0.lot) }
        }
    }

    /// The rank of the leader among the members, and whether that is the lowest, drawn fairly.
    func claim(_ proposed: Session, me: Me, view: View) -> (rank: UInt64, isRight: Bool) {
        let ids = proposed.members.map(\.id)
        let hands = hands(of: ids, me: me, candidates: view.fresh)
        guard hands.count == ids.count, let leader = proposed.leader else { return (.max, false) }
        let isFirst = Draw.order(hands).first == leader
        return (Draw.ranks(hands)[leader] ?? .max, isFirst && view.fair.contains(leader))
    }

    /// The members of a new session that this station leads.
    func members(me: Me, candidates: [Announcement]) -> [Session.Member] {
        let everybody =
            [(id: me.id, name: me.name, role: me.role)]
            + candidates.map { (id: $0.sender, name: $0.name, role: $0.role) }.sorted { $0.id < $1.id }
        let hands = hands(of: everybody.map(\.id), me: me, candidates: candidates)
        let willing = everybody.filter { $0.role == .hide }.map(\.id)
        let hider = Self.hider(hands, willing: willing, deaf: Self.deaf(me, candidates))
        return everybody.map { person in
            Session.Member(
                id: person.id, name: person.name, role: person.id == hider ? .hide : .seek, points: 0)
        }
    }

    /// Whether a proposal says of this station and of the others what is so: their names, parts and points.
    func isTrue(_ proposed: Session, me: Me, view: View) -> Bool {
        if let finished = me.finished {
            let next = finished.next(
                after: proposed.round - 1, startsAt: proposed.startsAt,
                with: Set(proposed.members.map(\.id)), leader: proposed.leader,
                deaf: Self.deaf(me, view.fresh))
            return next?.agreement == proposed.agreement
        }
        return proposed.members.allSatisfy { member in
            let known = view.known.first { $0.sender == member.id }?.name
            let name = member.id == me.id ? me.name : known ?? member.name
            return member.points == 0 && member.name == name
        } && hides(proposed, me: me, view: view)
    }

    /// Whether the one hides who is drawn for it; a leader whose members are not all known is believed that.
    private func hides(_ proposed: Session, me: Me, view: View) -> Bool {
        let ids = proposed.members.map(\.id)
        let hands = hands(of: ids, me: me, candidates: view.fresh)
        guard hands.count == ids.count else { return true }
        let willing = ids.filter { id in
            (id == me.id ? me.role : view.fresh.first { $0.sender == id }?.role) == .hide
        }
        return proposed.hider?.id == Self.hider(hands, willing: willing, deaf: Self.deaf(me, view.fresh))
    }

    /// Two hiders or none: the first in the draw of those who could hides. Whose radio does not work cannot.
    static func hider(_ hands: [Draw.Hand], willing: [StationID], deaf: Set<StationID>) -> StationID? {
        let able = Draw.order(hands).filter { !deaf.contains($0) }
        return able.first { willing.contains($0) } ?? able.first
    }

    /// Those whose radio does not work.
    static func deaf(_ me: Me, _ others: [Announcement]) -> Set<StationID> {
        Set(others.filter(\.isDeaf).map(\.sender) + (me.isDeaf ? [me.id] : []))
    }

    /// Whether enough of those who are to play have a radio that works.
    static func canHunt(_ circle: [StationID], me: Me, candidates: [Announcement]) -> Bool {
        let deaf = deaf(me, candidates)
        return circle.count { !deaf.contains($0) } >= Matchmaking.hearingAtLeast
    }
}
