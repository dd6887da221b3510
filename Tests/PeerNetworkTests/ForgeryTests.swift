import Testing
import Yard

@testable import PeerNetwork

/// Datagrams that were changed, cut, played again, sent back, or made up.
struct ForgeryTests {
    /// A datagram, and the gatekeeper that it reached, as it was just before.
    struct NodeInput: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var from: Endpoint
        var gatekeeper: Gatekeeper
        var now: Duration

        var testDescription: String { name }

        func outputs(after mutant: [UInt8]? = nil) -> [Gatekeeper.Output] {
            var gatekeeper = gatekeeper
            if let mutant {
                let outputs = gatekeeper.receive(mutant, from: from, now: now)
                // Nothing at all, except what is told of another version, which nothing can prove.
                if outputs.contains(where: { !ForgeryTests.isOfVersions($0) }) { return outputs }
            }
            return gatekeeper.receive(bytes, from: from, now: now)
        }
    }

    static func isOfVersions(_ output: Gatekeeper.Output) -> Bool {
        if case .trust(.otherVersion) = output { true } else { false }
    }

    /// Runs two stations from their first announcement to a message of a session, and keeps one datagram of
    /// each kind that says something new to its receiver.
    static let arrivals: [NodeInput] = {
        var found: [String: NodeInput] = [:]
        var yard = Courtyard()
        for key in UInt8(1)...2 { yard.add(key) }
        func note(_ name: String, _ kind: UInt8, from sender: Int, _ act: (inout Courtyard) -> Void) {
            let before = yard
            let start = yard.tape.count
            act(&yard)
            guard let sent = yard.tape[start...].first(where: { $0.bytes[3] == kind }) else { return }
            found[name] = NodeInput(
                name: name, bytes: sent.bytes, from: sent.from,
                gatekeeper: before.residents[1 - sender].gatekeeper, now: yard.now)
        }
        note("a stranger's card", 1, from: 0) { $0.say(0, "one") }
        note("a probe", 2, from: 1) { $0.run(for: .milliseconds(1)) }
        note("an answer", 3, from: 0) { $0.run(for: .milliseconds(1)) }
        yard.say(1, "two")
        yard.run(for: .seconds(2))
        note("a card with news", 1, from: 0) { $0.say(0, "three", isUrgent: true) }
        yard.run(for: .milliseconds(50))
        note("a repetition", 1, from: 0) { $0.run(for: .milliseconds(50)) }
        let ids = [yard.id(0), yard.id(1)]
        note("a unicast message", 4, from: 0) { yard in
            yard.act(0) { $0.unicast(UnicastMessage(other: ids[1], body: [1, 2, 3]), now: $1) }
        }
        yard.run(for: .seconds(1))
        KeyTests.keep(&yard)
        yard.run(for: .seconds(1))
        note("a sealed packet", 5, from: 0) { KeyTests.tell(&$0, 0, "found") }
        return found.keys.sorted().compactMap { found[$0] }
    }()

    @Test func thereIsOneArrivalOfEachKind() {
        #expect(Self.arrivals.count == 7)
        #expect(Set(Self.arrivals.map { $0.bytes[3] }).count == 5)
        #expect(Self.arrivals.allSatisfy { !$0.outputs().isEmpty })
    }

    @Test(arguments: arrivals)
    func everyTruncationIsRefusedAndChangesNothing(_ arrival: NodeInput) {
        let expected = arrival.outputs()
        for length in 0..<arrival.bytes.count {
            #expect(arrival.outputs(after: Array(arrival.bytes.prefix(length))) == expected)
        }
        #expect(arrival.outputs(after: arrival.bytes + [0]) == expected)
    }

    @Test(arguments: arrivals)
    func everyFlippedBitIsRefusedAndChangesNothing(_ arrival: NodeInput) {
        let expected = arrival.outputs()
        for position in arrival.bytes.indices {
            // Who asks, and with what number, is the asker's affair: an answer to it proves nothing else.
            if arrival.bytes[3] == 2, (4..<12).contains(position) || (24..<32).contains(position) { continue }
            for bit in 0..<8 {
                var mutant = arrival.bytes
                mutant[position] ^= 1 << UInt8(bit)
                let outputs = arrival.outputs(after: mutant)
                #expect(outputs == expected, "byte \(position), bit \(bit)")
            }
        }
    }

    /// An evening in small: they meet, hold, talk, agree on a key and play.
    static func evening() -> Courtyard {
        var yard = MutualAuthenticationTests.met(crews: [nil, nil, nil])
        MutualAuthenticationTests.hold(&yard)
        let ids = yard.residents.indices.map { yard.id($0) }
        for me in 0..<3 {
            yard.act(me) { $0.unicast(UnicastMessage(other: ids[(me + 1) % 3], body: [UInt8(me)]), now: $1) }
        }
        KeyTests.keep(&yard)
        yard.run(for: .seconds(1))
        for number in 1...10 {
            KeyTests.tell(&yard, number % 3, "\(number)")
            yard.say(number % 3, "state \(number)", isUrgent: number % 2 == 0)
            yard.run(for: .milliseconds(300))
        }
        return yard
    }

    /// What a station would take for something that was said.
    static func isBelieved(_ output: Gatekeeper.Output) -> Bool {
        switch output {
        case .message, .unicast, .trust: true
        case .transmit, .log, .settled: false
        }
    }

    static func believed(_ resident: Courtyard.Resident) -> Int {
        resident.told.count { isBelieved($0.output) }
    }

    @Test func whatWasSentIsNotBelievedASecondTime() {
        var yard = Self.evening()
        yard.run(for: .milliseconds(50))
        let before = yard.residents.map(Self.believed)
        let tape = yard.tape
        for recorded in tape {
            for from in [recorded.from, Courtyard.endpoint(99)] {
                for index in yard.residents.indices { yard.inject(recorded.bytes, from: from, to: index) }
            }
        }
        #expect(yard.residents.map(Self.believed) == before)
        yard.run(for: .seconds(1))
        for index in 0..<3 { KeyTests.tell(&yard, index, "still here") }
        yard.run(for: .seconds(1))
        #expect(KeyTests.heard(yard, 0).suffix(2) == ["still here", "still here"])
        #expect(yard.residents.allSatisfy { !$0.trust.contains(.vanished(yard.id(0))) })
    }

    @Test func aRecordingShowsNoGhosts() {
        var yard = Self.evening()
        let tape = yard.tape
        yard.restart(0, boot: 900, drawing: 90, key: 1)
        yard.residents[1].isOff = true
        yard.residents[2].isOff = true
        yard.residents[0].told = []
        for recorded in tape {
            yard.inject(recorded.bytes, from: recorded.from, to: 0)
            yard.run(for: .milliseconds(20))
        }
        yard.run(for: .seconds(60))
        #expect(!yard.residents[0].told.contains { Self.isBelieved($0.output) })
        #expect(yard.residents[0].gatekeeper.candidates.isEmpty)
    }

    @Test func aRecordingIsNotHeardByWhoStartedAnewAmongTheOthers() {
        var yard = Self.evening()
        let tape = yard.tape
        yard.restart(0, boot: 900, drawing: 90, key: 1)
        yard.residents[0].told = []
        yard.say(0, "again")
        yard.run(for: .seconds(1))
        KeyTests.tell(&yard, 1, "new")
        yard.run(for: .seconds(1))
        for recorded in tape { yard.inject(recorded.bytes, from: recorded.from, to: 0) }
        yard.run(for: .seconds(1))
        for recorded in tape { yard.inject(recorded.bytes, from: recorded.from, to: 0) }
        #expect(KeyTests.heard(yard, 0) == ["new"])
        #expect(yard.residents[0].unicasts.isEmpty)
        let lobby = yard.residents[0].messages.filter { $0.message.audience != .session(0xABCD) }
        #expect(Set(lobby.map(\.sender)).count == 2)
        #expect(lobby.allSatisfy { String(decoding: $0.message.body, as: UTF8.self).hasPrefix("state") })
    }

    @Test func whatIsSentBackToItsSenderIsNothing() {
        var yard = Self.evening()
        let before = yard.residents.map(Self.believed)
        for recorded in yard.tape {
            guard let index = yard.residents.firstIndex(where: { $0.endpoint == recorded.from }) else {
                continue
            }
            yard.inject(recorded.bytes, from: Courtyard.endpoint(99), to: index)
        }
        #expect(yard.residents.map(Self.believed) == before)
    }

    @Test func aCardWithSomebodyElsesIdentityIsNotBelieved() {
        var yard = PresenceAnnouncementTests.pair()
        yard.run(for: .seconds(1))
        let before = yard.residents.map(Self.believed)
        let forger = IdentityKey(seed: Courtyard.seed(66))
        let content = PresenceAnnouncement.Content(
            body: Array("I am one".utf8), isUrgent: false, ephemeral: Courtyard.seed(9), pace: 10)
        for boot in [UInt32(1), 5] {
            let place = HashChain.Place(sender: yard.id(0), boot: boot, sequence: 1_000)
            let chain = HashChain(end: [UInt8](repeating: 1, count: 16), at: place)
            var announcement = PresenceAnnouncement.write(
                content, boot: boot, sequence: 1_000, anchor: chain.element(0), by: forger)
            announcement.replaceSubrange(4..<12, with: Array(yard.tape[0].bytes[4..<12]))
            for key in [forger.publicKey, yard.residents[0].gatekeeper.identity.publicKey] {
                var signed = announcement
                signed.replaceSubrange(12..<44, with: key)
                let end = signed.count - IdentityKey.signatureBytes
                signed.replaceSubrange(
                    end..., with: forger.signature(of: PresenceAnnouncement.context + signed[..<end]))
                yard.inject(signed + [0] + chain.element(0), from: Courtyard.endpoint(99), to: 1)
            }
        }
        yard.run(for: .seconds(1))
        #expect(yard.residents.map(Self.believed) == before)
        #expect(yard.residents[1].gatekeeper.refusals[.forged] == 4)
    }
}
