package import Wire

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
    package static let datagramBytesAtMost = 1_200

    package enum Kind: UInt8, Sendable {
        case announcement = 1
        case challenge = 2
        case response = 3
        case unicast = 4
        case sealed = 5
        /// A `TaggedAnnouncement`.
        case tagged = 6
    }

    var version: UInt8
    package var kind: UInt8
    package var sender: StationID

    /// nil if it is no datagram of any version of ours.
    package init?(_ datagram: [UInt8]) {
        guard datagram.count >= Self.bytes, datagram.count <= Self.datagramBytesAtMost,
            datagram[0] == Self.magic.0, datagram[1] == Self.magic.1
        else { return nil }
        version = datagram[2]
        kind = datagram[3]
        sender = StationID(value: datagram.u64be(at: 4))
    }

    /// Whom a datagram to one station is for, as it says; nil for what is for everybody.
    package static func addressee(of datagram: [UInt8]) -> StationID? {
        guard let envelope = Envelope(datagram), datagram.count >= bytes + 8 else { return nil }
        return switch Kind(rawValue: envelope.kind) {
        case .challenge, .response, .unicast: StationID(value: datagram.u64be(at: bytes))
        case .announcement, .sealed, .tagged, nil: nil
        }
    }

    /// Which key a sealed datagram says it is sealed with; nil for others.
    package static func keyTag(of datagram: [UInt8]) -> UInt32? {
        guard let envelope = Envelope(datagram), envelope.kind == Kind.sealed.rawValue,
            datagram.count >= bytes + 8
        else { return nil }
        return datagram.u32be(at: bytes + 4)
    }

    /// The beginning of a datagram of this version.
    package static func open(_ kind: Kind, from sender: StationID) -> PacketWriter {
        var writer = PacketWriter(reserving: datagramBytesAtMost)
        writer.append([magic.0, magic.1, version, kind.rawValue])
        writer.u64be(sender.value)
        return writer
    }
}

extension [UInt8] {
    /// Zeros over every byte: for a secret that is not needed any more. Best effort: a copy that the compiler
    /// or another holder of the array has made is not reached.
    mutating func wipe() {
        for index in indices { self[index] = 0 }
        removeAll(keepingCapacity: false)
    }
}
