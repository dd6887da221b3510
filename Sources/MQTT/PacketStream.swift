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
    /// The longest packet that is taken, with its first bytes.
    package static let packetBytesAtMost = 65_536

    /// What was cut out.
    package enum Piece: Equatable, Sendable {
        case packet(ControlPacket)
        /// A message that is longer than is taken. Anybody who may publish can say one, and have the broker
        /// keep it: it is no reason to hang up, which would come to the same message again and again. With
        /// its number if it is to be acknowledged.
        case passedOver(UInt16?)
    }

    private var bytes: [UInt8] = []
    /// Of a message that is passed over, so many are still to come.
    private var skipping = 0

    package init() {}

    /// More has come.
    ///
    /// - Returns: what is whole now, and messages that are too long as soon as it is known which they are.
    /// - Throws: `Malformed`; nothing that follows can be understood, and the connection has to be closed.
    package mutating func take(_ more: some Sequence<UInt8>) throws(Malformed) -> [Piece] {
        bytes.append(contentsOf: more)
        var pieces: [Piece] = []
        var start = 0
        while true {
            let passed = min(skipping, bytes.count - start)
            skipping -= passed
            start += passed
            guard let length = try Self.length(of: bytes[start...]) else { break }
            if length > Self.packetBytesAtMost {
                guard let piece = try Self.passedOver(bytes[start...]) else { break }
                pieces.append(piece)
                skipping = length
            } else if start + length <= bytes.count {
                pieces.append(.packet(try ControlPacket(decoding: bytes[start..<start + length])))
                start += length
            } else {
                break
            }
        }
        bytes.removeFirst(start)
        return pieces
    }

    /// How long the first packet is, with its first bytes; nil while that cannot be said.
    private static func length(of bytes: ArraySlice<UInt8>) throws(Malformed) -> Int? {
        var reader = PacketReader(bytes)
        guard bytes.count >= 2 else { return nil }
        try reader.skip(1)
        let head = bytes.dropFirst().prefix(RemainingLength.bytesAtMost)
        guard head.count == RemainingLength.bytesAtMost || head.contains(where: { $0 & 0x80 == 0 }) else {
            return nil
        }
        let length = try RemainingLength.read(&reader)
        return reader.offset + length
    }

    /// Reads a message that is too long as far as its number, which stands behind the topic; nil while that
    /// is not there yet. So it never waits for more than the longest topic has.
    private static func passedOver(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Piece? {
        var reader = PacketReader(bytes)
        let first = try reader.u8()
        guard let quality = try ControlPacket.qualityOfPublish(first) else {
            throw Malformed("packet that is too long", at: 1)
        }
        let length = try RemainingLength.read(&reader)
        let end = reader.offset + length
        guard quality != .atMostOnce else { return .passedOver(nil) }
        guard reader.remaining >= 2 else { return nil }
        let topic = Int(try reader.u16be())
        guard reader.offset + topic + 2 <= end else { throw Malformed("topic", at: reader.offset) }
        guard reader.remaining >= topic + 2 else { return nil }
        try reader.skip(topic)
        return .passedOver(try ControlPacket.packetID(&reader))
    }
}
