import Wire

/// What an iBeacon says: whose it is, which one it is, and how loud it is at one metre.
package struct IBeacon: Hashable, Codable, Sendable {
    /// Whose beacon it is.
    package var proximityUUID: ProximityUUID
    /// The group: for our own beacons, the session.
    package var major: UInt16
    /// The one within the group: for our own beacons, the player.
    package var minor: UInt16
    /// The RSSI one metre away in dBm, −127…−1; nil when the beacon says something absurd, or does not know.
    package var measuredPower: Int8?

    /// A beacon to be sent.
    package init(proximityUUID: ProximityUUID, major: UInt16, minor: UInt16, measuredPower: Int8?) {
        self.proximityUUID = proximityUUID
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower.flatMap(Self.plausible)
    }

    /// The first iBeacon in advertising data, wherever in it.
    ///
    /// Real beacons come without Flags, behind other structures, with padding or with a length byte one too
    /// large; all of that is accepted. Nil only if there is no whole iBeacon.
    package init?(advertisingData: some Collection<UInt8>) {
        for structure in AdvertisingData(advertisingData) where structure.type == .manufacturerSpecific {
            if let beacon = try? IBeacon(manufacturerData: structure.value) {
                self = beacon
                return
            }
        }
        return nil
    }

    private init(manufacturerData: ArraySlice<UInt8>) throws(Malformed) {
        var reader = PacketReader(manufacturerData)
        guard try reader.bytes(Self.prefix.count) == Self.prefix else {
            throw Malformed("not an iBeacon", at: 0)
        }
        self.init(
            proximityUUID: try reader.proximityUUID(), major: try reader.u16be(), minor: try reader.u16be(),
            measuredPower: try reader.i8())
    }

    /// The 30 bytes to advertise: Flags, then the iBeacon. An unknown measured power travels as 0, which
    /// readers ignore.
    package var advertisingData: [UInt8] {
        var writer = PacketWriter()
        writer.append([0x02, 0x01, 0x06])  // Flags: LE General Discoverable, BR/EDR not supported
        writer.append([0x1A, 0xFF])  // 26 bytes, Manufacturer Specific Data
        writer.append(Self.prefix)
        writer.append(proximityUUID.bytes)
        writer.u16be(major)
        writer.u16be(minor)
        writer.i8(measuredPower ?? 0)
        return writer.bytes
    }

    /// Apple's company identifier, little-endian, then the type iBeacon and the length of what follows.
    private static let prefix: [UInt8] = [0x4C, 0x00, 0x02, 0x15]

    /// No antenna is heard at 0 dBm or more from a metre away, and −128 is what cheap beacons send for "not
    /// set".
    private static func plausible(_ power: Int8) -> Int8? {
        power < 0 && power != .min ? power : nil
    }
}
