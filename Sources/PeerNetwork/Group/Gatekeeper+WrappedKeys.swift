import Crypto

/// Keys of sessions in tagged announcements: beside the proposal that they are for, and for all members at
/// once. By unicast a key is as long as two proposals, and goes to one after the other.
extension Gatekeeper {
    /// Those who have not shown by then that they have it are given it by unicast, for each time as long as
    /// words take by radio.
    static let toldFor: Duration = .milliseconds(500)

    /// The starts of the others, if each is met, and all by radio; empty otherwise.
    func startsMetByAir(of members: [StationID]) -> [StationID: UInt32] {
        var starts: [StationID: UInt32] = [:]
        for member in members where member != id {
            guard let index = table.index(of: member), table.peers[index].endpoint.isAir,
                isAuthenticated(index)
            else { return [:] }
            starts[member] = table.peers[index].boot
        }
        return starts
    }

    /// The key to be told now: one that was drawn here a moment ago, for the same starts as then.
    func keyToTell(now: Duration) -> SessionKey? {
        ring.keys.first {
            $0.standing == .wanted && !$0.told.isEmpty && now - $0.takenAt < KeyRing.newFor
                && startsMetByAir(of: $0.subject.members) == $0.told
        }
    }

    /// A member that was told a key, and has not shown to have it, is to be given it.
    mutating func oweTold(now: Duration) {
        for place in ring.keys.indices {
            guard let end = ring.keys[place].toldUntil, end <= now else { continue }
            ring.keys[place].toldUntil = nil
            for (member, boot) in ring.keys[place].told
            where ring.keys[place].given[member] == boot && ring.keys[place].heardAt[member] == nil {
                ring.keys[place].owed.insert(member)
            }
        }
    }

    /// Takes the keys that leaders have told, for what this station has agreed to with them meanwhile.
    mutating func takeTold(now: Duration) -> [Output] {
        var outputs: [Output] = []
        for goal in ring.goals where !goal.leads {
            let subject = SessionKey.Subject(goal)
            guard let giver = goal.giver, let index = table.index(of: giver),
                let told = table.peers[index].told, !ring.keys.contains(where: { $0.subject == subject })
            else { continue }
            let key = SessionKey(
                subject, secret: told.secret, me: id, boot: boot, standing: .wanted, isFirst: true,
                giver: giver, now: now)
            guard key.mark == told.mark else { continue }
            table.peers[index].told = nil
            guard case .taken(let place) = ring.receive(key, now: now) else { continue }
            ring.keys[place].isHad(by: subject.members) { table[$0]?.boot }
            outputs.append(.trust(.keyed(ring.keys[place].epoch)))
        }
        return outputs
    }
}
