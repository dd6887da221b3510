import Testing

@testable import HCI

/// The chip of a Raspberry Pi, asked in the order in which Linux 6.1 asks it (btbcm.c, hci_bcm.c).
struct BroadcomChipTests {
    /// A host that knows what to ask and reads what is answered.
    private struct Host {
        var controller: SimulatedController

        init(_ model: BroadcomChip.Model) {
            let address = DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6])
            controller = SimulatedController(profile: model.profile, address: address)
        }

        /// Status and return parameters.
        mutating func ask(_ opcode: UInt16, _ parameters: [UInt8] = []) -> [UInt8]? {
            let command =
                [0x01, UInt8(opcode & 0xff), UInt8(opcode >> 8), UInt8(parameters.count)] + parameters
            let replies = controller.host(command, now: .zero)
            guard replies.count == 1, let reply = replies.first else { return nil }
            guard Array(reply.prefix(2)) == [0x04, 0x0E], Array(reply[4...5]) == Array(command[1...2]) else {
                return nil
            }
            return Array(reply[6...])
        }

        mutating func patch() {
            _ = ask(0xFC2E)
            _ = ask(0xFC4C, [0, 0, 0x21, 0, 0xAA, 0xBB])
            _ = ask(0xFC4E, [0xFF, 0xFF, 0xFF, 0xFF])
        }

        var name: String? {
            mutating get {
                ask(0x0C14).map { String(decoding: $0.dropFirst().prefix { $0 != 0 }, as: UTF8.self) }
            }
        }
    }

    @Test(
        arguments: [
            (BroadcomChip.Model.bcm43438, "BCM43430A1", 94, 0x2E, [0x09, 0x22], 7),
            (.bcm4345c0, "BCM4345C0", 107, 0x2F, [0x19, 0x61], 9),
        ] as [(BroadcomChip.Model, String, UInt8, UInt8, [UInt8], UInt8)])
    func theROMSaysWhatADriverTellsTheChipBy(
        model: BroadcomChip.Model, name: String, chip: UInt8, features: UInt8, subversion: [UInt8],
        version: UInt8
    ) {
        var host = Host(model)
        #expect(host.ask(0x0C03) == [0])
        // Build 0, and manufacturer 15.
        #expect(host.ask(0x1001) == [0, version, 0, 0, version, 15, 0] + subversion)
        // The driver refuses other lengths: 7 and 9 with the status.
        #expect(host.ask(0xFC79) == [0, chip, 0, 0, 0, 0, 0])
        #expect(host.ask(0xFC6E) == [0, features, 0, 0, 0, 0, 0, 0, 0])
        #expect(host.name == name)
    }

    @Test(arguments: BroadcomChip.Model.allCases)
    func firmwareIsWrittenAndLaunched(model: BroadcomChip.Model) {
        var host = Host(model)
        #expect(host.ask(0xFC2E) == [0])
        #expect(host.ask(0x0C03) == [0x0C], "there is nothing but the download")
        #expect(host.ask(0xFC4C, [0, 0, 0x21, 0]) == [0x12], "nothing to write")
        for _ in 0..<200 {
            #expect(host.ask(0xFC4C, [0, 0, 0x21, 0] + [UInt8](repeating: 7, count: 251)) == [0])
        }
        #expect(host.controller.chip?.isPatched == false)
        #expect(host.ask(0xFC4E, [0xFF, 0xFF, 0xFF, 0xFF]) == [0])
        #expect(host.controller.chip?.isPatched == true)
        #expect(host.name?.contains("Raspberry Pi") == true)
        // The build is not 0 any more, and a reset does not bring the ROM back.
        #expect(host.ask(0x0C03) == [0])
        #expect(host.ask(0x1001)?[2] != 0)
        host.controller.cutPower()
        #expect(host.ask(0x1001)?[2] == 0, "but a cut of power does")
    }

    /// What a Raspberry Pi 3B and a 3B+ log (nisargjhaveri/WirelessAndroidAutoDongle#103).
    @Test(
        arguments: [
            (.bcm43438, "BCM43438A1 37.4MHz Raspberry Pi 3-0141", 141),
            (.bcm4345c0, "BCM43455 37.4MHz Raspberry Pi 3+-0190", 190),
        ] as [(BroadcomChip.Model, String, UInt8)])
    func theFirmwareSaysItsNameAndBuild(model: BroadcomChip.Model, name: String, build: UInt8) {
        var host = Host(model)
        host.patch()
        #expect(host.name == name)
        #expect(host.ask(0x1001)?[2...3] == [build, 0])
        #expect(host.ask(0xFC79)?.suffix(2) == [build, 0])
        // ACL: 1,021 bytes, eight packets; synchronous: 64 bytes, one.
        #expect(host.ask(0x1005) == [0, 0xFD, 0x03, 0x40, 0x08, 0x00, 0x01, 0x00])
        // 248 bytes, whatever is in them (Core 5.4, Vol 4, Part E, 7.3.12).
        #expect(host.ask(0x0C14)?.count == 249)
    }

    /// The firmware begins as the chip does after power-on, with the slow clock and awake.
    @Test func aLaunchForgetsClockAndSleep() {
        var host = Host(.bcm4345c0)
        #expect(host.controller.chip?.sleeps == false)
        #expect(host.ask(0xFC45, [1]) == [0])
        #expect(host.ask(0xFC27, [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]) == [0])
        host.patch()
        #expect(host.controller.chip?.sleeps == false)
        #expect(host.ask(0xFC18, [0, 0, 0x00, 0x09, 0x3D, 0x00]) == [0x12], "4 Mbit/s by the slow clock")
        #expect(host.ask(0xFC18, [0, 0, 0x80, 0x25, 0x00, 0x00]) == [0], "9,600 bit/s")
        #expect(host.ask(0xFC18, [0, 0, 0x7F, 0x25, 0x00, 0x00]) == [0x12], "one less")
        #expect(host.ask(0xFC45, [1]) == [0] && host.ask(0xFC45, [2]) == [0], "24 MHz again")
        #expect(host.ask(0xFC18, [0, 0, 0x00, 0x09, 0x3D, 0x00]) == [0x12])
    }

    @Test func oneByteIsFirmware() {
        var host = Host(.bcm43438)
        _ = host.ask(0xFC2E)
        #expect(host.ask(0xFC4C, [0, 0, 0x21, 0, 7]) == [0])
        #expect(host.ask(0xFC4E, [0xFF, 0xFF, 0xFF, 0xFF]) == [0])
        #expect(host.controller.chip?.isPatched == true)
    }

    @Test func aLaunchWithoutFirmwareIsTheROMAgain() {
        var host = Host(.bcm43438)
        _ = host.ask(0xFC2E)
        #expect(host.ask(0xFC4E, [0xFF, 0xFF, 0xFF, 0xFF]) == [0])
        #expect(host.controller.chip?.isPatched == false)
        #expect(host.ask(0x0C03) == [0])
    }

    @Test func firmwareHasAnEnd() {
        var host = Host(.bcm43438)
        _ = host.ask(0xFC2E)
        let piece = [0, 0, 0, 0] + [UInt8](repeating: 7, count: 251)
        for _ in 0..<(262_144 / 251) { #expect(host.ask(0xFC4C, piece) == [0]) }
        #expect(host.ask(0xFC4C, piece) == [0x12])
    }

    @Test func speedsAreThoseOfItsClock() {
        var host = Host(.bcm4345c0)
        func speed(_ bitsPerSecond: UInt32) -> [UInt8] {
            [0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: bitsPerSecond >> (8 * $0)) }
        }
        #expect(host.controller.chip?.speed == 115_200)
        #expect(host.ask(0xFC18, speed(3_000_000)) == [0])
        #expect(host.controller.chip?.speed == 3_000_000)
        #expect(host.ask(0xFC18, speed(4_000_000)) == [0x12])
        #expect(host.ask(0xFC45, [3]) == [0x12])
        #expect(host.ask(0xFC45, [1]) == [0])
        #expect(host.ask(0xFC18, speed(4_000_000)) == [0])
        #expect(host.ask(0xFC18, speed(4_000_001)) == [0x12])
        #expect(host.ask(0xFC18, speed(300)) == [0x12])
        #expect(host.ask(0xFC18, [0, 0, 1]) == [0x12])
        #expect(host.controller.chip?.speed == 4_000_000)
        host.patch()
        #expect(host.controller.chip?.speed == 115_200, "the firmware begins as the ROM did")
    }

    @Test func whatElseADriverSets() {
        var host = Host(.bcm4345c0)
        host.patch()
        #expect(host.ask(0xFC01, [9, 8, 7, 6, 5, 4]) == [0])
        #expect(host.ask(0x1009) == [0, 9, 8, 7, 6, 5, 4])
        #expect(host.ask(0xFC1D) == [0, 0, 0, 0, 0, 0])
        #expect(host.ask(0xFC1C, [1, 2, 0, 1, 1]) == [0])
        #expect(host.ask(0xFC1D) == [0, 1, 2, 0, 1, 1])
        #expect(host.ask(0xFC27, [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]) == [0])
        #expect(host.controller.chip?.sleeps == true)
        #expect(host.ask(0xFC27, [1]) == [0x12])
    }

    @Test func whatItDoesNotKnowIsRefusedAndNamed() {
        var host = Host(.bcm43438)
        for number in 0..<20 { #expect(host.ask(0xFD00 + UInt16(number)) == [0x01]) }
        #expect(host.ask(0xFD00) == [0x01])
        #expect(host.controller.chip?.unknown == (0..<16).map { 0xFD00 + $0 })
        var other = Host(.bcm43438)
        for opcode in [0xFC00, 0xFC00, 0xFD01] as [UInt16] { #expect(other.ask(opcode) == [0x01]) }
        #expect(other.controller.chip?.unknown == [0xFC00, 0xFD01], "each once")
        // Neither extended advertising nor another PHY.
        #expect(host.ask(0x2036, [UInt8](repeating: 0, count: 25)) == [0x01])
        #expect(host.ask(0x2032, [0, 0, 0, 0, 0, 0, 0]) == [0x01])
    }

    @Test func aWedgedOneIsSilentUntilItsPowerIsCut() {
        var host = Host(.bcm43438)
        host.controller.faults.isWedged = true
        #expect(host.ask(0x0C03) == nil)
        host.controller.cutPower()
        #expect(host.ask(0x0C03) == [0])
    }

    /// Whatever is written, it answers or ignores, and holds no more than it may.
    @Test func anyBytesAreSurvived() {
        var host = Host(.bcm4345c0)
        for opcode in stride(from: UInt16(0xFC00), through: 0xFCFF, by: 1) {
            for count in 0...12 {
                _ = host.ask(opcode, [UInt8](repeating: UInt8(truncatingIfNeeded: opcode), count: count))
            }
        }
        host.controller.cutPower()
        #expect(host.ask(0x0C03) == [0])
    }
}

/// The chip behind our own radio: it is used like any controller when it has its firmware.
struct BroadcomRadioTests {
    @Test(arguments: BroadcomChip.Model.allCases)
    func itCallsAndListensAtOnce(model: BroadcomChip.Model) {
        var controller = SimulatedController(
            profile: model.profile, address: DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 6]))
        for packet in [
            [0x01, 0x03, 0x0C, 0x00],
            [0x01, 0x06, 0x20, 0x0F, 0xA0, 0, 0xA0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0],
            [0x01, 0x0A, 0x20, 0x01, 0x01], [0x01, 0x0B, 0x20, 0x07, 0, 0x60, 0, 0x30, 0, 0, 0],
            [0x01, 0x0C, 0x20, 0x02, 0x01, 0x00],
        ] as [[UInt8]] {
            #expect(controller.host(packet, now: .zero).first?.last == 0, "\(packet)")
        }
        #expect(controller.isAdvertising && controller.isScanning)
    }
}
