import Determinism
import Testing
import Wire

@testable import HCI

/// The scanner of a simulated controller, by Bluetooth Core 5.3 Vol 4 Part E.
@Suite("The simulated scanner")
struct SimulatedScannerTests {
    /// LE Set Extended Scan Parameters (7.8.64): place, value, and what comes of it.
    @Test(
        "Extended scan parameters have bounds",
        arguments: [
            (0, 0, 0x00), (0, 3, 0x00), (0, 4, 0x12), (1, 3, 0x00), (1, 4, 0x12), (2, 1, 0x00), (2, 4, 0x00),
            (2, 0, 0x12), (2, 2, 0x12), (2, 3, 0x12), (3, 0, 0x00), (3, 1, 0x00), (3, 2, 0x12),
            // The interval is 0x60, or 0xFF60; the window is 4, 3, as long as the interval, and longer.
            (5, 0xFF, 0x00), (6, 0x04, 0x00), (6, 0x03, 0x12), (6, 0x60, 0x00), (6, 0x61, 0x12),
        ] as [(Int, UInt8, UInt8)])
    func extendedBounds(place: Int, value: UInt8, status: UInt8) {
        var host = SimulatedHost(.extended52)
        host.run(.setRandomAddress)
        var parameters = SimulatedHost.Command.extendedScanParameters.parameters
        parameters[place] = value
        #expect(host.status(0x2041, parameters) == status)
    }

    @Test("Two PHYs have two sets of parameters, of which the first counts")
    func twoPHYs() {
        var host = SimulatedHost(.extended52)
        let first = Array(SimulatedHost.Command.extendedScanParameters.parameters.dropFirst(3))
        #expect(host.status(0x2041, [1, 0, 5] + first + [0, 0x60, 0, 0x30, 0]) == 0x00)
        #expect(host.status(0x2041, [1, 0, 5] + first) == 0x12)
        #expect(host.status(0x2041, [1, 0, 1] + first + [0, 0x60, 0, 0x30, 0]) == 0x12)
    }

    /// LE Set Scan Enable and its extended form (7.8.11, 7.8.65): on or off, filter, and what comes of it.
    @Test(
        "Scanning is switched on with a filter that there is",
        arguments: [
            (false, 1, 0, 0x00), (false, 1, 1, 0x00), (false, 1, 2, 0x12), (false, 2, 0, 0x12),
            (true, 1, 0, 0x00), (true, 1, 1, 0x00), (true, 1, 2, 0x00), (true, 1, 3, 0x12),
            (true, 2, 0, 0x12),
        ] as [(Bool, UInt8, UInt8, UInt8)])
    func enable(isExtended: Bool, enables: UInt8, filter: UInt8, status: UInt8) {
        var host = SimulatedHost(isExtended ? .extended52 : .legacy42)
        host.run(.setRandomAddress)
        host.run(isExtended ? .extendedScanParameters : .scanParameters)
        let rest: [UInt8] = isExtended ? [0, 0, 0, 0] : []
        #expect(host.status(isExtended ? 0x2042 : 0x200C, [enables, filter] + rest) == status)
        #expect(host.controller.isScanning == (status == 0x00))
    }

    private static func packet(
        _ type: AirPacket.PDUType, at milliseconds: Int = 0, channels: UInt8 = 7, length: Int = 3,
        isRandom: Bool = true, number: UInt8 = 1
    ) -> AirPacket {
        AirPacket(
            address: DeviceAddress(littleEndian: [number, 2, 3, 4, 5, 0xC6]), addressIsRandom: isRandom,
            pduType: type, data: [UInt8](repeating: 0xAB, count: length), at: .milliseconds(milliseconds),
            channels: channels)
    }

    private static func scanner(extended: Bool = false, filters: Bool = false) throws -> SimulatedScanner {
        var scanner = SimulatedScanner()
        var noise = SeededGenerator(seed: 1)
        // An interval of 60 ms, of which 30 ms are listened to.
        var reader = PacketReader(SimulatedHost.Command.scanParameters.parameters)
        try scanner.setLegacyParameters(&reader)
        scanner.enable(filtersDuplicates: filters, now: .zero, noise: &noise)
        return scanner
    }

    /// Half of each interval, and of three intervals one on each channel.
    @Test("It listens in its window, on one channel after the other")
    func windows() throws {
        var scanner = try Self.scanner()
        #expect(scanner.share == 0.5)
        for interval in 0..<9 {
            let begin = interval * 60
            func hears(_ milliseconds: Int, _ channels: UInt8) -> Bool {
                scanner.hears(
                    Self.packet(.advInd, at: begin + milliseconds, channels: channels), extended: false)
            }
            #expect(hears(0, 7) && hears(29, 7) && !hears(30, 7) && !hears(59, 7))
            let heard = (0..<3).filter { hears(10, 1 << UInt8($0)) }
            #expect(heard.count == 1)
            let next = (0..<3).filter { hears(70, 1 << UInt8($0)) }
            #expect(next.first == heard.first.map { ($0 + 1) % 3 })
        }
        let before = scanner.hears(Self.packet(.advInd, at: -1), extended: false)
        scanner.disable()
        let after = scanner.hears(Self.packet(.advInd), extended: false)
        #expect(!before && !after)
    }

    /// Switching on what is on changes only the filter; which channel it begins with is anybody's guess.
    @Test("It begins on any of three channels, and once")
    func firstChannel() throws {
        var begins = [0, 0, 0]
        for seed in 0..<300 {
            var (scanner, noise) = (SimulatedScanner(), SeededGenerator(seed: UInt64(seed)))
            var reader = PacketReader(SimulatedHost.Command.scanParameters.parameters)
            try scanner.setLegacyParameters(&reader)
            func channel() -> Int? {
                (0..<3).first {
                    scanner.hears(Self.packet(.advInd, at: 0, channels: 1 << UInt8($0)), extended: false)
                }
            }
            scanner.enable(filtersDuplicates: false, now: .zero, noise: &noise)
            let first = try #require(channel())
            begins[first] += 1
            for _ in 0..<5 { scanner.enable(filtersDuplicates: false, now: .zero, noise: &noise) }
            #expect(channel() == first)
        }
        #expect(begins.allSatisfy { (70...130).contains($0) }, "\(begins)")
    }

    /// A legacy scanner hears no extended advertisement.
    @Test("What it does not know it does not hear")
    func kinds() throws {
        var scanner = try Self.scanner()
        let byLegacy = scanner.hears(Self.packet(.advExtInd), extended: false)
        let byExtended = scanner.hears(Self.packet(.advExtInd), extended: true)
        #expect(!byLegacy && byExtended)
    }

    /// The filter knows address, kind of address and kind of advertisement, of 64 at most.
    @Test("Duplicates are filtered, as many as there is room for")
    func duplicates() throws {
        var scanner = try Self.scanner(filters: true)
        func isNews(_ packet: AirPacket) -> Bool { scanner.hears(packet, extended: false) }
        #expect(isNews(Self.packet(.advInd)) && !isNews(Self.packet(.advInd)))
        #expect(isNews(Self.packet(.advInd, isRandom: false)) && isNews(Self.packet(.advNonconnInd)))
        for number in UInt8(2)...62 {
            #expect(isNews(Self.packet(.advInd, number: number)))
            #expect(!isNews(Self.packet(.advInd, number: number)))
        }
        for _ in 0..<3 { #expect(isNews(Self.packet(.advInd, number: 63))) }
        #expect(!isNews(Self.packet(.advInd, number: 62)))
    }

    /// LE Advertising Report (7.7.65.2): kind, kind of address, address, length, data, level.
    @Test(
        "A legacy report",
        arguments: [
            (.advInd, 0), (.advDirectInd, 1), (.advScanInd, 2), (.advNonconnInd, 3), (.scanResponse, 4),
        ]
            as [(AirPacket.PDUType, UInt8)])
    func legacyReport(type: AirPacket.PDUType, number: UInt8) {
        let report = SimulatedScanner.report(Self.packet(type), rssi: -60, extended: false)
        #expect(
            report == [0x02, 1, number, 1, 1, 2, 3, 4, 5, 0xC6, 3, 0xAB, 0xAB, 0xAB, UInt8(bitPattern: -60)])
        let long = SimulatedScanner.report(
            Self.packet(type, length: 40, isRandom: false), rssi: -1, extended: false)
        #expect(long[3] == 0 && long[10] == 31 && long.count == 11 + 31 + 1)
    }

    /// LE Extended Advertising Report (7.7.65.13): bit 4 of the kind is "legacy", bit 6 "cut short".
    @Test(
        "An extended report",
        arguments: [
            (.advInd, 0x13), (.advDirectInd, 0x15), (.advScanInd, 0x12), (.advNonconnInd, 0x10),
            (.scanResponse, 0x1B), (.advExtInd, 0x00),
        ] as [(AirPacket.PDUType, UInt8)])
    func extendedReport(type: AirPacket.PDUType, kind: UInt8) {
        let isExtended = type == .advExtInd
        let report = SimulatedScanner.report(Self.packet(type), rssi: -60, extended: true)
        let head: [UInt8] = [0x0D, 1, kind, 0, 1, 1, 2, 3, 4, 5, 0xC6, 1]
        // Secondary PHY and set identifier, which only an extended one has; transmit power unknown; level.
        let middle: [UInt8] = [isExtended ? 1 : 0, isExtended ? 0 : 0xFF, 0x7F, UInt8(bitPattern: -60)]
        let tail: [UInt8] = [UInt8](repeating: 0, count: 9) + [3, 0xAB, 0xAB, 0xAB]
        #expect(report == head + middle + tail)
        let whole = SimulatedScanner.report(Self.packet(type, length: 229), rssi: -60, extended: true)
        #expect(whole[2] == kind && whole.count == 26 + 229)
        let cut = SimulatedScanner.report(Self.packet(type, length: 230), rssi: -60, extended: true)
        #expect(cut[2] == kind | 0x40 && cut.count == 26 + 229 && cut[25] == 229)
    }
}
