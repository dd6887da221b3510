import Glibc
import Testing

@testable import Gateway

private func interface(
    _ name: String,
    _ index: Int32,
    broadcast: String? = "192.168.1.255",
    _ traits: NetworkInterface.Traits = [.up, .running, .multicast]
) -> NetworkInterface {
    NetworkInterface(
        name: name, index: index, address: IPv4Address("192.168.1.9") ?? .any,
        broadcast: broadcast.flatMap { IPv4Address($0) }, traits: traits)
}

private let wifi = interface("wlan0", 3)
private let cable = interface("eth0", 2)
private let loopback = interface("lo", 1, broadcast: nil, [.up, .running, .loopback])
private let tunnel = interface("tun0", 7, broadcast: nil, [.up, .running, .multicast, .pointToPoint])
private let unplugged = interface("eth1", 4, [.up, .multicast])

/// Which interfaces the lobby uses.
struct InterfacesTests {
    @Test func onlyNetworksOfTheHouseWithACarrierAreUsed() {
        let all = [loopback, cable, wifi, unplugged, tunnel]
        #expect(NetworkInterface.chosen(from: all, only: nil) == [cable, wifi])
    }

    @Test func aNamedInterfaceOnlyHasToBeUp() {
        let all = [loopback, cable, tunnel, interface("wlan9", 9, [.multicast])]
        #expect(NetworkInterface.chosen(from: all, only: "lo") == [loopback])
        #expect(NetworkInterface.chosen(from: all, only: "tun0") == [tunnel])
        #expect(NetworkInterface.chosen(from: all, only: "wlan9") == [])
        #expect(NetworkInterface.chosen(from: all, only: "wlan0") == [])
    }

    @Test func aSecondAddressIsNoSecondInterfaceAndTheNumberIsBounded() {
        #expect(NetworkInterface.chosen(from: [cable, interface("eth0", 2)], only: nil) == [cable])
        let many = (1...100).map { interface("v\($0)", $0) }
        #expect(NetworkInterface.chosen(from: many, only: nil).count == NetworkInterface.countAtMost)
    }

    private static let hasLoopback = NetworkInterface.all().contains { $0.traits.contains(.loopback) }

    @Test(.enabled(if: hasLoopback, "this computer has no loopback interface"))
    func theKernelsLoopbackIsReadRight() throws {
        let found = try #require(NetworkInterface.all().first { $0.name == "lo" })
        #expect(found.index == 1)
        #expect(found.address == IPv4Address("127.0.0.1"))
        #expect(found.broadcast == nil)
        #expect(found.traits.contains(.up))
        #expect(!found.isUsable)
    }

    @Test func addressesAreReadAndLaidOutAsTheKernelWantsThem() throws {
        let group = try #require(IPv4Address("239.255.72.67"))
        #expect(group.isMulticast)
        #expect(group.description == "239.255.72.67")
        // linux/in.h: AF_INET is 2 in the machine's order, the port big-endian.
        let family: [UInt8] = UInt16(1).bigEndian == 1 ? [0, 2] : [2, 0]
        #expect(
            group.socketAddress(port: 41_475) == family + [0xA2, 0x03, 239, 255, 72, 67]
                + [UInt8](repeating: 0, count: 8))
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
}

/// What is joined, left and told.
struct NetworkWatchTests {
    @Test func theFirstLookJoinsAndTells() {
        var watch = NetworkWatch(only: nil)
        #expect(
            watch.found([wifi, loopback, cable])
                == .init(join: [wifi, cable], events: [.ready(interfaces: ["eth0", "wlan0"])]))
        #expect(watch.found([wifi, loopback, cable]) == .init())
    }

    @Test func interfacesThatComeAndGoAreFollowed() {
        var watch = NetworkWatch(only: nil)
        _ = watch.found([cable])
        #expect(
            watch.found([cable, wifi])
                == .init(join: [wifi], events: [.ready(interfaces: ["eth0", "wlan0"])]))
        #expect(watch.found([wifi]) == .init(leave: [cable], events: [.ready(interfaces: ["wlan0"])]))
        #expect(watch.interfaces == [wifi])
    }

    @Test func noNetworkIsToldOnceAndSoIsItsEnd() {
        var watch = NetworkWatch(only: nil)
        #expect(watch.found([loopback]) == .init(events: [.trouble(.noNetwork(only: nil))]))
        #expect(watch.found([loopback]) == .init())
        #expect(watch.found([]) == .init())
        #expect(watch.found([wifi]) == .init(join: [wifi], events: [.ready(interfaces: ["wlan0"])]))
        #expect(watch.found([]) == .init(leave: [wifi], events: [.trouble(.noNetwork(only: nil))]))
    }

    @Test func anInterfaceWithANewAddressIsNotLeft() {
        var watch = NetworkWatch(only: nil)
        _ = watch.found([wifi])
        let moved = interface("wlan0", 3, broadcast: "10.0.0.255")
        #expect(watch.found([moved]) == .init())
        #expect(watch.interfaces == [moved])
    }

    @Test func sendingThatAlwaysFailsIsToldOnceAndSoIsItsEnd() {
        var watch = NetworkWatch(only: nil)
        _ = watch.found([wifi])
        watch.sent(code: EPERM)
        #expect(watch.found([wifi]).events == [.trouble(.notSent(code: EPERM))])
        watch.sent(code: EPERM)
        #expect(watch.found([wifi]).events == [])
        // Nothing was tried, so nothing has become better.
        #expect(watch.found([wifi]).events == [])
        watch.sent(code: 0)
        watch.sent(code: EPERM)
        #expect(watch.found([wifi]).events == [.ready(interfaces: ["wlan0"])])
    }

    @Test func oneWayOutIsEnough() {
        var watch = NetworkWatch(only: nil)
        _ = watch.found([wifi, cable])
        watch.sent(code: 0)
        watch.sent(code: ENETUNREACH)
        #expect(watch.found([wifi, cable]).events == [])
    }

    @Test func aLostSocketJoinsEverythingAnew() {
        var watch = NetworkWatch(only: nil)
        _ = watch.found([wifi])
        #expect(watch.lost(.portInUse(41_475)) == [.trouble(.portInUse(41_475))])
        #expect(watch.lost(.portInUse(41_475)) == [])
        #expect(watch.found([wifi]) == .init(join: [wifi], events: [.ready(interfaces: ["wlan0"])]))
    }

    @Test func everyTroubleSaysWhatToDo() {
        let troubles: [NetworkTrouble] = [
            .noNetwork(only: nil), .noNetwork(only: "wlan0"), .portInUse(41_475), .notPermitted,
            .notSent(code: EPERM), .notSent(code: ENETUNREACH), .badGroup("1.2.3.4"),
            .failed(operation: "bind", code: EADDRNOTAVAIL),
        ]
        #expect(Set(troubles.map(\.advice)).count == troubles.count)
        for trouble in troubles {
            #expect(trouble.advice.hasSuffix("."))
            #expect(trouble.advice.contains(";"), "\(trouble.advice)")
        }
        #expect(NetworkTrouble(operation: "bind", code: EADDRINUSE, port: 5) == .portInUse(5))
        #expect(NetworkTrouble(operation: "bind", code: EACCES, port: 5) == .notPermitted)
        #expect(
            NetworkTrouble(operation: "bind", code: EIO, port: 5) == .failed(operation: "bind", code: EIO))
    }
}
