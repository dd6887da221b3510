import PeerNetwork

/// What a station has agreed to lately: the only sessions into which a lock may take it.
///
/// Several, because the lobby may hear that a leader plays before its session hears that it is locked. Then
/// somebody else may propose and be agreed to, and the lock of the first still counts.
struct Agreements: Codable, Sendable {
    static let countAtMost = 4
    /// A later lock could not be read any more: the key fades ten seconds after the proposal is gone
    /// (`KeyRing.fadesFor`), and that takes a moment.
    static let lastFor = Duration.seconds(12)
    /// From hearing that a leader plays to hearing its lock, which is repeated ten times in this time.
    private static let lockIsHeardWithin = Duration.seconds(1)

    private struct Agreement: Codable, Sendable {
        /// Everything that was agreed on but the time.
        let bytes: [UInt8]
        let leader: StationID
        /// When this station said so first, and last.
        let since: Duration
        var at: Duration
    }

    /// Oldest first.
    private var latest: [Agreement] = []

    /// This station says that it agrees.
    mutating func agree(to session: Session, now: Duration) {
        guard let leader = session.leader else { return }
        let bytes = session.agreement
        let since = latest.first { $0.bytes == bytes }?.since ?? now
        latest.removeAll { $0.bytes == bytes || now - $0.at > Self.lastFor }
        latest.removeFirst(max(0, latest.count - Self.countAtMost + 1))
        latest.append(Agreement(bytes: bytes, leader: leader, since: since, at: now))
    }

    /// Since when the station has agreed to this session, so that its lock may take it into it; nil if it has
    /// not, or too long ago.
    func since(_ session: Session, now: Duration) -> Duration? {
        let bytes = session.agreement
        return latest.first { $0.bytes == bytes && now - $0.at <= Self.lastFor }?.since
    }

    /// Whether a lock may be under way: a leader that this station agreed with a moment ago plays now.
    ///
    /// A station that proposed something else at this time might lock it, and leave somebody alone in the
    /// first session.
    ///
    /// - Parameter slowness: how many times as long words take as on a network.
    func mayBeLocked(by fresh: [Announcement], within slowness: Int, now: Duration) -> Bool {
        latest.contains { agreement in
            now - agreement.at <= Self.lockIsHeardWithin * slowness
                && fresh.contains {
                    $0.sender == agreement.leader && $0.isPlaying && $0.carried == nil
                }
        }
    }
}
