import Testing
import Yard

@testable import Game
@testable import Gateway
@testable import PeerNetwork
@testable import UDPCarrier

/// What `hotcold lobby` shows: a station, a listener, and everything either says.
struct LobbyTableTests {
    private struct Street {
        var station = Courtyard.gatekeeper(1, boot: 11, drawing: 21)
        var table = LobbyTable(
            Gatekeeper.Configuration(
                identity: IdentityKey(seed: Courtyard.seed(9)), boot: 99, seed: Courtyard.seed(8), crew: nil))
        let place = Endpoint(address: [10, 0, 0, 1], port: 50_000)
        /// Bytes that the listener has sent, and that it has received.
        var sent = 0
        var heard = 0

        /// The station says who it is, and both talk until nothing is left to say.
        mutating func say(_ change: (inout Announcement) -> Void = { _ in }, now: Duration) {
            var announcement = Announcement(
                sender: station.id, boot: 11, name: StationName(station.id), role: .hide)
            change(&announcement)
            let body = announcement.encoded(now: now)
            take(station.send(Message(audience: .lobby(isUrgent: false), body: body), now: now), now: now)
            take(station.advance(now: now), now: now)
        }

        mutating func wait(until now: Duration) {
            take(station.advance(now: now), now: now)
            post(table.advance(now: now), now: now)
        }

        private mutating func take(_ outputs: [Gatekeeper.Output], now: Duration) {
            for case .transmit(let bytes, _) in outputs {
                heard += bytes.count
                post(table.receive(bytes, from: place, now: now), now: now)
            }
        }

        private mutating func post(_ datagrams: [OutgoingDatagram], now: Duration) {
            for datagram in datagrams {
                sent += datagram.bytes.count
                let asker = Endpoint(address: [10, 0, 0, 9], port: 50_009)
                take(station.receive(datagram.bytes, from: asker, now: now), now: now)
            }
        }

        func lines(_ style: LobbyTable.Style, now: Duration) -> [Substring] {
            table.text(style, now: now, since: .seconds(100)).split(separator: "\n")
        }
    }

    @Test func whoProvesToBeThereIsShown() throws {
        var street = Street()
        let now = Duration.seconds(101)
        #expect(street.lines(.lines, now: now).last == "(nobody heard yet)")
        street.say({ $0.presses = 3 }, now: now)
        for tenth in 1...20 { street.wait(until: now + .milliseconds(100 * tenth)) }
        let later = now + .seconds(2)
        let line = try #require(street.lines(.lines, now: later).last)
        let words = line.split(separator: " ").map(String.init)
        let name = StationName(street.station.id).description.split(separator: " ").map(String.init)
        #expect(words.prefix(6) == (name + [street.station.id.description, "hide", "waits", "3"])[...])
        #expect(words.last == "10.0.0.1:50000")
        #expect(street.lines(.lines, now: later).count == 2)
        // It never says more than it is told, and shows itself to nobody.
        #expect(street.sent <= street.heard)
        #expect(street.station.table.count == 0)

        street.say({ $0.isHolding = true }, now: later)
        #expect(street.lines(.json, now: later).first?.contains(#""holds":true,"plays":false"#) == true)
        street.say({ $0.isPlaying = true }, now: later + .seconds(1))
        #expect(street.lines(.lines, now: later + .seconds(1)).last?.contains(" plays ") == true)
        #expect(street.lines(.screen, now: later).first?.hasPrefix("\u{1B}[H") == true)
    }

    @Test func whoIsSilentIsForgotten() {
        var street = Street()
        street.say(now: .seconds(101))
        for tenth in 1...10 { street.wait(until: .seconds(101) + .milliseconds(100 * tenth)) }
        #expect(street.lines(.json, now: .seconds(102)).count == 1)
        _ = street.table.advance(now: .seconds(130))
        #expect(street.lines(.json, now: .seconds(130)).isEmpty)
    }

    @Test func anotherVersionIsNamedAndNonsenseIsNot() {
        var street = Street()
        let other: [UInt8] = [0x48, 0x43, 99, 1, 0, 0, 0, 0, 0, 0, 0, 7]
        for bytes in [[], [1], other, other, Array(other.prefix(5))] {
            #expect(street.table.receive(bytes, from: street.place, now: .seconds(101)).isEmpty)
        }
        #expect(street.table.received == 5)
        #expect(
            street.lines(.lines, now: .seconds(101)).last
                == "?                0000000000000007  speaks another version")
        #expect(street.lines(.json, now: .seconds(101)).last?.contains(#""version":null"#) == true)
    }
}
