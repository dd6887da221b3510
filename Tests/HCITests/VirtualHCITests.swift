internal import Glibc
import Synchronization
import Testing

@testable import HCI

@Suite("A virtual controller of the kernel's", .serialized)
struct VirtualHCITests {
    private static let hasBluetooth = (try? Adapters.list()) != nil
    private static let mayCreate = unsafe hasBluetooth && access("/dev/vhci", R_OK | W_OK) == 0

    @Test(
        "Without Bluetooth in the kernel it says so",
        .enabled(if: !hasBluetooth, "this kernel has Bluetooth sockets"))
    func unsupported() {
        #expect(throws: RadioTrouble.unsupported) { try VirtualHCI() }
    }

    @Test(
        "It has a name, is listed, and is gone when closed",
        .enabled(if: mayCreate, "needs Bluetooth sockets and /dev/vhci"))
    func created() throws {
        let others = try Adapters.list()
        let virtual = try VirtualHCI()
        let newcomer = try #require(try Adapters.list().first { !others.map(\.index).contains($0.index) })
        #expect(newcomer.name == virtual.adapter && newcomer.path.contains("/virtual/"))
        // Nobody is there to answer the kernel.
        #expect(!newcomer.isUp)
        #expect(throws: Never.self) { try virtual.send([0x04, 0x0E, 0x03, 0x01, 0x00, 0x00]) }
        virtual.close()
        #expect(try Adapters.list() == others)
    }

    @Test(
        "A user channel on it reaches a simulated controller",
        .enabled(if: mayCreate && geteuid() == 0, "needs Bluetooth sockets, /dev/vhci and root"))
    func opened() async throws {
        let virtual = try VirtualHCI()
        defer { virtual.close() }
        let controller = Mutex(
            SimulatedController(profile: .legacy42, address: DeviceAddress(littleEndian: 1...6)))
        virtual.receive(
            { batch, now in
                for reply in batch.flatMap({ packet in controller.withLock { $0.host(packet, now: now) } }) {
                    try? virtual.send(reply)
                }
            }, ended: { _ in })
        let channel = try UserChannel.open(.path(virtual.adapter))
        defer { channel.close() }
        #expect(throws: RadioTrouble.owned) { try UserChannel.open(.path(virtual.adapter)) }
        let (answers, answerer) = AsyncStream.makeStream(of: [[UInt8]].self)
        channel.receive({ batch, _ in answerer.yield(batch) }, ended: { _ in answerer.finish() })
        try channel.send([0x01, 0x03, 0x0C, 0x00])
        for await answer in answers {
            #expect(answer == [[0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]])
            break
        }
        channel.close()
        #expect(try UserChannel.radioOff(.path(virtual.adapter)) == [virtual.adapter])
    }
}
