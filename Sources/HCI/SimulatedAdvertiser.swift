import Determinism
import Wire

/// One advertiser of a simulated controller: the legacy one, or an advertising set.
struct SimulatedAdvertiser: Sendable {
    /// Whom an advertisement says it is from. Private addresses resolved by the controller are treated as
    /// random.
    enum OwnAddress: Sendable {
        case `public`, random

        init(_ raw: UInt8) throws(Refusal) {
            guard raw <= 3 else { throw .invalid }
            self = raw & 1 == 0 ? .public : .random
        }

        /// - Throws: When it is to be a random one that was never set.
        func address(public: DeviceAddress, random: DeviceAddress?) throws(Refusal) -> DeviceAddress {
            switch self {
            case .public: return `public`
            case .random:
                guard let random else { throw .invalid }
                return random
            }
        }
    }

    /// How many past events are made up for at most; a host that was away longer has missed them.
    private static let longestMemory = Duration.seconds(1)
    /// The radio adds up to this much to every interval (Core 5.3 Vol 6 Part B 4.4.2.2.1).
    private static let advertisingDelay = 0...Int64(10_000_000)

    private(set) var interval = Duration.milliseconds(1280)
    private(set) var pduType = AirPacket.PDUType.advInd
    private(set) var channels: UInt8 = 0b111
    private(set) var ownAddress = OwnAddress.public
    private(set) var hasLegacyPDUs = true
    /// Of an advertising set: its own random address.
    var randomAddress: DeviceAddress?
    var data: [UInt8] = []
    /// What is sent instead, until it is enabled again.
    private var oldData: [UInt8]?
    /// When the next event is due; nil while not enabled.
    private(set) var nextEvent: Duration?
    /// On the air since it was enabled: a random address set later does not change it.
    private var address = DeviceAddress.zero

    var isEnabled: Bool { nextEvent != nil }

    /// The 15 bytes of LE Set Advertising Parameters (Core 5.3 Vol 4 Part E 7.8.5).
    mutating func setLegacyParameters(_ reader: inout PacketReader, profile: ControllerProfile) throws {
        guard !isEnabled else { throw Refusal.disallowed }
        let shortest = try reader.u16le()
        let longest = try reader.u16le()
        guard let type = AirPacket.PDUType(rawValue: try reader.u8()) else { throw Refusal.invalid }
        let own = try OwnAddress(try reader.u8())
        try reader.skip(7)  // whom a directed advertisement is for
        let channels = try reader.u8()
        let filter = try reader.u8()
        try reader.end()
        let isSlow = type == .advScanInd || type == .advNonconnInd
        guard Slots.advertising.contains(shortest), Slots.advertising.contains(longest), shortest <= longest,
            shortest >= (isSlow ? profile.shortestInterval : profile.fastestClosed ?? 0), type != .advExtInd,
            1...7 ~= channels, filter <= 3
        else { throw Refusal.invalid }
        interval = Slots.duration(shortest)
        pduType = type
        ownAddress = own
        self.channels = channels
    }

    /// LE Set Extended Advertising Parameters after the handle (Core 5.3 Vol 4 Part E 7.8.53).
    mutating func setExtendedParameters(_ reader: inout PacketReader) throws {
        guard !isEnabled else { throw Refusal.disallowed }
        let properties = try reader.u16le()
        let shortest = try reader.u24le()
        let longest = try reader.u24le()
        let channels = try reader.u8()
        let own = try OwnAddress(try reader.u8())
        try reader.skip(7)  // peer
        let filter = try reader.u8()
        try reader.skip(1)  // transmit power
        let primary = try reader.u8()
        try reader.skip(4)  // secondary channel, set identifier, notifications
        try reader.end()
        let type: AirPacket.PDUType? =
            switch properties {
            case 0x0010: .advNonconnInd
            case 0x0012: .advScanInd
            case 0x0013: .advInd
            case 0x0015, 0x001D: .advDirectInd
            case 0x0000, 0x0001, 0x0002: .advExtInd
            default: nil
            }
        guard let type, shortest >= 0x20, shortest <= longest, 1...7 ~= channels, filter <= 3,
            [1, 3].contains(primary)
        else { throw Refusal.invalid }
        interval = .microseconds(625 * Int64(shortest))
        pduType = type
        hasLegacyPDUs = type != .advExtInd
        ownAddress = own
        self.channels = channels
    }

    /// - Parameter address: What it calls itself from now on.
    mutating func enable(as address: DeviceAddress, now: Duration, noise: inout SeededGenerator) {
        self.address = address
        oldData = nil
        nextEvent = now + .nanoseconds(Int64.random(in: Self.advertisingDelay, using: &noise))
    }

    mutating func setData(_ data: [UInt8], isSentLive: Bool) {
        if isEnabled, !isSentLive { oldData = oldData ?? self.data }
        self.data = data
    }

    mutating func disable() {
        nextEvent = nil
    }

    /// The events due by `now`.
    mutating func transmissions(until now: Duration, noise: inout SeededGenerator) -> [AirPacket] {
        guard var next = nextEvent else { return [] }
        var packets: [AirPacket] = []
        next = max(next, now - Self.longestMemory)
        while next <= now {
            packets.append(
                AirPacket(
                    address: address, addressIsRandom: ownAddress == .random, pduType: pduType,
                    data: oldData ?? data,
                    at: next,
                    channels: channels))
            next += interval + .nanoseconds(Int64.random(in: Self.advertisingDelay, using: &noise))
        }
        nextEvent = next
        return packets
    }
}

/// Why a command is not carried out.
struct Refusal: Error {
    let status: StatusCode

    static let disallowed = Refusal(status: .commandDisallowed)
    static let invalid = Refusal(status: .invalidParameters)
    static let unknownSet = Refusal(status: .unknownAdvertisingIdentifier)
    static let unknownCommand = Refusal(status: .unknownCommand)
}
