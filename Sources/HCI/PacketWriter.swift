/// Collects the bytes of a packet, in the byte order each call names.
public struct PacketWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func u8(_ value: UInt8) { bytes.append(value) }
    public mutating func i8(_ value: Int8) { bytes.append(UInt8(bitPattern: value)) }
    public mutating func u16le(_ value: UInt16) { littleEndian(value, 2) }
    public mutating func u16be(_ value: UInt16) { littleEndian(value.byteSwapped, 2) }
    public mutating func u32le(_ value: UInt32) { littleEndian(value, 4) }
    public mutating func u32be(_ value: UInt32) { littleEndian(value.byteSwapped, 4) }
    public mutating func u64le(_ value: UInt64) { littleEndian(value, 8) }
    public mutating func u64be(_ value: UInt64) { littleEndian(value.byteSwapped, 8) }

    /// The low 24 bits: the intervals of the extended advertising commands.
    public mutating func u24le(_ value: UInt32) { littleEndian(value, 3) }

    public mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Fills up with zeros until the packet has `count` bytes; one that is longer already stays as it is.
    public mutating func pad(to count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
    }

    private mutating func littleEndian(_ value: some FixedWidthInteger, _ count: Int) {
        for place in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
        }
    }
}
