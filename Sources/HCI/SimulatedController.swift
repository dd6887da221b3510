import Determinism
import Wire

/// The twin of a Bluetooth controller: it enforces what the specification says a host must not do, and
/// leaves out nothing a host may rely on. Pure: packets and times in, packets out.
///
/// It answers at once. It speaks to ``RadioCore`` in memory as well as to a Linux kernel through
/// `/dev/vhci`; what it answers there are the commands a kernel and bluetoothd send to a controller of this
/// profile.
package struct SimulatedController: Sendable {
    /// What it can do.
    package let profile: ControllerProfile
    /// Its public address.
    package private(set) var address: DeviceAddress
    /// What is below it, where that can be patched.
    package private(set) var chip: BroadcomChip?
    /// What it does wrong from now on.
    package var faults = ControllerFaults()
    /// Commands that came although the last reply gave no credit.
    package private(set) var overdrafts = 0
    /// Packets from the host that were no whole HCI command, and were ignored.
    package private(set) var malformed = 0

    /// After power-on LE Meta Events (bit 61) are masked (Core 5.3 Vol 4 Part E 7.3.1).
    private static let defaultEventMask: UInt64 = 0x0000_1FFF_FFFF_FFFF
    /// … and of those the extended advertising reports (bit 12) are, too (7.8.1).
    private static let defaultLEEventMask: UInt64 = 0x1F

    private var eventMask = defaultEventMask
    private var leEventMask = defaultLEEventMask
    private var linkLayer: SimulatedLinkLayer
    private var noise: SeededGenerator
    private var hasCredit = true

    /// - Parameter seed: Of the delays between advertisements and the channels of the scanner. By default
    ///   different addresses have different ones.
    package init(profile: ControllerProfile, address: DeviceAddress, seed: UInt64? = nil) {
        self.profile = profile
        self.address = address
        chip = profile.chip.map { BroadcomChip($0) }
        linkLayer = SimulatedLinkLayer(profile: profile, address: address)
        noise = SeededGenerator(seed: seed ?? UInt64(bigEndianBytes: address.littleEndian))
    }

    /// Some advertising is enabled.
    package var isAdvertising: Bool { linkLayer.isAdvertising }
    /// Scanning is enabled.
    package var isScanning: Bool { linkLayer.isScanning }
    /// The part of the time that it listens when it scans, 0…1.
    package var scanShare: Double { linkLayer.scanShare }

    /// When ``transmissions(until:)`` has something next.
    package var nextDeadline: Duration? { linkLayer.nextDeadline }

    /// Takes one packet from the host, with its H4 type byte.
    package mutating func host(_ packet: [UInt8], now: Duration) -> [[UInt8]] {
        if faults.isMute || faults.isWedged { return [] }
        var reader = PacketReader(packet)
        guard let opcode = try? Self.header(&reader) else {
            malformed += 1
            return []
        }
        if !hasCredit { overdrafts += 1 }
        let reply = answer(opcode, &reader, now: now)
        hasCredit = !faults.withholdsCredit
        if faults.lostReplies > 0 {
            faults.lostReplies -= 1
            hasCredit = true
            return []
        }
        return [reply]
    }

    /// The advertising events due by `now`, in order; those of more than a second ago are skipped.
    package mutating func transmissions(until now: Duration) -> [AirPacket] {
        linkLayer.transmissions(until: now, noise: &noise)
    }

    /// Takes what is on the air, as loud as it is here in dBm, and reports it if scanning, listening and
    /// asked to.
    package mutating func hear(_ packet: AirPacket, rssi: Int8, now: Duration) -> [[UInt8]] {
        let extended = linkLayer.reportsExtended
        guard !faults.isMute, !faults.isWedged, !faults.isStale, faults.isDeafUntil == nil,
            linkLayer.hears(packet)
        else {
            return []
        }
        guard eventMask >> 61 & 1 == 1, leEventMask >> (extended ? 12 : 1) & 1 == 1 else { return [] }
        let strength = faults.hidesRSSI ? 127 : rssi
        return [Self.event(0x3E, SimulatedScanner.report(packet, rssi: strength, extended: extended))]
    }

    /// The controller crashes and restarts: everything it was told is lost, and it says so, unless masked.
    package mutating func fail(code: UInt8) -> [[UInt8]] {
        let isTold = eventMask >> 15 & 1 == 1
        reset()
        return isTold ? [Self.event(0x10, [code])] : []
    }

    /// The host has closed it and opened it again.
    package mutating func reopen() { help(.reopen) }

    /// Its power was cut, and is back.
    package mutating func cutPower() {
        reset()
        chip?.powerOn()
        faults.isStale = false
        faults.isWedged = false
        help(.power)
    }

    /// Some remedies help where a gentler one would have.
    private mutating func help(_ remedy: RadioRemedy) {
        guard let needed = faults.isDeafUntil else { return }
        let strength = RadioRemedy.allCases
        guard let has = strength.firstIndex(of: remedy), let wants = strength.firstIndex(of: needed) else {
            return
        }
        if has >= wants { faults.isDeafUntil = nil }
    }

    /// A Command Complete of no command, which only gives a credit (Core 5.3 Vol 4 Part E 7.7.14).
    package mutating func grantCredit() -> [[UInt8]] {
        hasCredit = true
        return [Self.event(0x0E, [0x01, 0x00, 0x00])]
    }

    /// Packets as a UART out of step delivers them: lengths that are wrong, events nobody knows, reports
    /// cut short.
    package mutating func garbage(packets: Int) -> [[UInt8]] {
        (0..<packets).map { _ in
            let code = [0x3E, 0x0E, 0x0F, UInt8.random(in: 0...255, using: &noise)].randomElement(
                using: &noise)
            let length = UInt8.random(in: 0...255, using: &noise)
            let count = Int.random(in: 0...40, using: &noise)
            return [0x04, code ?? 0x3E, length]
                + (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
        }
    }

    private mutating func reset() {
        eventMask = Self.defaultEventMask
        leEventMask = Self.defaultLEEventMask
        linkLayer = SimulatedLinkLayer(profile: profile, address: address)
        hasCredit = true
    }

    /// 01, opcode, length, and exactly so many bytes.
    private static func header(_ reader: inout PacketReader) throws(Malformed) -> Opcode {
        guard try reader.u8() == 0x01 else { throw Malformed("not a command", at: 0) }
        let opcode = Opcode(try reader.u16le())
        guard Int(try reader.u8()) == reader.remaining else { throw Malformed("length of a command", at: 3) }
        return opcode
    }

    private mutating func answer(_ opcode: Opcode, _ reader: inout PacketReader, now: Duration) -> [UInt8] {
        var status = StatusCode.success
        var returned: [UInt8] = []
        do {
            if let refusal = faults.refusals[opcode.rawValue] {
                throw Refusal(status: StatusCode(rawValue: refusal))
            }
            if faults.isStale {
                let answers = SimulatedAnswers(profile: profile, address: address)
                returned = answers.returned(by: opcode) ?? []
            } else {
                let wasScanning = isScanning
                returned = try execute(opcode, &reader, now: now)
                if wasScanning, !isScanning { help(.rescan) }
            }
        } catch let refusal as Refusal {
            status = refusal.status
        } catch {
            status = .invalidParameters
        }
        let credits: UInt8 = faults.withholdsCredit ? 0 : 1
        return Self.event(
            0x0E, [credits] + opcode.rawValue.littleEndianBytes + [status.rawValue] + returned)
    }

    private mutating func execute(
        _ opcode: Opcode, _ reader: inout PacketReader, now: Duration
    ) throws -> [UInt8] {
        switch try chip?.execute(opcode, &reader, address: &address) {
        case .returns(let parameters): return parameters
        case .restarts:
            reset()
            return []
        case nil: break
        }
        switch opcode {
        case .reset:
            reset()
            help(.reset)
        case .setEventMask: eventMask = try reader.u64le()
        case .leSetEventMask: leEventMask = try reader.u64le()
        default:
            let answers = SimulatedAnswers(profile: profile, address: address)
            if let returned = answers.returned(by: opcode) { return returned }
            return try linkLayer.execute(
                opcode, &reader, takesTurns: faults.takesTurns, now: now, noise: &noise)
        }
        try reader.end()
        return []
    }

    private static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
        [0x04, code, UInt8(parameters.count)] + parameters
    }
}
