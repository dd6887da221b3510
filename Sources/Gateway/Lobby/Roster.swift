/// The other stations, as their newest announcements show them.
///
/// At most 64 are kept (a crowd; a session has eight): when there are more, newcomers wait until somebody is
/// forgotten, so that a flood of made-up stations cannot push out the real ones.
struct Roster: Codable, Sendable {
    static let stationsAtMost = 64
    /// Silence after which a station that is not playing with us is forgotten: ten of its announcements.
    static let forgottenAfter = Duration.seconds(10)
    /// What somebody holds in their hand is believed only while it is repeated.
    static let holdBelievedFor = Duration.milliseconds(1_500)

    /// How long a late datagram is told from a new one by its boot and sequence.
    static let doubtedFor = Duration.seconds(3)

    struct Peer: Codable, Sendable {
        var latest: Announcement
        var heardAt: Duration
        /// The boot before the present one: its late datagrams are not a second restart.
        fileprivate var formerBoot: UInt32?
    }

    /// What an announcement changed.
    enum News: Equatable, Sendable {
        /// It was old, doubled, our own, or there is no room.
        case nothing
        case appeared
        case changed
        /// The program of that station was started anew.
        case restarted
    }

    let own: StationID
    private(set) var peers: [StationID: Peer] = [:]

    init(own: StationID) {
        self.own = own
    }

    mutating func take(_ announcement: Announcement, now: Duration) -> News {
        guard announcement.sender != own else { return .nothing }
        guard var peer = peers[announcement.sender] else {
            guard peers.count < Self.stationsAtMost else { return .nothing }
            peers[announcement.sender] = Peer(latest: announcement, heardAt: now)
            return .appeared
        }
        let restarted = announcement.boot != peer.latest.boot
        // Whoever was silent for a while is believed whatever it says: one forged datagram must not outlast
        // the station it pretends to be.
        if now - peer.heardAt <= Self.doubtedFor {
            if restarted {
                guard announcement.boot != peer.formerBoot else { return .nothing }
            } else if !Self.isNewer(announcement.sequence, than: peer.latest.sequence) {
                return .nothing
            }
        }
        if restarted { peer.formerBoot = peer.latest.boot }
        peer.latest = announcement
        peer.heardAt = now
        peers[announcement.sender] = peer
        return restarted ? .restarted : .changed
    }

    /// Forgets who has been silent for too long, except those named; returns the forgotten in the order of
    /// their names.
    mutating func expire(now: Duration, keeping: Set<StationID>) -> [Announcement] {
        let silent = peers.values.filter {
            now - $0.heardAt > Self.forgottenAfter && !keeping.contains($0.latest.sender)
        }
        for peer in silent {
            peers[peer.latest.sender] = nil
        }
        return silent.map(\.latest).sorted { $0.sender < $1.sender }
    }

    /// Newest announcements, in the order of their senders, so that everybody decides alike.
    var announcements: [Announcement] {
        peers.values.map(\.latest).sorted { $0.sender < $1.sender }
    }

    /// Announcements fresh enough to act on what they say about hands and proposals.
    func fresh(now: Duration) -> [Announcement] {
        peers.values.filter { now - $0.heardAt <= Self.holdBelievedFor }.map(\.latest)
            .sorted { $0.sender < $1.sender }
    }

    /// Serial number arithmetic (RFC 1982), so that a station may run until its counter wraps.
    private static func isNewer(_ sequence: UInt32, than other: UInt32) -> Bool {
        Int32(bitPattern: sequence &- other) > 0
    }
}
