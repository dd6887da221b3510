package import HCI
package import PeerNetwork

/// Which `major` and `minor`s belong to whom: taken from the keys of the session, so that nobody outside can
/// predict them, and changed when somebody copies a beacon.
package struct BeaconNumbers: Codable, Sendable {
    /// Numbers that are remembered: of two rounds, and of what came before them.
    private static let keyingsAtMost = 4
    /// How long the numbers before are still believed: until every member has the new ones.
    private static let formerBelievedFor = Duration.seconds(3)
    /// One's own numbers heard this often within the time below are a copy, and no accident.
    private static let copiesHeard = 3
    private static let copiesWithin = Duration.seconds(5)
    /// Between one change of the numbers and the next.
    private static let renewedAtMostEvery = Duration.seconds(10)

    private struct Known: Codable, Sendable {
        var epoch: KeyEpoch
        var since: Duration
    }

    /// Oldest first.
    private var known: [Known] = []
    private var copies: [Duration] = []
    private var renewedAt: Duration?

    mutating func take(_ epoch: KeyEpoch, now: Duration) {
        known.removeAll {
            $0.epoch.session == epoch.session && $0.epoch.round == epoch.round
                && $0.epoch.generation == epoch.generation && $0.epoch.binding == epoch.binding
        }
        known.append(Known(epoch: epoch, since: now))
        known.removeFirst(max(0, known.count - Self.keyingsAtMost))
    }

    /// Whether there is a key for this round.
    func has(_ session: Session) -> Bool {
        newest(session) != nil
    }

    /// The numbers of a round now; nil until its key is there.
    func current(_ session: Session) -> KeyEpoch? {
        newest(session)?.epoch
    }

    private func newest(_ session: Session) -> Known? {
        var newest: Known?
        var binding: UInt64?
        for one in known where one.epoch.session == session.id && one.epoch.round == session.round {
            if let bound = one.epoch.binding {
                let mine = binding ?? KeyEpoch.binding(of: session.agreement)
                binding = mine
                if bound != mine { continue }
            }
            if let other = newest, other.epoch.generation >= one.epoch.generation { continue }
            newest = one
        }
        return newest
    }

    /// What this member's beacon says; nil until there is a key.
    package func beacon(of id: StationID, in session: Session, measuredPower: Int8) -> IBeacon? {
        guard let epoch = current(session), let minor = epoch.minors[id] else { return nil }
        return IBeacon(
            proximityUUID: .hotCold, major: epoch.major, minor: minor, measuredPower: measuredPower)
    }

    /// Whose beacon that is; nil when it is nobody's of this round.
    func member(_ beacon: IBeacon, in session: Session, now: Duration) -> StationID? {
        guard beacon.proximityUUID == .hotCold, let newest = newest(session) else { return nil }
        if let id = Self.member(beacon, of: newest.epoch, in: session) { return id }
        guard now - newest.since <= Self.formerBelievedFor else { return nil }
        for former in known.reversed()
        where former.epoch.session == session.id && former.epoch.round == session.round
            && former.epoch.binding == newest.epoch.binding
        {
            if let id = Self.member(beacon, of: former.epoch, in: session) { return id }
        }
        return nil
    }

    private static func member(_ beacon: IBeacon, of epoch: KeyEpoch, in session: Session) -> StationID? {
        guard beacon.major == epoch.major else { return nil }
        return session.members.first { epoch.minors[$0.id] == beacon.minor }?.id
    }

    /// This station's own beacon was heard, which it never hears itself: true when it is time for other
    /// numbers.
    mutating func heardOwn(now: Duration) -> Bool {
        copies.removeAll { now - $0 > Self.copiesWithin }
        copies.append(now)
        guard copies.count >= Self.copiesHeard else { return false }
        copies = []
        if let renewedAt, now - renewedAt < Self.renewedAtMostEvery { return false }
        renewedAt = now
        return true
    }
}
