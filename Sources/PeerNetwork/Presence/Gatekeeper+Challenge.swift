import Determinism
import Glibc
import Wire

/// Cards, and the proof that who shows one is there now.
extension Gatekeeper {
    mutating func receiveAnnouncement(
        _ bytes: [UInt8], sender: StationID, from endpoint: Endpoint, now: Duration
    ) -> [Output] {
        guard bytes.count >= PresenceAnnouncement.bytesAtLeast else { return refuse(.malformed) }
        let boot = bytes.u32be(at: PresenceAnnouncement.Offset.boot)
        if sender == id {
            if boot == self.boot { return refuse(.echo) }
            if hasDouble { return refuse(.old) }
            return receiveStranger(bytes, sender, boot, from: endpoint, now: now)
        }
        crowd.note(sender, now: now)
        answered.paid(bytes.count, from: endpoint)
        guard let index = table.index(of: sender) else {
            let isUrgent = bytes[PresenceAnnouncement.Offset.flags] & PresenceAnnouncement.urgentFlag != 0
            if table.isFull {
                // A station that does not hold needs nobody else; a whole room that asks a few is heard by
                // none of them.
                guard isUrgent, presenceSender.isUrgent else { return refuse(.full) }
                if !candidates.contains(where: { $0.announcement.sender == sender }) {
                    // Before anything is taken of a ration that others need.
                    guard place(for: PresenceAnnouncement.name(bytes), at: endpoint, now: now) != nil else {
                        return refuse(.full)
                            + note(
                                .tableFull, "There are more stations here than can be kept in mind.", now: now
                            )
                    }
                    guard isNearby(bytes) || pushes.take(for: endpoint.address, now: now) else {
                        return refuse(.rationed)
                    }
                }
            }
            return receiveStranger(bytes, sender, boot, from: endpoint, now: now)
        }
        if boot == table.peers[index].boot { return receiveKnown(bytes, index, from: endpoint, now: now) }
        if table.peers[index].formerBoots.contains(boot) { return refuse(.old) }
        if let changed = table.peers[index].bootChangedAt, now - changed < .seconds(10) {
            return refuse(.restart)
        }
        return receiveStranger(bytes, sender, boot, from: endpoint, now: now)
    }

    /// An announcement of a start that has proven itself.
    private mutating func receiveKnown(
        _ bytes: [UInt8], _ index: Int, from endpoint: Endpoint, now: Duration
    ) -> [Output] {
        let sequence = bytes.u32be(at: PresenceAnnouncement.Offset.sequence)
        if sequence == table.peers[index].announcement.sequence {
            return receiveRepetition(bytes, index, from: endpoint, now: now)
        }
        guard sequence.isAhead(of: table.peers[index].announcement.sequence) else { return refuse(.old) }
        guard let announcement = try? PresenceAnnouncement(bytes), let tail = PresenceAnnouncement.Tail(bytes)
        else {
            return refuse(.malformed)
        }
        guard announcement.publicKey == table.peers[index].announcement.publicKey else {
            return refuse(.forged)
        }
        if sequence == table.peers[index].announcement.sequence &+ 1 {
            let follows = announcement.follows(
                table.peers[index].announcement.place, index: table.peers[index].index,
                element: table.peers[index].element)
            guard follows else { return refuse(.forged) }
            guard table.peers[index].announcements.takeByLot(now: now, &lots) else {
                return refuse(.rationed)
            }
        } else if !mayCheck(index, from: endpoint, now: now) {
            return refuse(.rationed)
        }
        guard isGenuine(announcement), announcement.isFollowed(by: tail) else { return refuse(.forged) }
        let old = table.peers[index].announcement
        table.peers[index].announcement = announcement
        table.peers[index].index = tail.index
        table.peers[index].element = tail.element
        table.peers[index].heard(at: endpoint, now: now)
        if announcement.ephemeral != old.ephemeral { retirePairing(of: index, now: now) }
        let isNews =
            announcement.body != old.body || announcement.isUrgent != old.isUrgent || announcement.isUrgent
        return isNews && !table.peers[index].isOutdated ? [delivery(announcement)] : []
    }

    /// The same announcement again: one hash says whether it is new.
    private mutating func receiveRepetition(
        _ bytes: [UInt8], _ index: Int, from endpoint: Endpoint, now: Duration
    ) -> [Output] {
        guard let tail = PresenceAnnouncement.Tail(bytes) else { return refuse(.malformed) }
        let steps = tail.index - table.peers[index].index
        if steps <= 0 {
            return refuse(
                Self.begins(bytes, with: table.peers[index].announcement.signed) ? .old : .contradiction)
        }
        guard Self.begins(bytes, with: table.peers[index].announcement.signed) else {
            return refuse(.contradiction)
        }
        if steps > 4, !mayCheck(index, from: endpoint, now: now) { return refuse(.rationed) }
        guard
            HashChain.leads(
                from: tail.element, to: table.peers[index].element, steps: steps,
                at: table.peers[index].announcement.place)
        else { return refuse(.forged) }
        if !endpoint.isAir { arrivals.arrived(after: steps) }
        table.peers[index].index = tail.index
        table.peers[index].element = tail.element
        table.peers[index].heard(at: endpoint, now: now)
        let isRepeated = table.peers[index].announcement.isUrgent && !table.peers[index].isOutdated
        return isRepeated ? [delivery(table.peers[index].announcement)] : []
    }

    /// An announcement of somebody who has not proven to be there.
    private mutating func receiveStranger(
        _ bytes: [UInt8], _ sender: StationID, _ boot: UInt32, from endpoint: Endpoint, now: Duration
    ) -> [Output] {
        let place = candidates.firstIndex { $0.announcement.sender == sender && $0.announcement.boot == boot }
        if let place {
            let sequence = bytes.u32be(at: PresenceAnnouncement.Offset.sequence)
            if sequence == candidates[place].announcement.sequence {
                return receiveAgain(bytes, place, from: endpoint, now: now)
            }
            guard sequence.isAhead(of: candidates[place].announcement.sequence) else { return refuse(.old) }
        }
        guard let announcement = try? PresenceAnnouncement(bytes), let tail = PresenceAnnouncement.Tail(bytes)
        else {
            return refuse(.malformed)
        }
        let isNearby = isNearby(bytes)
        if place == nil, !isNearby, !makeRoom(at: endpoint, now: now) { return refuse(.full) }
        guard isNearby && nearbyChecks.take(now: now) || checks.take(for: endpoint.address, now: now) else {
            return refuse(.rationed)
                + note(.flood, "More unknown announcements come in than are looked at.", now: now)
        }
        guard isGenuine(announcement), announcement.isFollowed(by: tail) else { return refuse(.forged) }
        // Anybody can write a name; nobody gives way to one that is not signed.
        if place == nil, isNearby, !makeRoom(for: announcement.name, at: endpoint, now: now) {
            return refuse(.full)
        }
        var outputs: [Output] = []
        if let place {
            candidates[place].announcement = announcement
            candidates[place].index = tail.index
            candidates[place].element = tail.element
            candidates[place].endpoint = endpoint
            candidates[place].credit += bytes.count
            settle(place, now: now, &outputs)
        } else {
            candidates.append(
                Candidate(
                    announcement, tail, at: endpoint, bytes: bytes.count, nonce: secrets.word64(), now: now))
        }
        challenge(now: now, &outputs)
        wake(at: nextAsk)
        return outputs
    }

    /// The announcement of a candidate again: it pays for another challenge.
    private mutating func receiveAgain(
        _ bytes: [UInt8], _ place: Int, from endpoint: Endpoint, now: Duration
    ) -> [Output] {
        guard let tail = PresenceAnnouncement.Tail(bytes) else { return refuse(.malformed) }
        let candidate = candidates[place]
        guard Self.begins(bytes, with: candidate.announcement.signed) else { return refuse(.contradiction) }
        let steps = tail.index - candidate.index
        if steps <= 0 { return refuse(.old) }
        if steps > 4, !checks.take(for: endpoint.address, now: now) { return refuse(.rationed) }
        guard
            HashChain.leads(
                from: tail.element, to: candidate.element, steps: steps, at: candidate.announcement.place)
        else { return refuse(.forged) }
        candidates[place].index = tail.index
        candidates[place].element = tail.element
        candidates[place].endpoint = endpoint
        candidates[place].credit += bytes.count
        var outputs: [Output] = []
        challenge(now: now, &outputs)
        wake(at: nextAsk)
        return outputs
    }

    /// Whether there is room for one more candidate; one that has had its time makes room.
    ///
    /// - Parameter name: of a station that is heard by radio: of those who are not, one makes room at once.
    private mutating func makeRoom(
        for name: StationName? = nil, at endpoint: Endpoint, now: Duration
    ) -> Bool {
        let asking = candidates.count { $0.endpoint.address == endpoint.address }
        let known = table.peers.indices.count { table.peers[$0].endpoint.address == endpoint.address }
        if asking + known >= Candidate.countOfOneAtMost { return false }
        if candidates.count < Candidate.countAtMost { return true }
        if let place = candidates.firstIndex(where: { now >= $0.firmUntil }) {
            candidates.remove(at: place)
            return true
        }
        if let name, candidates.count(where: { $0.announcement.name == name }) < Self.candidatesOfNearby,
            let place = candidates.firstIndex(where: { !isNearby($0) })
        {
            candidates.remove(at: place)
            return true
        }
        // Then one of the address that has the most.
        var counts: [[UInt8]: Int] = [:]
        for candidate in candidates { counts[candidate.endpoint.address, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        guard most > asking + known + 1,
            let place = candidates.firstIndex(where: { counts[$0.endpoint.address] == most })
        else { return false }
        candidates.remove(at: place)
        return true
    }

    mutating func receiveChallenge(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard let challenge = Challenge(bytes) else { return refuse(.malformed) }
        // A twin asks about itself with our identity, and is answered; our own challenge is about another
        // boot.
        guard challenge.target == id, challenge.boot == boot else { return refuse(.notForUs) }
        for place in candidates.indices where candidates[place].announcement.sender == challenge.sender {
            candidates[place].hasAsked = true
        }
        guard let destination = answered.answer(challenge.nonce, from: endpoint, slowness: slowness, now: now)
        else {
            return refuse(.old)
        }
        guard responses.take(for: endpoint.address, now: now) else { return refuse(.rationed) }
        let response = ChallengeResponse(to: challenge, sequence: presenceSender.sequence, by: identity)
        return [.transmit(response.encoded, to: destination)]
    }

    mutating func receiveResponse(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard let response = ChallengeResponse(bytes) else { return refuse(.malformed) }
        guard response.target == id else { return refuse(.notForUs) }
        let place = candidates.firstIndex {
            $0.announcement.sender == response.sender && $0.announcement.boot == response.boot
                && $0.nonce == response.nonce
        }
        guard let place, candidates[place].answered == nil else { return refuse(.unproven) }
        guard checks.take(for: endpoint.address, now: now) else { return refuse(.rationed) }
        guard response.isSigned(by: candidates[place].announcement.publicKey) else { return refuse(.forged) }
        candidates[place].answered = response.sequence
        candidates[place].endpoint = endpoint
        var outputs: [Output] = endpoint.isAir ? [.settled(response.sender, .challenge)] : []
        settle(place, now: now, &outputs)
        return outputs + advance(now: now)
    }

    /// Takes a candidate in that has answered, once its newest announcement is here.
    private mutating func settle(_ place: Int, now: Duration, _ outputs: inout [Output]) {
        let candidate = candidates[place]
        guard let answered = candidate.answered, !answered.isAhead(of: candidate.announcement.sequence) else {
            return
        }
        candidates.remove(at: place)
        let announcement = candidate.announcement
        if announcement.sender == id {
            hasDouble = true
            outputs.append(.trust(.doubled))
            return
        }
        var peer = Peer(announcement, at: candidate.endpoint, candidate.index, candidate.element, now: now)
        if let old = table[announcement.sender] {
            peer.formerBoots = Array((old.formerBoots + [old.boot]).suffix(Peer.formerBootsAtMost))
            peer.bootChangedAt = now
            if old.line?.isAuthenticated == true {
                outputs.append(.trust(.unauthenticated(announcement.sender)))
            }
            // A start that began while this key was here has sealed nothing with it before.
            for index in ring.keys.indices {
                ring.keys[index].believe(announcement.sender, announcement.boot, from: 0)
            }
        } else if table.isFull {
            guard announcement.isUrgent,
                pushOut(for: announcement, at: candidate.endpoint, now: now, &outputs)
            else {
                return refusals.count(.full)
            }
        }
        table.put(peer)
        if table.isFull { stopAsking() }
        outputs.append(delivery(announcement))
        if let index = table.index(of: announcement.sender) { want(index, now: now, &outputs) }
        wake(at: now)
    }

    /// The table is full: one that is neither known from an earlier start nor holds need not answer any more.
    private mutating func stopAsking() {
        candidates = candidates.filter {
            $0.announcement.isUrgent || $0.announcement.sender == id
                || table.index(of: $0.announcement.sender) != nil
        }
    }

    /// Forgets who has been silent for too long.
    mutating func forgetSilent(now: Duration, _ outputs: inout [Output]) {
        var hadPairing = false
        for index in table.peers.indices.reversed() where table.vanishesAt(index) <= now {
            let peer = table.peers[index]
            if peer.line?.isAuthenticated == true { outputs.append(.trust(.unauthenticated(peer.id))) }
            outputs.append(.trust(.vanished(peer.id)))
            if let pairing = peer.pairing {
                hadPairing = true
                if forgotten.count < PeerTable.countAtMost || forgotten[peer.id] != nil {
                    forgotten[peer.id] = (peer.boot, max(pairing.window.newest, pairing.window.newest &+ 1))
                }
            }
            if peer.formerPairing != nil { hadPairing = true }
            // A key may still have been on its way: one that comes back is given it again.
            for key in ring.keys.indices { ring.keys[key].owed.insert(peer.id) }
            table.remove(at: index)
        }
        // With the peer goes the memory of which unicast messages have been heard; with the key go the
        // unicast messages.
        if hadPairing, ring.goals.isEmpty || forgotten.count >= PeerTable.countAtMost {
            renewEphemeral(now: now)
        }
    }

    private func isNearby(_ datagram: [UInt8]) -> Bool {
        if nearby.isEmpty { return false }
        return PresenceAnnouncement.name(datagram).map(nearby.contains) ?? false
    }

    /// Whether it has the name of a station that is heard by radio.
    func isNearby(_ candidate: Candidate) -> Bool {
        candidate.announcement.name.map(nearby.contains) ?? false
    }

    private func delivery(_ announcement: PresenceAnnouncement) -> Output {
        .message(
            Message.Received(
                sender: announcement.sender, boot: announcement.boot,
                message: Message(audience: .lobby(isUrgent: announcement.isUrgent), body: announcement.body)))
    }

    /// Whether one more signature may be checked that nothing speaks for: known stations have a ration of
    /// their own, so that strangers cannot use it up.
    private mutating func mayCheck(_ index: Int, from endpoint: Endpoint, now: Duration) -> Bool {
        guard table.peers[index].endpoint == endpoint else {
            return checks.take(for: endpoint.address, now: now)
        }
        return table.peers[index].leaps.takeByLot(now: now, &lots) && leaps.takeByLot(now: now, &lots)
    }

    /// Whether all of an announcement's datagram but its tail is what is known already.
    private static func begins(_ datagram: [UInt8], with signed: [UInt8]) -> Bool {
        guard datagram.count == signed.count + PresenceAnnouncement.tailBytes else { return false }
        return unsafe memcmp(datagram, signed, signed.count) == 0
    }
}
