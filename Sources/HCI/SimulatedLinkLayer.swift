/// The part of a simulated controller that has the antenna: what it does about every LE command that
/// changes what is sent or heard, and which of them it does not allow.
struct SimulatedLinkLayer: Sendable {
    private struct AdvertisingSet: Sendable {
        let handle: UInt8
        var advertiser = SimulatedAdvertiser()
    }

    /// Longest data of an extended advertisement.
    private static let longestData = 1650

    private let profile: ControllerProfile
    private let address: DeviceAddress
    private var randomAddress: DeviceAddress?
    private var legacyAdvertiser = SimulatedAdvertiser()
    /// In the order they were made; at most as many as the profile has.
    private var sets: [AdvertisingSet] = []
    private var scanner = SimulatedScanner()
    /// Whether the first command after Reset that is only in one of the two sets of commands was an
    /// extended one.
    private var speaksExtended: Bool?

    init(profile: ControllerProfile, address: DeviceAddress) {
        self.profile = profile
        self.address = address
    }

    var isAdvertising: Bool { legacyAdvertiser.isEnabled || sets.contains { $0.advertiser.isEnabled } }
    var isScanning: Bool { scanner.isEnabled }
    /// Reports are of the extended kind.
    var reportsExtended: Bool { speaksExtended == true }

    var nextDeadline: Duration? {
        (sets.compactMap(\.advertiser.nextEvent) + [legacyAdvertiser.nextEvent].compactMap(\.self)).min()
    }

    mutating func hears(_ packet: AirPacket) -> Bool {
        scanner.hears(packet, extended: reportsExtended)
    }

    mutating func transmissions(until now: Duration, noise: inout RadioNoise) -> [AirPacket] {
        var packets = legacyAdvertiser.transmissions(until: now, noise: &noise)
        for index in sets.indices {
            packets += sets[index].advertiser.transmissions(until: now, noise: &noise)
        }
        return packets.sorted { $0.at < $1.at }
    }

    /// Carries a command out.
    /// - Returns: The return parameters after the status.
    /// - Throws: `Refusal`, or `Malformed` where parameters are missing or left over.
    mutating func execute(
        _ opcode: Opcode, _ reader: inout PacketReader, takesTurns: Bool, now: Duration,
        noise: inout RadioNoise
    ) throws -> [UInt8] {
        try keepApart(opcode)
        let takesTurns = takesTurns || !profile.doesBoth
        switch opcode {
        case .leSetRandomAddress:
            let new = try reader.address()
            guard !legacyAdvertiser.isEnabled, !scanner.isEnabled else { throw Refusal.disallowed }
            randomAddress = new
        case .leSetAdvertisingParameters:
            try legacyAdvertiser.setLegacyParameters(&reader, hciVersion: profile.hciVersion)
        case .leReadAdvertisingTransmitPower:
            return [0x00]
        case .leSetAdvertisingData:
            legacyAdvertiser.data = try legacyData(&reader)
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
            return try executeOnSets(opcode, &reader, takesTurns: takesTurns, now: now, noise: &noise)
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
        _ enables: Bool, takesTurns: Bool, now: Duration, noise: inout RadioNoise
    ) throws(Refusal) {
        guard enables else {
            if !legacyAdvertiser.isEnabled, profile.refusesIdleDisable { throw .disallowed }
            legacyAdvertiser.disable()
            return
        }
        if takesTurns, scanner.isEnabled { throw .disallowed }
        let own = try ownAddress(legacyAdvertiser.ownAddress, random: randomAddress)
        legacyAdvertiser.enable(as: own, now: now, noise: &noise)
    }

    private mutating func enableScanning(
        _ reader: inout PacketReader, takesTurns: Bool, now: Duration, noise: inout RadioNoise
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
        _ = try ownAddress(scanner.ownAddress, random: randomAddress)
        scanner.enable(filtersDuplicates: filter != 0, now: now, noise: &noise)
    }

    private func ownAddress(
        _ kind: SimulatedAdvertiser.OwnAddress, random: DeviceAddress?
    ) throws(Refusal) -> DeviceAddress {
        switch kind {
        case .public: return address
        case .random:
            guard let random else { throw .invalid }
            return random
        }
    }

    private mutating func executeOnSets(
        _ opcode: Opcode, _ reader: inout PacketReader, takesTurns: Bool, now: Duration,
        noise: inout RadioNoise
    ) throws -> [UInt8] {
        switch opcode {
        case .leSetExtendedAdvertisingParameters:
            let handle = try reader.u8()
            guard handle <= 0xEF else { throw Refusal.invalid }
            var set = sets.first { $0.handle == handle } ?? AdvertisingSet(handle: handle)
            try set.advertiser.setExtendedParameters(&reader)
            if let index = sets.firstIndex(where: { $0.handle == handle }) {
                sets[index] = set
            } else if sets.count < profile.advertisingSets {
                sets.append(set)
            } else {
                throw Refusal(status: .memoryCapacityExceeded)
            }
            return [0x00]  // selected transmit power
        case .leSetAdvertisingSetRandomAddress:
            let index = try existingSet(&reader)
            let new = try reader.address()
            if sets[index].advertiser.isEnabled, sets[index].advertiser.pduType == .advInd {
                throw Refusal.disallowed
            }
            sets[index].advertiser.randomAddress = new
        case .leSetExtendedAdvertisingData:
            let index = try existingSet(&reader)
            try setData(&reader, of: index)
        case .leSetExtendedScanResponseData:
            _ = try existingSet(&reader)
            _ = reader.rest()
        case .leSetExtendedAdvertisingEnable:
            try enableSets(&reader, takesTurns: takesTurns, now: now, noise: &noise)
        case .leReadMaximumAdvertisingDataLength:
            return [UInt8(Self.longestData & 0xFF), UInt8(Self.longestData >> 8)]
        case .leReadNumberOfAdvertisingSets:
            return [UInt8(profile.advertisingSets)]
        case .leRemoveAdvertisingSet:
            let index = try existingSet(&reader)
            guard !sets[index].advertiser.isEnabled else { throw Refusal.disallowed }
            sets.remove(at: index)
        case .leClearAdvertisingSets:
            guard !isAdvertising else { throw Refusal.disallowed }
            sets = []
        default:
            throw Refusal.unknownCommand
        }
        try reader.end()
        return []
    }

    private func existingSet(_ reader: inout PacketReader) throws -> Int {
        let handle = try reader.u8()
        guard let index = sets.firstIndex(where: { $0.handle == handle }) else { throw Refusal.unknownSet }
        return index
    }

    /// LE Set Extended Advertising Data (Core 5.3 Vol 4 Part E 7.8.54): whole, or in pieces while not
    /// enabled.
    private mutating func setData(_ reader: inout PacketReader, of index: Int) throws {
        let operation = try reader.u8()
        try reader.skip(1)  // fragment preference
        let length = Int(try reader.u8())
        let bytes = try reader.bytes(length)
        let advertiser = sets[index].advertiser
        let (isFirst, isComplete) = (operation == 1, operation == 3)
        guard operation <= 4, isComplete || operation == 4 || length > 0 else { throw Refusal.invalid }
        if advertiser.hasLegacyPDUs, !isComplete || length > 31 { throw Refusal.invalid }
        if advertiser.isEnabled, operation < 3 { throw Refusal.disallowed }
        if operation == 4 { return }  // the same data, announced as new
        let data = isFirst || isComplete ? bytes : advertiser.data + bytes
        guard data.count <= Self.longestData else { throw Refusal(status: .memoryCapacityExceeded) }
        sets[index].advertiser.data = data
    }

    /// LE Set Extended Advertising Enable (Core 5.3 Vol 4 Part E 7.8.56). Durations and numbers of events
    /// are read and not kept to: sets stay on until disabled.
    private mutating func enableSets(
        _ reader: inout PacketReader, takesTurns: Bool, now: Duration, noise: inout RadioNoise
    ) throws {
        let enables = try reader.flag()
        let count = Int(try reader.u8())
        var chosen: [(index: Int, address: DeviceAddress)] = []
        for _ in 0..<count {
            let index = try existingSet(&reader)
            try reader.skip(3)
            let advertiser = sets[index].advertiser
            let own =
                enables ? try ownAddress(advertiser.ownAddress, random: advertiser.randomAddress) : .zero
            chosen.append((index, own))
        }
        try reader.end()
        guard enables else {
            for index in count == 0 ? Array(sets.indices) : chosen.map(\.index) {
                sets[index].advertiser.disable()
            }
            return
        }
        guard count > 0 else { throw Refusal.invalid }
        if takesTurns, scanner.isEnabled { throw Refusal.disallowed }
        for (index, address) in chosen {
            sets[index].advertiser.enable(as: address, now: now, noise: &noise)
        }
    }
}

extension PacketReader {
    /// One byte that is 0 or 1.
    fileprivate mutating func flag() throws -> Bool {
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
    fileprivate static let leSetExtendedScanResponseData = Opcode(0x2038)
    fileprivate static let leReadMaximumAdvertisingDataLength = Opcode(0x203A)
    fileprivate static let leReadNumberOfAdvertisingSets = Opcode(0x203B)
    fileprivate static let leRemoveAdvertisingSet = Opcode(0x203C)
}
