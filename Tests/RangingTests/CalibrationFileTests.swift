import Testing

@testable import Ranging

struct CalibrationFileTests {
    @Test func whatIsKeptIsReadAgainAndNothingElse() throws {
        let kept = try #require(Calibration(decoding: Calibration(offset: -3.5, uncertainty: 2).encoded()))
        #expect(kept == Calibration(offset: -3.5, uncertainty: 2))
        let bytes = kept.encoded()
        for length in 0..<bytes.count { #expect(Calibration(decoding: Array(bytes[..<length])) == nil) }
        #expect(Calibration(decoding: bytes + Array("\n".utf8)) == nil)
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
}
