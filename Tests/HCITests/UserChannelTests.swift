internal import CDrivers
internal import Glibc
import Testing

@testable import HCI

@Suite("The user channel")
struct UserChannelTests {
    private static let hasBluetooth = (try? Adapters.list()) != nil

    @Test(
        "Without Bluetooth sockets it says so, and what to do",
        .enabled(if: !hasBluetooth, "this kernel has Bluetooth sockets"))
    func unsupported() {
        #expect(throws: RadioTrouble.unsupported) { try UserChannel.open(.any) }
        #expect(throws: RadioTrouble.unsupported) { try UserChannel.radioOff(.any) }
        #expect(RadioTrouble.unsupported.advice.contains("module"))
    }

    @Test(
        "An adapter that is not there is missing",
        .enabled(if: hasBluetooth, "this kernel has no Bluetooth sockets"))
    func missing() {
        #expect(throws: RadioTrouble.missing) { try UserChannel.open(.path("no such place")) }
    }

    @Test("Adapters are chosen by address, by where they hang, or not at all")
    func selection() throws {
        let dongle = Adapter(
            index: 1, name: "hci1", address: try #require(DeviceAddress("00:1A:7D:DA:71:13")),
            path: "../../devices/pci0000:00/usb1/1-2/1-2:1.0/bluetooth/hci1", isUp: true)
        let onboard = Adapter(
            index: 0, name: "hci0", address: .zero,
            path: "../../devices/platform/soc/3f201000.serial/serial0/serial0-0/bluetooth/hci0", isUp: false)
        let table: [(String, [Bool])] = [
            ("any", [true, true]), ("usb", [true, false]), ("serial0", [false, true]),
            ("00:1a:7d:da:71:13", [true, false]), ("00:1A:7D:DA:71:14", [false, false]),
        ]
        for (text, matches) in table {
            let selector = try #require(AdapterSelector(text))
            #expect([dongle, onboard].map(selector.matches) == matches, "\(text)")
        }
    }

    @Test("The reset of radio-off waits for its own answer, past everything else")
    func reset() throws {
        let (channel, controller) = try socketPair()
        defer { close(controller) }
        let arriving: [[UInt8]] = [
            [0x04, 0x3E, 0x02, 0x02, 0x00], [0x04, 0x0E, 0x04, 0x01, 0x0C, 0x20, 0x00], [0x04],
            [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00],
        ]
        for packet in arriving { _ = unsafe cd_hci_write(controller, packet, packet.count) }
        try UserChannel.reset(try OwnedDescriptor(channel, opening: "a socket"))
        var sent = [UInt8](repeating: 0, count: 16)
        #expect(unsafe cd_hci_read(controller, &sent, sent.count) == 4)
        #expect(sent.starts(with: [0x01, 0x03, 0x0C, 0x00]))
    }

    @Test("A controller that is unplugged during radio-off does not hold it up")
    func resetUnplugged() throws {
        let (channel, controller) = try socketPair()
        shutdown(controller, Int32(SHUT_WR))
        let owned = try OwnedDescriptor(channel, opening: "a socket")
        do throws(RadioTrouble) {
            try UserChannel.reset(owned)
            Issue.record("it cannot have been reset")
        } catch {
            #expect(error == .unplugged)
        }
        close(controller)
    }

    private func socketPair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        return (ends[0], ends[1])
    }
}
