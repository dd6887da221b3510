import Wire

/// The Broadcom chip of a Raspberry Pi, as Linux' drivers meet it at the other end of a serial line: it
/// starts from a ROM, is given its firmware byte by byte, and changes speed when it is told.
///
/// It answers what `btbcm.c` and `hci_bcm.c` of Linux 6.1 and BlueZ' `hciattach bcm43xx` ask, and refuses
/// what they cannot know of. The firmware is counted and thrown away: what runs afterwards is a
/// `SimulatedController`, whatever was written.
package struct BroadcomChip: Sendable, Equatable {
    /// By the name of the chip, not of its Bluetooth half.
    package enum Model: String, Sendable, CaseIterable {
        /// Of the Zero W and the 3B.
        case bcm43438
        /// Of the 3A+, 3B+, 4B and 5.
        case bcm4345c0
    }

    /// Vendor commands (OGF 0x3F), with the names that btbcm.c has for them.
    private enum VendorCommand {
        static let setAddress: UInt16 = 0xFC01
        static let updateSpeed: UInt16 = 0xFC18
        static let writePCM: UInt16 = 0xFC1C
        static let readPCM: UInt16 = 0xFC1D
        static let setSleepMode: UInt16 = 0xFC27
        static let downloadMinidriver: UInt16 = 0xFC2E
        static let writeClock: UInt16 = 0xFC45
        static let writeRAM: UInt16 = 0xFC4C
        static let launchRAM: UInt16 = 0xFC4E
        static let readFeatures: UInt16 = 0xFC6E
        static let readVerboseConfiguration: UInt16 = 0xFC79
        static let all: ClosedRange<UInt16> = 0xFC00...0xFFFF
    }

    private enum Stage: Equatable {
        case rom
        /// Takes firmware, and nothing else; so many bytes so far.
        case download(Int)
        case patched
    }

    /// What a command comes to.
    enum Reply: Equatable {
        case returns([UInt8])
        /// Answered, and then everything but the firmware is as after power-on.
        case restarts
    }

    /// In bit/s: after power-on, and again when the firmware has been launched (hciattach_bcm43xx.c).
    static let firstSpeed = 115_200
    /// Faster than this the UART wants the clock of 48 MHz (hci_bcm.c, `bcm_set_baudrate`).
    private static let speedBySlowClock = 3_000_000
    private static let speeds = 9_600...4_000_000
    /// Several times the largest firmware of a Pi.
    private static let firmwareAtMost = 262_144
    /// Named in the log; more are answered and not named.
    private static let unknownAtMost = 16

    package let model: Model
    /// In bit/s, as the next byte is sent and expected.
    package private(set) var speed = firstSpeed
    /// Commands that it does not know, each once.
    package private(set) var unknown: [UInt16] = []
    private(set) var sleeps = false
    private var stage = Stage.rom
    private var hasFastClock = false
    /// Routing, rate, frame, sync and clock.
    private var pcm: [UInt8] = [0, 0, 0, 0, 0]

    package init(_ model: Model) { self.model = model }

    /// It runs what it was given, and not its ROM.
    package var isPatched: Bool { stage == .patched }

    /// Its power was cut, and is back.
    mutating func powerOn() { self = BroadcomChip(model) }

    /// Nil for what any controller does.
    ///
    /// - Parameter address: its public address, which a host may change.
    mutating func execute(
        _ opcode: Opcode, _ reader: inout PacketReader, address: inout DeviceAddress
    ) throws -> Reply? {
        if case .download(let bytes) = stage { return try download(opcode.rawValue, bytes, &reader) }
        switch opcode.rawValue {
        case VendorCommand.downloadMinidriver:
            try reader.end()
            stage = .download(0)
        case VendorCommand.setAddress: address = DeviceAddress(littleEndian: try reader.bytes(6))
        case VendorCommand.updateSpeed: try changeSpeed(&reader)
        case VendorCommand.writeClock:
            let clock = try reader.u8()
            guard (1...2).contains(clock) else { throw Refusal.invalid }
            hasFastClock = clock == 1
        case VendorCommand.setSleepMode:
            sleeps = try reader.u8() != 0
            try reader.skip(11)
        case VendorCommand.writePCM: pcm = try reader.bytes(5)
        case VendorCommand.readPCM: return .returns(pcm)
        default: return try answer(opcode.rawValue)
        }
        try reader.end()
        return .returns([])
    }

    private mutating func download(
        _ opcode: UInt16, _ bytes: Int, _ reader: inout PacketReader
    ) throws -> Reply {
        switch opcode {
        case VendorCommand.writeRAM:
            // Where to, and what.
            try reader.skip(4)
            let count = bytes + reader.remaining
            guard reader.remaining > 0, count <= Self.firmwareAtMost else { throw Refusal.invalid }
            stage = .download(count)
            return .returns([])
        case VendorCommand.launchRAM:
            try reader.skip(4)
            try reader.end()
            stage = bytes > 0 ? .patched : .rom
            (speed, hasFastClock, sleeps) = (Self.firstSpeed, false, false)
            return .restarts
        default: throw Refusal.disallowed
        }
    }

    private mutating func changeSpeed(_ reader: inout PacketReader) throws {
        try reader.skip(2)
        let wanted = Int(try reader.u32le())
        guard Self.speeds.contains(wanted), hasFastClock || wanted <= Self.speedBySlowClock else {
            throw Refusal.invalid
        }
        speed = wanted
    }

    private mutating func answer(_ opcode: UInt16) throws -> Reply? {
        switch opcode {
        case 0x1001:
            let version = model.profile.hciVersion
            // HCI version, build, LMP version, manufacturer (15: Broadcom), what stands for the chip.
            return .returns(
                [version] + build.littleEndianBytes + [version, 0x0F, 0x00]
                    + model.subversion.littleEndianBytes)
        case 0x0C14: return .returns(SimulatedAnswers.localName(isPatched ? model.name : model.nameInROM))
        // ACL: 1,021 bytes, eight packets; synchronous: 64 bytes, one.
        case 0x1005: return .returns([0xFD, 0x03, 0x40, 0x08, 0x00, 0x01, 0x00])
        case VendorCommand.readFeatures: return .returns([model.features, 0, 0, 0, 0, 0, 0, 0])
        case VendorCommand.readVerboseConfiguration:
            // Chip, target, and two numbers of the build.
            return .returns([model.chip, 0x00] + UInt16(0).littleEndianBytes + build.littleEndianBytes)
        case VendorCommand.all:
            if !unknown.contains(opcode), unknown.count < Self.unknownAtMost { unknown.append(opcode) }
            throw Refusal.unknownCommand
        default: return nil
        }
    }

    private var build: UInt16 { isPatched ? model.build : 0 }
}

extension BroadcomChip.Model {
    /// What it is as a controller.
    package var profile: ControllerProfile {
        switch self {
        case .bcm43438: .bcm43438
        case .bcm4345c0: .bcm4345c0
        }
    }

    /// What btbcm.c tells the chip by: 001.002.009 and 003.001.025.
    var subversion: UInt16 {
        switch self {
        case .bcm43438: 0x2209
        case .bcm4345c0: 0x6119
        }
    }

    /// "BCM: chip id 94" and "107" in a kernel's log.
    var chip: UInt8 {
        switch self {
        case .bcm43438: 94
        case .bcm4345c0: 107
        }
    }

    /// "BCM: features 0x2e" and "0x2f".
    var features: UInt8 {
        switch self {
        case .bcm43438: 0x2E
        case .bcm4345c0: 0x2F
        }
    }

    /// By which hciattach looks for the firmware.
    var nameInROM: String {
        switch self {
        case .bcm43438: "BCM43430A1"
        case .bcm4345c0: "BCM4345C0"
        }
    }

    /// As a Raspberry Pi 3B and a 3B+ log it (nisargjhaveri/WirelessAndroidAutoDongle#103).
    var name: String {
        switch self {
        case .bcm43438: "BCM43438A1 37.4MHz Raspberry Pi 3-0141"
        case .bcm4345c0: "BCM43455 37.4MHz Raspberry Pi 3+-0190"
        }
    }

    /// Of that firmware.
    var build: UInt16 {
        switch self {
        case .bcm43438: 141
        case .bcm4345c0: 190
        }
    }
}
