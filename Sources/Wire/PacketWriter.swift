/// Collects the bytes of a packet, in the byte order each call names.
package struct PacketWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// With room for so many bytes.
    package init(reserving count: Int) {
        bytes.reserveCapacity(count)
    }

    package mutating func u8(_ value: UInt8) { bytes.append(value) }
    package mutating func i8(_ value: Int8) { bytes.append(UInt8(bitPattern: value)) }
    package mutating func u16le(_ value: UInt16) { littleEndian(value, 2) }
    package mutating func u16be(_ value: UInt16) { littleEndian(value.byteSwapped, 2) }
    package mutating func u32le(_ value: UInt32) { littleEndian(value, 4) }
    package mutating func u32be(_ value: UInt32) { littleEndian(value.byteSwapped, 4) }
    mutating func u64le(_ value: UInt64) { littleEndian(value, 8) }
    package mutating func u64be(_ value: UInt64) { littleEndian(value.byteSwapped, 8) }

    /// The low 24 bits: the intervals of the extended advertising commands.
    package mutating func u24le(_ value: UInt32) { littleEndian(value, 3) }

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Fills up with zeros until the packet has `count` bytes; one that is longer already stays as it is.
    package mutating func pad(to count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
    }

    private mutating func littleEndian(_ value: some FixedWidthInteger, _ count: Int) {
        for place in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
        }
    }
}
