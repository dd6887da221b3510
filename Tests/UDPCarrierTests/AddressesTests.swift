import Testing

@testable import PeerNetwork
@testable import Runtime
@testable import UDPCarrier

/// Addresses as people write them and as the kernel wants them.
struct AddressesTests {
    @Test func groupsAreReadAndLaidOutAsTheKernelWantsThem() throws {
        let group = try #require(IPv4Address("239.255.72.67"))
        #expect(group.isMulticast)
        #expect(group.description == "239.255.72.67")
        #expect(
            group.groupRequest(on: .any, index: 0) == [239, 255, 72, 67] + [UInt8](repeating: 0, count: 8))
        #expect(IPv4Address("223.255.255.255")?.isMulticast == false)
        #expect(IPv4Address("224.0.0.0")?.isMulticast == true)
        #expect(IPv4Address("240.0.0.0")?.isMulticast == false)
        for bad in [
            "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.+4", "1.2..4", "a.b.c.d", "1.2.3.4 ", "0001.2.3.4",
        ] {
            #expect(IPv4Address(bad) == nil, "\(bad)")
        }
    }

    @Test func theGroupOfIPv6StaysOnTheLinkAndIsNobodyElses() {
        let group = IPv6Address.lobbyGroup
        #expect(group.description == "ff12::a203:4843")
        #expect(group.isMulticast && !group.isLinkLocal)
        // linux/in6.h: the group, then the index in the machine's order.
        #expect(group.groupRequest(index: 0) == group.bytes + [0, 0, 0, 0])
        #expect(IPv6Address(bytes: []) == nil)
    }

    @Test(arguments: [
        ([UInt16](repeating: 0, count: 8), "::"), ([0, 0, 0, 0, 0, 0, 0, 1], "::1"),
        ([0xFE80, 0, 0, 0, 0xFC, 0xFF, 0xFE00, 1], "fe80::fc:ff:fe00:1"),
        ([0x2001, 0xDB8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
        ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"), ([1, 0, 0, 2, 0, 0, 3, 4], "1::2:0:0:3:4"),
        ([1, 2, 3, 4, 5, 6, 0, 0], "1:2:3:4:5:6::"),
    ])
    func addressesOfIPv6AreShortened(_ words: [UInt16], _ text: String) {
        let bytes = words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(IPv6Address(bytes: bytes)?.description == text)
    }

    @Test func endpointsAreLaidOutAsTheKernelWantsThem() throws {
        // linux/socket.h: AF_INET is 2 and AF_INET6 is 10, in the machine's order; the port is big-endian.
        func family(_ number: UInt8) -> [UInt8] { UInt16(1).bigEndian == 1 ? [0, number] : [number, 0] }
        let narrow = Endpoint(address: [192, 168, 1, 9], port: 41_475)
        #expect(narrow.family == .ipv4)
        #expect(
            narrow.socketAddress
                == family(2) + [0xA2, 0x03, 192, 168, 1, 9] + [UInt8](repeating: 0, count: 8))
        #expect(narrow.description == "192.168.1.9:41475")
        let address = try #require(
            IPv6Address(bytes: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]))
        let wide = Endpoint(address, port: 258, interface: 3)
        #expect(wide.family == .ipv6)
        #expect(wide.interface == 3)
        let index: [UInt8] = UInt16(1).bigEndian == 1 ? [0, 0, 0, 3] : [3, 0, 0, 0]
        let expected: [UInt8] = family(10) + [1, 2, 0, 0, 0, 0]
        #expect(wide.socketAddress == expected + address.bytes + index)
        #expect(wide.description == "[fe80::1%3]:258")
    }

    @Test func onlyAddressesThatNeedTheirInterfaceKeepIt() throws {
        let routed = try #require(
            IPv6Address(bytes: [0xFD, 0] + [UInt8](repeating: 0, count: 13) + [1]))
        #expect(Endpoint(routed, port: 1, interface: 3).interface == 0)
        #expect(Endpoint(.lobbyGroup, port: 1, interface: 3).interface == 3)
    }

    @Test func whatCannotBeOneStationIsKnown() {
        func narrow(_ bytes: [UInt8], _ port: UInt16 = 9) -> Bool {
            Endpoint(address: bytes, port: port).isUnicast
        }
        #expect(narrow([192, 168, 1, 9]))
        #expect(narrow([127, 0, 0, 1]))
        #expect(!narrow([192, 168, 1, 9], 0))
        for bytes: [UInt8] in [
            [0, 0, 0, 0], [224, 0, 0, 1], [240, 0, 0, 1], [255, 255, 255, 255], [1], [],
        ] {
            #expect(!narrow(bytes), "\(bytes)")
        }
        #expect(narrow([0xFE, 0x80] + [UInt8](repeating: 1, count: 14)))
        #expect(!narrow([UInt8](repeating: 0, count: 16)))
        #expect(!narrow(IPv6Address.lobbyGroup.bytes))
    }
}
