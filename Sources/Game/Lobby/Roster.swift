package import PeerNetwork

/// The other stations, as their newest announcements show them.
///
/// At most 64 are kept (a crowd; a session has eight), which is how many the gatekeeper lets speak: it
/// tells when one has vanished, and only then somebody else gets its place.
package struct Roster: Codable, Sendable {
    package static let stationsAtMost = 64
    /// What somebody holds in their hand is believed only while it is repeated.
    private static let holdBelievedFor = Duration.milliseconds(1_500)
    /// How many times as long words take as on a network; nil for once.
    var slowness: Int?

    package struct Peer: Codable, Sendable {
        var latest: Announcement
        var heardAt: Duration
        /// When it was first heard, or heard again after it had vanished.
        var since: Duration
        /// The commitment to its next lot, said while it did not hold.
        var committed: Draw.Lot?
        /// It holds, and its lot is the one that it had committed to.
        var isFair = false

        package init(
            latest: Announcement,
            heardAt: Duration,
            since: Duration,
            committed: Draw.Lot? = nil,
            isFair: Bool = false
        ) {
            self.latest = latest
            self.heardAt = heardAt
            self.since = since
            self.committed = committed
            self.isFair = isFair
        }

        /// Takes note of the lot of a newer announcement.
        mutating func draw(_ announcement: Announcement, isNew: Bool) {
            if isNew { (committed, isFair) = (nil, false) }
            guard announcement.tellsLot else { return }
            guard announcement.isHolding else {
                (committed, isFair) = (announcement.lot, false)
                return
            }
            if !isNew, latest.isHolding, latest.lot == announcement.lot { return }
            isFair =
                committed
                == Draw.commitment(to: announcement.lot, of: announcement.sender, boot: announcement.boot)
        }
    }

    /// What an announcement changed.
    package enum News: Equatable, Sendable {
        /// It was our own, or an older one that came late, or there is no room.
        case nothing
        case appeared
        case changed
        /// The program of that station was started anew.
        case restarted
    }

    let own: StationID
    /// Lowest identity first, so that everybody decides alike. An array, and not a dictionary: it is gone
    /// through with every event of a station that holds, and looked into only now and then.
    package private(set) var peers: [Peer] = []

    package init(own: StationID) {
        self.own = own
    }

    /// Takes an announcement. What is said to the lobby comes in order, for the gatekeeper sees to that;
    /// what is said to a session may have been overtaken, and then its stamp is an older one.
    ///
    /// What a member says to its session says more than what it says to the lobby meanwhile, which is only
    /// that it plays.
    mutating func take(_ announcement: Announcement, now: Duration) -> News {
        guard announcement.sender != own else { return .nothing }
        let place = place(of: announcement.sender)
        guard holds(announcement.sender, at: place) else {
            guard peers.count < Self.stationsAtMost else { return .nothing }
            var peer = Peer(latest: announcement, heardAt: now, since: now)
            peer.draw(announcement, isNew: true)
            peers.insert(peer, at: place)
            return .appeared
        }
        var peer = peers[place]
        let restarted = announcement.boot != peer.latest.boot
        if !restarted, let new = announcement.stamp, let newest = peer.latest.stamp,
            !new.isNewer(than: newest)
        {
            return .nothing
        }
        // A session's last words may be heard after what is said to the lobby later: presses only go up.
        if !restarted, Int16(bitPattern: announcement.presses &- peer.latest.presses) < 0 { return .nothing }
        if !restarted, announcement.carried == nil, announcement.isPlaying, peer.latest.isPlaying,
            peer.latest.carried != nil
        {
            peer.latest.presses = announcement.presses
        } else {
            peer.draw(announcement, isNew: restarted)
            peer.latest = announcement
            peer.heardAt = now
        }
        peers[place] = peer
        return restarted ? .restarted : .changed
    }

    /// Forgets a station.
    mutating func forget(_ id: StationID) -> Announcement? {
        let place = place(of: id)
        return holds(id, at: place) ? peers.remove(at: place).latest : nil
    }

    /// The newest announcement of a station; nil if it is not here.
    package subscript(id: StationID) -> Announcement? {
        let place = place(of: id)
        return holds(id, at: place) ? peers[place].latest : nil
    }

    /// Since when a station is here.
    func since(_ id: StationID) -> Duration? {
        let place = place(of: id)
        return holds(id, at: place) ? peers[place].since : nil
    }

    package var isEmpty: Bool { peers.isEmpty }

    /// Those who hold, and have not chosen their lots after seeing others'.
    var fair: Set<StationID> {
        var fair: Set<StationID> = []
        for peer in peers where peer.isFair { fair.insert(peer.latest.sender) }
        return fair
    }

    /// Newest announcements, in the order of their senders.
    package var announcements: [Announcement] { peers.map(\.latest) }

    /// Those of the fresh announcements that tell of a session.
    func freshlyLocked(now: Duration) -> [Announcement] {
        var fresh: [Announcement] = []
        for peer in peers
        where peer.latest.carried?.stage == .locked
            && now - peer.heardAt <= Self.holdBelievedFor * (slowness ?? 1)
        {
            fresh.append(peer.latest)
        }
        return fresh
    }

    /// Announcements fresh enough to act on what they say about hands and proposals.
    func fresh(now: Duration) -> [Announcement] {
        var fresh: [Announcement] = []
        for peer in peers where now - peer.heardAt <= Self.holdBelievedFor * (slowness ?? 1) {
            fresh.append(peer.latest)
        }
        return fresh
    }

    private func holds(_ id: StationID, at place: Int) -> Bool {
        place < peers.count && peers[place].latest.sender == id
    }

    /// Where a station stands, or would stand.
    private func place(of id: StationID) -> Int {
        var (low, high) = (0, peers.count)
        while low < high {
            let middle = (low + high) / 2
            if peers[middle].latest.sender < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
