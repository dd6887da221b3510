import Wire

/// What a beacon's device says of its battery, in a packet beside its iBeacon.
///
/// Two formats tell it, both as service data (Core Specification Supplement, Part A 1.11): Eddystone's plain
/// telemetry frame, and Estimote's telemetry, of whose two subframes the second has it.
package struct BatteryReading: Hashable, Codable, Sendable {
    /// What is left, 0…100, where the device says so itself.
    package var percent: UInt8?
    /// Its voltage in millivolts, never 0.
    package var millivolts: UInt16?

    /// A reading that was made, not heard.
    package init(percent: UInt8? = nil, millivolts: UInt16? = nil) {
        self.percent = percent
        self.millivolts = millivolts
    }

    /// The first battery in advertising data; nil when it says nothing of any.
    package init?(advertisingData: some Collection<UInt8>) {
        for structure in AdvertisingData(advertisingData) where structure.type == .serviceData16 {
            if let reading = try? BatteryReading(serviceData: structure.value), reading.saysSomething {
                self = reading
                return
            }
        }
        return nil
    }

    private var saysSomething: Bool { percent != nil || millivolts != nil }

    /// This, and what an older reading of the same device knew besides.
    func over(_ older: BatteryReading?) -> BatteryReading {
        BatteryReading(percent: percent ?? older?.percent, millivolts: millivolts ?? older?.millivolts)
    }

    private init(serviceData: ArraySlice<UInt8>) throws(Malformed) {
        var reader = PacketReader(serviceData)
        switch try reader.u16le() {
        case Self.eddystone: try self.init(eddystone: &reader)
        case Self.estimote: try self.init(estimote: &reader)
        default: throw Malformed("service data of somebody else", at: 0)
        }
    }

    /// Frame type, version, voltage, and ten bytes of temperature and counters, all big-endian (Eddystone's
    /// description of the unencrypted TLM frame). A voltage of 0 means that it is not measured: the beacon
    /// hangs on a mains adapter.
    private init(eddystone reader: inout PacketReader) throws(Malformed) {
        guard try reader.u8() == 0x20, try reader.u8() == 0x00 else {
            throw Malformed("not a plain telemetry frame", at: reader.offset)
        }
        let voltage = try reader.u16be()
        try reader.skip(10)
        self.init(millivolts: voltage == 0 ? nil : voltage)
    }

    /// Kind and version in one byte, eight of the identifier, the subframe; of the second subframe (B) bytes
    /// 17 and 18 hold the voltage in 14 bits, little-endian above two bits of temperature, and byte 19 the
    /// level, from version 1 on. All bits set mean that it was not measured yet (Estimote's description of
    /// its telemetry packets, versions 0 to 2).
    private init(estimote reader: inout PacketReader) throws(Malformed) {
        let kind = try reader.u8()
        let version = kind >> 4
        try reader.skip(8)
        guard kind & 0x0F == 2, version <= 2, try reader.u8() & 0b11 == 1 else {
            throw Malformed("not a telemetry subframe with the battery", at: reader.offset)
        }
        try reader.skip(7)
        let voltage = try reader.u16le() >> 2
        let level = try reader.u8()
        self.init(
            percent: version >= 1 && level <= 100 ? level : nil,
            millivolts: voltage == 0 || voltage == 0x3FFF ? nil : voltage)
    }

    private static let eddystone: UInt16 = 0xFEAA
    private static let estimote: UInt16 = 0xFE9A
}
