import Testing

@testable import HCI

/// A host that types commands into a simulated controller, byte by byte and without the code under test.
struct SimulatedHost {
    struct Command: CustomStringConvertible {
        let description: String
        let opcode: UInt16
        let parameters: [UInt8]

        init(_ description: String, _ opcode: UInt16, _ parameters: [UInt8] = []) {
            self.description = description
            self.opcode = opcode
            self.parameters = parameters
        }

        static let reset = Command("reset", 0x0C03)
        static let showLEMeta = Command("event mask", 0x0C01, [0x00, 0xE0, 0, 0, 0, 0, 0, 0x20])
        static let showReports = Command("LE event mask", 0x2001, [0x02, 0x10, 0x02, 0, 0, 0, 0, 0])
        static let setRandomAddress = Command("random address", 0x2005, [1, 2, 3, 4, 5, 0xC6])
        /// 100 ms, ADV_NONCONN_IND, random address, all channels.
        static let advertisingParameters = Command(
            "parameters", 0x2006, [0xA0, 0, 0xA0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0])
        static let advertisingData = Command(
            "data", 0x2008, [3, 0x02, 0x01, 0x06] + Array(repeating: 0, count: 28))
        static let advertise = Command("advertise", 0x200A, [1])
        static let stopAdvertising = Command("stop advertising", 0x200A, [0])
        /// Passive, 60 ms of which 30 ms, random address.
        static let scanParameters = Command("scan parameters", 0x200B, [0, 0x60, 0, 0x30, 0, 1, 0])
        static let scan = Command("scan", 0x200C, [1, 0])
        static let scanForNews = Command("scan, filtered", 0x200C, [1, 1])
        static let stopScanning = Command("stop scanning", 0x200C, [0, 0])
        /// Set 0, ADV_NONCONN_IND, 100 ms.
        static let setParameters = Command(
            "set parameters", 0x2036,
            [0, 0x10, 0, 0xA0, 0, 0, 0xA0, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 1, 0, 1, 0, 0])
        static let setAddress = Command("set address", 0x2035, [0, 1, 2, 3, 4, 5, 0xC6])
        static let setData = Command("set data", 0x2037, [0, 3, 1, 3, 0x02, 0x01, 0x06])
        static let enableSet = Command("enable set", 0x2039, [1, 1, 0, 0, 0, 0])
        static let disableSets = Command("disable sets", 0x2039, [0, 0])
        static let extendedScanParameters = Command(
            "extended scan parameters", 0x2041, [1, 0, 1, 0, 0x60, 0, 0x30, 0])
        static let extendedScan = Command("extended scan", 0x2042, [1, 0, 0, 0, 0, 0])
    }

    var controller: SimulatedController
    var now = Duration.zero

    init(_ profile: ControllerProfile, seed: UInt64 = 1) {
        controller = SimulatedController(
            profile: profile, address: DeviceAddress(littleEndian: 1...6), seed: seed)
    }

    mutating func send(_ opcode: UInt16, _ parameters: [UInt8]) -> [[UInt8]] {
        let head = [0x01, UInt8(opcode & 0xFF), UInt8(opcode >> 8), UInt8(parameters.count)]
        return controller.host(head + parameters, now: now)
    }

    /// The status of the reply; nil if there was none.
    mutating func status(_ opcode: UInt16, _ parameters: [UInt8]) -> UInt8? {
        let reply = send(opcode, parameters).first ?? []
        return reply.count > 6 ? reply[6] : nil
    }

    mutating func status(_ command: Command) -> UInt8? {
        status(command.opcode, command.parameters)
    }

    /// Sends what must succeed.
    mutating func run(_ command: Command, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status(command) == 0x00, "\(command)", sourceLocation: sourceLocation)
    }

    mutating func showReports() {
        run(.showLEMeta)
        run(.showReports)
    }

    mutating func startAdvertising() {
        if controller.profile.hasExtendedCommands {
            for command in [Command.setParameters, .setAddress, .setData, .enableSet] { run(command) }
        } else {
            run(.setRandomAddress)
            for command in [Command.advertisingParameters, .advertisingData, .advertise] { run(command) }
        }
    }

    mutating func startScanning() {
        run(.setRandomAddress)
        run(controller.profile.hasExtendedCommands ? .extendedScanParameters : .scanParameters)
        run(controller.profile.hasExtendedCommands ? .extendedScan : .scan)
    }
}
