import Crypto
import Testing
import Yard

@testable import PeerNetwork
@testable import Runtime

/// The test vectors of `docs/security.md`: from fixed seeds to the last byte, so that another program can be
/// held against them, and this one against its own past.
struct VectorTests {
    /// What two stations with fixed seeds say to each other, in this order.
    struct Conversation {
        var texts: [(name: String, hex: String)] = []
        private var first: Gatekeeper
        private var second: Gatekeeper
        private let now: Duration = .seconds(1_000)

        init() throws {
            let crew = try #require(CrewKey(word: " Blue  Moon "))
            func gatekeeper(_ key: UInt8, boot: UInt32, _ seed: UInt8) -> Gatekeeper {
                Gatekeeper(
                    Gatekeeper.Configuration(
                        identity: IdentityKey(seed: Courtyard.seed(key)), boot: boot,
                        seed: Courtyard.seed(seed), crew: crew))
            }
            first = gatekeeper(1, boot: 0x1111_1111, 0xA1)
            second = gatekeeper(2, boot: 0x2222_2222, 0xB2)
            note("first id", first.id.description)
            note("second id", second.id.description)
            note("crew key", VectorTests.hex(unsafe crew.key.withUnsafeBytes { unsafe Array($0) }))
            let lobby = Message(audience: .lobby(isUrgent: true), body: Array("hi".utf8))
            let announcement = try transmitted(first.send(lobby, now: now), "first announcement")
            let other = try transmitted(second.send(lobby, now: now), "second announcement")
            try meet(announcement, other)
            let repetition = try transmitted(first.advance(now: now + .milliseconds(100)), nil)
            note("tail of the repetition", VectorTests.hex(repetition.suffix(17)))
            let words = UnicastMessage(other: second.id, body: [1, 2, 3])
            let unicast = try transmitted(
                first.unicast(words, now: now + .milliseconds(100)), "unicast message")
            try #require(take(unicast).contains(.unicast(UnicastMessage(other: first.id, body: [1, 2, 3]))))
            try play()
        }

        private mutating func meet(_ announcement: [UInt8], _ other: [UInt8]) throws {
            let from = Courtyard.endpoint(1)
            let challenge = try transmitted(second.receive(announcement, from: from, now: now), "challenge")
            let response = try transmitted(first.receive(challenge, from: from, now: now), "response")
            try #require(!second.receive(response, from: from, now: now).isEmpty)
            let back = try transmitted(first.receive(other, from: from, now: now), nil)
            let proof = try transmitted(second.receive(back, from: from, now: now), nil)
            try #require(!first.receive(proof, from: from, now: now).isEmpty)
        }

        private mutating func play() throws {
            let goal = KeyRequest(
                session: 0x0102_0304_0506_0708, round: 1, generation: 0,
                members: [first.id, second.id].sorted(), leads: true, agreement: Array("agreed".utf8))
            let outputs = first.keep([goal], now: now + .milliseconds(100))
            let epoch = try #require(
                outputs.lazy.compactMap { output -> KeyEpoch? in
                    if case .trust(.keyed(let epoch)) = output { epoch } else { nil }
                }.first)
            let secret = try #require(first.ring.keys.first?.secret)
            note("drawn", VectorTests.hex(unsafe secret.withUnsafeBytes { unsafe Array($0) }))
            note("major", "\(epoch.major)")
            for member in goal.members { note("minor of \(member)", "\(epoch.minors[member] ?? 0)") }
            var changed = first
            var other = goal
            other.generation = 1
            if case .trust(.keyed(let epoch))? = changed.keep([other], now: now).first {
                note("major after a change", "\(epoch.major)")
                for member in goal.members {
                    note("minor of \(member) after a change", "\(epoch.minors[member] ?? 0)")
                }
            }
            var wish = goal
            wish.leads = false
            try #require(second.keep([wish], now: now + .milliseconds(100)).isEmpty)
            let given = try transmitted(outputs, "unicast message with the key")
            try #require(take(given).contains(.trust(.keyed(epoch))))
            let message = Message(audience: .session(goal.session), body: Array("found".utf8))
            let sealed = try transmitted(first.send(message, now: now + .milliseconds(100)), "sealed")
            try #require(!take(sealed).isEmpty)
            let pair = try #require(first.table[second.id]?.pairing?.marks)
            let content = PresenceAnnouncement.Content(
                body: Array("hi".utf8), isUrgent: true, ephemeral: [], pace: 10)
            let tagged = TaggedAnnouncement.write(
                content, from: first.id, boot: 0x1111_1111, sequence: 2, for: [pair])
            note("tagged", VectorTests.hex(tagged))
            try #require(!take(tagged).isEmpty)
            let zeros = [UInt8](repeating: 0, count: 16)
            let short = unsafe secret.withUnsafeBytes { unsafe Array($0.prefix(16)) } + zeros
            let key = SessionKey(
                SessionKey.Subject(goal), secret: SymmetricKey(data: short), me: first.id, boot: 0x1111_1111,
                standing: .wanted, isFirst: true, giver: nil, now: now)
            let told = TaggedAnnouncement.write(
                content, from: first.id, boot: 0x1111_1111, sequence: 3, key: key, for: [pair])
            note("tagged with the key", VectorTests.hex(told))
            try #require(!take(told).isEmpty)
            try #require(second.table[first.id]?.told?.secret == key.secret)
            let agreed = PresenceAnnouncement.Content(
                body: Array("yes, agreed".utf8), isUrgent: true, ephemeral: [], pace: 10)
            let echo = try #require(
                TaggedAnnouncement.Echo(
                    of: agreed.body, in: Array("no, agreed".utf8), sequence: 0x0102))
            let echoed = TaggedAnnouncement.write(
                agreed, from: first.id, boot: 0x1111_1111, sequence: 4, echo: echo, for: [pair])
            note("tagged echo", VectorTests.hex(echoed))
        }

        private mutating func take(_ bytes: [UInt8]) -> [Gatekeeper.Output] {
            second.receive(bytes, from: Courtyard.endpoint(1), now: now + .milliseconds(100))
        }

        /// The first datagram of these, noted under a name if it has one.
        private mutating func transmitted(_ outputs: [Gatekeeper.Output], _ name: String?) throws -> [UInt8] {
            let bytes = outputs.lazy.compactMap { output -> [UInt8]? in
                if case .transmit(let bytes, _) = output { bytes } else { nil }
            }.first
            if let name, let bytes { note(name, VectorTests.hex(bytes)) }
            return try #require(bytes)
        }

        private mutating func note(_ name: String, _ hex: String) { texts.append((name, hex)) }
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    @Test func theVectorsOfTheDocument() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let path = root.joined(separator: "/") + "/docs/security.md"
        let document = String(decoding: try BoundedFile.read(path, atMost: 200_000), as: UTF8.self)
        let section = try #require(document.split(separator: "## Test vectors").last)
        let text = String(section.filter { !$0.isWhitespace })
        let conversation = try Conversation()
        #expect(conversation.texts.count == 21)
        for (name, hex) in conversation.texts {
            let line = (name + ":" + hex).filter { !$0.isWhitespace }
            #expect(text.contains(line), "\(name): \(hex)")
        }
    }
}
