import Determinism

/// What is new, for those who are met by radio: before the announcement that says the same to everybody.
extension Gatekeeper {
    /// What this station has just signed, tagged. Only where everybody whom it wants to play with by radio is
    /// met: who is not waits longer for the announcement.
    mutating func tagged() -> [Output] {
        guard let content = herald.said else { return [] }
        let others = table.peers.indices.filter { table.peers[$0].endpoint.isAir && isWanted($0) }
        guard (1...TaggedAnnouncement.tagsAtMost).contains(others.count), others.allSatisfy(isClasped) else {
            return []
        }
        for index in others { pair(with: index) }
        let pairs = others.compactMap { table.peers[$0].pairing?.marks }
        guard pairs.count == others.count else { return [] }
        let datagram = TaggedAnnouncement.write(
            content, from: id, boot: boot, sequence: herald.sequence, for: pairs)
        // To one by radio is to all who listen, and no network carries it.
        return [.transmit(datagram, to: .one(table.peers[others[0]].endpoint))]
    }

    mutating func receiveTagged(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard let announcement = try? TaggedAnnouncement(bytes) else { return refuse(.malformed) }
        let sender = announcement.sender
        guard sender != id else { return refuse(.echo) }
        guard let index = table.index(of: sender), table.peers[index].boot == announcement.boot else {
            return refuse(.unproven)
        }
        guard announcement.sequence.isAhead(of: table.peers[index].newestSequence) else {
            return refuse(.old)
        }
        guard marks(of: sender, boot: announcement.boot).contains(where: announcement.isMarked) else {
            return refuse(.forged)
        }
        guard table.peers[index].cards.takeByLot(now: now, &lots) else { return refuse(.rationed) }
        table.peers[index].taggedSequence = announcement.sequence
        table.peers[index].heard(at: endpoint, now: now)
        table.peers[index].isAcquainted = true
        return [
            .message(
                Message.Received(
                    sender: sender, boot: announcement.boot,
                    message: Message(
                        audience: .lobby(isUrgent: announcement.isUrgent), body: announcement.body)))
        ]
    }
}
