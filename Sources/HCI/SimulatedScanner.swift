import Determinism
import Wire

/// The scanner of a simulated controller: when it listens, to which channel, and what it says of what it
/// hears.
struct SimulatedScanner: Sendable {
    /// Advertisers the duplicate filter remembers; as in real controllers there is an end to it, and who
    /// does not fit is reported again and again.
    static let filterCapacity = 64

    /// What fits one report of an extended advertisement; the rest of a longer one is marked as lost.
    private static let longestExtendedReport = 229

    private struct Advertiser: Hashable {
        let address: DeviceAddress
        let isRandom: Bool
        let pduType: AirPacket.PDUType
    }

    private(set) var ownAddress = SimulatedAdvertiser.OwnAddress.public
    private var interval = Slots.duration(0x10)
    private var window = Slots.duration(0x10)
    /// When scanning began; nil while it does not.
    private var start: Duration?
    /// Which of the three channels the first window is on.
    private var firstChannel = 0
    private var filtersDuplicates = false
    private var known: Set<Advertiser> = []

    var isEnabled: Bool { start != nil }

    /// The 7 bytes of LE Set Scan Parameters (Core 5.3 Vol 4 Part E 7.8.10).
    mutating func setLegacyParameters(_ reader: inout PacketReader) throws {
        guard !isEnabled else { throw Refusal.disallowed }
        let type = try reader.u8()
        let interval = try reader.u16le()
        let window = try reader.u16le()
        let own = try SimulatedAdvertiser.OwnAddress(try reader.u8())
        let filter = try reader.u8()
        try reader.end()
        try set(type: type, interval: interval, window: window, filter: filter, longest: 0x4000)
        ownAddress = own
    }

    /// LE Set Extended Scan Parameters (Core 5.3 Vol 4 Part E 7.8.64). Of several PHYs the first counts.
    mutating func setExtendedParameters(_ reader: inout PacketReader) throws {
        guard !isEnabled else { throw Refusal.disallowed }
        let own = try SimulatedAdvertiser.OwnAddress(try reader.u8())
        let filter = try reader.u8()
        let phys = try reader.u8()
        guard [0b001, 0b100, 0b101].contains(phys) else { throw Refusal.invalid }
        let type = try reader.u8()
        let interval = try reader.u16le()
        let window = try reader.u16le()
        if phys.nonzeroBitCount == 2 { try reader.skip(5) }
        try reader.end()
        try set(type: type, interval: interval, window: window, filter: filter, longest: 0xFFFF)
        ownAddress = own
    }

    private mutating func set(
        type: UInt8, interval: UInt16, window: UInt16, filter: UInt8, longest: UInt16
    ) throws(Refusal) {
        guard type <= 1, filter <= 3, 4...longest ~= interval, 4...longest ~= window, window <= interval
        else { throw .invalid }
        self.interval = Slots.duration(interval)
        self.window = Slots.duration(window)
    }

    mutating func enable(filtersDuplicates: Bool, now: Duration, noise: inout SeededGenerator) {
        if start == nil { firstChannel = Int.random(in: 0..<3, using: &noise) }
        start = start ?? now
        self.filtersDuplicates = filtersDuplicates
        known = []
    }

    mutating func disable() {
        start = nil
    }

    /// The part of the time that it listens, 0…1.
    var share: Double { window / interval }

    /// Whether an advertisement falls into a window, on the channel of that window, and is news.
    ///
    /// The channel changes with every interval; an advertisement is sent on all its channels within a few
    /// milliseconds, so that only the edge of a window can come between them.
    mutating func hears(_ packet: AirPacket, extended: Bool) -> Bool {
        guard let start, packet.at >= start, extended || packet.pduType != .advExtInd else { return false }
        let intervals = (packet.at - start) / interval
        let channel = (firstChannel + Int(intervals.rounded(.down).truncatingRemainder(dividingBy: 3))) % 3
        guard packet.channels & 1 << channel != 0,
            intervals - intervals.rounded(.down) < window / interval
        else { return false }
        guard filtersDuplicates else { return true }
        let advertiser = Advertiser(
            address: packet.address, isRandom: packet.addressIsRandom, pduType: packet.pduType)
        if known.contains(advertiser) { return false }
        if known.count < Self.filterCapacity { known.insert(advertiser) }
        return true
    }

    /// The parameters of the LE Meta Event that reports `packet` (Core 5.3 Vol 4 Part E 7.7.65.2 and
    /// 7.7.65.13).
    static func report(_ packet: AirPacket, rssi: Int8, extended: Bool) -> [UInt8] {
        var writer = PacketWriter()
        writer.u8(extended ? 0x0D : 0x02)
        writer.u8(1)  // one report
        if extended {
            writer.u16le(
                extendedType(packet.pduType) | (packet.data.count > longestExtendedReport ? 0x0040 : 0))
        } else {
            writer.u8(packet.pduType.rawValue)
        }
        writer.u8(packet.addressIsRandom ? 1 : 0)
        writer.append(packet.address.littleEndian)
        if extended {
            let secondary: UInt8 = packet.pduType == .advExtInd ? 1 : 0
            // Primary PHY 1M, secondary PHY, set identifier and transmit power unknown.
            writer.append([1, secondary, secondary == 0 ? 0xFF : 0x00, 0x7F])
            writer.i8(rssi)
            writer.pad(to: writer.bytes.count + 9)  // no periodic advertising, no direct address
        }
        let data = packet.data.prefix(extended ? longestExtendedReport : 31)
        writer.u8(UInt8(data.count))
        writer.append(data)
        if !extended { writer.i8(rssi) }
        return writer.bytes
    }

    private static func extendedType(_ type: AirPacket.PDUType) -> UInt16 {
        switch type {
        case .advInd: 0x0013
        case .advDirectInd: 0x0015
        case .advScanInd: 0x0012
        case .advNonconnInd: 0x0010
        case .scanResponse: 0x001B
        case .advExtInd: 0x0000
        }
    }
}
