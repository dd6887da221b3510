import Testing

@testable import Game
@testable import HCI
@testable import Ranging

/// Every beacon in hearing, while somebody looks.
struct BeaconSurveyTests {
    private static func beacon(_ minor: UInt16) -> IBeacon {
        IBeacon(proximityUUID: .estimote, major: 7, minor: minor, measuredPower: -59)
    }

    @Test func nothingIsKeptWhileNobodyLooks() {
        var survey = BeaconSurvey()
        survey.heard(Self.beacon(1), rssi: -60, now: .seconds(1))
        survey.advance(now: .seconds(2))
        #expect(survey.shown.isEmpty)
        survey.listen(now: .seconds(2))
        survey.heard(Self.beacon(1), rssi: -60, now: .seconds(3))
        survey.advance(now: .seconds(3))
        #expect(survey.shown.map(\.identity.minor) == [1])
        // Half a minute after the wish nobody listens any more; what was heard is shown until it is old.
        #expect(survey.isListening(now: .milliseconds(31_999)))
        #expect(!survey.isListening(now: .seconds(32)))
        survey.heard(Self.beacon(2), rssi: -60, now: .seconds(32))
        survey.advance(now: .seconds(40))
        #expect(survey.shown.map(\.identity.minor) == [1])
        survey.advance(now: .seconds(64))
        #expect(survey.shown.isEmpty)
    }

    @Test func oneLevelForEachSecondAndNoneForASilentOne() throws {
        var survey = BeaconSurvey()
        survey.listen(now: .zero)
        for (now, level) in [(0.1, -60), (0.9, -62), (1.5, -64), (4.2, -70)] as [(Double, Int8)] {
            survey.heard(Self.beacon(1), rssi: level, now: .seconds(now))
        }
        survey.advance(now: .seconds(6))
        let shown = try #require(survey.shown.first)
        #expect(shown.levels == [-62, -64, nil, nil, -70, nil, nil])
        #expect(shown.rssi == -70)
        survey.advance(now: .seconds(14.3))
        #expect(survey.shown.first?.rssi == nil)
    }

    @Test func neverMoreThanAMinuteOfLevels() {
        var survey = BeaconSurvey()
        for second in 0..<200 {
            survey.listen(now: .seconds(second))
            survey.heard(Self.beacon(1), rssi: Int8(-100 + second % 60), now: .seconds(second))
            survey.advance(now: .seconds(second))
            #expect(survey.shown.first?.levels.count == min(second + 1, BeaconSurvey.levelsAtMost))
        }
        survey.advance(now: .seconds(255))
        #expect(survey.shown.first?.levels.count == BeaconSurvey.levelsAtMost)
    }

    @Test func inACrowdTheStrongestFirstAndWhoWasSilentLongestGoes() {
        var survey = BeaconSurvey()
        survey.listen(now: .zero)
        for minor in 0..<100 as Range<UInt16> {
            survey.heard(Self.beacon(minor), rssi: Int8(-30 - Int(minor) / 2), now: .milliseconds(Int(minor)))
        }
        survey.advance(now: .seconds(1))
        #expect(survey.shown.map(\.identity.minor) == Array(68..<100))
    }

    /// Ten times a second would be ten states a second for every viewer.
    @Test func whatIsShownIsAnotherOnceASecond() {
        var survey = BeaconSurvey()
        survey.listen(now: .zero)
        var changes = 0
        var last: [BeaconSurvey.Beacon] = []
        for tenth in 0..<200 {
            let now = Duration.milliseconds(100 * tenth)
            survey.heard(Self.beacon(1), rssi: Int8(-60 - tenth % 7), now: now)
            survey.advance(now: now)
            if survey.shown != last { changes += 1 }
            last = survey.shown
        }
        #expect((19...21).contains(changes))
    }

    @Test func batteries() {
        var survey = BeaconSurvey()
        survey.listen(now: .zero)
        survey.battery(of: Self.beacon(1), BatteryLevel(stated: 80))
        survey.heard(Self.beacon(1), rssi: -60, now: .seconds(1))
        survey.battery(of: Self.beacon(1), BatteryLevel(stated: 70))
        survey.advance(now: .seconds(1))
        #expect(survey.shown.map(\.battery) == [70])
    }
}
