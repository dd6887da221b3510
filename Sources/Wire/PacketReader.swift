/// A cursor over bytes from outside that can not leave them.
///
/// Every read either advances past what it returns or throws `Malformed` and stays where it was.
package struct PacketReader: Sendable {
    private let packet: ArraySlice<UInt8>
    private var position: Int

    package init(_ packet: ArraySlice<UInt8>) {
        self.packet = packet
        position = packet.startIndex
    }

    package init(_ packet: [UInt8]) {
        self.init(packet[...])
    }

    /// Bytes read so far.
    package var offset: Int { position - packet.startIndex }

    /// Bytes not read yet.
    package var remaining: Int { packet.endIndex - position }

    /// The next `count` bytes. A negative count is refused like one that is too large.
    package mutating func bytes(_ count: Int) throws(Malformed) -> [UInt8] {
        Array(try slice(count))
    }

    /// Everything not read yet, possibly nothing.
    package mutating func rest() -> [UInt8] {
        defer { position = packet.endIndex }
        return Array(packet[position...])
    }

    package mutating func skip(_ count: Int) throws(Malformed) {
        _ = try slice(count)
    }

    /// Throws if anything is left: a packet that is longer than its content is as suspect as a short one.
    package func end() throws(Malformed) {
        guard remaining == 0 else { throw Malformed("trailing bytes", at: offset) }
    }

    package mutating func u8() throws(Malformed) -> UInt8 {
        guard remaining >= 1 else { throw Malformed("too short", at: offset) }
        defer { position += 1 }
        return packet[position]
    }

    package mutating func i8() throws(Malformed) -> Int8 { Int8(bitPattern: try u8()) }
    package mutating func u16le() throws(Malformed) -> UInt16 { try littleEndian(2) }
    package mutating func u16be() throws(Malformed) -> UInt16 { try u16le().byteSwapped }
    package mutating func u32le() throws(Malformed) -> UInt32 { try littleEndian(4) }
    package mutating func u32be() throws(Malformed) -> UInt32 { try u32le().byteSwapped }
    package mutating func u64le() throws(Malformed) -> UInt64 { try littleEndian(8) }
    package mutating func u64be() throws(Malformed) -> UInt64 { try u64le().byteSwapped }

    /// The 24-bit intervals of the extended advertising commands.
    package mutating func u24le() throws(Malformed) -> UInt32 { try littleEndian(3) }

    private mutating func littleEndian<Word: FixedWidthInteger>(_ count: Int) throws(Malformed) -> Word {
        guard count <= remaining else { throw Malformed("too short", at: offset) }
        defer { position += count }
        var word: Word = 0
        // Each index is checked by the array once more; a slice would be one more reference to count.
        for place in 0..<count {
            word |= Word(truncatingIfNeeded: packet[position + place]) << (8 * place)
        }
        return word
    }

    private mutating func slice(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw Malformed("too short", at: offset) }
        defer { position += count }
        return packet[position..<(position + count)]
    }
}
