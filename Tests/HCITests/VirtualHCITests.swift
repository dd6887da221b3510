internal import Glibc
import Testing

@testable import HCI

@Suite("A virtual controller of the kernel's")
struct VirtualHCITests {
    private static let hasBluetooth = (try? Adapters.list()) != nil
    private static let mayCreate = unsafe hasBluetooth && access("/dev/vhci", R_OK | W_OK) == 0

    @Test(
        "Without Bluetooth in the kernel it says so",
        .enabled(if: !hasBluetooth, "this kernel has Bluetooth sockets"))
    func unsupported() {
        #expect(throws: RadioTrouble.unsupported) { try VirtualHCI(.raw) }
    }

    @Test(
        "It has a name, is listed, and is gone when closed",
        .enabled(if: mayCreate, "needs Bluetooth sockets and /dev/vhci"),
        arguments: [VirtualHCI.Kind.raw, .ordinary])
    func created(kind: VirtualHCI.Kind) throws {
        let virtual = try VirtualHCI(kind)
        #expect(try Adapters.list().contains { $0.name == virtual.adapter })
        virtual.close()
        #expect(try !Adapters.list().contains { $0.name == virtual.adapter })
    }

    @Test(
        "A user channel on it reaches a simulated controller",
        .enabled(if: mayCreate && geteuid() == 0, "needs Bluetooth sockets, /dev/vhci and root"))
    func opened() async throws {
        let virtual = try VirtualHCI(.raw)
        defer { virtual.close() }
        let (commands, taker) = AsyncStream.makeStream(of: [UInt8].self)
        virtual.receive({ batch, _ in batch.forEach { taker.yield($0) } }, ended: { _ in taker.finish() })
        let channel = try UserChannel.open(.path(virtual.adapter))
        defer { channel.close() }
        #expect(throws: RadioTrouble.owned) { try UserChannel.open(.path(virtual.adapter)) }
        try channel.send([0x01, 0x03, 0x0C, 0x00])
        for await command in commands {
            #expect(command == [0x01, 0x03, 0x0C, 0x00])
            break
        }
        let (answers, answerer) = AsyncStream.makeStream(of: [[UInt8]].self)
        channel.receive({ batch, _ in answerer.yield(batch) }, ended: { _ in answerer.finish() })
        try virtual.send([0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00])
        for await answer in answers {
            #expect(answer == [[0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]])
            break
        }
    }
}
