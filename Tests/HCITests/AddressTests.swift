import Support
import Testing

@testable import HCI

@Suite struct AddressTests {
    @Test func anAddressIsPrintedBackwards() throws {
        let address = DeviceAddress(littleEndian: [0x06, 0x05, 0x04, 0x03, 0x02, 0xC1])
        #expect(address.description == "C1:02:03:04:05:06")
        #expect(DeviceAddress("c1:02:03:04:05:06") == address)
        #expect(address.littleEndian == [0x06, 0x05, 0x04, 0x03, 0x02, 0xC1])
    }

    @Test(arguments: [
        "", "C1:02:03:04:05", "C1:02:03:04:05:06:07", "C1:2:03:04:05:06", "G1:02:03:04:05:06",
        "+1:02:03:04:05:06", "C1-02-03-04-05-06", "C1:02:03:04:05:",
    ])
    func otherTextsAreNoAddresses(text: String) {
        #expect(DeviceAddress(text) == nil)
    }

    @Test func aRandomStaticAddressIsValidAndTheSameForOneMachine() {
        var seen: Set<DeviceAddress> = []
        for number in 0..<1000 {
            let seed = Array("0000000012345\(number)".utf8)
            let address = DeviceAddress.randomStatic(seed: seed)
            #expect(address.isRandomStatic)
            #expect((address.littleEndian.last ?? 0) >> 6 == 0b11)
            #expect(DeviceAddress.randomStatic(seed: seed) == address)
            seen.insert(address)
        }
        #expect(seen.count == 1000)
        #expect(DeviceAddress.randomStatic(seed: []).isRandomStatic)
    }

    @Test func theExtremesAreNotRandomStatic() {
        #expect(DeviceAddress("C0:00:00:00:00:00")?.isRandomStatic == false)
        #expect(DeviceAddress("FF:FF:FF:FF:FF:FF")?.isRandomStatic == false)
        #expect(DeviceAddress("40:00:00:00:00:01")?.isRandomStatic == false)
        #expect(DeviceAddress("C0:00:00:00:00:01")?.isRandomStatic == true)
    }

    @Test func aSelectorIsAnAddressOrAPartOfAPath() {
        #expect(AdapterSelector("any") == .any)
        #expect(
            AdapterSelector("00:1A:7D:DA:71:13") == DeviceAddress("00:1A:7D:DA:71:13").map { .address($0) })
        #expect(AdapterSelector("usb1/1-1.4") == .path("usb1/1-1.4"))
        #expect(AdapterSelector("") == nil)
    }

    @Test func aProximityUUIDIsPrintedAsItIsSent() throws {
        let uuid = try #require(ProximityUUID("d9eed498-bfdb-43c0-8b55-d06bb74c430b"))
        #expect(uuid == .hotCold)
        #expect(uuid.description == "D9EED498-BFDB-43C0-8B55-D06BB74C430B")
        #expect(uuid.bytes == bytes("D9 EE D4 98 BF DB 43 C0 8B 55 D0 6B B7 4C 43 0B"))
        #expect(ProximityUUID(bigEndian: uuid.bytes) == uuid)
        #expect(ProximityUUID("D9EED498BFDB43C08B55D06BB74C430B") == uuid)
        #expect(ProximityUUID.estimote.description == "B9407F30-F5F8-466E-AFF9-25556B57FE6D")
        #expect(ProximityUUID.estimote < ProximityUUID.hotCold)
    }

    @Test(arguments: [
        "", "D9EED498-BFDB-43C0-8B55", "D9EED498-BFDB-43C0-8B55-D06BB74C430",
        "D9EED498-BFDB-43C0-8B55-D06BB74C430G", "D9EED498BFDB-43C0-8B55-D06BB74C430B",
        "+9EED498-BFDB-43C0-8B55-D06BB74C430B",
    ])
    func otherTextsAreNoProximityUUIDs(text: String) {
        #expect(ProximityUUID(text) == nil)
    }

    @Test func sixteenBytesOrNothing() {
        #expect(ProximityUUID(bigEndian: [UInt8](repeating: 1, count: 15)) == nil)
        #expect(ProximityUUID(bigEndian: [UInt8](repeating: 1, count: 17)) == nil)
    }

    /// All 0 and all 1 are nobody's (Core 5.3 Vol 6 Part B 1.3.2.1).
    @Test func whatMixesToNoAddressIsTheNextOne() {
        let all: UInt64 = (1 << 46) - 1
        for (hash, random) in [
            (0, 1), (1, 1), (all, all - 1), (all - 1, all - 1), (.max, all - 1), (7 << 46, 1),
        ] {
            let address = DeviceAddress.randomStatic(mixed: hash)
            #expect(address.isRandomStatic)
            let value = 0b11 << 46 | random
            #expect(
                address
                    == DeviceAddress(
                        littleEndian: (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }))
        }
    }

    /// Computed by another program: after an update a station has to be who it was.
    @Test func aMachineKeepsItsAddress() {
        #expect("\(DeviceAddress.randomStatic(seed: Array("10000000c0ffee42".utf8)))" == "FC:D6:68:46:18:ED")
        #expect("\(DeviceAddress.randomStatic(seed: []))" == "FD:F2:C3:38:3C:52")
    }
}
