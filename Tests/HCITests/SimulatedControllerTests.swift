import Testing

@testable import HCI

@Suite("The simulated controller keeps to the specification")
struct SimulatedControllerTests {
    @Test("Reset turns everything off and forgets the random address", arguments: ControllerProfile.all)
    func reset(profile: ControllerProfile) {
        var host = SimulatedHost(profile)
        host.startAdvertising()
        #expect(host.controller.isAdvertising)
        host.run(.reset)
        #expect(!host.controller.isAdvertising && !host.controller.isScanning)
        if profile.hasExtendedCommands {
            #expect(host.status(.enableSet) == 0x42, "the advertising set is gone")
        } else {
            host.run(.advertisingParameters)
            #expect(host.status(.advertise) == 0x12, "the random address is gone")
        }
    }

    @Test("What a kernel asks at power-on is answered to the byte", arguments: ControllerProfile.all)
    func kernel(profile: ControllerProfile) {
        // Opcode, parameters, and the length of what comes after the status.
        let asked: [(UInt16, [UInt8], Int)] = [
            (0x0C03, [], 0), (0x1003, [], 8), (0x1001, [], 8), (0x1009, [], 6), (0x1002, [], 64),
            (0x2003, [], 8),
            (0x2002, [], 3), (0x0C14, [], 248), (0x201C, [], 8),
            (0x0C01, [0x00, 0xE0, 0, 0, 0, 0, 0, 0x20], 0),
            (0x2001, [0x02, 0, 0, 0, 0, 0, 0, 0], 0),
        ]
        var host = SimulatedHost(profile)
        for (opcode, parameters, length) in asked {
            let reply = host.send(opcode, parameters)
            let head: [UInt8] = [
                0x04, 0x0E, UInt8(4 + length), 0x01, UInt8(opcode & 0xFF), UInt8(opcode >> 8), 0x00,
            ]
            #expect(reply.count == 1 && reply[0].prefix(7) == head[...] && reply[0].count == 7 + length)
        }
        #expect(profile.lmpFeatures[4] == 0x60, "a dual-mode controller would be asked much more")
    }

    @Test("An unknown command is answered so, and one that is not whole is not answered at all")
    func unknown() {
        var host = SimulatedHost(.legacy42)
        #expect(host.send(0xFC01, [1, 2, 3]) == [[0x04, 0x0E, 0x04, 0x01, 0x01, 0xFC, 0x01]])
        #expect(host.status(0x2036, Array(repeating: 0, count: 25)) == 0x01, "it has no extended commands")
        #expect(host.status(0x0C6D, [0x01, 0x00]) == 0x01, "it has no BR/EDR to be distinguished from")
        let whole: [UInt8] = [0x01, 0x01, 0x20, 0x08, 2, 0, 0, 0, 0, 0, 0, 0]
        for length in 0..<whole.count {
            #expect(host.controller.host(Array(whole.prefix(length)), now: .zero).isEmpty)
        }
        #expect(host.controller.host(whole + [0], now: .zero).isEmpty)
        #expect(host.controller.malformed == whole.count + 1)
    }

    @Test("Parameters are refused while what they are for is on")
    func disallowed() {
        var host = SimulatedHost(.legacy42)
        host.startAdvertising()
        #expect(host.status(.advertisingParameters) == 0x0C)
        #expect(host.status(.setRandomAddress) == 0x0C)
        #expect(host.status(.advertisingData) == 0x00, "data may change")
        #expect(host.status(.advertise) == 0x00, "enabling again is no error")
        #expect(host.status(.stopAdvertising) == 0x00)
        #expect(host.status(.setRandomAddress) == 0x00)
        host.run(.scanParameters)
        host.run(.scan)
        #expect(host.status(.scanParameters) == 0x0C)
        #expect(host.status(.setRandomAddress) == 0x0C)
        #expect(host.status(.stopScanning) == 0x00)
        #expect(host.status(.scanParameters) == 0x00)
    }

    /// Core 5.3 Vol 4 Part E 7.8.10: what a controller takes, and what it refuses as invalid.
    @Test(
        "Scan parameters have bounds",
        arguments: [
            (0, 0x0004, 0x0004, 0, 0x00), (1, 0x4000, 0x4000, 3, 0x00), (2, 0x60, 0x30, 0, 0x12),
            (0, 0x60, 0x30, 4, 0x12), (0, 0x0003, 0x0003, 0, 0x12), (0, 0x60, 0x0003, 0, 0x12),
            (0, 0x4001, 0x30, 0, 0x12), (0, 0x30, 0x31, 0, 0x12),
        ] as [(UInt8, UInt16, UInt16, UInt8, UInt8)])
    func scanBounds(type: UInt8, interval: UInt16, window: UInt16, filter: UInt8, status: UInt8) {
        var host = SimulatedHost(.legacy42)
        let parameters =
            [type, UInt8(interval & 0xFF), UInt8(interval >> 8), UInt8(window & 0xFF), UInt8(window >> 8)]
            + [0, filter]
        #expect(host.status(.init("scan parameters", 0x200B, parameters)) == status)
    }

    @Test("A random own address must have been set before it is used")
    func randomAddress() {
        var host = SimulatedHost(.legacy42)
        host.run(.advertisingParameters)
        host.run(.scanParameters)
        #expect(host.status(.advertise) == 0x12)
        #expect(host.status(.scan) == 0x12)
        host.run(.setRandomAddress)
        #expect(host.status(.advertise) == 0x00)
        #expect(host.status(.scan) == 0x00)
    }

    @Test(
        "Disabling what is off: success by the book, 0x0C on the chips of Pis",
        arguments: [(.legacy42, 0x00), (.cyw43455, 0x0C), (.bcm43438, 0x0C), (.bcm4345c0, 0x0C)]
            as [(ControllerProfile, UInt8)])
    func idleDisable(profile: ControllerProfile, status: UInt8) {
        var host = SimulatedHost(profile)
        #expect(host.status(.stopAdvertising) == status)
        #expect(host.status(.stopScanning) == status)
    }

    @Test(
        "Advertising faster than the version allows is refused",
        arguments: [
            (.legacy42, 0x00A0, 3, 0x00), (.legacy42, 0x009F, 3, 0x12), (.legacy42, 0x0020, 0, 0x00),
            (.cyw43455, 0x0040, 3, 0x00), (.cyw43455, 0x001F, 3, 0x12), (.cyw43455, 0x4001, 3, 0x12),
            (.legacy42, 0x00A0, 5, 0x12),
        ] as [(ControllerProfile, UInt16, UInt8, UInt8)])
    func interval(profile: ControllerProfile, interval: UInt16, type: UInt8, status: UInt8) {
        var host = SimulatedHost(profile)
        let slots = [UInt8(interval & 0xFF), UInt8(interval >> 8)]
        let rest: [UInt8] = [type, 0x01, 0x00, 0, 0, 0, 0, 0, 0, 0x07, 0x00]
        #expect(host.status(0x2006, slots + slots + rest) == status)
    }

    @Test("Too few and too many parameters are refused, and change nothing")
    func lengths() {
        var host = SimulatedHost(.extended52)
        let commands: [SimulatedHost.Command] = [
            .setRandomAddress, .setParameters, .setAddress, .setData, .enableSet, .extendedScanParameters,
            .extendedScan,
        ]
        for command in commands {
            for length in 0..<command.parameters.count {
                let status = host.status(command.opcode, Array(command.parameters.prefix(length)))
                #expect(status != 0x00, "\(command) with \(length) bytes")
            }
            #expect(host.status(command.opcode, command.parameters + [0]) != 0x00)
        }
        #expect(!host.controller.isAdvertising && !host.controller.isScanning)
    }

    @Test("Legacy and extended commands are not mixed until the next Reset")
    func mixing() {
        var host = SimulatedHost(.extended52)
        #expect(host.status(.scanParameters) == 0x00)
        #expect(host.status(.setParameters) == 0x0C)
        #expect(host.status(.extendedScanParameters) == 0x0C)
        #expect(host.status(0x203D, []) == 0x0C, "clearing sets is an extended one")
        host.run(.reset)
        #expect(host.status(.setParameters) == 0x00)
        #expect(host.status(.advertisingParameters) == 0x0C)
        #expect(host.status(0x2007, []) == 0x0C, "even the question about transmit power is a legacy one")
        #expect(host.status(.setRandomAddress) == 0x00, "this one belongs to both")
    }

    /// Core 5.4 Vol 4 Part E 7.8.52: not while it advertises, and says "connect to me".
    @Test("A set that is connectable keeps its address while it is on", arguments: [(0x10, 0), (0x13, 0x0C)])
    func addressOfASet(properties: UInt8, status: UInt8) {
        var host = SimulatedHost(.extended52)
        var parameters = SimulatedHost.Command.setParameters.parameters
        parameters[1] = properties
        #expect(host.status(0x2036, parameters) == 0x00)
        host.run(.setAddress)
        host.run(.setAddress)
        host.run(.setData)
        host.run(.enableSet)
        #expect(host.status(.setAddress) == status)
        host.run(.disableSets)
        host.run(.setAddress)
    }

    @Test("Advertising sets: made by their parameters, bounded, and known by their handle")
    func sets() {
        var host = SimulatedHost(.extended52)
        #expect(host.status(.setAddress) == 0x42)
        #expect(host.status(.setData) == 0x42)
        for handle in UInt8(0)..<4 {
            #expect(
                host.status(0x2036, [handle] + SimulatedHost.Command.setParameters.parameters.dropFirst())
                    == 0)
        }
        #expect(host.status(0x2036, [9] + SimulatedHost.Command.setParameters.parameters.dropFirst()) == 0x07)
        #expect(host.status(.enableSet) == 0x12, "its random address is missing")
        host.run(.setAddress)
        host.run(.setData)
        host.run(.enableSet)
        #expect(host.status(.setParameters) == 0x0C)
        #expect(host.status(0x203D, []) == 0x0C)
        #expect(host.status(0x2039, [0x01, 0x00]) == 0x12)
        host.run(.disableSets)
        #expect(host.status(0x203C, [3]) == 0x00)
        #expect(host.status(0x203D, []) == 0x00)
        #expect(host.status(.enableSet) == 0x42)
    }

    @Test(
        "A controller that does one thing at a time refuses the second",
        arguments: [.refusesBoth, .extendedRefusesBoth, .legacy42] as [ControllerProfile])
    func takingTurns(profile: ControllerProfile) {
        var host = SimulatedHost(profile)
        host.controller.faults.takesTurns = profile == .legacy42
        host.run(.setRandomAddress)
        host.startAdvertising()
        let scan: SimulatedHost.Command = profile.hasExtendedCommands ? .extendedScan : .scan
        host.run(profile.hasExtendedCommands ? .extendedScanParameters : .scanParameters)
        #expect(host.status(scan) == 0x0C)
        host.run(profile.hasExtendedCommands ? .disableSets : .stopAdvertising)
        #expect(host.status(scan) == 0x00)
        #expect(host.status(profile.hasExtendedCommands ? .enableSet : .advertise) == 0x0C)
    }
}
