import PeerNetwork

/// What a member says of a session that is locked, held against the key that it was sealed with.
///
/// The key is bound to what was agreed: round, members, parts, points, head start and limit. So a member that
/// says something else of these lies, even the leader, and may still be heard about itself: that it is there,
/// that it claims, how the round ended for it. If all of a liar's words were refused, those who hear it in
/// part would see another round than those who do not.
extension Announcement {
    /// The announcement as this station believes it.
    ///
    /// - Parameters:
    ///   - binding: of the key; nil if that is not known.
    ///   - mine: the session that this station is in.
    ///   - agreed: what it agreed to a moment ago: its leader may have locked it.
    func held(to binding: UInt64?, in mine: Session?, agreed: Session?, by own: StationID) -> Announcement {
        guard let binding, let carried, carried.stage == .locked else { return self }
        let said = carried.session
        // Of a lock the leader's word counts; another's as it stands.
        let lockable = agreed?.leader == sender ? agreed : nil
        var known = [mine, lockable].compactMap { $0 }.first { $0.isBound(to: binding) }
        // A member has the key of the next round before it plays it, and seals with it how the one before
        // ended. That is no lock of the next round, and no end of it.
        if said.round < known?.round ?? .max {
            known = mine.flatMap { mine in
                mine.agreement == said.agreement && mine.member(sender) != nil ? mine : nil
            }
        }
        var held = self
        guard let known else {
            // A station that comes back knows nothing of it, and waits for somebody whose word and key are of
            // one kind.
            if !carried.tellsStart || !said.isBound(to: binding) { held.carried = nil }
            return held
        }
        var believed = known.told(like: said)
        if known == mine, said.round > known.round, said.member(own) == nil {
            // Those who are left play on without this station: they say so with the key of the round before.
            // How it stands is that of another round.
            held.carried?.leavesOut = true
            believed = known.returnedTo()
        }
        if let mine, mine == known {
            // A member that holds for another round has seen the end of this one.
            if isHolding, believed.outcome == nil, let ending = mine.outcome { believed.end(ending) }
        } else {
            switch believed.outcome {
            // Somebody else may have cancelled it: that is found out in the countdown.
            case .abandoned(.cancelled(sender)), .abandoned(.tooFew), nil: break
            // A lock is no end: nobody has hunted yet.
            case .found, .timeUp, .abandoned(.cancelled): believed = believed.returnedTo()
            }
        }
        held.carried?.session = believed
        return held
    }
}

extension Session {
    /// Whether this is what the members of a key agreed on.
    func isBound(to binding: UInt64) -> Bool { KeyEpoch.binding(of: agreement) == binding }
}
