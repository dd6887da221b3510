import Wire

/// One HCI command, ready to be sent (Core 5.3 Vol 4 Part E 5.4.1).
struct Command: Sendable, Equatable {
    let opcode: Opcode
    /// At most 255 bytes.
    let parameters: [UInt8]

    init(_ opcode: Opcode, _ parameters: [UInt8] = []) {
        precondition(parameters.count <= 255, "the length of command parameters is one byte")
        self.opcode = opcode
        self.parameters = parameters
    }

    /// With the H4 type byte in front.
    var packet: [UInt8] {
        var writer = PacketWriter()
        writer.u8(0x01)
        writer.u16le(opcode.rawValue)
        writer.u8(UInt8(parameters.count))
        writer.append(parameters)
        return writer.bytes
    }

    /// Whether sending it twice does what sending it once does. A second Reset would undo what was sent
    /// after the first, if only the first one's reply was late.
    var isRepeatable: Bool { opcode != .reset }

    static let reset = Command(.reset)
    static let readLocalVersion = Command(.readLocalVersion)
    static let readLocalCommands = Command(.readLocalCommands)
    static let readLocalFeatures = Command(.readLocalFeatures)
    static let readAddress = Command(.readAddress)
    static let leReadLocalFeatures = Command(.leReadLocalFeatures)
    static let leReadSupportedStates = Command(.leReadSupportedStates)

    /// Command Complete (bit 13), Command Status (14), Hardware Error (15) and LE Meta (61), which is off
    /// after a Reset.
    static let setEventMask = Command(.setEventMask, [0x00, 0xE0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20])

    /// Advertising Report (bit 1); Connection Complete (0) where asked for; extended also Extended
    /// Advertising Report (12) and Advertising Set Terminated (17). No bit beyond those a controller must
    /// know: an old one may refuse the mask for it.
    static func leSetEventMask(extended: Bool, connections: Bool = false) -> Command {
        Command(
            .leSetEventMask,
            [connections ? 0x03 : 0x02, extended ? 0x10 : 0x00, extended ? 0x02 : 0x00, 0, 0, 0, 0, 0])
    }

    /// LE on; simultaneous LE and BR/EDR to the same device off, as the specification demands.
    static let writeLEHostSupported = Command(.writeLEHostSupported, [0x01, 0x00])

    /// Allowed only while neither advertising nor scanning is on.
    static func leSetRandomAddress(_ address: DeviceAddress) -> Command {
        Command(.leSetRandomAddress, address.littleEndian)
    }
}

/// The unit of all advertising and scanning times: 0.625 ms.
enum Slots {
    /// `duration` in slots, rounded down and kept within `range`.
    static func count(_ duration: Duration, within range: ClosedRange<UInt16>) -> UInt16 {
        let longest = Duration.seconds(60)
        let (seconds, attoseconds) = min(max(duration, .zero), longest).components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let slots = UInt16(clamping: microseconds / 625)
        return min(max(slots, range.lowerBound), range.upperBound)
    }

    static func duration(_ count: UInt16) -> Duration {
        .microseconds(625 * Int64(count))
    }

    /// 20 ms…10.24 s.
    static let advertising: ClosedRange<UInt16> = 0x0020...0x4000
    /// 2.5 ms…10.24 s.
    static let scanning: ClosedRange<UInt16> = 0x0004...0x4000
}
