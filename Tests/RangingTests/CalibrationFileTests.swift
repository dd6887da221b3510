import Testing

@testable import Ranging

struct CalibrationFileTests {
    @Test func whatIsKeptIsReadAgainAndNothingElse() throws {
        let kept = try #require(Calibration(decoding: Calibration(offset: -3.5, uncertainty: 2).encoded()))
        #expect(kept == Calibration(offset: -3.5, uncertainty: 2))
        let bytes = kept.encoded()
        for length in 0..<bytes.count { #expect(Calibration(decoding: Array(bytes[..<length])) == nil) }
        for more in ["\n", "x", " "] { #expect(Calibration(decoding: bytes + Array(more.utf8)) == nil) }
        // As long as a file may be, and one byte more: zeros behind the point change no number.
        let head = Array("hotcold calibration 1\noffset_db = 1.0".utf8),
            tail = Array("\nuncertainty_db = 2.0\n".utf8)
        let zeros = { [UInt8](repeating: 0x30, count: $0) }
        let room = 200 - head.count - tail.count
        #expect(Calibration(decoding: head + zeros(room) + tail) == Calibration(offset: 1, uncertainty: 2))
        #expect(Calibration(decoding: head + zeros(room + 1) + tail) == nil)
    }

    /// The mean of the middle half: neither a deep fade nor a peak counts.
    @Test func theMiddleOfASampleLeavesOutTheOuterQuarters() {
        var sample = LevelSample()
        #expect(sample.middle == nil)
        for (step, rssi) in ([-100, -62, -61, -60, -59, -58, -57, -20] as [Int8]).enumerated() {
            sample.add(rssi: rssi, measuredPower: -59, at: .seconds(step))
        }
        #expect(sample.middle == -59.5)
        #expect(sample.measuredPower == -59)
    }

    private static func sample(_ levels: [(Int8, Double)]) -> LevelSample {
        var sample = LevelSample()
        for (rssi, second) in levels { sample.add(rssi: rssi, measuredPower: nil, at: .seconds(second)) }
        return sample
    }

    /// From the middle of the first half of the time to that of the second, to which half time belongs.
    @Test func driftIsBetweenTheHalvesOfTheTime() {
        #expect(Self.sample([]).drift == 0 && Self.sample([(-60, 5)]).drift == 0)
        #expect(Self.sample([(-60, 10), (-60, 11), (-70, 15), (-70, 20)]).drift == 10)
        #expect(Self.sample([(-60, 10), (-60, 14.9), (-60, 14.95), (-66, 20)]).drift == 6)
        #expect(Self.sample([(-70, 10), (-61, 16), (-61, 17), (-61, 20)]).drift == 9)
    }

    /// The quartiles lie between their neighbours; the middle half is 1.349 standard deviations wide.
    @Test func spreadIsOfTheMiddleHalf() {
        #expect(Self.sample([(-64, 0), (-62, 1), (-60, 2), (-58, 3), (-56, 4)]).spread == 4 / 1.349)
        #expect(Self.sample([(-64, 0), (-60, 1), (-60, 2), (-56, 3)]).spread == 2 / 1.349)
        #expect(Self.sample([(-60, 0), (-64, 1), (-56, 2), (-62, 3), (-58, 4)]).spread == 4 / 1.349)
    }

    /// Five packets a second count at most, one at least, and the place adds its 2.5 dB.
    @Test func uncertaintyFallsWithTimeToThatOfThePlace() {
        func expected(_ spread: Double, _ independent: Double) -> Double {
            (spread * spread / independent + 6.25).squareRoot()
        }
        let levels: [Int8] = [-64, -62, -60, -58, -56]
        #expect(Self.sample([]).uncertainty == 0)
        let slow = Self.sample(levels.enumerated().map { ($1, Double($0)) })
        #expect(slow.uncertainty == expected(4 / 1.349, 5))
        let quick = Self.sample(levels.enumerated().map { ($1, Double($0) / 16) })
        #expect(quick.uncertainty == expected(4 / 1.349, 1.25))
        let atOnce = Self.sample(levels.map { ($0, 0) })
        #expect(atOnce.uncertainty == expected(4 / 1.349, 1))
    }

    @Test func aSampleIsBounded() {
        var sample = LevelSample()
        for number in 0..<5_000 { sample.add(rssi: -60, measuredPower: Int8(number % 100), at: .zero) }
        #expect(sample.count == 4_096 && sample.measuredPower == Int8(4_095 % 100))
    }
}
