import Support

@testable import HCI

/// Answers commands from a table. It enforces nothing; `SimulatedController` does.
struct ScriptedController {
    /// HCI version 9 is 5.0.
    var version: UInt8 = 9
    var lmpFeatures = bytes("00 00 00 00 60 00 00 00")
    var leFeatures = bytes("3F 00 00 08 00 00 00 00")
    var commands = [UInt8](repeating: 0, count: 64)
    var address = bytes("06 05 04 03 02 01")
    /// LE Read Supported States.
    var states = bytes("11 01 00 00 00 00 00 00")

    /// Answered with this status instead of success.
    var refusals: [Opcode: StatusCode] = [:]
    /// Not answered.
    var mutes: Set<Opcode> = []
    var isMute = false
    /// The status of switching the second of advertising and scanning on.
    var refusesBoth: StatusCode?
    /// The status of parameters that say "connect to me".
    var refusesConnectable: StatusCode?
    /// The shortest interval accepted, in slots.
    var shortestInterval: UInt16 = 0x20

    private(set) var isAdvertising = false
    private(set) var isScanning = false
    private(set) var data: [UInt8] = []
    private(set) var interval: UInt16 = 0

    /// 5.0, legacy commands only: the on-board radio of a Pi 4.
    static let legacy = ScriptedController()

    /// 5.2 with the extended commands.
    static let extended: ScriptedController = {
        var controller = ScriptedController()
        controller.version = 11
        controller.leFeatures[1] = 0x10
        controller.commands[28] = 0x08
        controller.commands[36] = 0x3E
        controller.commands[37] = 0x60
        return controller
    }()

    /// The events that answer one command.
    mutating func answer(_ packet: [UInt8]) -> [[UInt8]] {
        guard let opcode = opcode(of: packet), !isMute, !mutes.contains(opcode) else { return [] }
        let parameters = Array(packet.dropFirst(4))
        if let status = refusals[opcode] ?? refusal(opcode, parameters) {
            return [Samples.complete(opcode, status)]
        }
        obey(opcode, parameters)
        return [Samples.complete(opcode, .success, returned(opcode))]
    }

    private func refusal(_ opcode: Opcode, _ parameters: [UInt8]) -> StatusCode? {
        switch opcode {
        case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
            parameters[0] == 1 && isScanning ? refusesBoth : nil
        case .leSetScanEnable, .leSetExtendedScanEnable:
            parameters[0] == 1 && isAdvertising ? refusesBoth : nil
        case .leSetAdvertisingParameters:
            UInt16(parameters[0]) | UInt16(parameters[1]) << 8 < shortestInterval
                ? .invalidParameters : parameters[4] == 0x00 ? refusesConnectable : nil
        default: nil
        }
    }

    private mutating func obey(_ opcode: Opcode, _ parameters: [UInt8]) {
        switch opcode {
        case .reset: (isAdvertising, isScanning) = (false, false)
        case .leSetAdvertisingParameters: interval = UInt16(parameters[0]) | UInt16(parameters[1]) << 8
        case .leSetExtendedAdvertisingParameters:
            interval = UInt16(parameters[3]) | UInt16(parameters[4]) << 8
        case .leSetAdvertisingData: data = Array(parameters[1..<(1 + Int(parameters[0]))])
        case .leSetExtendedAdvertisingData: data = Array(parameters[4...])
        case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable: isAdvertising = parameters[0] == 1
        case .leSetScanEnable, .leSetExtendedScanEnable: isScanning = parameters[0] == 1
        default: break
        }
    }

    private func returned(_ opcode: Opcode) -> [UInt8] {
        switch opcode {
        case .readLocalVersion: [version, 0, 0, version, 0x0F, 0, 0, 0]
        case .readLocalFeatures: lmpFeatures
        case .readAddress: address
        case .readLocalCommands: commands
        case .leReadLocalFeatures: leFeatures
        case .leReadSupportedStates: states
        case .leSetExtendedAdvertisingParameters: [0x08]
        default: []
        }
    }
}

/// The opcode of a command packet.
func opcode(of packet: [UInt8]) -> Opcode? {
    packet.count >= 4 && packet[0] == 0x01 ? Opcode(UInt16(packet[1]) | UInt16(packet[2]) << 8) : nil
}
