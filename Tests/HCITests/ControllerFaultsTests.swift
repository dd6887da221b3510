import Testing

@testable import HCI

@Suite("What can be wrong with a simulated controller")
struct ControllerFaultsTests {
    @Test("Mute: no reply and no report, but what was advertised goes on")
    func mute() {
        var host = SimulatedHost(.legacy42)
        host.showReports()
        host.startAdvertising()
        host.run(.scanParameters)
        host.run(.scan)
        host.controller.faults.isMute = true
        #expect(host.status(.reset) == nil)
        let packet = AirPacket(address: .zero, data: [], at: .zero)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).isEmpty)
        #expect(!host.controller.transmissions(until: .seconds(1)).isEmpty)
        host.controller.faults.isMute = false
        #expect(
            host.controller.hear(packet, rssi: -60, now: .zero).count == 1, "the reset was not carried out")
    }

    @Test("Wedged: no reply and no report, until its power is cut")
    func wedged() {
        var host = SimulatedHost(.legacy42)
        host.showReports()
        host.run(.setRandomAddress)
        host.run(.scanParameters)
        host.run(.scan)
        let packet = AirPacket(address: .zero, data: [], at: .zero)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).count == 1)
        host.controller.faults.isWedged = true
        #expect(host.status(.reset) == nil)
        #expect(host.controller.hear(packet, rssi: -60, now: .zero).isEmpty)
    }

    @Test("Lost replies: so many, and the commands are carried out")
    func lostReplies() {
        var host = SimulatedHost(.legacy42)
        host.startAdvertising()
        host.controller.faults.lostReplies = 2
        #expect(host.status(.stopAdvertising) == nil)
        #expect(!host.controller.isAdvertising)
        #expect(host.status(.stopAdvertising) == nil)
        #expect(host.status(.stopAdvertising) == 0x00)
    }

    @Test("Refusals: the status asked for, and nothing done")
    func refusals() {
        var host = SimulatedHost(.legacy42)
        host.startAdvertising()
        host.controller.faults.refusals[0x200A] = 0x1F
        #expect(host.status(.stopAdvertising) == 0x1F)
        #expect(host.controller.isAdvertising)
    }

    @Test("A hardware error loses everything and is told even with the masks of power-on")
    func hardwareError() {
        var host = SimulatedHost(.legacy42)
        host.startAdvertising()
        #expect(host.controller.fail(code: 0x42) == [[0x04, 0x10, 0x01, 0x42]])
        #expect(!host.controller.isAdvertising)
        #expect(host.status(0x0C01, Array(repeating: 0, count: 8)) == 0x00)
        #expect(host.controller.fail(code: 0x42).isEmpty, "unless the host does not want to know")
    }

    @Test("Without credit a command counts as an overdraft, until credit is granted")
    func credit() {
        var host = SimulatedHost(.legacy42)
        host.controller.faults.withholdsCredit = true
        #expect(host.send(0x0C03, []) == [[0x04, 0x0E, 0x04, 0x00, 0x03, 0x0C, 0x00]])
        #expect(host.controller.overdrafts == 0)
        #expect(host.controller.grantCredit() == [[0x04, 0x0E, 0x03, 0x01, 0x00, 0x00]])
        host.run(.setRandomAddress)
        #expect(host.controller.overdrafts == 0)
        host.run(.setRandomAddress)
        #expect(host.controller.overdrafts == 1)
    }

    @Test("Garbage is the same from the same seed, and different each time")
    func garbage() {
        var first = SimulatedHost(.legacy42, seed: 7)
        var second = SimulatedHost(.legacy42, seed: 7)
        let packets = first.controller.garbage(packets: 50)
        #expect(packets.count == 50 && packets.allSatisfy { $0.first == 0x04 })
        #expect(packets == second.controller.garbage(packets: 50))
        #expect(packets != first.controller.garbage(packets: 50))
    }
}
