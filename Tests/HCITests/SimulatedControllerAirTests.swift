import Testing

@testable import HCI

@Suite("The simulated controller on the air")
struct SimulatedControllerAirTests {
    private static let simultaneous = ControllerProfile.all.filter(\.doesBoth)
    private let beacon = IBeacon(proximityUUID: .hotCold, major: 1, minor: 2, measuredPower: -59)

    @Test("It advertises every interval and up to 10 ms later, and the same again from the same seed")
    func schedule() throws {
        func events(seed: UInt64) -> [AirPacket] {
            var host = SimulatedHost(.legacy42, seed: seed)
            host.startAdvertising()
            var packets: [AirPacket] = []
            for second in 1...10 { packets += host.controller.transmissions(until: .seconds(second)) }
            return packets
        }
        let packets = events(seed: 1)
        let gaps = zip(packets.dropFirst(), packets).map { $0.at - $1.at }
        #expect(gaps.allSatisfy { .milliseconds(100)...(.milliseconds(110)) ~= $0 })
        #expect(Set(gaps).count > 10, "the delay is drawn anew for each")
        #expect(packets.count == gaps.count + 1 && 90...100 ~= packets.count)
        let first = try #require(packets.first)
        #expect(first.address == DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 0xC6]) && first.addressIsRandom)
        #expect(first.data == [0x02, 0x01, 0x06] && first.pduType == .advNonconnInd)
        #expect(packets == events(seed: 1))
        #expect(packets != events(seed: 2))
    }

    @Test("The next deadline is when the next event is due, and a long absence is not made up for")
    func deadlines() throws {
        var host = SimulatedHost(.extended52)
        #expect(host.controller.nextDeadline == nil)
        host.startAdvertising()
        let due = try #require(host.controller.nextDeadline)
        #expect(host.controller.transmissions(until: due - .nanoseconds(1)).isEmpty)
        #expect(host.controller.transmissions(until: due).map(\.at) == [due])
        #expect(host.controller.transmissions(until: .seconds(3600)).count <= 10)
        host.run(.disableSets)
        #expect(host.controller.nextDeadline == nil)
        #expect(host.controller.transmissions(until: .seconds(3601)).isEmpty)
    }

    @Test("Reports are masked after power-on: both masks must be opened", arguments: ControllerProfile.all)
    func masks(profile: ControllerProfile) {
        var host = SimulatedHost(profile)
        host.startScanning()
        let packet = AirPacket(address: .zero, data: beacon.advertisingData, at: .zero)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).isEmpty)
        host.run(.showLEMeta)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).isEmpty == profile.hasExtendedCommands)
        host.run(.showReports)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).count == 1)
    }

    @Test("A report says what was heard", arguments: simultaneous)
    func reports(profile: ControllerProfile) throws {
        var host = SimulatedHost(profile)
        host.showReports()
        host.startScanning()
        let address = try #require(DeviceAddress("C1:02:03:04:05:06"))
        let packet = AirPacket(address: address, data: [0x02, 0x01, 0x06], at: .zero)
        let legacy: [UInt8] = [
            0x04, 0x3E, 0x0F, 0x02, 0x01, 0x03, 0x01, 6, 5, 4, 3, 2, 0xC1, 3, 0x02, 0x01, 0x06, 0xC4,
        ]
        let extended: [UInt8] = [
            0x04, 0x3E, 0x1D, 0x0D, 0x01, 0x10, 0x00, 0x01, 6, 5, 4, 3, 2, 0xC1, 0x01, 0x00, 0xFF, 0x7F, 0xC4,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x02, 0x01, 0x06,
        ]
        let report = host.controller.hear(packet, rssi: -60, now: .zero)
        #expect(report == [profile.hasExtendedCommands ? extended : legacy])
        host.controller.faults.hidesRSSI = true
        let hidden = try #require(host.controller.hear(packet, rssi: -60, now: .zero).first)
        #expect(hidden[profile.hasExtendedCommands ? 18 : 17] == 127)
    }

    @Test("It hears half of what is sent with a window of half the interval, on every channel in turn")
    func dutyCycle() {
        var host = SimulatedHost(.legacy42)
        host.showReports()
        host.startScanning()
        func heard(channels: UInt8) -> Set<Int> {
            Set(
                (0..<180).filter { millisecond in
                    let packet = AirPacket(
                        address: .zero, data: [], at: .milliseconds(millisecond), channels: channels)
                    return !host.controller.hear(packet, rssi: -60, now: packet.at).isEmpty
                })
        }
        #expect(heard(channels: 0b111) == Set((0..<180).filter { $0 % 60 < 30 }))
        let single = [heard(channels: 0b001), heard(channels: 0b010), heard(channels: 0b100)]
        #expect(single.allSatisfy { $0.count == 30 }, "one interval of three each")
        #expect(single.reduce(Set()) { $0.union($1) }.count == 90)
    }

    @Test("Hears only while scanning, and extended advertisements only with an extended scan")
    func kinds() {
        let extended = AirPacket(address: .zero, pduType: .advExtInd, data: [], at: .zero)
        for profile in Self.simultaneous {
            var host = SimulatedHost(profile)
            host.showReports()
            #expect(host.controller.hear(extended, rssi: -60, now: .zero).isEmpty)
            host.startScanning()
            #expect(
                host.controller.hear(extended, rssi: -60, now: .zero).isEmpty != profile.hasExtendedCommands)
        }
    }

    @Test("The duplicate filter reports each advertiser once per enabling, and has an end")
    func duplicates() {
        var host = SimulatedHost(.legacy42)
        host.showReports()
        host.run(.setRandomAddress)
        host.run(.scanParameters)
        host.run(.scanForNews)
        func isReported(_ number: Int) -> Bool {
            let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            let packet = AirPacket(address: DeviceAddress(littleEndian: bytes), data: [], at: .zero)
            return !host.controller.hear(packet, rssi: -60, now: .zero).isEmpty
        }
        #expect(isReported(0) && !isReported(0))
        host.run(.scanForNews)
        #expect(isReported(0) && !isReported(0), "enabling again starts afresh")
        for number in 1..<SimulatedScanner.filterCapacity { #expect(isReported(number)) }
        #expect(isReported(1000) && isReported(1000), "what does not fit is reported again")
    }

    @Test("Two controllers hear each other", arguments: simultaneous, simultaneous)
    func conversation(hider: ControllerProfile, seeker: ControllerProfile) {
        var hider = SimulatedHost(hider, seed: 3)
        var seeker = SimulatedHost(seeker, seed: 4)
        hider.startAdvertising()
        seeker.showReports()
        seeker.startScanning()
        var reports = 0
        while let due = hider.controller.nextDeadline, due < .seconds(20) {
            for packet in hider.controller.transmissions(until: due) {
                reports += seeker.controller.hear(packet, rssi: -70, now: due).count
            }
        }
        #expect(70...120 ~= reports, "ten a second, half of them heard")
    }
}
