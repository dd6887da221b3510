import PeerNetwork

/// What a station says of itself: one announcement for everybody, another for the members of its session.
struct Portrait: Sendable {
    private var common: Announcement
    var isPressing: Bool
    /// It holds in order to play.
    var isHolding: Bool
    /// What it proposes or agrees to.
    var proposal: Session?

    /// - Parameter lot: shown while it holds, committed to while it does not.
    init(
        _ configuration: Station.Configuration, role: Role, presses: UInt16, isPressing: Bool,
        isHolding: Bool, lot: Draw.Lot, isDeaf: Bool, declines: Bool,
        proposal: Session?
    ) {
        common = Announcement(
            sender: configuration.id, boot: configuration.boot, name: configuration.name, role: role)
        common.isDeaf = isDeaf
        common.declines = declines
        common.presses = presses
        common.company = configuration.formation.company
        common.lot =
            isHolding
            ? lot : Draw.commitment(to: lot, of: configuration.id, boot: configuration.boot)
        self.isPressing = isPressing
        self.isHolding = isHolding
        self.proposal = proposal
    }

    /// For everybody.
    ///
    /// - Parameters:
    ///   - me: this station as group formation sees it; nil in a session, about which the lobby hears no more
    ///     than that there is one.
    func lobby(_ me: GroupFormation.Me?, now: Duration) -> Announcement {
        var announcement = common
        guard let me else {
            announcement.isPlaying = true
            return announcement
        }
        announcement.isPressing = isPressing
        announcement.isHolding = isHolding
        if isHolding {
            announcement.company = me.company
            // When it starts is the leader's to say when it locks: until then the same bytes are the same
            // proposal.
            announcement.carried = proposal.map {
                Announcement.Carried(session: $0.starting(at: now + GroupFormation.leadIn), stage: .proposed)
            }
        }
        return announcement
    }

    /// For the members of a session.
    func session(_ session: Session, isClaiming: Bool, taunts: UInt16, line: Quip?) -> Announcement {
        var announcement = common
        announcement.isPlaying = true
        announcement.isPressing = isPressing
        announcement.isHolding = isHolding
        announcement.isClaiming = isClaiming
        announcement.taunts = taunts
        announcement.line = line
        announcement.carried =
            proposal.map { Announcement.Carried(session: $0, stage: .proposed) }
            ?? Announcement.Carried(session: session, stage: .locked)
        return announcement
    }
}
