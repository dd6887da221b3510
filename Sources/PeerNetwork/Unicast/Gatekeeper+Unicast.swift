import Wire

/// What is said to one station alone, and mutual authentication.
extension Gatekeeper {
    /// How long keys that were replaced still open what is under way.
    static let formerPairingLastsFor: Duration = .seconds(30)
    /// By radio a frame takes some advertisements, each of which is repeated by the carrier: one that is said
    /// again before it can have been answered is in the way of the answer. For each time as long as words
    /// take there.
    static let apartByAir: Duration = .milliseconds(200)

    /// How many unicast messages to a station wait to be acknowledged: one without hurry lets those go first.
    package func waitingUnicasts(to id: StationID) -> Int { table[id]?.line?.waitingWords ?? 0 }

    /// Puts something on the line to a peer; false if too much waits there already.
    mutating func say(_ kind: UnicastFrame.Item.Kind, _ body: [UInt8], to index: Int, now: Duration)
        -> Bool
    {
        keepLine(to: index)
        wake(at: now)
        return table.peers[index].line?.say(kind, body, now: now) ?? false
    }

    /// Holds out a hand to a peer, or takes it back, as the station wants it.
    mutating func want(_ index: Int, now: Duration, _ outputs: inout [Output]) {
        let isWanted = isWanted(index)
        if isWanted { keepLine(to: index) }
        guard table.peers[index].line != nil else { return }
        let first = secrets.word32()
        table.peers[index].line?.want(isWanted, first: first, now: now)
        wake(at: now)
        tell(table.peers[index].line?.judge(), of: index, &outputs)
    }

    func isWanted(_ index: Int) -> Bool {
        wanted.contains(table.peers[index].id)
            && (!isCrowded || isNeeded(table.peers[index].announcement, at: table.peers[index].endpoint))
    }

    /// A crowd gathers or is gone, or somebody holds in one.
    mutating func reconsider(now: Duration, _ outputs: inout [Output]) {
        let wasCrowded = isCrowded
        isCrowded = isCrowdOnAir
        guard isCrowded || wasCrowded else { return }
        for index in table.peers.indices where isWanted(index) != (table.peers[index].line?.wants ?? false) {
            want(index, now: now, &outputs)
        }
    }

    private func trust(_ isAuthenticated: Bool, _ id: StationID) -> Output {
        .trust(isAuthenticated ? .authenticated(id) : .unauthenticated(id))
    }

    private func tell(_ isAuthenticated: Bool??, of index: Int, _ outputs: inout [Output]) {
        if let change = isAuthenticated, let isAuthenticated = change {
            outputs.append(trust(isAuthenticated, table.peers[index].id))
        }
    }

    private mutating func keepLine(to index: Int) {
        if table.peers[index].line == nil {
            table.peers[index].line = ReliableUnicast(stream: secrets.word32())
        }
    }

    /// Sends everything that is due on every line, and takes back what has waited too long.
    mutating func speak(now: Duration, _ outputs: inout [Output]) {
        for index in table.peers.indices {
            guard table.peers[index].attend(now: now) else { continue }
            let isAir = table.peers[index].endpoint.isAir
            if isAir { takeBackUnwantedKeys(from: index) }
            let patience = isAir ? patience : 1
            let given = table.peers[index].line?.giveUp(patience: patience, now: now) ?? []
            if table.peers[index].line?.isForsaken == true {
                let fresh = secrets.word32()
                table.peers[index].line?.restart(fresh: { fresh }, now: now)
            }
            if !given.isEmpty {
                let id = table.peers[index].id
                for key in ring.keys.indices where given.contains(where: { $0.kind == .key }) {
                    ring.keys[key].given[id] = nil
                }
                outputs += note(.givenUp, "\(id) does not answer; a message was given up.", now: now)
            }
            let apart = isAir ? Self.apartByAir * slowness : .zero
            while let (frame, isForEverybody) = table.peers[index].line?.frame(apart: apart, now: now) {
                transmit(frame, to: index, isForEverybody: isForEverybody, &outputs)
            }
        }
    }

    /// Of proposals that came to nothing: by radio they would be in the way of the next.
    private mutating func takeBackUnwantedKeys(from index: Int) {
        let wanted = ring.keys.filter { $0.standing == .wanted }.map(\.subject)
        table.peers[index].line?.takeBack { item in
            guard item.kind == .key, let note = try? KeyDistribution(item.body) else { return false }
            return !wanted.contains(note.subject)
        }
    }

    private mutating func transmit(
        _ frame: UnicastFrame, to index: Int, isForEverybody: Bool, _ outputs: inout [Output]
    ) {
        pair(with: index)
        guard let pairing = table.peers[index].pairing else { return }
        let counter = nextCounter()
        var header = Envelope.open(.unicast, from: id)
        header.u64be(table.peers[index].id.value)
        header.u32be(boot)
        header.u32be(pairing.tag)
        header.u64be(counter)
        let bytes = pairing.seal(frame.encoded, behind: header.bytes, counter: counter)
        outputs.append(.transmit(bytes, to: isForEverybody ? .everybody : .one(table.peers[index].endpoint)))
    }

    mutating func receiveUnicast(_ bytes: [UInt8], from endpoint: Endpoint, now: Duration) -> [Output] {
        guard bytes.count >= UnicastFrame.headerBytes + SealedBytes.tagBytes else {
            return refuse(.malformed)
        }
        let sender = StationID(value: bytes.u64be(at: 4))
        guard sender != id else { return refuse(.echo) }
        guard bytes.u64be(at: 12) == id.value else { return refuse(.notForUs) }
        guard let index = table.index(of: sender), table.peers[index].boot == bytes.u32be(at: 20) else {
            return refuse(.unproven)
        }
        let tag = bytes.u32be(at: 24)
        let counter = bytes.u64be(at: 28)
        guard let plain = open(bytes, index, tag: tag, counter: counter) else { return [] }
        guard let frame = try? UnicastFrame(plain) else { return refuse(.malformed) }
        table.peers[index].heard(at: endpoint, now: now)
        table.peers[index].isAcquainted = true
        keepLine(to: index)
        let fresh = secrets.word32()
        guard
            let heard = table.peers[index].line?.receive(frame, counter: counter, now: now, fresh: { fresh })
        else { return [] }
        var outputs: [Output] = []
        if endpoint.isAir, table.peers[index].line?.isIdle == true {
            outputs.append(.settled(sender, .unicast))
        }
        for item in heard.items { receive(item, from: index, now: now, &outputs) }
        if let isAuthenticated = heard.isAuthenticated { outputs.append(trust(isAuthenticated, sender)) }
        // Something that is due goes out in any case and tells as much as a bare frame.
        let isDue = table.peers[index].line?.nextAttempt.map { $0 <= now } ?? false
        if heard.isAsked, !isDue, let bare = table.peers[index].line?.bare {
            transmit(bare, to: index, isForEverybody: false, &outputs)
        }
        wake(at: table.peers[index].line?.nextAttempt)
        return outputs + advance(now: now)
    }

    private mutating func open(_ bytes: [UInt8], _ index: Int, tag: UInt32, counter: UInt64) -> [UInt8]? {
        let header = bytes[..<UnicastFrame.headerBytes]
        let sealed = bytes[UnicastFrame.headerBytes...]
        if let former = table.peers[index].formerPairing, former.tag == tag, former.window.isNew(counter),
            let plain = former.open(sealed, behind: header, counter: counter)
        {
            table.peers[index].formerPairing?.window.mark(counter)
            return plain
        }
        pair(with: index)
        guard let pairing = table.peers[index].pairing, pairing.tag == tag else {
            refusals.count(.unknownKey)
            return nil
        }
        guard pairing.window.isNew(counter) else {
            refusals.count(.old)
            return nil
        }
        guard let plain = pairing.open(sealed, behind: header, counter: counter) else {
            refusals.count(.forged)
            return nil
        }
        table.peers[index].pairing?.window.mark(counter)
        return plain
    }

    private mutating func receive(
        _ item: UnicastFrame.Item, from index: Int, now: Duration, _ outputs: inout [Output]
    ) {
        let sender = table.peers[index].id
        switch item.kind {
        case .nothing: break
        case .words:
            guard item.body.count <= UnicastMessage.bytesAtMost else {
                refusals.count(.malformed)
                return
            }
            outputs.append(.unicast(UnicastMessage(other: sender, body: item.body)))
        case .key: receiveKey(item.body, from: index, now: now, &outputs)
        case .taken: receiveTaken(item.body, from: index)
        }
    }

    /// Agrees on keys with a peer, once for each pair of ephemeral keys.
    mutating func pair(with index: Int) {
        guard table.peers[index].pairing == nil else { return }
        let me = PairwiseKeys.Side(
            id: id, publicKey: identity.publicKey, ephemeral: ephemeralPublic, boot: boot)
        var pairing = PairwiseKeys(me, ephemeral, table.peers[index].side, crew: crew)
        // It was forgotten for a while, and what it said by unicast before then is not heard twice.
        if let gone = forgotten[table.peers[index].id], gone.boot == table.peers[index].boot {
            pairing?.window = ReplayWindow(floor: gone.floor)
        }
        table.peers[index].pairing = pairing
    }

    /// One of the two ephemeral keys is another now: the pairing only opens what is under way.
    mutating func retirePairing(of index: Int, now: Duration) {
        guard var pairing = table.peers[index].pairing else { return }
        pairing.fadesAt = now + Self.formerPairingLastsFor
        wake(at: pairing.fadesAt)
        table.peers[index].formerPairing = pairing
        table.peers[index].pairing = nil
    }
}
