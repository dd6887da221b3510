import Wire

/// One message of generic netlink, between a program and the kernel (netlink(7), linux/genetlink.h).
///
/// All numbers are in the machine's order, which is little-endian wherever this runs.
struct NetlinkMessage: Equatable {
    /// Of a message that is about the exchange itself.
    enum Control {
        static let error: UInt16 = 2
        static let done: UInt16 = 3
    }

    private enum Flags {
        static let request: UInt16 = 0x1
        static let dump: UInt16 = 0x300
    }

    struct Attribute: Equatable {
        let type: UInt16
        let value: [UInt8]
    }

    /// nlmsghdr: length (4), type (2), flags (2), sequence (4), port (4). Then genlmsghdr: command (1),
    /// version (1), reserved (2).
    private static let headerBytes = 16
    private static let genericBytes = 4
    /// Two bits of an attribute's type are flags (NLA_TYPE_MASK).
    private static let typeMask: UInt16 = 0x3fff

    let type: UInt16
    let command: UInt8
    /// What the kernel found wrong with a question, as errno has it and negative; nil where it says nothing
    /// of the kind.
    let failure: Int32?
    let attributes: [Attribute]

    /// The first attribute of this type.
    subscript(type: UInt16) -> [UInt8]? { attributes.first { $0.type == type }?.value }

    /// All messages of what the kernel answers in one read.
    ///
    /// - Throws: `Malformed` if a length does not fit; what came before it counts for nothing.
    static func all(in datagram: [UInt8]) throws(Malformed) -> [NetlinkMessage] {
        var messages: [NetlinkMessage] = []
        var reader = PacketReader(datagram)
        while reader.remaining > 0 {
            let length = Int(try reader.u32le())
            guard length >= headerBytes else { throw Malformed("netlink: a header", at: reader.offset) }
            let type = try reader.u16le()
            try reader.skip(10)
            let body = try reader.bytes(length - headerBytes)
            try reader.skip(min(padding(length), reader.remaining))
            messages.append(try NetlinkMessage(type: type, body: body))
        }
        return messages
    }

    private init(type: UInt16, body: [UInt8]) throws(Malformed) {
        self.type = type
        var reader = PacketReader(body)
        // What the exchange itself says has no command.
        guard type > Control.done else {
            failure = type == Control.error ? Int32(bitPattern: try reader.u32le()) : nil
            (command, attributes) = (0, [])
            return
        }
        failure = nil
        command = try reader.u8()
        try reader.skip(Self.genericBytes - 1)
        var attributes: [Attribute] = []
        while reader.remaining > 0 {
            let length = Int(try reader.u16le())
            let type = try reader.u16le() & Self.typeMask
            guard length >= 4 else { throw Malformed("netlink: an attribute", at: reader.offset) }
            attributes.append(Attribute(type: type, value: try reader.bytes(length - 4)))
            try reader.skip(min(Self.padding(length), reader.remaining))
        }
        self.attributes = attributes
    }

    /// - Parameter text: an attribute that ends with a zero; nil for none.
    static func request(
        type: UInt16, command: UInt8, attribute: UInt16? = nil, text: String = "", dumps: Bool = false
    ) -> [UInt8] {
        var body: [UInt8] = [command, 1, 0, 0]
        if let attribute {
            let value = Array(text.utf8) + [0]
            body += UInt16(4 + value.count).littleEndianBytes + attribute.littleEndianBytes + value
            body += [UInt8](repeating: 0, count: padding(value.count))
        }
        let flags = Flags.request | (dumps ? Flags.dump : 0)
        return UInt32(headerBytes + body.count).littleEndianBytes + type.littleEndianBytes
            + flags.littleEndianBytes + UInt32(1).littleEndianBytes + UInt32(0).littleEndianBytes + body
    }

    /// To the next multiple of four.
    private static func padding(_ length: Int) -> Int { -length & 3 }
}
