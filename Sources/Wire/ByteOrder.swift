/// A number and its bytes, in the order that each call names.
///
/// Inlinable: other modules would call these through the protocol, and a simulation counts on them.
extension FixedWidthInteger {
    /// Of bytes that begin with the least significant one. Those that do not fit are left out.
    @inlinable
    package init(littleEndianBytes bytes: some Sequence<UInt8>) {
        self = 0
        var shift = 0
        for byte in bytes where shift < Self.bitWidth {
            self |= Self(truncatingIfNeeded: byte) << shift
            shift += 8
        }
    }

    /// Of bytes that begin with the most significant one. Of too many the last count.
    @inlinable
    package init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }

    /// Least significant first.
    @inlinable
    package var littleEndianBytes: [UInt8] {
        stride(from: 0, to: Self.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    /// Most significant first.
    @inlinable
    package var bigEndianBytes: [UInt8] { byteSwapped.littleEndianBytes }
}

/// Numbers at fixed places of bytes whose length has been checked; where it has not, `PacketReader`.
extension [UInt8] {
    package func u16be(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    package func u32be(at offset: Int) -> UInt32 {
        UInt32(u16be(at: offset)) << 16 | UInt32(u16be(at: offset + 2))
    }

    package func u64be(at offset: Int) -> UInt64 {
        UInt64(u32be(at: offset)) << 32 | UInt64(u32be(at: offset + 4))
    }

    /// So many bytes, the least significant first; of more than eight the last.
    package func littleEndian(_ count: Int, at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for place in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + place]) }
        return number
    }
}
