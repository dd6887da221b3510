package import Wire

/// How long the rest of a packet is: seven bits a byte, the lowest first (MQTT 3.1.1, 2.2.3).
enum RemainingLength {
    /// More bytes than this say nothing that is allowed.
    static let bytesAtMost = 4

    static func encoded(_ length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = length
        repeat {
            let more = rest > 0x7F
            bytes.append(UInt8(rest & 0x7F) | (more ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    static func read(_ reader: inout PacketReader) throws(Malformed) -> Int {
        var length = 0
        for place in 0..<bytesAtMost {
            let byte = try reader.u8()
            length |= Int(byte & 0x7F) << (7 * place)
            if byte & 0x80 == 0 { return length }
        }
        throw Malformed("remaining length", at: reader.offset)
    }
}

/// Cuts what comes over a connection into packets. Keeps no more than one that is not whole yet.
package struct PacketStream: Sendable {
    /// The longest packet that is taken, with its first bytes: what is longer is refused when it says so, and
    /// not first kept.
    package static let packetBytesAtMost = 65_536

    private var bytes: [UInt8] = []

    package init() {}

    /// More has come.
    ///
    /// - Returns: the packets that are whole now.
    /// - Throws: `Malformed`; nothing that follows can be understood, and the connection has to be closed.
    package mutating func take(_ more: some Sequence<UInt8>) throws(Malformed) -> [ControlPacket] {
        bytes.append(contentsOf: more)
        var packets: [ControlPacket] = []
        var start = 0
        while let end = try Self.end(of: bytes[start...]) {
            packets.append(try ControlPacket(decoding: bytes[start..<end]))
            start = end
        }
        bytes.removeFirst(start)
        return packets
    }

    /// Where the first packet ends; nil while that cannot be said, or it is not whole.
    private static func end(of bytes: ArraySlice<UInt8>) throws(Malformed) -> Int? {
        var reader = PacketReader(bytes)
        guard bytes.count >= 2 else { return nil }
        try reader.skip(1)
        let head = bytes.dropFirst().prefix(RemainingLength.bytesAtMost)
        guard head.count == RemainingLength.bytesAtMost || head.contains(where: { $0 & 0x80 == 0 }) else {
            return nil
        }
        let length = try RemainingLength.read(&reader)
        guard reader.offset + length <= packetBytesAtMost else {
            throw Malformed("packet that is too long", at: 1)
        }
        let end = bytes.startIndex + reader.offset + length
        return end <= bytes.endIndex ? end : nil
    }
}
