import Testing
import Yard

@testable import Determinism
@testable import PeerNetwork

/// What strangers can cost: little, and no more than it costs them.
struct FloodTests {
    /// Cards of made-up stations: one in four is genuine, the others have a signature that is none.
    static let strangers: [[UInt8]] = (0..<200).map { number in
        announcement(of: number, isUrgent: number % 2 == 1, isGenuine: number % 4 == 0)
    }

    static func key(of number: Int) -> IdentityKey {
        IdentityKey(seed: [UInt8](repeating: UInt8(number), count: 31) + [77])
    }

    /// - Parameter repetition: how often it has been said before, 0…63.
    static func announcement(
        of number: Int, isUrgent: Bool, isGenuine: Bool = true, repetition: Int = 0, sequence: UInt32 = 1,
        name: StationName? = nil
    ) -> [UInt8] {
        let key = key(of: number)
        let place = HashChain.Place(sender: key.id, boot: 1, sequence: sequence)
        let chain = HashChain(end: [UInt8](repeating: 1, count: 16), at: place)
        let body = name.map { [StationName.announcementKind, $0.colour, $0.animal] } ?? [UInt8(number)]
        let content = PresenceAnnouncement.Content(
            body: body, isUrgent: isUrgent, ephemeral: Courtyard.seed(9), pace: 10)
        var announcement = PresenceAnnouncement.write(
            content, boot: 1, sequence: sequence, anchor: chain.element(0), by: key)
        if !isGenuine { announcement[announcement.count - 1] ^= 1 }
        return announcement + [UInt8(repetition)] + chain.element(repetition)
    }

    /// By all the ways that they leave on one network.
    static func bytesOut(_ outputs: [Gatekeeper.Output]) -> Int {
        outputs.reduce(0) { sum, output in
            guard case .transmit(let bytes, let destination) = output else { return sum }
            return sum + bytes.count * (destination == .everybody ? Destination.waysToEverybody : 1)
        }
    }

    static func expectBounds(_ gatekeeper: Gatekeeper) {
        #expect(gatekeeper.table.count <= PeerTable.countAtMost)
        #expect(gatekeeper.candidates.count <= Candidate.countAtMost)
        #expect(gatekeeper.checks.count <= SourceTokenBuckets.sourcesAtMost)
        #expect(gatekeeper.responses.count <= SourceTokenBuckets.sourcesAtMost)
        #expect(gatekeeper.answered.count <= 32)
        #expect(gatekeeper.otherVersions.count <= Gatekeeper.otherVersionsAtMost)
        #expect(gatekeeper.ring.keys.count <= KeyRing.keysAtMost)
    }

    @Test func aHundredThousandDatagramsOfNonsense() {
        let arrivals = ForgeryTests.arrivals
        var yard = ForgeryTests.evening()
        var gatekeeper = yard.residents[0].gatekeeper
        var generator = SeededGenerator(seed: 5)
        var believed = 0
        var logged = 0
        for number in 0..<100_000 {
            var bytes: [UInt8]
            if number % 2 == 0 {
                bytes = (0..<Int(generator.next() % 120)).map { _ in
                    UInt8(truncatingIfNeeded: generator.next())
                }
                let header: [UInt8] = [0x48, 0x43, Envelope.version, UInt8(number / 2 % 6)]
                if bytes.count > 4 { bytes.replaceSubrange(0..<4, with: header) }
            } else {
                bytes = arrivals[number / 2 % arrivals.count].bytes
                for _ in 0..<3 {
                    let position = Int(generator.next() % UInt64(bytes.count - 4)) + 4
                    bytes[position] = UInt8(truncatingIfNeeded: generator.next())
                }
            }
            let word = generator.next()
            let address = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
            let outputs = gatekeeper.receive(
                bytes, from: Endpoint(address: address, port: 9), now: yard.now + .microseconds(100 * number))
            believed += outputs.count { ForgeryTests.isBelieved($0) }
            logged += outputs.count { if case .log = $0 { true } else { false } }
        }
        #expect(believed == 0)
        #expect(logged <= SparseLog.Kind.allCases.count)
        Self.expectBounds(gatekeeper)
        yard.residents[0].gatekeeper = gatekeeper
        yard.now += .seconds(10)
        KeyTests.tell(&yard, 1, "still here")
        yard.run(for: .milliseconds(10))
        #expect(KeyTests.heard(yard, 0).last == "still here")
    }

    @Test func neverMoreBytesOutThanIn() {
        for announcement in [Self.strangers[0], Self.strangers[1]] {
            var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
            var came = 0
            var went = 0
            for step in 0..<2_000 {
                let now = Duration.seconds(50) + .milliseconds(10 * step)
                if step % 40 == 0 {
                    came += announcement.count
                    went += Self.bytesOut(
                        gatekeeper.receive(announcement, from: Courtyard.endpoint(7), now: now))
                }
                went += Self.bytesOut(gatekeeper.advance(now: now))
                #expect(went <= came)
            }
        }
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        let challenge = Challenge(from: StationID(value: 5), to: gatekeeper.id, boot: 1, nonce: 9).encoded
        var responses = 0
        var (came, went) = (0, 0)
        for step in 0..<1_000 {
            let outputs = gatekeeper.receive(
                challenge, from: Courtyard.endpoint(7), now: .seconds(50) + .milliseconds(10 * step))
            came += challenge.count
            went += Self.bytesOut(outputs)
            #expect(went <= came)
            responses += outputs.count
        }
        // Four a second, and four at once.
        #expect((40...44).contains(responses))
    }

    /// By radio the answer takes a second: a copy within that is not answered, and who asks waits as long.
    @Test func byRadioIsAskedSeldom() {
        var challenges = AnsweredChallenges()
        let endpoint = Endpoint(address: [1, 2, 3, 4, 5, 0xC6], port: 0)
        let responses = [0, 400, 999, 1_000].map { (time: Int) -> Destination? in
            challenges.answer(9, from: endpoint, slowness: 4, now: .milliseconds(time))
        }
        #expect(responses == [.one(endpoint), nil, nil, .everybody])
        for (apart, expected) in [
            (800, [800, 1_600, 2_400, 3_200, 3_200]), (2_400, [2_400, 4_800, 5_000, 5_000, 5_000]),
        ] {
            var attempt = ReliableUnicast.Attempt(now: .zero, hurry: 6)
            for milliseconds in expected {
                attempt.count(apart: .milliseconds(apart), now: .zero)
                #expect(attempt.next == .milliseconds(milliseconds))
            }
        }
    }

    /// A challenge that is asked again is answered to the one that asks; to everybody only when as much has
    /// come.
    @Test func aRepeatedProbeIsAnsweredToOne() {
        var challenges = AnsweredChallenges()
        let endpoint = Courtyard.endpoint(7)
        func ask(_ milliseconds: Int, from: Endpoint = endpoint) -> Destination? {
            challenges.answer(9, from: from, now: .milliseconds(milliseconds))
        }
        #expect(ask(0) == .one(endpoint))
        #expect(ask(150) == .one(endpoint))
        // The same, by the other ways.
        #expect(ask(151) == nil && ask(152) == nil)
        #expect(ask(450) == .everybody)
        #expect(ask(1_050) == .one(endpoint))
        // An announcement of it pays, too; one of somebody else does not.
        challenges.paid(400, from: Courtyard.endpoint(9))
        #expect(ask(1_650) == .one(endpoint))
        challenges.paid(200, from: endpoint)
        #expect(ask(2_250) == .everybody)
        #expect(ask(3_450) == .one(endpoint))
        // Somebody else's is another one, even if it has the same number.
        #expect(ask(3_451, from: Courtyard.endpoint(8)) == .one(Courtyard.endpoint(8)))
        for number in 0..<100 { _ = challenges.answer(UInt64(number), from: endpoint, now: .seconds(5)) }
        #expect(challenges.count == AnsweredChallenges.countAtMost)
    }

    /// Whoever writes the name of a station that is heard by radio has a ration, too, and nobody gives way to
    /// what is not signed.
    @Test func aCopiedNameOpensNoFlood() throws {
        let name = try #require(StationName(colour: 3, animal: 4))
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        gatekeeper.expect([name])
        let now = Duration.seconds(50)
        for number in 0..<Candidate.countAtMost {
            _ = gatekeeper.receive(
                Self.announcement(of: number, isUrgent: true), from: Courtyard.endpoint(UInt8(100 + number)),
                now: now
            )
        }
        let before = gatekeeper.candidates.map(\.announcement.sender)
        #expect(before.count == Candidate.countAtMost)
        for number in 0..<200 {
            let announcement = Self.announcement(of: 200, isUrgent: true, isGenuine: false, name: name)
            _ = gatekeeper.receive(
                announcement, from: Courtyard.endpoint(9), now: now + .milliseconds(number / 100))
        }
        #expect(gatekeeper.candidates.map(\.announcement.sender) == before)
        // Forty of its own, and the twenty of any address.
        #expect(gatekeeper.refusals[.forged] == 60)
        #expect(gatekeeper.refusals[.rationed] == 140)
    }

    /// Of those who are signed and copy the name, four make others give way.
    @Test func aCopiedNameTakesFourCandidates() throws {
        let name = try #require(StationName(colour: 3, animal: 4))
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        let now = Duration.seconds(50)
        for number in 0..<Candidate.countAtMost {
            _ = gatekeeper.receive(
                Self.announcement(of: number, isUrgent: true), from: Courtyard.endpoint(UInt8(100 + number)),
                now: now
            )
        }
        for number in 100..<110 {
            if number == 105 { gatekeeper.expect([name]) }
            let announcement = Self.announcement(of: number, isUrgent: true, name: name)
            _ = gatekeeper.receive(announcement, from: Courtyard.endpoint(UInt8(number - 60)), now: now)
        }
        let senders = Set(gatekeeper.candidates.map(\.announcement.sender))
        #expect((100..<110).filter { senders.contains(Self.key(of: $0).id) } == [105, 106, 107, 108])
        #expect(senders.count == Candidate.countAtMost)
    }

    @Test func soManyNamesAreExpected() {
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        gatekeeper.expect((0..<32).compactMap { StationName(colour: $0, animal: 0) })
        #expect(gatekeeper.nearby.count == 16)
    }

    @Test func aFloodDoesNotStarveThoseWhoAreKnown() {
        var yard = PresenceAnnouncementTests.pair()
        yard.run(for: .seconds(3))
        for number in 1...100 {
            let text = "change \(number)"
            for flood in 0..<100 {
                var announcement = Self.strangers[flood]
                // Every other one claims to be the station that is known.
                if flood % 2 == 1 {
                    announcement.replaceSubrange(4..<12, with: Array(yard.tape[0].bytes[4..<12]))
                }
                let address: [UInt8] = [10, 9, UInt8(number), UInt8(flood)]
                yard.inject(announcement, from: Endpoint(address: address, port: 5), to: 1)
            }
            yard.say(0, text)
            yard.run(for: .milliseconds(100))
            #expect(yard.residents[1].messages.last?.message.body == Array(text.utf8))
        }
        Self.expectBounds(yard.residents[1].gatekeeper)
        #expect(yard.residents[1].messages.allSatisfy { $0.sender == yard.id(0) })
        #expect(yard.residents[1].gatekeeper.refusals[.rationed] > 1_000)
    }

    @Test func whoSendsWithTheAddressOfAStationDoesNotSilenceIt() throws {
        var yard = PresenceAnnouncementTests.pair()
        yard.run(for: .seconds(3))
        // Its newest announcement with later numbers, among them the next, and so with a signature that does
        // not fit: 500 a second.
        for second in 0..<60 {
            if second % 5 == 0 { yard.say(0, "change \(second)") }
            for _ in 0..<100 {
                for ahead in UInt8(0)..<5 {
                    let newest = yard.residents[1].gatekeeper.table.peers[0]
                    var forged = newest.announcement.signed + [0] + newest.element
                    forged[51] &+= 1 + ahead
                    yard.inject(forged, from: Courtyard.endpoint(1), to: 1)
                }
                yard.run(for: .milliseconds(10))
            }
            if second % 5 == 4 {
                let newest = yard.residents[1].messages.last?.message.body
                #expect(newest == Array("change \(second - 4)".utf8))
            }
        }
        #expect(yard.residents[1].trust.isEmpty)
        #expect(yard.residents[1].gatekeeper.refusals[.rationed] > 5_000)
    }

    @Test func oneSourceTakesNoMoreThanItsShare() {
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        for number in 0..<10_000 {
            let announcement = Self.strangers[number % 200]
            _ = gatekeeper.receive(
                announcement, from: Courtyard.endpoint(7), now: .seconds(50) + .milliseconds(number))
        }
        // Ten a second for ten seconds, and twenty at once; of one address at most sixteen wait.
        let looked = gatekeeper.refusals[.forged] + gatekeeper.candidates.count
        #expect(looked <= 140)
        #expect(gatekeeper.candidates.count <= Candidate.countOfOneAtMost)
    }

    /// A network passes multicasts again, and a room of sixty comes into hearing at once.
    @Test func aWholeRoomIsAskedAtItsPace() {
        var gatekeeper = Courtyard.gatekeeper(1, boot: 1, drawing: 1)
        let begin = Duration.seconds(50)
        let holding = 56..<60
        var asked: [StationID: Duration] = [:]
        var challenges: [Duration] = []
        func note(_ outputs: [Gatekeeper.Output], at now: Duration) {
            for case .transmit(let bytes, _) in outputs {
                guard let challenge = Challenge(bytes) else { continue }
                challenges.append(now)
                if asked[challenge.target] == nil { asked[challenge.target] = now }
            }
        }
        for number in 0..<60 {
            let announcement = Self.announcement(of: number, isUrgent: holding.contains(number))
            note(
                gatekeeper.receive(announcement, from: Courtyard.endpoint(UInt8(number)), now: begin),
                at: begin)
        }
        for step in 1...800 {
            let now = begin + .milliseconds(10 * step)
            note(gatekeeper.advance(now: now), at: now)
        }
        let first = challenges.count { $0 == begin }
        #expect(first <= 24)
        for number in holding {
            #expect(asked[Self.key(of: number).id] == begin)
        }
        // Nobody starves: those that do not answer are asked again after all others.
        #expect(asked.count == 60)
        for second in 0..<8 {
            let span = begin + .seconds(second)..<begin + .seconds(second + 1)
            #expect(challenges.count { span.contains($0) } - (second == 0 ? first : 0) <= 20)
        }
    }

    /// As many peers as there is room for; nobody is behind them, but they look as if they had answered.
    static func fill(_ gatekeeper: inout Gatekeeper, now: Duration) throws {
        for number in UInt8(0)..<64 {
            var bytes = Self.strangers[0]
            bytes.replaceSubrange(4..<12, with: [number, 1, 2, 3, 4, 5, 6, 7])
            let tail = try #require(PresenceAnnouncement.Tail(bytes))
            gatekeeper.table.put(
                Peer(
                    try PresenceAnnouncement(bytes), at: Courtyard.endpoint(200), tail.index, tail.element,
                    now: now))
        }
    }

    @Test func aFullTableMakesRoomForWhoHolds() throws {
        var yard = Courtyard()
        yard.add(1)
        yard.add(2)
        try Self.fill(&yard.residents[0].gatekeeper, now: yard.now)
        for number in 0..<64 { yard.residents[0].gatekeeper.table.peers[number].heardAt = .seconds(101) }
        yard.say(1, "idle")
        yard.run(for: .seconds(5))
        #expect(yard.residents[0].gatekeeper.table[yard.id(1)] == nil)
        // Who does not hold has no use for who does.
        yard.say(1, "hold", isUrgent: true)
        yard.run(for: .seconds(1))
        #expect(yard.residents[0].gatekeeper.table[yard.id(1)] == nil)
        yard.say(0, "hold too", isUrgent: true)
        // The one that has been silent for longest and does not hold makes room.
        for number in 0..<64 {
            yard.residents[0].gatekeeper.table.peers[number].heardAt = .seconds(number == 7 ? 103 : 104)
        }
        let oldest = yard.residents[0].gatekeeper.table.peers[7].id
        yard.run(for: .seconds(1))
        #expect(yard.residents[0].gatekeeper.table[yard.id(1)] != nil)
        #expect(yard.residents[0].gatekeeper.table.count == 64)
        #expect(yard.residents[0].trust == [.vanished(oldest)])
    }

    @Test func theMoreStationsTheSlowerEachRepeats() throws {
        #expect(
            [0, 1, 64, 65, 640, 1_000, 100_000].map(CrowdEstimate.pace) == [10, 10, 10, 20, 100, 160, 300])
        var count = CrowdEstimate()
        for number in UInt64(0)..<1_000 {
            let id = StationID(value: (number &* 0x9E37_79B9_7F4A_7C15) >> 7)
            count.note(id, now: .seconds(10))
            count.note(id, now: .seconds(11))
        }
        #expect((850...1_000).contains(count.count))
        // Who is heard no more is forgotten with the second forty seconds.
        let one = StationID(value: 7)
        func left(after times: Duration...) -> Int {
            var count = count
            for time in times { count.note(one, now: time) }
            return count.count
        }
        #expect(left(after: .milliseconds(79_999)) > 850)
        #expect(left(after: .seconds(80)) == 1)
        #expect(left(after: .seconds(40), .milliseconds(79_999)) > 850)
        #expect(left(after: .seconds(40), .seconds(80)) == 1)
        #expect(left(after: .milliseconds(39_999), .seconds(80)) == 1)
        var yard = Courtyard()
        yard.add(1)
        try Self.fill(&yard.residents[0].gatekeeper, now: .seconds(1_000))
        for number in UInt64(0)..<640 {
            let id = StationID(value: (number &* 0x9E37_79B9_7F4A_7C15) >> 7)
            yard.residents[0].gatekeeper.crowd.note(id, now: yard.now)
        }
        yard.say(0, "one of many")
        yard.run(for: .seconds(2))
        let before = yard.tape.count
        yard.run(for: .seconds(100))
        // Some 600 of them: about every ten seconds.
        #expect((9...12).contains(yard.tape.count - before))
    }
}
