import Determinism

/// What is new, for those who are met by radio: before the announcement that says the same to everybody.
extension Gatekeeper {
    /// What this station has just signed, tagged. Only where everybody whom it wants to play with by radio is
    /// met: one that is not waits longer for the announcement. A proposal brings its key, for its members.
    mutating func tagged(now: Duration) -> [Output] {
        guard let content = presenceSender.said else { return [] }
        let key = content.isUrgent ? keyToTell(now: now) : nil
        let others =
            key.map { key in key.subject.members.compactMap { table.index(of: $0) } } ?? wantedAndMetByAir
        for index in others { pair(with: index) }
        let pairs = others.compactMap { table.peers[$0].pairing?.marks }
        guard let first = others.first, pairs.count == others.count else { return [] }
        let datagram = TaggedAnnouncement.write(
            content, from: id, boot: boot, sequence: presenceSender.sequence, key: key,
            echo: key == nil ? echo(of: content.body, from: others) : nil, for: pairs)
        // To one by radio is to all who listen, and no network carries it.
        return [.transmit(datagram, to: .one(table.peers[first].endpoint))]
    }

    /// The longest end that this body and what one of them has said last have in common.
    private func echo(of body: [UInt8], from others: [Int]) -> TaggedAnnouncement.Echo? {
        others.compactMap { index in
            let said = table.peers[index].said
            return TaggedAnnouncement.Echo(of: body, in: said.body, sequence: said.sequence)
        }.max { $0.count < $1.count }
    }

    /// What it says, of all that it may be: an echo is completed by what has that number, and the tags tell
    /// whether it is so.
    private func readings(of announcement: TaggedAnnouncement, _ bytes: [UInt8]) -> [TaggedAnnouncement] {
        guard let echo = announcement.echo else { return [announcement] }
        let own = presenceSender.said.map { (sequence: presenceSender.sequence, body: $0.body) }
        let said = [own].compactMap { $0 } + table.peers.map(\.said)
        return said.filter { UInt8(truncatingIfNeeded: $0.sequence) == echo.sequence }
            .prefix(Self.readingsAtMost).compactMap { announcement.completed(by: $0.body, bytes) }
    }

    /// Empty also if they are too many, or somebody is wanted by radio and not met.
    private var wantedAndMetByAir: [Int] {
        let others = table.peers.indices.filter { table.peers[$0].endpoint.isAir && isWanted($0) }
        return others.count <= TaggedAnnouncement.tagsWithoutKeyAtMost && others.allSatisfy(isAuthenticated)
            ? others : []
    }

    /// Of an echo. One station in 256 has that number by chance.
    private static let readingsAtMost = 4

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
        let pairs = marks(of: sender, boot: announcement.boot)
        var found: (announcement: TaggedAnnouncement, pair: SenderTags, place: Int)?
        for reading in readings(of: announcement, bytes) {
            for pair in pairs where found == nil {
                found = reading.place(of: pair).map { (reading, pair, $0) }
            }
        }
        guard let (announcement, pair, place) = found else { return refuse(.forged) }
        guard table.peers[index].announcements.takeByLot(now: now, &lots) else { return refuse(.rationed) }
        table.peers[index].tagged = (announcement.sequence, announcement.body)
        table.peers[index].heard(at: endpoint, now: now)
        table.peers[index].isAcquainted = true
        if announcement.keys.indices.contains(place) {
            let key = announcement.keys[place]
            table.peers[index].told = Peer.ToldKey(
                mark: key.mark, secret: key.secret(from: pair), until: now + KeyRing.offersLastFor)
            wake(at: table.peers[index].told?.until)
        }
        let message = Message(audience: .lobby(isUrgent: announcement.isUrgent), body: announcement.body)
        return takeTold(now: now) + [
            .message(Message.Received(sender: sender, boot: announcement.boot, message: message))
        ]
    }
}
