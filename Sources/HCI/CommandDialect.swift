import Wire

/// The two sets of commands that advertise and scan. A controller answers "command disallowed" to one set
/// once it has been given the other (Core 5.3 Vol 4 Part E 3.1.1), so one of them is chosen after Reset and
/// every such command comes from here.
///
/// Both do the same: advertise one legacy PDU that nobody can connect to on all three channels, scan
/// passively on the 1M PHY, and use our random address, because public ones are missing or shared on some
/// boards.
enum CommandDialect: Sendable, Equatable {
    case legacy
    case extended

    /// The one advertising set we use.
    private static let handle: UInt8 = 0
    /// Own address type: random.
    private static let random: UInt8 = 0x01

    func advertisingParameters(_ parameters: AdvertisingParameters) -> Command {
        let interval = parameters.interval
        var writer = PacketWriter()
        switch self {
        case .legacy:
            writer.u16le(interval)
            writer.u16le(interval)
            writer.u8(parameters.isClosed ? 0x00 : 0x03)  // ADV_IND, ADV_NONCONN_IND
            writer.u8(Self.random)
            writer.append(Self.noPeer)
            writer.u8(0x07)  // channels 37, 38, 39
            writer.u8(parameters.filter)
            return Command(.leSetAdvertisingParameters, writer.bytes)
        case .extended:
            writer.u8(Self.handle)
            writer.u16le(parameters.isClosed ? 0x0013 : 0x0010)  // legacy PDUs: ADV_IND, ADV_NONCONN_IND
            writer.u24le(UInt32(interval))
            writer.u24le(UInt32(interval))
            writer.u8(0x07)  // channels 37, 38, 39
            writer.u8(Self.random)
            writer.append(Self.noPeer)
            writer.u8(parameters.filter)
            writer.u8(0x7F)  // transmit power: the controller's choice
            writer.u8(0x01)  // primary PHY: 1M
            writer.u8(0x00)  // secondary maximum skip
            writer.u8(0x01)  // secondary PHY: 1M, not used by a legacy PDU
            writer.u8(0x00)  // advertising set identifier
            writer.u8(0x00)  // no scan request notifications
            return Command(.leSetExtendedAdvertisingParameters, writer.bytes)
        }
    }

    /// The advertising set's own random address; it exists only after its parameters. Legacy advertising
    /// uses the controller's one random address, so there is nothing to send.
    func advertisingAddress(_ address: DeviceAddress) -> Command? {
        switch self {
        case .legacy: nil
        case .extended: Command(.leSetAdvertisingSetRandomAddress, [Self.handle] + address.littleEndian)
        }
    }

    /// - Parameter data: at most 31 bytes.
    func advertisingData(_ data: [UInt8]) -> Command {
        precondition(data.count <= 31, "legacy advertising data has at most 31 bytes")
        var writer = PacketWriter()
        switch self {
        case .legacy:
            writer.u8(UInt8(data.count))
            writer.append(data)
            writer.pad(to: 32)  // the length is fixed, whatever the data
            return Command(.leSetAdvertisingData, writer.bytes)
        case .extended:
            writer.u8(Self.handle)
            writer.u8(0x03)  // complete data
            writer.u8(0x01)  // the controller should not fragment it
            writer.u8(UInt8(data.count))
            writer.append(data)
            return Command(.leSetExtendedAdvertisingData, writer.bytes)
        }
    }

    /// What such a command carries.
    func advertisingData(in command: Command) -> [UInt8] {
        let beforeLength = self == .legacy ? 0 : 3
        let counted = command.parameters.dropFirst(beforeLength)
        return Array(counted.dropFirst().prefix(Int(counted.first ?? 0)))
    }

    func advertise(_ on: Bool) -> Command {
        switch self {
        case .legacy:
            Command(.leSetAdvertisingEnable, [on ? 0x01 : 0x00])
        case .extended:
            // One set, no end in time or events; off: all sets.
            Command(.leSetExtendedAdvertisingEnable, on ? [0x01, 0x01, Self.handle, 0, 0, 0] : [0x00, 0x00])
        }
    }

    /// Passive scanning: beacons say everything unasked. `window` of every `interval` is listened to, in
    /// slots of 0.625 ms.
    func scanParameters(interval: UInt16, window: UInt16) -> Command {
        var writer = PacketWriter()
        switch self {
        case .legacy:
            writer.u8(0x00)  // passive
            writer.u16le(interval)
            writer.u16le(window)
            writer.u8(Self.random)
            writer.u8(0x00)  // no filter
            return Command(.leSetScanParameters, writer.bytes)
        case .extended:
            writer.u8(Self.random)
            writer.u8(0x00)  // no filter
            writer.u8(0x01)  // PHYs: 1M
            writer.u8(0x00)  // passive
            writer.u16le(interval)
            writer.u16le(window)
            return Command(.leSetExtendedScanParameters, writer.bytes)
        }
    }

    /// Never with the duplicate filter: it would report a beacon once and its RSSI would never change.
    func scan(_ on: Bool) -> Command {
        switch self {
        case .legacy:
            Command(.leSetScanEnable, [on ? 0x01 : 0x00, 0x00])
        case .extended:
            // No duplicate filter, no end, no period.
            Command(.leSetExtendedScanEnable, [on ? 0x01 : 0x00, 0x00, 0, 0, 0, 0])
        }
    }

    /// Removes all advertising sets; allowed only while none is enabled. Only the extended commands know
    /// sets.
    static let clearAdvertisingSets = Command(.leClearAdvertisingSets)

    /// Peer address type and address, which only directed advertising uses.
    private static let noPeer: [UInt8] = [0, 0, 0, 0, 0, 0, 0]
}
