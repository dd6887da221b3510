import Broker
import Determinism
import Testing

@testable import MQTT
@testable import Wire

/// Packets as MQTT 3.1.1 writes them, and everything that it does not.
struct ControlPacketTests {
    private static func bytes(_ text: String) -> [UInt8] {
        text.split(separator: " ").flatMap { word -> [UInt8] in
            if word.hasPrefix("'") { return Array(word.dropFirst().utf8) }
            return [UInt8(word, radix: 16) ?? 0]
        }
    }

    /// Written by hand from the specification's chapters 2 and 3.
    private static let samples: [(String, ControlPacket)] = [
        (
            "10 0F 00 04 'MQTT 04 02 00 14 00 03 'fox",
            .connect(.init(clientID: "fox", keepAlive: 20))
        ),
        (
            "10 28 00 04 'MQTT 04 E6 00 3C 00 03 'fox 00 05 'a/gon 00 03 'off 00 03 'ann 00 06 'secret",
            .connect(
                .init(
                    clientID: "fox", user: "ann", password: Array("secret".utf8),
                    will: ApplicationMessage(topic: "a/gon", text: "off", isRetained: true), keepAlive: 60))
        ),
        ("20 02 00 00", .connectAcknowledgement(sessionPresent: false, .accepted)),
        ("20 02 01 00", .connectAcknowledgement(sessionPresent: true, .accepted)),
        ("20 02 00 05", .connectAcknowledgement(sessionPresent: false, .notAuthorized)),
        ("30 07 00 03 'a/b 'hi", .publish(.init(ApplicationMessage(topic: "a/b", text: "hi")))),
        ("31 05 00 03 'a/b", .publish(.init(ApplicationMessage(topic: "a/b", text: "", isRetained: true)))),
        (
            "3B 09 00 03 'a/b 01 02 'hi",
            .publish(
                .init(
                    ApplicationMessage(topic: "a/b", text: "hi", quality: .atLeastOnce, isRetained: true),
                    packetID: 0x0102, isDuplicate: true))
        ),
        ("40 02 00 07", .publishAcknowledgement(7)),
        (
            "82 0A 00 01 00 01 '# 00 00 01 '+ 01",
            .subscribe(1, [.init("#", .atMostOnce), .init("+", .atLeastOnce)])
        ),
        ("90 04 00 01 01 80", .subscribeAcknowledgement(1, [.atLeastOnce, .failure])),
        ("A2 05 00 02 00 01 '#", .unsubscribe(2, ["#"])),
        ("B0 02 00 02", .unsubscribeAcknowledgement(2)),
        ("C0 00", .pingRequest), ("D0 00", .pingResponse), ("E0 00", .disconnect),
    ]

    @Test(arguments: samples.indices)
    func packetsAreWrittenAndReadAsTheSpecificationHasThem(_ index: Int) throws {
        let (text, packet) = Self.samples[index]
        let bytes = Self.bytes(text)
        #expect(packet.encoded == bytes)
        #expect(try ControlPacket(decoding: bytes[...]) == packet)
    }

    @Test func lengthsAreWrittenInSevenBits() throws {
        for (length, bytes) in [
            (0, [0x00]), (127, [0x7F]), (128, [0x80, 0x01]), (16_383, [0xFF, 0x7F]),
            (16_384, [0x80, 0x80, 0x01]), (2_097_151, [0xFF, 0xFF, 0x7F]),
            (268_435_455, [0xFF, 0xFF, 0xFF, 0x7F]),
        ] as [(Int, [UInt8])] {
            #expect(RemainingLength.encoded(length) == bytes)
            var reader = PacketReader(bytes)
            #expect(try RemainingLength.read(&reader) == length)
        }
        var five = PacketReader([0x80, 0x80, 0x80, 0x80, 0x01])
        #expect(throws: Malformed.self) { try RemainingLength.read(&five) }
    }

    @Test(arguments: [
        // Types and flags that are kept for later, or for somebody else.
        "00 00", "F0 00", "50 02 00 01", "62 02 00 01", "70 02 00 01", "C1 00", "41 02 00 07",
        "80 06 00 01 00 01 '# 00", "A0 05 00 02 00 01 '#",
        // Exactly once, and what no quality is; a duplicate of what is said once.
        "34 09 00 03 'a/b 00 01 'hi", "36 09 00 03 'a/b 00 01 'hi", "38 07 00 03 'a/b 'hi",
        // Packet identifier zero; topics with jokers, without letters, with a zero, not in UTF-8.
        "32 07 00 03 'a/b 00 00", "40 02 00 00", "30 05 00 03 'a/+", "30 02 00 00", "30 04 00 02 'a 00",
        "30 04 00 02 C3 28",
        // Answers that there are not; subscriptions to nothing.
        "20 02 02 00", "20 02 00 06", "90 03 00 01 03", "90 02 00 01", "82 02 00 01", "A2 02 00 01",
        "82 06 00 01 00 01 '# 02", "82 08 00 01 00 03 'a#b 01",
        // Another protocol; flags of CONNECT that contradict each other.
        "10 0F 00 04 'MQTT 05 02 00 14 00 03 'fox", "10 0F 00 04 'MQTX 04 02 00 14 00 03 'fox",
        "10 0F 00 04 'MQTT 04 03 00 14 00 03 'fox", "10 0F 00 04 'MQTT 04 22 00 14 00 03 'fox",
        "10 14 00 04 'MQTT 04 42 00 14 00 03 'fox 00 03 'pwd",
        // More than the packet has, and less.
        "C0 01 00", "40 03 00 07 00", "30 FF FF FF FF 01",
    ])
    func whatIsNotAllowedIsRefused(_ text: String) {
        let bytes = Self.bytes(text)
        #expect(throws: Malformed.self) { try ControlPacket(decoding: bytes[...]) }
    }

    @Test(arguments: samples.indices)
    func noTruncationAndNoFlippedBitDoesMoreThanThrow(_ index: Int) {
        let bytes = Self.bytes(Self.samples[index].0)
        for end in 0..<bytes.count {
            #expect(throws: Malformed.self) { try ControlPacket(decoding: bytes[..<end]) }
        }
        for bit in 0..<(bytes.count * 8) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let packet = try? ControlPacket(decoding: flipped[...]) else { continue }
            // What is understood is understood again.
            #expect((try? ControlPacket(decoding: packet.encoded[...])) == packet)
        }
    }

    @Test func aStreamIsCutIntoPacketsWhereverItBreaks() throws {
        let packets = Self.samples.map(\.1)
        let bytes = packets.flatMap(\.encoded)
        for size in [1, 2, 3, 7, 64, bytes.count] {
            var stream = PacketStream()
            var heard: [PacketStream.Piece] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                heard += try stream.take(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(heard == packets.map { .packet($0) }, "in pieces of \(size)")
        }
    }

    @Test func aLongPacketIsRefusedWhenItSaysSo() throws {
        var stream = PacketStream()
        let fits = ApplicationMessage(topic: "a", payload: [UInt8](repeating: 7, count: 65_536 - 7))
        #expect(
            try stream.take(ControlPacket.publish(.init(fits)).encoded) == [.packet(.publish(.init(fits)))])
        var other = PacketStream()
        #expect(throws: Malformed.self) { try other.take([0x20, 0xFD, 0xFF, 0x03]) }
        var endless = PacketStream()
        #expect(throws: Malformed.self) { try endless.take([0x30, 0xFF, 0xFF, 0xFF, 0xFF]) }
    }

    /// Whoever may publish can say something huge, and have the broker keep it: it is passed over, as it
    /// comes, and what follows is heard.
    @Test(arguments: [65_536 - 6, 65_536, 200_000], [1, 2, 1_000, 65_536])
    func aMessageThatIsTooLongIsPassedOver(_ length: Int, _ size: Int) throws {
        let payload = [UInt8](repeating: 0x30, count: length)
        let once = ControlPacket.publish(.init(ApplicationMessage(topic: "a", payload: payload)))
        let sure = ControlPacket.publish(
            .init(
                ApplicationMessage(
                    topic: String(repeating: "t", count: 2_000), payload: payload, quality: .atLeastOnce),
                packetID: 0x1234))
        let bytes = [once, .pingResponse, sure, .pingResponse].flatMap(\.encoded)
        var stream = PacketStream()
        var heard: [PacketStream.Piece] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            heard += try stream.take(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(
            heard == [.passedOver(nil), .packet(.pingResponse), .passedOver(0x1234), .packet(.pingResponse)])
    }

    @Test func aTopicThatLeavesItsPacketIsMalformed() throws {
        var stream = PacketStream()
        // 65,537 bytes follow, of which the topic says that it has 65,535, and a number has to follow.
        #expect(throws: Malformed.self) { try stream.take([0x32, 0x81, 0x80, 0x04, 0xFF, 0xFF]) }
        var zero = PacketStream()
        #expect(throws: Malformed.self) { try zero.take([0x32, 0x81, 0x80, 0x04, 0, 1, 0x61, 0, 0]) }
        var exactlyOnce = PacketStream()
        #expect(throws: Malformed.self) { try exactlyOnce.take([0x34, 0x81, 0x80, 0x04]) }
    }

    /// Longer than ours, and as long as the protocol allows: somebody else's.
    @Test func aLongTopicIsRead() throws {
        let message = ApplicationMessage(topic: String(repeating: "x", count: 60_000), payload: [1])
        let packet = ControlPacket.publish(.init(message))
        #expect(try ControlPacket(decoding: packet.encoded[...]) == packet)
    }

    @Test(arguments: [
        ("a/b", "a/b", true), ("a/b", "a/+", true), ("a/b", "#", true), ("a/b", "a/#", true),
        ("a", "a/#", true), ("a/b/c", "a/+", false), ("a", "a/+", false), ("a/", "a/+", true),
        ("a/b", "a", false), ("$SYS/x", "#", false), ("$SYS/x", "+/x", false), ("$SYS/x", "$SYS/#", true),
        ("a/b/c", "a/+/c", true), ("a/b/d", "a/+/c", false), ("ab", "a", false),
    ])
    func filtersMatch(_ name: String, _ filter: String, _ isMatch: Bool) {
        #expect(Topic.matches(name, filter) == isMatch)
    }

    @Test func namesAndFiltersAreWhatTheyMayBe() {
        for name in ["a", "a/b", "/", "$SYS", "ä/ö"] { #expect(Topic.isName(name) && Topic.isFilter(name)) }
        for name in ["", "a/+", "#", "a\0", String(repeating: "x", count: 1_025)] {
            #expect(!Topic.isName(name))
        }
        for filter in ["+", "#", "a/+/b", "+/#"] { #expect(Topic.isFilter(filter)) }
        for filter in ["", "a#", "#/a", "a+/b", "a\0"] { #expect(!Topic.isFilter(filter)) }
    }
}
