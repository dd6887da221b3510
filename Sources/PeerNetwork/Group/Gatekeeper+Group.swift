import Wire

/// Keys of sessions: drawn, handed on, taken, used and erased.
extension Gatekeeper {
    /// While a member is not heard by unicast, a packet goes to everybody at most this often …
    static let shoutsApart: Duration = .milliseconds(300)
    /// … and it counts as not heard after this long.
    static let unheardAfter: Duration = .seconds(1)

    mutating func exchange(_ goals: [KeyRequest], now: Duration) -> [Output] {
        let valid = goals.filter { goal in
            goal.members.contains(id) && (2...KeyDistribution.membersAtMost).contains(goal.members.count)
                && zip(goal.members, goal.members.dropFirst()).allSatisfy { $0 < $1 }
                && goal.agreement.count <= SessionKey.bytesOfAgreementAtMost
        }
        var (toDraw, taken) = ring.keep(valid, now: now)
        for subject in toDraw {
            let told = startsMetByAir(of: subject.members)
            var key = SessionKey(
                subject, secret: told.isEmpty ? secrets.key() : secrets.shortKey(), me: id, boot: boot,
                standing: .wanted, isFirst: true, giver: nil, now: now)
            if !told.isEmpty {
                (key.told, key.given, key.toldUntil) = (told, told, now + Self.toldFor * slowness)
            }
            ring.add(key)
            taken.append(key.epoch)
        }
        wake(at: now)
        return taken.map { .trust(.keyed($0)) } + takeTold(now: now)
    }

    /// Gives every key that is wanted here to each member that is known and does not have it.
    mutating func giveKeys(now: Duration) {
        for place in ring.keys.indices where ring.keys[place].standing == .wanted {
            for member in ring.keys[place].subject.members where member != id {
                guard let index = table.index(of: member) else { continue }
                let boot = table.peers[index].boot
                let before = ring.keys[place].given[member]
                if before == boot, !ring.keys[place].owed.contains(member) { continue }
                let key = ring.keys[place]
                let isNew = before == nil || key.told[member] == boot
                let isFirst = key.isDrawn && isNew && now - key.takenAt < KeyRing.newFor
                let note = KeyDistribution(key, isFirst: isFirst, floor: counter + 1)
                if say(.key, note.encoded, to: index, now: now) {
                    ring.keys[place].given[member] = boot
                    ring.keys[place].owed.remove(member)
                }
            }
        }
    }

    mutating func receiveKey(_ body: [UInt8], from index: Int, now: Duration, _ outputs: inout [Output]) {
        let sender = table.peers[index].id
        guard let note = try? KeyDistribution(body) else {
            refusals.count(.malformed)
            return
        }
        guard note.subject.members.contains(id), note.subject.members.contains(sender) else {
            refusals.count(.notForUs)
            return
        }
        let key = SessionKey(
            note.subject, secret: note.secret, me: id, boot: boot, standing: .wanted, isFirst: note.isFirst,
            giver: sender, now: now)
        let place: Int
        switch ring.receive(key, now: now) {
        case .refused:
            refusals.count(.old)
            return
        case .outdone(let index):
            refusals.count(.contradiction)
            ring.keys[index].given[sender] = nil
            wake(at: now)
            return
        case .known(let index):
            place = index
            if note.isFirst { ring.keys[place].isFirst = true }
        case .taken(let index):
            place = index
            // The giver knows who has it; here it is given to those who start anew, or are silent.
            ring.keys[place].isHad(by: note.subject.members) { table[$0]?.boot }
            outputs += tell(of: place)
        case .replaced(let index):
            place = index
            outputs += tell(of: place)
            outputs += self.note(.contradiction, "Two keys were drawn for one round; one prevails.", now: now)
        }
        ring.keys[place].given[sender] = table.peers[index].boot
        ring.keys[place].believe(sender, table.peers[index].boot, from: note.floor)
        let taken = TakenNote(mark: ring.keys[place].mark, floor: counter + 1)
        _ = say(.taken, taken.encoded, to: index, now: now)
        wake(at: ring.nextEnd)
    }

    /// An offer becomes news when the station wants it (`KeyRing.keep`). Told at once, keys that somebody
    /// makes up would drive those of the round being played out of `BeaconNumbers`.
    private func tell(of place: Int) -> [Output] {
        ring.keys[place].standing == .wanted ? [.trust(.keyed(ring.keys[place].epoch))] : []
    }

    mutating func receiveTaken(_ body: [UInt8], from index: Int) {
        guard let note = try? TakenNote(body) else {
            refusals.count(.malformed)
            return
        }
        guard let place = ring.keys.firstIndex(where: { $0.mark == note.mark }) else {
            refusals.count(.unknownKey)
            return
        }
        ring.keys[place].believe(table.peers[index].id, table.peers[index].boot, from: note.floor)
    }

    /// Erases what has faded, also where it still waits to be given.
    mutating func eraseKeys(now: Duration) {
        for subject in ring.erase(now: now) {
            for index in table.peers.indices {
                table.peers[index].line?.takeBack { item in
                    guard item.kind == .key, let note = try? KeyDistribution(item.body) else { return false }
                    return note.subject == subject
                }
            }
        }
    }

    /// Seals something for a session and sends it to each member.
    mutating func seal(_ body: [UInt8], for session: UInt64, now: Duration) -> [Output] {
        guard let place = ring.sealing(session) else {
            refusals.count(.unsaid)
            return note(.unsaid, "There is no key yet for what is to be said to the session.", now: now)
        }
        let bytes = sealed(body, with: place)
        var outputs: [Output] = []
        var isShouted = false
        for member in ring.keys[place].subject.members where member != id {
            let heard = ring.keys[place].heardAt[member] ?? ring.keys[place].takenAt
            if now - heard > Self.unheardAfter { isShouted = true }
            if let peer = table[member] {
                outputs.append(.transmit(bytes, to: .one(peer.endpoint)))
            } else {
                isShouted = true
            }
        }
        if isShouted, ring.keys[place].shoutedAt.map({ now - $0 >= Self.shoutsApart }) ?? true {
            ring.keys[place].shoutedAt = now
            outputs.append(.transmit(bytes, to: .everybody))
        }
        if let before = ring.leaving(before: place, now: now) {
            outputs += seal(body, before, forThoseNotIn: ring.keys[place].subject.members)
        }
        return outputs
    }

    /// Sealed for all members, and marked for each.
    private mutating func sealed(_ body: [UInt8], with place: Int) -> [UInt8] {
        let members = ring.keys[place].subject.members
        var known: [StationID: (boot: UInt32, marks: SenderTags)] = [:]
        for member in members {
            guard let index = table.index(of: member) else { continue }
            pair(with: index)
            if let marks = table.peers[index].pairing?.marks {
                known[member] = (table.peers[index].boot, marks)
            }
        }
        let packet = ring.keys[place].seal(body, from: id, boot: boot, counter: nextCounter())
        return packet + ring.keys[place].marks(behind: packet, from: id) { known[$0] }
    }

    /// What a member's start marks with, the newest first.
    mutating func marks(of sender: StationID, boot: UInt32) -> [SenderTags] {
        guard let index = table.index(of: sender), table.peers[index].boot == boot else { return [] }
        pair(with: index)
        return [table.peers[index].pairing, table.peers[index].formerPairing].compactMap { $0?.marks }
    }

    /// A member of the round before that is not in this one could not read that the others play on without
    /// them. They are told while the others count down.
    private mutating func seal(
        _ body: [UInt8], _ place: Int, forThoseNotIn members: [StationID]
    ) -> [Output] {
        let others = ring.keys[place].subject.members.filter { !members.contains($0) }
        let peers = others.compactMap { table[$0] }
        guard !peers.isEmpty else { return [] }
        let bytes = sealed(body, with: place)
        return peers.map { .transmit(bytes, to: .one($0.endpoint)) }
    }

    mutating func receiveSealed(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard bytes.count >= SessionKey.headerBytes + SealedBytes.tagBytes,
            bytes.count <= SessionKey.headerBytes + SealedBytes.tagBytes + Message.bytesAtMost
                + (KeyDistribution.membersAtMost - 1) * SenderTags.bytes
        else { return refuse(.malformed) }
        let sender = StationID(value: bytes.u64be(at: 4))
        guard sender != id else { return refuse(.echo) }
        let tag = bytes.u32be(at: 16)
        var reason = Refusal.unknownKey
        var known: [SenderTags]?
        for place in ring.keys.indices where ring.keys[place].tag == tag {
            if ring.keys[place].isOffered, !ring.keys[place].givers.contains(sender) {
                reason = .unproven
                continue
            }
            let marks = known ?? marks(of: sender, boot: bytes.u32be(at: 12))
            known = marks
            switch ring.keys[place].open(bytes, from: sender, to: id, known: marks) {
            case .body(let body):
                return [
                    deliver(body, from: sender, boot: bytes.u32be(at: 12), place, at: endpoint, now: now)
                ]
            case .old: reason = .old
            case .unproven: reason = .unproven
            case .forged: reason = .forged
            }
        }
        return refuse(reason)
    }

    private mutating func deliver(
        _ body: [UInt8], from sender: StationID, boot: UInt32, _ place: Int, at endpoint: Endpoint,
        now: Duration
    ) -> Output {
        ring.keys[place].heardAt[sender] = now
        if let index = table.index(of: sender), table.peers[index].boot == boot {
            table.peers[index].heard(at: endpoint, now: now)
        }
        let session = ring.keys[place].subject.session
        return .message(
            Message.Received(
                sender: sender, boot: boot, message: Message(audience: .session(session), body: body),
                binding: ring.keys[place].binding))
    }
}
