import Testing

@testable import HCI

@Suite("Packets on a serial line")
struct SerialFramingTests {
    private static let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    private static let eventMask: [UInt8] = [0x01, 0x01, 0x0C, 0x08, 1, 2, 3, 4, 5, 6, 7, 8]
    private static let data: [UInt8] = [0x02, 0x40, 0x20, 0x05, 0x00, 1, 2, 3, 4, 5]
    private static let voice: [UInt8] = [0x03, 0x40, 0x00, 0x02, 0xAA, 0x55]
    /// The two uppermost bits of its length are no length.
    private static let isochronous: [UInt8] = [0x05, 0x40, 0x00, 0x03, 0xC0, 9, 8, 7]
    private static let all = [reset, eventMask, data, voice, isochronous, reset]

    @Test("However the line cuts them, they arrive whole and in order")
    func everyCut() {
        let stream = Self.all.flatMap(\.self)
        for first in 0...stream.count {
            for second in first...stream.count {
                var framing = SerialFraming()
                var packets: [[UInt8]] = []
                for piece in [stream[..<first], stream[first..<second], stream[second...]] {
                    let found = framing.packets(with: Array(piece))
                    #expect(!found.isLost)
                    packets += found.packets
                }
                #expect(packets == Self.all)
            }
        }
    }

    @Test("Byte by byte, each arrives with its last")
    func byteByByte() {
        var framing = SerialFraming()
        for packet in Self.all {
            for byte in packet.dropLast() { #expect(framing.packets(with: [byte]).packets.isEmpty) }
            #expect(framing.packets(with: packet.suffix(1)).packets == [packet])
        }
    }

    @Test("What begins no packet loses the stream; the next bytes begin it anew")
    func lost() {
        for type in [UInt8(0x00), 0x04, 0x06, 0xFF] {
            var framing = SerialFraming()
            let found = framing.packets(with: Self.reset + [type] + Self.eventMask)
            #expect(found.packets == [Self.reset])
            #expect(found.isLost)
            #expect(framing.packets(with: Self.reset).packets == [Self.reset])
        }
    }

    @Test("No flipped bit makes it hold more than one packet, or keeps a reset from being heard in the end")
    func damage() {
        for stream in damaged(Self.all.flatMap(\.self)) {
            var framing = SerialFraming()
            for byte in stream {
                _ = framing.packets(with: [byte])
                #expect(framing.held < SerialFraming.largestPacket)
            }
            // The longest that it may be waiting for is one packet's content, of any bytes.
            let quiet = [UInt8](repeating: 0, count: SerialFraming.largestPacket)
            _ = framing.packets(with: quiet)
            #expect(framing.held == 0)
            #expect(framing.packets(with: Self.reset).packets == [Self.reset])
        }
    }
}
