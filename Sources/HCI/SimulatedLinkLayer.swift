import Determinism
import Wire

/// The part of a simulated controller that has the antenna: what it does about every LE command that
/// changes what is sent or heard, and which of them it does not allow.
struct SimulatedLinkLayer: Sendable {
    private let profile: ControllerProfile
    private let address: DeviceAddress
    private var randomAddress: DeviceAddress?
    private var legacyAdvertiser = SimulatedAdvertiser()
    private var sets: SimulatedAdvertisingSets
    private var scanner = SimulatedScanner()
    /// Whether the first command after Reset that is only in one of the two sets of commands was an
    /// extended one.
    private var speaksExtended: Bool?

    init(profile: ControllerProfile, address: DeviceAddress) {
        self.profile = profile
        self.address = address
        sets = SimulatedAdvertisingSets(capacity: profile.advertisingSets, publicAddress: address)
    }

    var isAdvertising: Bool { legacyAdvertiser.isEnabled || sets.isAdvertising }
    var isScanning: Bool { scanner.isEnabled }
    var scanShare: Double { scanner.share }
    /// Reports are of the extended kind.
    var reportsExtended: Bool { speaksExtended == true }

    var nextDeadline: Duration? {
        earliest(sets.nextEvent, legacyAdvertiser.nextEvent)
    }

    mutating func hears(_ packet: AirPacket) -> Bool {
        scanner.hears(packet, extended: reportsExtended)
    }

    mutating func transmissions(until now: Duration, noise: inout SeededGenerator) -> [AirPacket] {
        let packets =
            legacyAdvertiser.transmissions(until: now, noise: &noise)
            + sets.transmissions(until: now, noise: &noise)
        return packets.sorted { $0.at < $1.at }
    }

    /// Carries a command out.
    /// - Returns: The return parameters after the status.
    /// - Throws: `Refusal`, or `Malformed` where parameters are missing or left over.
    mutating func execute(
        _ opcode: Opcode, _ reader: inout PacketReader, takesTurns: Bool, now: Duration,
        noise: inout SeededGenerator
    ) throws -> [UInt8] {
        try keepApart(opcode)
        let takesTurns = takesTurns || !profile.doesBoth
        switch opcode {
        case .leSetRandomAddress:
            let new = try reader.address()
            guard !legacyAdvertiser.isEnabled, !scanner.isEnabled else { throw Refusal.disallowed }
            randomAddress = new
        case .leSetAdvertisingParameters:
            try legacyAdvertiser.setLegacyParameters(&reader, profile: profile)
        case .leReadAdvertisingTransmitPower:
            return [0x00]
        case .leSetAdvertisingData:
            let data = try legacyData(&reader)
            if legacyAdvertiser.isEnabled, profile.liveData == .refused { throw Refusal.disallowed }
            legacyAdvertiser.setData(data, isSentLive: profile.liveData != .kept)
        case .leSetScanResponseData:
            _ = try legacyData(&reader)
        case .leSetAdvertisingEnable:
            try enableAdvertising(try reader.flag(), takesTurns: takesTurns, now: now, noise: &noise)
        case .leSetScanParameters:
            try scanner.setLegacyParameters(&reader)
        case .leSetExtendedScanParameters:
            try scanner.setExtendedParameters(&reader)
        case .leSetScanEnable, .leSetExtendedScanEnable:
            try enableScanning(&reader, takesTurns: takesTurns, now: now, noise: &noise)
        default:
            return try sets.execute(
                opcode, &reader, mayEnable: !(takesTurns && scanner.isEnabled), now: now, noise: &noise)
        }
        try reader.end()
        return []
    }

    /// One set of commands since Reset: the other is not allowed any more (Core 5.3 Vol 4 Part E 3.1.1),
    /// and unknown to a controller that does not have it.
    private mutating func keepApart(_ opcode: Opcode) throws(Refusal) {
        let isExtended: Bool
        switch opcode.rawValue {
        case 0x2006...0x200C: isExtended = false
        case 0x2035...0x203D, 0x2041, 0x2042: isExtended = true
        default: return
        }
        guard profile.hasExtendedCommands || !isExtended else { throw .unknownCommand }
        guard speaksExtended ?? isExtended == isExtended else { throw .disallowed }
        speaksExtended = isExtended
    }

    private func legacyData(_ reader: inout PacketReader) throws -> [UInt8] {
        let length = try reader.u8()
        let bytes = try reader.bytes(31)
        guard length <= 31 else { throw Refusal.invalid }
        return Array(bytes.prefix(Int(length)))
    }

    private mutating func enableAdvertising(
        _ enables: Bool, takesTurns: Bool, now: Duration, noise: inout SeededGenerator
    ) throws(Refusal) {
        guard enables else {
            if !legacyAdvertiser.isEnabled, profile.refusesIdleDisable { throw .disallowed }
            legacyAdvertiser.disable()
            return
        }
        if takesTurns, scanner.isEnabled { throw .disallowed }
        let own = try legacyAdvertiser.ownAddress.address(public: address, random: randomAddress)
        legacyAdvertiser.enable(as: own, now: now, noise: &noise)
    }

    private mutating func enableScanning(
        _ reader: inout PacketReader, takesTurns: Bool, now: Duration, noise: inout SeededGenerator
    ) throws {
        let enables = try reader.flag()
        // The extended command may also ask that a repeated advertiser is reported once per period.
        let filter = try reader.u8()
        if reportsExtended { try reader.skip(4) }
        try reader.end()
        guard filter <= (reportsExtended ? 2 : 1) else { throw Refusal.invalid }
        guard enables else {
            if !scanner.isEnabled, profile.refusesIdleDisable { throw Refusal.disallowed }
            scanner.disable()
            return
        }
        if takesTurns, isAdvertising { throw Refusal.disallowed }
        _ = try scanner.ownAddress.address(public: address, random: randomAddress)
        scanner.enable(filtersDuplicates: filter != 0, now: now, noise: &noise)
    }
}

extension PacketReader {
    /// One byte that is 0 or 1.
    mutating func flag() throws -> Bool {
        switch try u8() {
        case 0: false
        case 1: true
        default: throw Refusal.invalid
        }
    }
}

extension Opcode {
    fileprivate static let leReadAdvertisingTransmitPower = Opcode(0x2007)
    fileprivate static let leSetScanResponseData = Opcode(0x2009)
}
