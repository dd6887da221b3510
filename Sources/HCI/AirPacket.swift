/// One advertising event on the air: the same PDU on each of the primary channels, so close together that
/// it counts as one moment.
package struct AirPacket: Sendable, Equatable {
    /// The kind of PDU; the raw values are those of legacy reports (Core 5.3 Vol 4 Part E 7.7.65.2).
    package enum PDUType: UInt8, Sendable {
        case advInd = 0
        case advDirectInd = 1
        case advScanInd = 2
        case advNonconnInd = 3
        case scanResponse = 4
        /// ADV_EXT_IND and its AUX_ADV_IND; only an extended scan hears it.
        case advExtInd = 7
    }

    /// Of the sender.
    package var address: DeviceAddress
    /// Not a public one.
    package var addressIsRandom: Bool
    /// What kind of PDU it is.
    package var pduType: PDUType
    /// Its advertising data.
    package var data: [UInt8]
    /// When it is sent, since boot.
    package var at: Duration
    /// Bits 0, 1 and 2: sent on channels 37, 38 and 39.
    package var channels: UInt8

    /// A packet as it is sent.
    package init(
        address: DeviceAddress, addressIsRandom: Bool = true, pduType: PDUType = .advNonconnInd,
        data: [UInt8],
        at: Duration, channels: UInt8 = 0b111
    ) {
        self.address = address
        self.addressIsRandom = addressIsRandom
        self.pduType = pduType
        self.data = data
        self.at = at
        self.channels = channels
    }
}
