import Synchronization
import Testing

@testable import HCI

@Suite("The simulated adapter")
struct SimulatedTransportTests {
    private let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
    private let resetDone: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]

    private func adapter() -> SimulatedAdapter {
        let controller = SimulatedController(profile: .legacy42, address: DeviceAddress(littleEndian: 1...6))
        return SimulatedAdapter(controller, name: "hci3", now: { .seconds(5) })
    }

    /// What a transport says, in order.
    private final class Ear: Sendable {
        private let heard = Mutex<([[UInt8]], [RadioTrouble])>(([], []))

        var packets: [[UInt8]] { heard.withLock { $0.0 } }
        var endings: [RadioTrouble] { heard.withLock { $0.1 } }

        func listen(to transport: any Transport) {
            transport.receive(
                { batch, time in
                    #expect(time == .seconds(5))
                    self.heard.withLock { $0.0 += batch }
                },
                ended: { trouble in self.heard.withLock { $0.1.append(trouble) } })
        }
    }

    @Test("It answers whoever has it open, before sending returns")
    func answers() throws {
        let transport = try adapter().open(.any)
        let ear = Ear()
        ear.listen(to: transport)
        try transport.send(reset)
        #expect(ear.packets == [resetDone])
        #expect(transport.adapter == "hci3")
    }

    @Test("One owner at a time; closed, or forgotten, the next may have it")
    func owners() throws {
        let adapter = adapter()
        let first = try adapter.open(.any)
        #expect(throws: RadioTrouble.owned) { try adapter.open(.any) }
        first.close()
        let second = try adapter.open(.any)
        first.close()
        #expect(adapter.isOpen, "closing again is no business of the second's")
        #expect(throws: RadioTrouble.unplugged) { try first.send(reset) }
        let (former, ear) = (Ear(), Ear())
        former.listen(to: first)
        ear.listen(to: second)
        try second.send(reset)
        #expect(ear.packets == [resetDone] && former.packets.isEmpty)
    }

    @Test("Unplugged: told once, and what it was doing is over; plugged in again it starts anew")
    func unplugged() throws {
        let adapter = adapter()
        let transport = try adapter.open(.any)
        let ear = Ear()
        ear.listen(to: transport)
        try transport.send([0x01, 0x0A, 0x20, 0x01, 0x01])
        #expect(adapter.isAdvertising)
        adapter.unplug()
        adapter.unplug()
        #expect(ear.endings == [.unplugged])
        #expect(!adapter.isAdvertising)
        #expect(throws: RadioTrouble.unplugged) { try transport.send(reset) }
        #expect(throws: RadioTrouble.missing) { try adapter.open(.any) }
        transport.close()
        adapter.plug()
        try adapter.open(.any).send(reset)
        #expect(ear.packets.count == 1)
    }

    @Test("Closing silences nothing: what is advertised goes on")
    func closing() throws {
        let adapter = adapter()
        let transport = try adapter.open(.any)
        let ear = Ear()
        ear.listen(to: transport)
        try transport.send([0x01, 0x0A, 0x20, 0x01, 0x01])
        transport.close()
        #expect(adapter.isAdvertising && !adapter.isOpen)
        adapter.withController { $0.fail(code: 1) }
        #expect(ear.packets.count == 1 && ear.endings.isEmpty, "nothing is said to a former owner")
    }
}
