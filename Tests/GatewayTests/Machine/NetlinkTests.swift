import StationNode
import Testing
import Wire

@testable import Gateway

/// What the kernel says of Wi-Fi, byte by byte as linux/netlink.h, genetlink.h and nl80211.h have it.
struct NetlinkTests {
    private static func attribute(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        [UInt8(4 + value.count), 0, type, 0] + value + [UInt8](repeating: 0, count: -value.count & 3)
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [UInt8(16 + body.count), 0, 0, 0, type, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0] + body
    }

    /// NL80211_CMD_NEW_INTERFACE, from a family whose number is 31: its index, name, kind (a client of a
    /// network), and what is told only while it is in one.
    private static func interface(_ name: String, megahertz: UInt16?, network: String?) -> [UInt8] {
        let frequency = megahertz.map { attribute(38, [UInt8($0 & 0xff), UInt8($0 >> 8), 0, 0]) } ?? []
        return message(
            31,
            [7, 1, 0, 0] + attribute(3, [3, 0, 0, 0]) + attribute(4, Array(name.utf8) + [0])
                + attribute(5, [2, 0, 0, 0]) + frequency
                + (network.map { attribute(52, Array($0.utf8)) } ?? []))
    }

    private static let end = message(3, [0, 0, 0, 0])

    private static func use(_ datagram: [UInt8]) throws -> WiFiUse {
        WirelessNetworks.use(try NetlinkMessage.all(in: datagram))
    }

    @Test func aNetworkAtTwoPointFourGigahertzSharesTheAntenna() throws {
        #expect(
            try Self.use(Self.interface("wlan0", megahertz: 2_437, network: "home") + Self.end) == .shared)
        #expect(
            try Self.use(Self.interface("wlan0", megahertz: 2_484, network: "home") + Self.end) == .shared)
        #expect(
            try Self.use(
                Self.interface("wlan0", megahertz: 5_180, network: "home")
                    + Self.interface("wlan1", megahertz: 2_412, network: "else") + Self.end) == .shared)
    }

    @Test func everythingElseLeavesItAlone() throws {
        #expect(try Self.use(Self.end) == .elsewhere)
        #expect(
            try Self.use(Self.interface("wlan0", megahertz: 5_180, network: "home") + Self.end) == .elsewhere)
        #expect(try Self.use(Self.interface("wlan0", megahertz: nil, network: nil) + Self.end) == .elsewhere)
        // Some drivers name the last channel also outside of any network.
        #expect(
            try Self.use(Self.interface("wlan0", megahertz: 2_412, network: nil) + Self.end) == .elsewhere)
        #expect(
            try Self.use(Self.interface("wlan0", megahertz: nil, network: "home") + Self.end) == .elsewhere)
    }

    @Test func anErrorIsAMessageWithoutAttributes() throws {
        // NLMSG_ERROR with ENOENT, as for a family that is not there, and the question.
        let question = NetlinkMessage.request(type: 16, command: 3, attribute: 2, text: "nl80211")
        let messages = try NetlinkMessage.all(in: Self.message(2, [0xfe, 0xff, 0xff, 0xff] + question))
        #expect(messages.count == 1)
        #expect(messages.first?.type == NetlinkMessage.Control.error)
        #expect(messages.first?.attributes == [])
        #expect(messages.first?.failure == -2)
        #expect(throws: Malformed.self) { try NetlinkMessage.all(in: Self.message(2, [0xfe, 0xff])) }
    }

    @Test func questionsAreAsTheKernelWantsThem() {
        #expect(
            NetlinkMessage.request(type: 16, command: 3, attribute: 2, text: "nl80211")
                == [32, 0, 0, 0, 16, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 12, 0, 2, 0]
                + Array("nl80211".utf8) + [0])
        #expect(
            NetlinkMessage.request(type: 31, command: 5, dumps: true)
                == [20, 0, 0, 0, 31, 0, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 5, 1, 0, 0])
    }

    @Test func whatIsCutOrFlippedIsSurvived() {
        let whole = Self.interface("wlan0", megahertz: 2_437, network: "home") + Self.end
        var refused = 0
        for length in whole.indices where (try? Self.use(Array(whole[..<length]))) == nil { refused += 1 }
        #expect(refused > whole.count / 2)
        for place in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[place] ^= 1 << bit
                _ = try? Self.use(bytes)
            }
        }
    }

    /// Whatever this machine has, its kernel answers; one without wireless devices says that there are none.
    @Test func thisMachinesKernelAnswers() {
        #expect(WirelessNetworks.use() != nil)
    }
}
