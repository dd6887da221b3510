import Support
import Testing
import Yard

@testable import Determinism
@testable import PeerNetwork

/// Gatekeepers in a network that loses, doubles, delays and damages, in a seeded order, and the digest
/// of all that they sent and told. What the rules are, the other tests say.
struct CharacterizationTests {
    private struct Evening {
        var yard: Courtyard
        var chance: SeededGenerator
        private var round: UInt16 = 1
        private var generation: UInt8 = 0
        private var boots: UInt32 = 100

        init(seed: UInt64) {
            chance = SeededGenerator(seed: seed)
            yard = Courtyard(seed: seed)
            yard.loss = [0, 0.1, 0.3][Int(seed % 3)]
            yard.delays = seed.isMultiple(of: 2) ? 1...2 : 1...120
            yard.doubled = 0.1
            for key in 1...(2 + seed % 4) { yard.add(UInt8(key), crew: seed % 5 == 0 ? 77 : nil) }
        }

        /// A minute, and a fifth of a second between what they do.
        mutating func live() {
            for index in yard.residents.indices { yard.say(index, "hello \(index)") }
            yard.run(for: .seconds(2))
            for step in 0..<120 {
                if step % 30 == 0 { holdHands() }
                act(Int.random(in: yard.residents.indices, using: &chance), step)
                yard.run(for: .milliseconds(Int.random(in: 10...1_000, using: &chance)))
            }
            for index in yard.residents.indices { yard.residents[index].isOff = index == 0 }
            yard.run(for: .seconds(40))
        }

        private mutating func holdHands() {
            let everybody = yard.residents.indices.map { yard.id($0) }
            for index in yard.residents.indices {
                yard.act(index) {
                    $0.authenticate(everybody.filter { $0 != everybody[index] }.sorted(), now: $1)
                }
                let goal = KeyTests.goal(yard, round: round, generation: generation, leads: index == 0)
                yard.act(index) { $0.keep([goal], now: $1) }
            }
            yard.run(for: .seconds(1))
        }

        private mutating func act(_ index: Int, _ step: Int) {
            let other = Int.random(in: yard.residents.indices, using: &chance)
            let flag = Bool.random(using: &chance)
            switch Int.random(in: 0..<16, using: &chance) {
            case 0...2: yard.say(index, "state \(step)", isUrgent: flag)
            case 3...5: KeyTests.tell(&yard, index, "sealed \(step)")
            case 6, 7:
                let unicast = UnicastMessage(other: yard.id(other), body: Array("whisper \(step)".utf8))
                yard.act(index) { $0.unicast(unicast, now: $1) }
            case 8:
                if flag { round += 1 } else { generation = min(generation + 1, 200) }
            case 9: yard.act(index) { $0.authenticate([], now: $1) }
            case 10: yard.act(index) { $0.keep([], now: $1) }
            case 11: yard.residents[index].isOff.toggle()
            case 12:
                boots += 1
                yard.restart(index, boot: boots, drawing: UInt8(boots), key: UInt8(index + 1))
            default: replay(to: index, step)
            }
        }

        /// Something that was sent before: as it was, with a bit of it turned, or cut short.
        private mutating func replay(to index: Int, _ step: Int) {
            guard let recorded = yard.tape.randomElement(using: &chance) else { return }
            var bytes = recorded.bytes
            if step % 3 == 1 { bytes[Int.random(in: bytes.indices, using: &chance)] ^= 1 << (step % 8) }
            if step % 3 == 2 { bytes.removeLast(Int.random(in: bytes.indices, using: &chance)) }
            yard.inject(bytes, from: step % 2 == 0 ? recorded.from : Courtyard.endpoint(99), to: index)
        }
    }

    private static func digest(seed: UInt64) -> String {
        var evening = Evening(seed: seed)
        evening.live()
        var digest = Digest()
        for sent in evening.yard.tape {
            digest.add("\(sent.at) \(text(sent.from)) \(text(sent.destination))".utf8)
            digest.add(sent.bytes)
        }
        for (index, resident) in evening.yard.residents.enumerated() {
            for (at, output) in resident.told { digest.add("\(index) \(at) \(text(output))".utf8) }
            digest.add("\(resident.gatekeeper.refusals)".utf8)
        }
        return digest.description
    }

    /// Spelt out: other modules, where they are linked, have a description of their own for it.
    private static func text(_ endpoint: Endpoint) -> String { "\(endpoint.address) \(endpoint.port)" }

    private static func text(_ destination: Destination) -> String {
        switch destination {
        case .everybody: "everybody"
        case .one(let endpoint): text(endpoint)
        }
    }

    /// Dictionaries have an order of their own in every process.
    private static func text(_ output: Gatekeeper.Output) -> String {
        guard case .trust(.keyed(var epoch)) = output else { return "\(output)" }
        let minors = epoch.minors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        epoch.minors = [:]
        return "\(epoch) \(minors)"
    }

    @Test func aNetworkDoesWhatItDid() throws {
        try WrittenDown.expect((1...20).map(Self.digest), "network")
    }
}
