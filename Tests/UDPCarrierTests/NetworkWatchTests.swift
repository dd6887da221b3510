import Glibc
import Testing

@testable import PeerNetwork
@testable import Runtime
@testable import UDPCarrier

private func interface(
    _ name: String,
    _ index: Int32,
    _ address: String? = "192.168.1.9",
    broadcast: String? = "192.168.1.255",
    linkLocal: UInt8? = nil,
    traits: NetworkInterface.Traits = [.up, .running, .multicast]
) -> NetworkInterface {
    NetworkInterface(
        name: name, index: index, traits: traits, address: address.flatMap { IPv4Address($0) },
        broadcast: address == nil ? nil : broadcast.flatMap { IPv4Address($0) },
        linkLocal: linkLocal.flatMap { IPv6Address(bytes: [0xFE, 0x80] + [UInt8](repeating: $0, count: 14)) })
}

private let wifi = interface("wlan0", 3)
private let cable = interface("eth0", 2)
private let loopback = interface("lo", 1, "127.0.0.1", broadcast: nil, traits: [.up, .running, .loopback])
private let tunnel = interface("tun0", 7, broadcast: nil, traits: [.up, .running, .multicast, .pointToPoint])
private let unplugged = interface("eth1", 4, traits: [.up, .multicast])
/// Before DHCP has answered, or where it never will.
private let wide = interface("wlan0", 3, nil, linkLocal: 7)
private let both = interface("wlan0", 3, linkLocal: 7)

/// Which interfaces the lobby uses.
struct InterfacesTests {
    @Test func onlyNetworksOfTheHouseWithACarrierAreUsed() {
        let all = [loopback, cable, wifi, unplugged, tunnel]
        #expect(NetworkInterface.chosen(from: all, only: nil) == [cable, wifi])
    }

    @Test func aNamedInterfaceOnlyHasToHaveACarrierAndAnAddress() {
        let all = [
            loopback, cable, tunnel, interface("wlan9", 9, traits: [.up, .multicast]),
            interface("eth9", 8, nil),
        ]
        #expect(NetworkInterface.chosen(from: all, only: "lo") == [loopback])
        #expect(NetworkInterface.chosen(from: all, only: "tun0") == [tunnel])
        for name in ["wlan9", "wlan0", "eth9"] {
            #expect(NetworkInterface.chosen(from: all, only: name) == [])
        }
    }

    @Test func whatHasOnlyIPv6ComesLastAndTheNumberIsBounded() {
        #expect(NetworkInterface.chosen(from: [wide, cable], only: nil) == [cable, wide])
        #expect(NetworkInterface.chosen(from: [interface("eth0", 2, nil)], only: nil) == [])
        let many = (1...100).map { interface("v\($0)", $0, nil, linkLocal: 1) }
        let chosen = NetworkInterface.chosen(from: many + [cable], only: nil)
        #expect(chosen.count == NetworkInterface.countAtMost)
        #expect(chosen.first == cable)
    }

    @Test func aSecondAddressIsNoSecondInterface() {
        let second = interface("wlan0", 3, "10.0.0.1", broadcast: "10.0.0.255", linkLocal: 8)
        #expect(NetworkInterface.merged([wide, cable, wifi, second]) == [both, cable])
        #expect(NetworkInterface.merged([]) == [])
    }

    private static let hasLoopback = NetworkInterface.all().contains { $0.traits.contains(.loopback) }

    /// An address that was given without a broadcast address has its own as one, for the kernel.
    @Test func anAddressIsNoBroadcastOfItself() {
        let address = IPv4Address("10.9.0.1")
        let plain = NetworkInterface(
            name: "v0", index: 3, traits: [.up, .running, .multicast], address: address, broadcast: address)
        #expect(plain.broadcast == nil && plain.isUsable)
        let other = IPv4Address("10.9.0.255")
        let usual = NetworkInterface(
            name: "v0", index: 3, traits: [.up, .running], address: address, broadcast: other)
        #expect(usual.broadcast == other && usual.isUsable)
    }

    @Test(.enabled(if: hasLoopback, "this computer has no loopback interface"))
    func theKernelsLoopbackIsReadRight() throws {
        let found = try #require(NetworkInterface.all().first { $0.name == "lo" })
        #expect(found.index == 1)
        #expect(found.address == IPv4Address("127.0.0.1"))
        #expect(found.broadcast == nil)
        #expect(found.linkLocal == nil)
        #expect(found.traits.contains(.up))
        #expect(!found.isUsable)
    }
}

/// What is joined, left and told.
struct NetworkWatchTests {
    private typealias Membership = NetworkWatch.Membership

    private static func opened(_ families: [AddressFamily] = [.ipv4, .ipv6]) -> NetworkWatch {
        var watch = NetworkWatch(only: nil)
        families.forEach { watch.opened($0) }
        return watch
    }

    private static func inSix(_ index: Int32) -> Membership { Membership(family: .ipv6, index: index) }
    private static func inFour(_ index: Int32) -> Membership { Membership(family: .ipv4, index: index) }

    @Test func theFirstLookJoinsAndTells() {
        var watch = Self.opened()
        #expect(
            watch.found([both, loopback, cable], judgesSending: true)
                == .init(
                    join: [Self.inFour(3), Self.inSix(3), Self.inFour(2)],
                    events: [.ready(interfaces: ["eth0", "wlan0"])]))
        #expect(watch.found([both, loopback, cable], judgesSending: true) == .init())
    }

    @Test func interfacesThatComeAndGoAreFollowed() {
        var watch = Self.opened()
        _ = watch.found([cable], judgesSending: true)
        #expect(
            watch.found([cable, wifi], judgesSending: false)
                == .init(join: [Self.inFour(3)], events: [.ready(interfaces: ["eth0", "wlan0"])]))
        #expect(
            watch.found([wifi], judgesSending: true)
                == .init(leave: [Self.inFour(2)], events: [.ready(interfaces: ["wlan0"])]))
        #expect(watch.interfaces == [wifi])
        #expect(watch.isOn(3, orLoopback: false))
        #expect(!watch.isOn(2, orLoopback: true))
        #expect(!watch.isOn(1, orLoopback: false))
        #expect(watch.isOn(1, orLoopback: true))
    }

    @Test func noNetworkIsToldOnceAndSoIsItsEnd() {
        var watch = Self.opened()
        #expect(
            watch.found([loopback], judgesSending: true)
                == .init(events: [.trouble(.noNetwork(only: nil))]))
        #expect(watch.found([loopback], judgesSending: true) == .init())
        #expect(watch.found([], judgesSending: true) == .init())
        #expect(
            watch.found([wifi], judgesSending: true)
                == .init(join: [Self.inFour(3)], events: [.ready(interfaces: ["wlan0"])]))
        #expect(
            watch.found([], judgesSending: true)
                == .init(leave: [Self.inFour(3)], events: [.trouble(.noNetwork(only: nil))]))
    }

    @Test func anInterfaceWithoutIPv4CountsAndItsIPv4IsJoinedWhenItComes() {
        var watch = Self.opened()
        #expect(
            watch.found([wide], judgesSending: true)
                == .init(join: [Self.inSix(3)], events: [.ready(interfaces: ["wlan0"])]))
        #expect(watch.found([both], judgesSending: true) == .init(join: [Self.inFour(3)]))
        #expect(watch.found([wide], judgesSending: true) == .init(leave: [Self.inFour(3)]))
    }

    @Test func aNewAddressJoinsItsGroupOnceMore() {
        var watch = Self.opened()
        _ = watch.found([both], judgesSending: true)
        let moved = interface("wlan0", 3, "10.0.0.9", broadcast: "10.0.0.255", linkLocal: 7)
        #expect(
            watch.found([moved], judgesSending: true)
                == .init(leave: [Self.inFour(3)], join: [Self.inFour(3)]))
        #expect(watch.interfaces == [moved])
        #expect(watch.isBroadcast(Endpoint(address: [10, 0, 0, 255], port: 9)))
        #expect(!watch.isBroadcast(Endpoint(address: [192, 168, 1, 255], port: 9)))
    }

    @Test func sendingThatAlwaysFailsIsToldOnceAndSoIsItsEnd() {
        var watch = Self.opened()
        _ = watch.found([wifi], judgesSending: true)
        watch.sent(code: EPERM)
        // News came in between; the next look around judges.
        #expect(watch.found([wifi], judgesSending: false).events == [])
        #expect(watch.found([wifi], judgesSending: true).events == [.trouble(.notSent(code: EPERM))])
        watch.sent(code: EPERM)
        #expect(watch.found([wifi], judgesSending: true).events == [])
        // Nothing was tried, so nothing has become better.
        #expect(watch.found([wifi], judgesSending: true).events == [])
        watch.sent(code: 0)
        watch.sent(code: EPERM)
        #expect(watch.found([wifi], judgesSending: true).events == [.ready(interfaces: ["wlan0"])])
    }

    @Test func oneWayOutIsEnough() {
        var watch = Self.opened()
        _ = watch.found([wifi, cable], judgesSending: true)
        watch.sent(code: 0)
        watch.sent(code: ENETUNREACH)
        #expect(watch.found([wifi, cable], judgesSending: true).events == [])
    }

    @Test func aLostSocketIsToldAndJoinsEverythingAnew() {
        var watch = Self.opened()
        _ = watch.found([both], judgesSending: true)
        watch.lost(.ipv4, .portInUse(41_475))
        #expect(!watch.isOpen(.ipv4))
        #expect(
            watch.found([both], judgesSending: false) == .init(events: [.trouble(.portInUse(41_475))]))
        watch.lost(.ipv4, .portInUse(41_475))
        #expect(watch.found([both], judgesSending: true) == .init())
        watch.opened(.ipv4)
        #expect(
            watch.found([both], judgesSending: false)
                == .init(join: [Self.inFour(3)], events: [.ready(interfaces: ["wlan0"])]))
    }

    @Test func withoutIPv6NothingIsSaidUnlessNothingElseIsThere() {
        var watch = Self.opened([.ipv4])
        watch.lost(.ipv6, .failed(operation: "bind", code: EAFNOSUPPORT))
        #expect(
            watch.found([both], judgesSending: true)
                == .init(join: [Self.inFour(3)], events: [.ready(interfaces: ["wlan0"])]))
        #expect(
            watch.found([wide], judgesSending: true)
                == .init(
                    leave: [Self.inFour(3)],
                    events: [.trouble(.failed(operation: "bind", code: EAFNOSUPPORT))]))
    }

    @Test func socketsThatAreBeingOpenedAreNeitherATroubleNorReady() {
        var watch = NetworkWatch(only: nil)
        #expect(watch.found([both], judgesSending: true) == .init())
        watch.opened(.ipv6)
        #expect(
            watch.found([both], judgesSending: false)
                == .init(join: [Self.inSix(3)], events: [.ready(interfaces: ["wlan0"])]))
        watch.opened(.ipv4)
        #expect(watch.found([both], judgesSending: false) == .init(join: [Self.inFour(3)]))
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
