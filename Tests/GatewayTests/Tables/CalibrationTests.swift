import Glibc
import Testing

@testable import Determinism
@testable import Gateway
@testable import HCI
@testable import Ranging
@testable import Simulation

/// What is kept of a calibration, and what it changes.
struct CalibrationTests {
    @Test func theFileIsReadAsItWasWritten() {
        for calibration in [
            Calibration(offset: -7.3, uncertainty: 1.6), Calibration(offset: 0, uncertainty: 0),
            Calibration(offset: 30, uncertainty: 15),
        ] {
            #expect(Calibration(decoding: calibration.encoded()) == calibration)
        }
        let text = String(decoding: Calibration(offset: -7.3, uncertainty: 1.6).encoded(), as: UTF8.self)
        #expect(text == "hotcold calibration 1\noffset_db = -7.3\nuncertainty_db = 1.6\n")
    }

    @Test func aDamagedFileIsNoneOrStillWithinBounds() {
        let good = Calibration(offset: -7.3, uncertainty: 1.6).encoded()
        for end in good.indices { #expect(Calibration(decoding: Array(good[..<end])) == nil) }
        for place in good.indices {
            for bit in 0..<8 {
                var bytes = good
                bytes[place] ^= 1 << bit
                guard let read = Calibration(decoding: bytes) else { continue }
                #expect(Calibration.offsets.contains(read.offset))
                #expect(Calibration.uncertainties.contains(read.uncertainty))
            }
        }
        for text in ["nan", "inf", "-31", "", " 1", "1e99", "0x"] {
            let file = "hotcold calibration 1\noffset_db = \(text)\nuncertainty_db = 1\n"
            #expect(Calibration(decoding: Array(file.utf8)) == nil, "\(text)")
        }
        #expect(Calibration(decoding: Array(repeating: 0x31, count: 100_000)) == nil)
    }

    @Test func whoIsCalibratedIsBelievedMoreClosely() {
        let before = RangingParameters()
        let after = Calibration(offset: -7.3, uncertainty: 1.6).applied(to: before)
        #expect(after.earOffset == -7.3)
        #expect((2.9...3.1).contains(after.calibrationSpread))
        #expect(
            Calibration(offset: 1, uncertainty: 15).applied(to: before).calibrationSpread
                == before.calibrationSpread)
    }

    // MARK: - Trials

    private static let one = IBeacon(proximityUUID: .hotCold, major: 1, minor: 1, measuredPower: -59)
    private static let two = IBeacon(proximityUUID: .hotCold, major: 1, minor: 2, measuredPower: -59)

    private static func trial(wanted: BeaconIdentity? = nil, distance: Double = 1) -> CalibrationTrial {
        CalibrationTrial(wanted: wanted, distance: distance, ranging: RangingParameters())
    }

    /// Ten packets a second for ten seconds, at these levels in turn.
    private func hear(
        _ beacon: IBeacon, _ levels: [Int8], in trial: inout CalibrationTrial, packets: Int = 100
    ) {
        for index in 0..<packets {
            trial.heard(beacon, rssi: levels[index % levels.count], at: .milliseconds(100 * index))
        }
    }

    private func refusal(_ trial: CalibrationTrial) -> String {
        do throws(CalibrationTrial.Refusal) {
            let finding = try trial.finding()
            return "none: \(finding)"
        } catch {
            return error.description
        }
    }

    @Test func deepFadesAndChannelsDoNotMislead() throws {
        var trial = Self.trial()
        // Three channels, and every tenth packet in a deep fade.
        hear(Self.one, [-64, -66, -68, -65, -66, -67, -64, -66, -68, -90], in: &trial)
        let finding = try trial.finding()
        #expect(finding.packets == 100)
        #expect(abs(finding.level + 66.2) < 0.4)
        #expect(abs(finding.calibration.offset + 7.2) < 0.4)
        #expect((2.5...2.8).contains(finding.calibration.uncertainty))
        #expect((1.0...2.5).contains(finding.spread))
    }

    @Test func anotherDistanceIsConverted() throws {
        var trial = Self.trial(distance: 2)
        hear(Self.one, [-66], in: &trial)
        let exponent = RangingParameters().pathLossExponent
        #expect(abs(try trial.finding().atOneMetre - (-66 + 10 * exponent * 0.30103)) < 0.01)
    }

    @Test func aBeaconThatSaysNothingUsefulIsTakenForAnAverageOne() throws {
        for power: Int8? in [nil, -5, -120] {
            var trial = Self.trial()
            var beacon = Self.one
            beacon.measuredPower = power
            hear(beacon, [-60], in: &trial)
            #expect(try trial.finding().measuredPower == -59)
        }
    }

    @Test func theClearlyNearestIsTaken() throws {
        var trial = Self.trial()
        hear(Self.one, [-60], in: &trial)
        hear(Self.two, [-70], in: &trial)
        #expect(try trial.finding().beacon == BeaconIdentity(Self.one))
        var named = Self.trial(wanted: BeaconIdentity(Self.two))
        hear(Self.one, [-60], in: &named)
        hear(Self.two, [-62], in: &named)
        #expect(try named.finding().beacon == BeaconIdentity(Self.two))
    }

    @Test func whatCannotBeSaidIsNotSaid() {
        #expect(refusal(Self.trial()).hasPrefix("No beacon was heard: start `hotcold hide`"))

        var several = Self.trial()
        hear(Self.one, [-60], in: &several)
        hear(Self.two, [-62], in: &several)
        let sentence = refusal(several)
        #expect(sentence.hasPrefix("Several beacons are about equally loud: \(BeaconIdentity(Self.one)) at"))
        #expect(sentence.hasSuffix("--beacon \(BeaconIdentity(Self.one))."))

        var absent = Self.trial(wanted: BeaconIdentity(Self.two))
        hear(Self.one, [-60], in: &absent)
        #expect(refusal(absent).hasPrefix("\(BeaconIdentity(Self.two)) was not heard. What was:"))

        var few = Self.trial()
        hear(Self.one, [-60], in: &few, packets: 19)
        #expect(refusal(few).hasPrefix("Only 19 packets of"))

        var wide = Self.trial()
        hear(Self.one, [-50, -55, -62, -70, -75], in: &wide)
        #expect(refusal(wide).hasPrefix("The level changed too much"))

        var moved = Self.trial()
        for index in 0..<100 {
            moved.heard(Self.one, rssi: index < 50 ? -58 : -66, at: .milliseconds(100 * index))
        }
        #expect(refusal(moved).hasPrefix("The level changed too much"))

        var far = Self.trial()
        hear(Self.one, [-95], in: &far)
        #expect(refusal(far).contains("it is not 1.0 m away"))
    }

    @Test func aCrowdIsBounded() {
        var trial = Self.trial(wanted: BeaconIdentity(Self.one))
        for minor in 100..<5_000 as Range<UInt16> {
            let other = IBeacon(proximityUUID: .hotCold, major: 1, minor: minor, measuredPower: -59)
            trial.heard(other, rssi: -90, at: .milliseconds(Int(minor)))
        }
        hear(Self.one, [-60], in: &trial, packets: 10_000)
        #expect((try? trial.finding())?.packets == LevelSample.levelsAtMost)
    }

    /// In the simulated air of a furnished hall, with an ear that is 7 dB deaf, turned on the spot: right on
    /// the average, and each time within what the hall's shadow, which no ten seconds average out, makes of
    /// it.
    @Test func theSimulatedAirIsFoundOut() throws {
        var misses: [Double] = []
        let hall = House.openField(shadowSpread: House.furnishedShadow)
        for seed in 0..<200 as Range<UInt64> {
            var ether = Ether(house: hall, seed: seed)
            var random = SeededGenerator(seed: seed)
            var trial = Self.trial()
            for index in 0..<100 {
                let angle = Double(index) / 100 * 2 * Double.pi
                let spot = Position(x: 1 + 0.1 * sin(angle), y: 0.1 * cos(angle))
                let level = ether.rssi(
                    of: 1, at: Ether.Antenna(position: Position(x: 0, y: 0), heading: nil), by: 2,
                    at: Ether.Antenna(position: spot, heading: nil),
                    channel: Int.random(in: 37...39, using: &random), now: .milliseconds(100 * index))
                guard let level else { continue }
                trial.heard(Self.one, rssi: level - 7, at: .milliseconds(100 * index))
            }
            // Now and then the echoes of a place are as bad as somebody who walks about; trying again helps.
            guard let calibration = try? trial.finding().calibration else { continue }
            misses.append(calibration.offset + 7)
        }
        #expect(misses.count > 180, "\(200 - misses.count) of 200 trials were refused")
        let mean = misses.reduce(0, +) / Double(misses.count)
        #expect(abs(mean) < 1.5, "the mean miss is \(mean) dB")
        let spread = (misses.reduce(0) { $0 + $1 * $1 } / Double(misses.count)).squareRoot()
        #expect(spread < hall.shadowSpread + 1, "the usual miss is \(spread) dB")
    }

    // MARK: - Words

    private static let finding = CalibrationTrial.Finding(
        beacon: BeaconIdentity(one), packets: 98, level: -66.3, spread: 3.14, distance: 1, atOneMetre: -66.3,
        measuredPower: -59, calibration: Calibration(offset: -7.3, uncertainty: 1.6))

    @Test func itSaysWhatItMeans() {
        let text = CalibrationReport(finding: Self.finding, keptIn: "/var/lib/hotcold/calibration").text
        for part in [
            "98 packets of D9EED498-BFDB-43C0-8B55-D06BB74C430B/1/1, -66.3 dBm (spread 3.1 dB) from 1.0 m.",
            "this station hears beacons 7.3 dB weaker than they say they are, give or take 1.6 dB.",
            "Kept in /var/lib/hotcold/calibration:", "    measured_power_dbm = -66\n",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        var louder = Self.finding
        louder.calibration.offset = 2
        #expect(CalibrationReport(finding: louder, keptIn: nil).text.contains("2.0 dB louder than they say"))
        #expect(CalibrationReport(finding: louder, keptIn: nil).text.contains("Not kept."))
    }

    @Test func itTellsPrograms() {
        #expect(
            CalibrationReport(finding: Self.finding, keptIn: nil).json
                == #"{"type":"calibration","beacon":"D9EED498-BFDB-43C0-8B55-D06BB74C430B/1/1","#
                + #""packets":98,"level":-66.3,"spread":3.14,"distance":1.0,"at_one_metre":-66.3,"#
                + #""measured_power":-59.0,"offset":-7.3,"uncertainty":1.6,"kept":false,"#
                + #""measured_power_dbm":-66}"# + "\n")
    }
}
