package import Wire

/// What stands sealed in a unicast message's datagram: where the line between two stations is, whole, and at
/// most one thing that is said.
package struct UnicastFrame: Equatable, Sendable {
    /// Header, target, boot, tag and counter; all of it is authenticated with what is sealed.
    static let headerBytes = Envelope.bytes + 8 + 4 + 4 + 8

    package struct Item: Equatable, Sendable {
        package enum Kind: UInt8, Sendable {
            /// What stood here was taken back; its number is kept so that the others keep theirs.
            case nothing = 0
            /// The station's own.
            case words = 1
            /// The key of a session and round.
            case key = 2
            /// That the key was taken.
            case taken = 3
        }

        /// From 1 in each stream.
        var number: UInt32
        var kind: Kind
        var body: [UInt8]
    }

    private enum Flag {
        static let wants: UInt8 = 1 << 0
        static let asks: UInt8 = 1 << 1
        static let item: UInt8 = 1 << 2
    }

    /// The sender wants to authenticate mutually with the receiver.
    var wants = false
    /// The sender waits for a frame in return.
    var asks = false
    /// One more at every change of `wants`; 0 if it never wanted.
    var serial: UInt32 = 0
    /// The newest serial that it has from the receiver.
    var echo: UInt32 = 0
    /// Drawn when the sender began to keep the line, never 0.
    var stream: UInt32
    /// The receiver's stream, as far as the sender knows it; 0 if it does not.
    var heard: UInt32 = 0
    /// Everything up to this number of that stream has been delivered.
    var acknowledged: UInt32 = 0
    var item: Item?

    var encoded: [UInt8] {
        var writer = PacketWriter()
        let flags =
            (wants ? Flag.wants : 0) | (asks ? Flag.asks : 0) | (item == nil ? 0 : Flag.item)
        writer.u8(flags)
        for word in [serial, echo, stream, heard, acknowledged] { writer.u32be(word) }
        if let item {
            writer.u32be(item.number)
            writer.u8(item.kind.rawValue)
            writer.u16be(UInt16(item.body.count))
            writer.append(item.body)
        }
        return writer.bytes
    }

    package init(stream: UInt32) { self.stream = stream }

    package init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = PacketReader(bytes)
        let flags = try reader.u8()
        wants = flags & Flag.wants != 0
        asks = flags & Flag.asks != 0
        serial = try reader.u32be()
        echo = try reader.u32be()
        stream = try reader.u32be()
        heard = try reader.u32be()
        acknowledged = try reader.u32be()
        guard stream != 0 else { throw Malformed("no stream", at: 9) }
        if flags & Flag.item != 0 {
            let number = try reader.u32be()
            guard number != 0, let kind = Item.Kind(rawValue: try reader.u8()) else {
                throw Malformed("no such item", at: reader.offset)
            }
            item = Item(number: number, kind: kind, body: try reader.bytes(Int(try reader.u16be())))
        }
    }
}
