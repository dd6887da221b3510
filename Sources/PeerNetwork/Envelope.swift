/// What every datagram begins with: `docs/security.md` draws the bytes.
///
/// These twelve bytes keep their place and meaning in every version, so that a station of another version can
/// be told; none of them is believed before something behind them proves it.
package struct Envelope: Equatable, Sendable {
    static let version: UInt8 = 3
    /// "HC".
    static let magic: (UInt8, UInt8) = (0x48, 0x43)
    static let bytes = 12
    /// The longest datagram; longer ones are not looked at.
    static let datagramBytesAtMost = 1_200

    package enum Kind: UInt8, Sendable {
        case card = 1
        case probe = 2
        case answer = 3
        case whisper = 4
        case sealed = 5
    }

    var version: UInt8
    var kind: UInt8
    package var sender: StationID

    /// nil if it is no datagram of any version of ours.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count >= Self.bytes, datagram.count <= Self.datagramBytesAtMost,
            datagram[0] == Self.magic.0, datagram[1] == Self.magic.1
        else { return nil }
        version = datagram[2]
        kind = datagram[3]
        sender = StationID(value: datagram.word64(at: 4))
    }

    /// The beginning of a datagram of this version.
    static func open(_ kind: Kind, from sender: StationID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(datagramBytesAtMost)
        bytes += [magic.0, magic.1, version, kind.rawValue]
        bytes.add(sender.value)
        return bytes
    }
}

/// Big-endian numbers in bytes whose length has been checked.
extension [UInt8] {
    func word16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    func word32(at offset: Int) -> UInt32 {
        UInt32(word16(at: offset)) << 16 | UInt32(word16(at: offset + 2))
    }

    package func word64(at offset: Int) -> UInt64 {
        UInt64(word32(at: offset)) << 32 | UInt64(word32(at: offset + 4))
    }

    package mutating func add(_ number: some FixedWidthInteger & UnsignedInteger) {
        for place in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> place))
        }
    }

    /// Zeros over every byte: for a secret that is not needed any more. Best effort: a copy that the compiler
    /// or another holder of the array has made is not reached.
    mutating func wipe() {
        for index in indices { self[index] = 0 }
        removeAll(keepingCapacity: false)
    }
}
