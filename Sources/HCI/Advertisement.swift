import Wire

/// One advertisement as the controller reported it, legacy or extended.
package struct Advertisement: Sendable, Equatable {
    /// What the advertiser lets others do, as far as anyone here cares.
    package enum Kind: Sendable, Equatable {
        case connectable, directed, scannable, nonConnectable
        /// An answer to an active scan; carries no beacon.
        case scanResponse
    }

    /// Whether `data` is all that was sent. Only extended advertisements can be anything but complete.
    package enum Completeness: Sendable, Equatable {
        case complete
        /// Another report continues this one.
        case moreToCome
        /// The controller lost the rest.
        case truncated
    }

    /// Of the sender.
    package let address: DeviceAddress
    /// Not a public one.
    package let addressIsRandom: Bool
    /// What the sender said of itself, and how.
    package let kind: Kind
    /// dBm, −127…20; nil when the controller could not tell (127) or says something outside the range.
    package let rssi: Int8?
    /// Advertising data, at most 31 bytes of a legacy and 1650 of an extended advertisement.
    package let data: [UInt8]
    /// Whether it is all of it.
    package let completeness: Completeness
    /// The advertising set identifier of an extended advertisement.
    package let set: UInt8?
    /// The iBeacon in `data`, if there is one.
    package let beacon: IBeacon?
    /// What the device of this beacon has said of its battery in other packets; told once a minute, else nil.
    package var battery: BatteryReading?

    /// One that was not heard, but made: for tests and simulations.
    package init(
        address: DeviceAddress, addressIsRandom: Bool = true, kind: Kind = .nonConnectable, rssi: Int8?,
        data: [UInt8], completeness: Completeness = .complete, set: UInt8? = nil
    ) {
        self.address = address
        self.addressIsRandom = addressIsRandom
        self.kind = kind
        self.rssi = rssi.flatMap { -127...20 ~= $0 ? $0 : nil }
        self.data = data
        self.completeness = completeness
        self.set = set
        beacon = IBeacon(advertisingData: data)
    }

    /// What manufacturer specific data of this company says, behind the company; nil if there is none.
    package func manufacturerData(of company: UInt16) -> ArraySlice<UInt8>? {
        for structure in AdvertisingData(data) where structure.type == .manufacturerSpecific {
            if structure.value.starts(with: company.littleEndianBytes) { return structure.value.dropFirst(2) }
        }
        return nil
    }
}
