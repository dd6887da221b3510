import Testing

@testable import HCI
@testable import Ranging

/// Where a calibration says no, from both sides of every border.
struct CalibrationTrialTests {
    private static func beacon(_ minor: UInt16, measuredPower: Int8? = -59) -> IBeacon {
        IBeacon(proximityUUID: .hotCold, major: 1, minor: minor, measuredPower: measuredPower)
    }

    /// Beacons that are heard five times a second, each with its levels one after the other.
    private func trial(
        _ heard: [(beacon: IBeacon, levels: [Int8])], wanted: IBeacon? = nil, distance: Double = 1
    ) -> CalibrationTrial {
        var trial = CalibrationTrial(
            wanted: wanted.map { BeaconIdentity($0) }, distance: distance, ranging: RangingParameters())
        for (beacon, levels) in heard {
            for (index, level) in levels.enumerated() {
                trial.heard(beacon, rssi: level, at: .milliseconds(200 * index))
            }
        }
        return trial
    }

    private func reason(_ trial: CalibrationTrial) -> CalibrationTrial.Refusal.Reason? {
        do throws(CalibrationTrial.Refusal) {
            _ = try trial.finding()
            return nil
        } catch {
            return error.reason
        }
    }

    /// Half of them `apart` louder than the others, all of the time.
    private func scattered(_ level: Int8, by apart: Int8 = 0, count: Int = 24) -> [Int8] {
        (0..<count).map { $0 % 2 == 0 ? level : level + apart }
    }

    @Test func twentyPacketsAreEnough() {
        #expect(reason(trial([(Self.beacon(1), scattered(-60, count: 20))])) == nil)
        #expect(reason(trial([(Self.beacon(1), scattered(-60, count: 19))])) == .few)
        #expect(reason(trial([])) == .silent)
        #expect(
            reason(trial([(Self.beacon(1), scattered(-60))], wanted: Self.beacon(2))) == .silent)
    }

    /// The middle half of a normal distribution is 1.349 deviations wide.
    @Test func aLevelThatScattersIsNoLevel() {
        #expect(reason(trial([(Self.beacon(1), scattered(-60, by: 9))])) == nil)
        #expect(reason(trial([(Self.beacon(1), scattered(-60, by: 10))])) == .moving)
    }

    @Test func aLevelThatDriftsIsNoLevel() {
        func drifting(by change: Int8) -> [Int8] {
            scattered(-60, count: 12) + scattered(-60 - change, count: 12)
        }
        #expect(reason(trial([(Self.beacon(1), drifting(by: 6))])) == nil)
        #expect(reason(trial([(Self.beacon(1), drifting(by: 7))])) == .moving)
    }

    @Test(arguments: [(-29, true), (-28, false), (-89, true), (-90, false)])
    func noRadioIsThirtyDecibelsOff(level: Int8, isPossible: Bool) throws {
        let trial = trial([(Self.beacon(1), scattered(level))])
        #expect(reason(trial) == (isPossible ? nil : .impossible))
        if isPossible { #expect(try trial.finding().calibration.offset == Double(level) + 59) }
    }

    /// Measured power outside −100…−20 dBm is nobody's: what is usual is taken.
    @Test(arguments: [(-20, -20.0), (-19, -59), (-100, -100), (-101, -59)])
    func whatABeaconCannotBeHeardAtIsNotBelieved(stated: Int8, believed: Double) throws {
        let level = Int8(believed)
        let finding = try trial([(Self.beacon(1, measuredPower: stated), scattered(level))]).finding()
        #expect(finding.measuredPower == believed)
        #expect(finding.calibration.offset == 0)
    }

    @Test func theNearestIsTakenIfItIsClearlyTheNearest() throws {
        let (near, far) = (Self.beacon(1), Self.beacon(2))
        func heard(_ level: Int8, count: Int = 24) -> CalibrationTrial {
            trial([(near, scattered(-60)), (far, scattered(level, count: count))])
        }
        #expect(try heard(-66).finding().beacon == BeaconIdentity(near))
        #expect(reason(heard(-65)) == .several)
        #expect(reason(heard(-60, count: 5)) == .several)
        #expect(reason(heard(-60, count: 4)) == nil)
        #expect(
            try trial([(near, scattered(-60)), (far, scattered(-61))], wanted: far).finding().beacon
                == BeaconIdentity(far))
    }

    @Test func whoIsHeardIsListedUpToFive() {
        func said(_ count: UInt16) -> String {
            do throws(CalibrationTrial.Refusal) {
                _ = try trial((1...count).map { (Self.beacon($0), scattered(-60)) }).finding()
                return ""
            } catch {
                return error.description
            }
        }
        #expect(!said(5).contains("more"))
        #expect(said(6).contains(" and 1 more"))
        #expect(said(7).contains(" and 2 more"))
    }

    @Test func twoMetresAreSixDecibels() throws {
        let finding = try trial([(Self.beacon(1), scattered(-65))], distance: 2).finding()
        #expect(abs(finding.atOneMetre + 58.98) < 0.01)
        #expect(finding.calibration.offset == 0)
        #expect(finding.level == -65)
        #expect(finding.packets == 24)
    }

    /// Five packets a second count, and the place does not average out: 2.5 dB at the least.
    @Test func chanceAveragesOutAndThePlaceDoesNot() throws {
        // A spread of 5 dB: the middle half from 6.745 dB apart is not to be had in whole ones, so 7.
        let spread = 7 / 1.349
        let short = try trial([(Self.beacon(1), scattered(-60, by: 7, count: 24))]).finding()
        #expect(abs(short.spread - spread) < 0.001)
        let independent = 5 * 4.6
        let expected = (spread * spread / independent + 2.5 * 2.5).squareRoot()
        #expect(abs(short.calibration.uncertainty - expected) < 0.051)
        let steady = try trial([(Self.beacon(1), scattered(-60))]).finding()
        #expect(steady.calibration.uncertainty == 2.5)
    }

    @Test func ofThreeLevelsNobodyKnowsTheSpread() {
        var sample = LevelSample()
        for (index, level) in ([-80, -60, -40] as [Int8]).enumerated() {
            sample.add(rssi: level, measuredPower: nil, at: .seconds(index))
        }
        #expect(sample.spread == 0)
        sample.add(rssi: -50, measuredPower: nil, at: .seconds(3))
        #expect(sample.spread == 17.5 / 1.349)
    }

    /// More beacons than anybody would calibrate among: the one that is wanted has a place all the same.
    @Test func thereAreSixtyFourPlacesAndOneForTheWantedOne() {
        let wanted = Self.beacon(1_000)
        var trial = trial((1...64).map { (Self.beacon($0), [-80]) }, wanted: wanted)
        #expect(trial.packets == 0)
        trial.heard(wanted, rssi: -60, at: .seconds(1))
        #expect(trial.packets == 1)
        var other = self.trial((1...64).map { (Self.beacon($0), [-80]) })
        for step in 0..<30 { other.heard(wanted, rssi: -40, at: .milliseconds(200 * step)) }
        #expect(reason(other) == .few)
        var last = self.trial((1...63).map { (Self.beacon($0), [-80]) })
        for step in 0..<30 { last.heard(wanted, rssi: -40, at: .milliseconds(200 * step)) }
        #expect(reason(last) == nil)
    }

    @Test func aFileHasWhatARadioCanHave() {
        func isRead(_ offset: Double, _ uncertainty: Double) -> Bool {
            Calibration(decoding: Calibration(offset: offset, uncertainty: uncertainty).encoded()) != nil
        }
        #expect(isRead(-30, 0) && isRead(30, 15))
        #expect(!isRead(-30.1, 1) && !isRead(30.1, 1) && !isRead(0, -0.1) && !isRead(0, 15.1))
    }

    /// Two and a half decibels of the other end are not calibrated away.
    @Test func theOtherEndStaysUnknown() {
        let applied = Calibration(offset: 3, uncertainty: 1.5).applied(to: RangingParameters())
        #expect(applied.earOffset == 3)
        #expect(abs(applied.calibrationSpread - 8.5.squareRoot()) < 1e-9)
        let worse = Calibration(offset: 3, uncertainty: 9).applied(to: RangingParameters())
        #expect(worse.calibrationSpread == RangingParameters().calibrationSpread)
    }
}
