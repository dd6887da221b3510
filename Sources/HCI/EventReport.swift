import Wire

/// One report of an advertising report event. Each reader throws if the report does not fit into what is
/// left, and returns nil, past it, if it fits but says something impossible.
enum EventReport {
    /// LE Advertising Report: type, address type, address, length, data, RSSI (Core 5.3 Vol 4 Part E
    /// 7.7.65.2).
    static func legacy(_ reader: inout PacketReader) throws(Malformed) -> Advertisement? {
        let type = try reader.u8()
        let addressType = try reader.u8()
        let address = try reader.address()
        let data = try reader.bytes(Int(try reader.u8()))
        let rssi = try reader.i8()
        guard let kind = kinds[type], data.count <= legacyDataLimit else { return nil }
        return Advertisement(
            address: address, addressIsRandom: isRandom(addressType), kind: kind, rssi: rssi, data: data)
    }

    /// LE Extended Advertising Report (7.7.65.13): the RSSI comes before the data here. Nothing is asked of
    /// the PHY bytes, because some controllers set meaningless high bits in them.
    static func extended(_ reader: inout PacketReader) throws(Malformed) -> Advertisement? {
        let type = try reader.u16le()
        let addressType = try reader.u8()
        let address = try reader.address()
        try reader.skip(2)  // primary and secondary PHY
        let set = try reader.u8()
        try reader.skip(1)  // transmit power
        let rssi = try reader.i8()
        try reader.skip(2)  // periodic advertising interval
        try reader.skip(7)  // direct address type and address
        let data = try reader.bytes(Int(try reader.u8()))
        guard let kind = kind(extendedType: type) else { return nil }
        guard type & legacyPDU == 0 || data.count <= legacyDataLimit else { return nil }
        return Advertisement(
            address: address, addressIsRandom: isRandom(addressType), kind: kind, rssi: rssi,
            data: data, completeness: completeness(extendedType: type), set: type & legacyPDU == 0 ? set : nil
        )
    }

    private static let legacyDataLimit = 31
    private static let legacyPDU: UInt16 = 0x0010

    private static let kinds: [UInt8: Advertisement.Kind] = [
        0x00: .connectable, 0x01: .directed, 0x02: .scannable, 0x03: .nonConnectable, 0x04: .scanResponse,
    ]

    /// Public 0, random 1; 2 and 3 the same after the controller resolved them; 0xFF an advertisement
    /// without address.
    private static func isRandom(_ type: UInt8) -> Bool {
        type & 0x01 == 1
    }

    /// Bits 0–4 say what it is. A legacy PDU can only be one of six; an extended one may combine them freely.
    private static func kind(extendedType type: UInt16) -> Advertisement.Kind? {
        switch type & 0x001F {
        case 0x0013: return .connectable
        case 0x0015: return .directed
        case 0x0012: return .scannable
        case 0x0010: return .nonConnectable
        case 0x001A, 0x001B: return .scanResponse
        case let impossible where impossible & legacyPDU != 0: return nil
        case let type where type & 0x0008 != 0: return .scanResponse
        case let type where type & 0x0004 != 0: return .directed
        case let type where type & 0x0001 != 0: return .connectable
        case let type where type & 0x0002 != 0: return .scannable
        default: return .nonConnectable
        }
    }

    /// Bits 5 and 6; the bits above are reserved and may be anything.
    private static func completeness(extendedType type: UInt16) -> Advertisement.Completeness {
        switch type >> 5 & 0b11 {
        case 0b00: .complete
        case 0b01: .moreToCome
        default: .truncated
        }
    }
}
