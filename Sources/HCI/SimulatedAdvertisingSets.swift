import Determinism
import Wire

/// The advertising sets of a simulated controller: several advertisers, told apart by a handle of the
/// host's choosing.
struct SimulatedAdvertisingSets: Sendable {
    private struct AdvertisingSet: Sendable {
        let handle: UInt8
        var advertiser = SimulatedAdvertiser()
    }

    /// Longest data of an extended advertisement.
    private static let longestData = 1650

    private let capacity: Int
    private let publicAddress: DeviceAddress
    /// In the order they were made; never more than `capacity`.
    private var sets: [AdvertisingSet] = []

    init(capacity: Int, publicAddress: DeviceAddress) {
        self.capacity = capacity
        self.publicAddress = publicAddress
    }

    var isAdvertising: Bool { sets.contains { $0.advertiser.isEnabled } }
    var nextEvent: Duration? {
        // Asked after every event of every station of a simulated world: without an array on the way.
        var next: Duration?
        for index in sets.indices { next = earliest(next, sets[index].advertiser.nextEvent) }
        return next
    }

    mutating func transmissions(until now: Duration, noise: inout SeededGenerator) -> [AirPacket] {
        sets.indices.flatMap { sets[$0].advertiser.transmissions(until: now, noise: &noise) }
    }

    /// Carries a command out.
    ///
    /// - Parameter mayEnable: False for a controller that does one thing at a time, while it scans.
    /// - Returns: The return parameters after the status.
    mutating func execute(
        _ opcode: Opcode, _ reader: inout PacketReader, mayEnable: Bool, now: Duration,
        noise: inout SeededGenerator
    ) throws -> [UInt8] {
        var returned: [UInt8] = []
        switch opcode {
        case .leSetExtendedAdvertisingParameters:
            try setParameters(&reader)
            returned = [0x00]  // selected transmit power
        case .leSetAdvertisingSetRandomAddress:
            let index = try existing(&reader)
            let new = try reader.address()
            let advertiser = sets[index].advertiser
            if advertiser.isEnabled, advertiser.pduType == .advInd { throw Refusal.disallowed }
            sets[index].advertiser.randomAddress = new
        case .leSetExtendedAdvertisingData:
            try setData(&reader)
        case .leSetExtendedScanResponseData:
            _ = try existing(&reader)
            _ = reader.rest()
        case .leSetExtendedAdvertisingEnable:
            try enable(&reader, mayEnable: mayEnable, now: now, noise: &noise)
        case .leReadMaximumAdvertisingDataLength:
            returned = UInt16(Self.longestData).littleEndianBytes
        case .leReadNumberOfAdvertisingSets:
            returned = [UInt8(capacity)]
        case .leRemoveAdvertisingSet:
            let index = try existing(&reader)
            guard !sets[index].advertiser.isEnabled else { throw Refusal.disallowed }
            sets.remove(at: index)
        case .leClearAdvertisingSets:
            guard !isAdvertising else { throw Refusal.disallowed }
            sets = []
        default:
            throw Refusal.unknownCommand
        }
        try reader.end()
        return returned
    }

    private func existing(_ reader: inout PacketReader) throws -> Int {
        let handle = try reader.u8()
        guard let index = sets.firstIndex(where: { $0.handle == handle }) else { throw Refusal.unknownSet }
        return index
    }

    private mutating func setParameters(_ reader: inout PacketReader) throws {
        let handle = try reader.u8()
        guard handle <= 0xEF else { throw Refusal.invalid }
        let known = sets.firstIndex { $0.handle == handle }
        var set = known.map { sets[$0] } ?? AdvertisingSet(handle: handle)
        try set.advertiser.setExtendedParameters(&reader)
        if let known {
            sets[known] = set
        } else if sets.count < capacity {
            sets.append(set)
        } else {
            throw Refusal(status: .memoryCapacityExceeded)
        }
    }

    /// LE Set Extended Advertising Data (Core 5.3 Vol 4 Part E 7.8.54): whole, or in pieces while not
    /// enabled.
    private mutating func setData(_ reader: inout PacketReader) throws {
        let index = try existing(&reader)
        let operation = try reader.u8()
        try reader.skip(1)  // fragment preference
        let length = Int(try reader.u8())
        let bytes = try reader.bytes(length)
        try reader.end()
        let advertiser = sets[index].advertiser
        let (isFirst, isComplete, isUnchanged) = (operation == 1, operation == 3, operation == 4)
        guard operation <= 4, isComplete || isUnchanged || length > 0 else { throw Refusal.invalid }
        if advertiser.hasLegacyPDUs, !isComplete || length > 31 { throw Refusal.invalid }
        if advertiser.isEnabled, operation < 3 { throw Refusal.disallowed }
        if isUnchanged { return }
        let data = isFirst || isComplete ? bytes : advertiser.data + bytes
        guard data.count <= Self.longestData else { throw Refusal(status: .memoryCapacityExceeded) }
        sets[index].advertiser.data = data
    }

    /// LE Set Extended Advertising Enable (Core 5.3 Vol 4 Part E 7.8.56). Durations and numbers of events
    /// are read and not kept to: sets stay on until disabled.
    private mutating func enable(
        _ reader: inout PacketReader, mayEnable: Bool, now: Duration, noise: inout SeededGenerator
    ) throws {
        let enables = try reader.flag()
        let count = Int(try reader.u8())
        var chosen: [(index: Int, address: DeviceAddress)] = []
        for _ in 0..<count {
            let index = try existing(&reader)
            try reader.skip(3)
            let advertiser = sets[index].advertiser
            let address =
                enables
                ? try advertiser.ownAddress.address(public: publicAddress, random: advertiser.randomAddress)
                : .zero
            chosen.append((index, address))
        }
        try reader.end()
        guard enables else {
            for index in count == 0 ? Array(sets.indices) : chosen.map(\.index) {
                sets[index].advertiser.disable()
            }
            return
        }
        guard count > 0 else { throw Refusal.invalid }
        guard mayEnable else { throw Refusal.disallowed }
        for (index, address) in chosen {
            sets[index].advertiser.enable(as: address, now: now, noise: &noise)
        }
    }
}

extension Opcode {
    fileprivate static let leSetExtendedScanResponseData = Opcode(0x2038)
    fileprivate static let leReadMaximumAdvertisingDataLength = Opcode(0x203A)
    fileprivate static let leReadNumberOfAdvertisingSets = Opcode(0x203B)
    fileprivate static let leRemoveAdvertisingSet = Opcode(0x203C)
}
