import Wire

/// Finds the packets in what a host sends over a serial line (Core Vol 4 Part A, "H4"): there is nothing
/// between them, so that each one's length tells where the next begins.
///
/// Holds at most one packet that is not whole yet (``largestPacket``). A byte that begins no packet leaves
/// nothing to go by: what has gathered is dropped.
struct SerialFraming: Sendable {
    /// The largest packet: data, whose length has 16 bits.
    static let largestPacket = 1 + 4 + 0xFFFF

    /// What a controller tells its host then, which has to reset it: Hardware Error (§4).
    static let lost: [UInt8] = [0x04, 0x10, 0x01, 0x00]

    private var gathered: [UInt8] = []

    /// How many bytes there are of the packet that is not whole yet.
    var held: Int { gathered.count }

    /// The packets that are whole with these bytes, in order; and whether the stream was lost behind them.
    mutating func packets(with bytes: [UInt8]) -> (packets: [[UInt8]], isLost: Bool) {
        var isLost = false
        gathered += bytes
        var packets: [[UInt8]] = []
        var rest = gathered[...]
        do throws(Malformed) {
            while let length = try Self.length(of: rest), length <= rest.count {
                packets.append(Array(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
        } catch {
            isLost = true
            rest = []
        }
        gathered = Array(rest)
        return (packets, isLost)
    }

    /// How long the packet is that begins here; nil while its header is not whole.
    private static func length(of bytes: ArraySlice<UInt8>) throws(Malformed) -> Int? {
        var reader = PacketReader(bytes)
        guard reader.remaining > 0 else { return nil }
        let type = try reader.u8()
        guard [0x01, 0x02, 0x03, 0x05].contains(type) else { throw Malformed("no H4 packet type", at: 0) }
        // Opcode or handle, and the length, in one byte or two (Core Vol 4 Part E §5.4).
        let header = type == 0x02 || type == 0x05 ? 4 : 3
        guard reader.remaining >= header else { return nil }
        try reader.skip(2)
        let content =
            switch type {
            case 0x02: Int(try reader.u16le())
            case 0x05: Int(try reader.u16le() & 0x3FFF)  // isochronous; two bits are reserved
            default: Int(try reader.u8())
            }
        return 1 + header + content
    }
}
