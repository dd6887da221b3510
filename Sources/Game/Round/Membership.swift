import PeerNetwork

/// Who of a session is still there: people hear once that somebody vanished, once that they are back, and the
/// round goes on without them after a minute.
package struct Membership: Codable, Sendable {
    package static let awayAfter = Duration.seconds(5)
    /// By radio, of somebody whose beacon is heard, and nothing else: it goes on without a program.
    package static let awayAfterByAir = Duration.seconds(30)
    /// Of somebody who is not heard at all: a hider beyond the reach of radio is found when others come near.
    package static let awayAfterOutOfReach = Duration.seconds(45)
    /// Of somebody who is still in the lobby: through walls that says more often that it is there.
    package static let awayAfterInLobby = Duration.seconds(90)
    /// How long who is away is waited for: what "Waiting one minute" says.
    package static let waitsFor = Duration.seconds(60)
    /// In a round there is a tick every 50 ms. With none for so long this station itself stood still, for a
    /// slow card or a busy processor, and heard nobody.
    private static let standsStillAfter = Duration.seconds(1)

    private var heardAt: [StationID: Duration] = [:]
    private var away: Set<StationID> = []
    /// After how long a silence each of them counted as away.
    private var silences: [StationID: Duration] = [:]
    /// Members that have said themselves that they play no longer.
    private var gone: Set<StationID> = []

    /// Nil on a network.
    var slowness: Int?
    private var advancedAt: Duration?

    /// - Parameter session: whose members all count as heard now.
    package init(_ session: Session, slowness: Int? = nil, now: Duration) {
        self.slowness = slowness
        for member in session.members {
            heardAt[member.id] = now
        }
    }

    /// A member announced that it is in the session.
    mutating func heard(_ id: StationID, in session: Session, now: Duration) -> [Effect] {
        guard let member = session.member(id) else { return [] }
        heardAt[id] = now
        return away.remove(id) == nil ? [] : [.say(.back(member.name))]
    }

    /// A member says of itself that it has given the round up, or that it has not.
    mutating func hasLeft(_ id: StationID, _ isGone: Bool) {
        if isGone { gone.insert(id) } else { gone.remove(id) }
    }

    /// Nobody can be heard because this station's own network is gone, or its radio where that carries words:
    /// their silence says nothing about them.
    mutating func pause(now: Duration) {
        for id in heardAt.keys {
            heardAt[id] = now
        }
    }

    /// - Parameters:
    ///   - isNear: whether a member's beacon is heard at this time.
    ///   - isInLobby: whether its presence announcement is.
    mutating func advance(
        _ session: Session, own: StationID, isNear: (StationID) -> Bool, isInLobby: (StationID) -> Bool,
        now: Duration
    ) -> [Effect] {
        let stoodStill = advancedAt.map { now - $0 } ?? .zero
        if stoodStill >= Self.standsStillAfter {
            for id in heardAt.keys { heardAt[id]? += stoodStill }
        }
        advancedAt = now
        var effects: [Effect] = []
        for member in session.members where member.id != own && !away.contains(member.id) {
            let silence = now - (heardAt[member.id] ?? now)
            guard silence > Self.awayAfter else { continue }
            let isNear = isNear(member.id)
            let limit = limit(isNear: isNear, isInLobby: isInLobby(member.id))
            guard silence > limit else { continue }
            away.insert(member.id)
            silences[member.id] = limit
            // By radio its beacon may go on without it.
            let isApart = slowness == nil && isNear
            effects.append(.say(isApart ? .radioNotNetwork(member.name) : .left(member.name)))
        }
        return effects
    }

    private func limit(isNear: Bool, isInLobby: Bool) -> Duration {
        guard let slowness else { return Self.awayAfter }
        // The times above are for words that take four times as long.
        let patience = max(1, slowness / 4)
        if isInLobby { return Self.awayAfterInLobby * patience }
        return (isNear ? Self.awayAfterByAir : Self.awayAfterOutOfReach) * patience
    }

    /// Whether a member is heard on the network.
    package func isPresent(_ member: Session.Member) -> Bool { !away.contains(member.id) }

    /// Whether all other members are away.
    func isAlone(in session: Session, own: StationID) -> Bool {
        session.members.allSatisfy { $0.id == own || away.contains($0.id) }
    }

    /// The lowest identity of those who are there.
    func first(_ session: Session, own: StationID) -> StationID {
        session.members.reduce(own) { away.contains($1.id) ? $0 : min($0, $1.id) }
    }

    private func isAwaited(_ id: StationID, now: Duration) -> Bool {
        guard away.contains(id) else { return true }
        return now - (heardAt[id] ?? now) <= (silences[id] ?? Self.awayAfter) + Self.waitsFor
    }

    /// Whether those who are left, and those who may still come back, can finish the round.
    func canGoOn(_ session: Session, own: StationID, now: Duration) -> Bool {
        let left = session.members.filter {
            $0.id == own || !gone.contains($0.id) && isAwaited($0.id, now: now)
        }
        return left.contains { $0.role == .hide } && left.contains { $0.role == .seek }
    }
}
