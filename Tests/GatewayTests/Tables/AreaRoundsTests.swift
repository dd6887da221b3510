import Testing

@testable import Game
@testable import Gateway
@testable import HCI
@testable import Ranging
@testable import Recordings

/// A whole evening of `hotcold monitor`: from what is heard, or was recorded, to what is printed.
struct AreaRoundsTests {
    private static let areas = ["house=estimote", "kitchen=estimote,7,12"].compactMap { text in
        Area(text).map { Area(name: $0.name, region: $0.region, overlaps: true) }
    }
    private static let beacon = IBeacon(proximityUUID: .estimote, major: 7, minor: 12, measuredPower: -59)

    @Test func theBatteryIsToldWithTheCrossing() {
        var rounds = AreaRounds(Self.areas, since: .zero, json: true)
        rounds.heard(Self.beacon, rssi: -60, battery: BatteryReading(percent: 7), at: .seconds(1))
        let lines = rounds.lines(now: .seconds(1)).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasSuffix(#""battery_percent":7,"battery_mv":null}"#) })
        #expect(rounds.lines(now: .seconds(2)).isEmpty)
    }

    @Test func nobodyLeavesBecauseTheRadioIsAway() {
        var rounds = AreaRounds(Self.areas, since: .zero, json: false)
        rounds.heard(Self.beacon, rssi: -60, at: .seconds(1))
        _ = rounds.lines(now: .seconds(1))
        rounds.radio(works: false, at: .seconds(2))
        #expect(rounds.lines(now: .seconds(90)).isEmpty)
        rounds.radio(works: true, at: .seconds(100))
        #expect(rounds.lines(now: .seconds(129)).isEmpty)
        #expect(rounds.lines(now: .seconds(130)).split(separator: "\n").count == 2)
    }

    /// Two visits in a table: 0 to 10 s, and from 60 s on.
    @Test func aRecordingIsWatchedLikeTheRadio() throws {
        var recording = Recording()
        let name = BeaconIdentity(Self.beacon).description
        for tenth in Array(0...100) + Array(600...650) {
            let time = Int64(tenth) * 100_000_000 - 5_000_000_000
            for beacon in [name, "somebody's phone"] {
                _ = try recording.add(beacon, rssi: -70.4, measuredPower: -59, at: time)
            }
        }
        recording.sort()
        var lines: [Substring] = []
        AreaRounds.play(recording, in: Self.areas, json: false) { text in
            lines += text.split(separator: "\n").map { $0.prefix { $0 != "(" } }
            return true
        }
        #expect(
            lines == [
                "0.000  entered house  ", "0.000  entered kitchen  ",
                "40.000  left house after 10.000 s  ", "40.000  left kitchen after 10.000 s  ",
                "60.000  entered house  ", "60.000  entered kitchen  ",
                "house: entered twice, 15.000 s inside, and still there",
                "kitchen: entered twice, 15.000 s inside, and still there",
            ])
    }

    @Test func whoStopsReadingEndsIt() throws {
        var recording = Recording()
        for second in 0..<1_000 as Range<Int64> {
            _ = try recording.add("x", rssi: -70, measuredPower: nil, at: second * 1_000_000_000)
        }
        var asked = 0
        AreaRounds.play(recording, in: Self.areas, json: false) { _ in
            asked += 1
            return asked < 5
        }
        #expect(asked == 5)
    }
}
