package import Wire

/// One advertisement of the air carrier: a symbol of a message, or the end of a presence announcement whose
/// beginning is known. `docs/lobby.md` draws the bytes.
package struct AirFrame: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A symbol of a datagram.
        case whole = 1
        /// The tail.
        case tail = 3
        /// A symbol of a datagram without its sender, whose announcement says who that is.
        case known = 5
        /// A symbol of a sealed packet without what its sender's announcement says, and what all begin with.
        case sealed = 6
        /// A symbol of a presence announcement without its tail, and what can be worked out.
        case beginning = 7
        /// A symbol of the number of another announcement of this sender, and of what makes it into this one.
        case change = 8
        /// A symbol of a challenge without what the one knows that is asked.
        case challenge = 9
        /// A symbol of a response without what the one knows that has asked.
        case response = 10

        /// Whether an announcement comes of it.
        var isPresence: Bool { self == .beginning || self == .change }
    }

    /// Of a symbol, and of a tail with zeros behind it. With header and structure they are the 31 bytes of a
    /// legacy advertisement (Core 5.3 Vol 6 Part B 2.3.1).
    package static let payloadBytes = 24
    package static let blocksAtMost = 32
    /// A sender begins again after so many symbols; any as many of them as there are blocks are enough. A
    /// symbol that was heard already says nothing new, so there are four for each block, as far as their
    /// numbers go.
    package static func symbols(of blocks: Int) -> Int { min(4 * blocks, 64) }
    static let numbers = 0..<512
    /// For use without an assigned number (Bluetooth Assigned Numbers, 7.1).
    package static let company: UInt16 = 0xFFFF
    private static let headerBytes = 3
    private static let unit: Duration = .milliseconds(5)

    /// An advertising interval as a tail says it, behind its 17 bytes: that of a sender with something to
    /// say, and then the one that it has now. Behind them stands how much of the time it listens.
    static func units(of interval: Duration) -> UInt8 { UInt8(clamping: Int((interval / unit).rounded())) }

    /// Of a tail: its sender listens in one of so many parts of the time.
    var listensOneIn: Int {
        let place = AirPresence.tailBytes + 2
        return kind == .tail && payload.count > place ? max(1, Int(payload[place])) : 1
    }

    /// The sender's, of a tail; zero if it is not said.
    var interval: Duration { interval(AirPresence.tailBytes) }
    var intervalNow: Duration { interval(AirPresence.tailBytes + 1) }

    private func interval(_ place: Int) -> Duration {
        kind == .tail && payload.count > place ? Self.unit * Int(payload[place]) : .zero
    }

    package var kind: Kind
    /// Of the message, 0…511: one more for each message of a sender.
    package var message: Int
    /// 1…32; 1 for a tail.
    package var blocks: Int
    /// Below `symbols(of: blocks)`; 0 for a tail.
    package var symbol: Int
    package var payload: [UInt8]

    package init(kind: Kind, message: Int, blocks: Int, symbol: Int, payload: [UInt8]) {
        self.kind = kind
        self.message = message
        self.blocks = blocks
        self.symbol = symbol
        self.payload = payload
    }

    /// What is advertised: one structure, manufacturer specific data.
    package var advertisingData: [UInt8] {
        let header =
            UInt32(kind.rawValue) << 20 | UInt32(blocks - 1) << 15 | UInt32(symbol) << 9 | UInt32(message)
        var writer = PacketWriter()
        writer.u8(UInt8(1 + 2 + Self.headerBytes + payload.count))
        writer.u8(0xFF)
        writer.u16le(Self.company)
        writer.u8(UInt8(header >> 16))
        writer.u16be(UInt16(header & 0xFFFF))
        writer.append(payload)
        return writer.bytes
    }

    /// - Parameter data: the manufacturer specific data of an advertisement behind the company.
    /// - Throws: for a length or a number that no frame has.
    package init?(_ data: some Collection<UInt8>) throws(Malformed) {
        var reader = PacketReader(Array(data.prefix(Self.headerBytes + Self.payloadBytes + 1)))
        let header = UInt32(try reader.u8()) << 16 | UInt32(try reader.u16be())
        // Frames of later versions are passed over.
        guard let kind = Kind(rawValue: UInt8(header >> 20)) else { return nil }
        self.kind = kind
        blocks = Int(header >> 15 & 0x1F) + 1
        symbol = Int(header >> 9 & 0x3F)
        message = Int(header & 0x1FF)
        payload = try reader.bytes(Self.payloadBytes)
        try reader.end()
        guard symbol < (kind == .tail ? 1 : Self.symbols(of: blocks)) else {
            throw Malformed("no such symbol", at: 0)
        }
    }
}
