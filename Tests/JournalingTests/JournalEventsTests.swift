import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import HCI
@testable import Journaling
@testable import PeerNetwork
@testable import Ranging
@testable import Wire

/// Every event survives the journal, as the line that is documented.
struct JournalEventsTests {
    private static let beacon = IBeacon(proximityUUID: .hotCold, major: 4711, minor: 12, measuredPower: -59)
    private static let silent = IBeacon(proximityUUID: .estimote, major: 0, minor: 65_535, measuredPower: nil)

    /// Every case of `Event`, with its line.
    private static let table: [(Event, String)] =
        [
            (.started, "started"), (.tick, "tick"),
            (.heard(beacon, rssi: -127), "heard 0 -127"), (.heard(beacon, rssi: 20), "heard 0 20"),
            (.battery(beacon, BatteryLevel(stated: 80, millivolts: nil)), "battery 0 80 -"),
            (.battery(beacon, BatteryLevel(stated: nil, millivolts: 2_900)), "battery 0 - 2900"),
            (.lines(works: true), "lines work"), (.lines(works: false), "lines fail"),
            (.speaker(works: true), "speaker works"), (.speaker(works: false), "speaker fails"),
            (.network(works: true), "network works"), (.network(works: false), "network fails"),
            (.radio(.starting), "radio starting"), (.radio(.works), "radio works"),
        ]
        + Phrase.RadioFailure.allCases.map { (.radio(.failed($0)), "radio \($0.rawValue)") }
        + [
            (ButtonEvent.down, "down"), (.up, "up"), (.press, "press"), (.doublePress, "double"),
            (.hold, "hold"), (.holdEnded, "hold-ended"), (.stuck, "stuck"), (.freed, "freed"),
        ].map { (.button($0), "button \($1)") } + others

    private static let fox = StationID(value: 0xF0)
    private static let others: [(Event, String)] = [
        (said([], .lobby(isUrgent: false)), "message 00000000000000f0 7 lobby"),
        (said([0, 255], .lobby(isUrgent: true)), "message 00000000000000f0 7 urgent 00ff"),
        (said([1], .session(.max)), "message 00000000000000f0 7 18446744073709551615 01"),
        (.unicast(UnicastMessage(other: fox, body: [1, 2])), "whisper 00000000000000f0 0102"),
        (.trust(.authenticated(fox)), "trust clasped 00000000000000f0"),
        (.trust(.unauthenticated(fox)), "trust unclasped 00000000000000f0"),
        (.trust(.vanished(fox)), "trust vanished 00000000000000f0"),
        (.trust(.otherVersion(fox)), "trust version 00000000000000f0"), (.trust(.doubled), "trust doubled"),
        (
            .trust(.keyed(KeyEpoch(session: 5, round: 2, generation: 1, major: 9, minors: [fox: 12]))),
            "trust keyed 5 2 1 9 00000000000000f0 12"
        ),
        (
            .trust(
                .keyed(KeyEpoch(session: 5, round: 2, generation: 1, major: 9, minors: [fox: 1], binding: 77))
            ),
            "trust keyed 5 2 1 9 00000000000000f0 1 bound 77"
        ),
        (
            .message(
                Message.Received(
                    sender: fox, boot: 7, message: Message(audience: .session(5), body: [1, 255]),
                    binding: 77)),
            "message 00000000000000f0 7 5/77 01ff"
        ),
        (.wish(.invite(fox)), "wish invite 00000000000000f0"), (.wish(.accept), "wish accept"),
        (.wish(.decline), "wish decline"), (.wish(.hold(true)), "wish hold"),
        (.wish(.hold(false)), "wish let-go"), (.wish(.switchRole), "wish switch-role"),
        (.update(.found(UpdateOffer(origin: .card, version: "0.2.0"))), "update found card 0.2.0"),
        (.update(.found(UpdateOffer(origin: .stick, version: "1"))), "update found stick 1"),
        (
            .update(.found(UpdateOffer(origin: .station(fox), version: "1.0"))),
            "update found 00000000000000f0 1.0"
        ),
        (.update(.gone(UpdateOffer(origin: .stick, version: "1"))), "update gone stick 1"),
        (.update(.taken), "update taken"),
        (.update(.failed), "update failed"), (.update(.renewed), "update renewed"),
        (.update(.fellBack), "update fell-back"),
    ]

    private static func said(_ body: [UInt8], _ audience: Message.Audience) -> Event {
        .message(
            Message.Received(sender: fox, boot: 7, message: Message(audience: audience, body: body)))
    }

    private static func read(_ lines: [UInt8]) throws -> [(Event, Duration)] {
        var events = JournalEvents()
        var read: [(Event, Duration)] = []
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            var fields = JournalFields(line)
            if line.starts(with: "beacon ".utf8) {
                _ = try fields.word()
                try events.readBeacon(&fields)
            } else {
                let time = try fields.time()
                read.append((try events.readEvent(&fields), time))
            }
        }
        return read
    }

    @Test func everyEventHasItsLine() throws {
        var events = JournalEvents()
        var text: [UInt8] = []
        for (event, _) in Self.table { events.write(event, now: .milliseconds(1_500), to: &text) }
        let expected = Self.table.map { "1.5 " + $0.1 }
        var lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        let introduction = try #require(lines.firstIndex { $0.hasPrefix("beacon") })
        #expect(lines.remove(at: introduction) == "beacon 0 D9EED498-BFDB-43C0-8B55-D06BB74C430B 4711 12 -59")
        #expect(lines == expected)
        #expect(try Self.read(text).map(\.0) == Self.table.map(\.0))
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.seconds(7), "7"), (.milliseconds(-1_250), "-1.25"),
        (.nanoseconds(103_482_913_441), "103.482913441"), (.nanoseconds(1), "0.000000001"),
        (Duration(secondsComponent: 5, attosecondsComponent: 1), "5.000000000000000001"),
        (
            Duration(secondsComponent: 9_000_000_000, attosecondsComponent: 999_999_999_999_999_999),
            "9000000000.999999999999999999"
        ),
    ])
    func timesAreExact(_ time: Duration, _ text: String) throws {
        var bytes: [UInt8] = []
        bytes.append(time: time)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        var fields = JournalFields(bytes[...])
        #expect(try fields.time() == time)
        try fields.end()
    }

    /// Three centuries after boot arithmetic would overflow, and no station is meant.
    @Test(arguments: ["9000000001", "-9000000001", "9223372036854775807", "18446744073709551616"])
    func timesBeyondBeliefAreMalformed(text: String) {
        #expect(throws: Malformed.self) {
            var fields = JournalFields(Array(text.utf8)[...])
            _ = try fields.time()
        }
    }

    @Test func timesOfAnyKindSurvive() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let time = Duration(
                secondsComponent: Int64.random(in: 0...100_000, using: &random),
                attosecondsComponent: Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random))
            var bytes: [UInt8] = []
            bytes.append(time: time)
            var fields = JournalFields(bytes[...])
            #expect(try fields.time() == time)
        }
    }

    /// More beacons than there are numbers: whoever is heard again is introduced again.
    @Test func aCrowdOfBeaconsIsToldApart() throws {
        var events = JournalEvents()
        var text: [UInt8] = []
        var heard: [Event] = []
        for round in 0..<2 {
            for minor in 0..<UInt16(JournalEvents.beaconsAtMost + 44) {
                var beacon = minor % 2 == 0 ? Self.beacon : Self.silent
                beacon.minor = minor
                heard.append(.heard(beacon, rssi: Int8(-40 - round)))
                events.write(heard[heard.count - 1], now: .zero, to: &text)
            }
        }
        #expect(try Self.read(text).map(\.0) == heard)
    }

    @Test(arguments: [
        "", " ", "1", "1 ", "x tick", "1. tick", ".5 tick", "1.2.3 tick", "1.1234567890123456789 tick",
        "99999999999999999999 tick", "1 tick ", "1 tick x", "1  tick", "1 heard", "1 heard 0 -59",
        "1 heard 9 -59",
        "1 heard 0 200", "1 message", "1 message 00000000000000f0 7 nobody 00",
        "1 message f0 7 lobby", "1 whisper 00000000000000f0 4", "1 whisper 00000000000000f0 00 ",
        "1 trust", "1 trust keyed 5 2 1", "1 trust keyed 5 2 1 9 00000000000000f0", "1 wish", "1 wish gold",
        "1 button", "1 button push",
        "1 radio", "1 radio fails", "1 lines works", "1 battery 0 - -", "1 nothing", "beacon",
        "beacon 0 D9EED498-BFDB-43C0-8B55-D06BB74C430B 4711",
        "beacon 1 D9EED498-BFDB-43C0-8B55-D06BB74C430B 1 2",
        "beacon 0 D9EED498-BFDB-43C0-8B55-D06BB74C430B 1 2 5", "beacon 0 nonsense 1 2 -59",
        "beacon -1 D9EED498-BFDB-43C0-8B55-D06BB74C430B 1 2 -5",
        "beacon 0 D9EED498-BFDB-43C0-8B55-D06BB74C430B 1 2 -5 6",
    ])
    func whatIsNoEventIsRefused(_ line: String) {
        #expect(throws: Malformed.self) { try Self.read(Array((line.isEmpty ? " " : line).utf8)) }
    }
}
