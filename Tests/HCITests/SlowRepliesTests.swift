import Testing

@testable import HCI

/// A controller whose replies take longer than a turn, on a serial line that is full of reports or beside a
/// busy processor.
@Suite struct SlowRepliesTests {
    private static let frames: [[UInt8]] = (1...24).map {
        [0x1E, 0xFF, 0xFF, 0xFF] + Array(repeating: $0, count: 27)
    }

    /// Frames alone, as after a round, whose beacon is gone; a beacon before them, and one after.
    @Test(
        arguments: ControllerProfile.all, [Duration.milliseconds(20), .milliseconds(60), .milliseconds(150)])
    func framesGoOutAndOthersAreHeard(profile: ControllerProfile, delay: Duration) {
        for changesOffTheAir in [false, true] {
            var rig = AirRig(profile, delay: delay)
            rig.give(.want(RadioGoal(beacon: Samples.beacon, scans: true)))
            rig.pass(.seconds(5))
            let turns = AdvertisingTurns(
                frames: Self.frames, share: AdvertisingTurns.Share(frames: 9, beacons: 1),
                changesOffTheAir: changesOffTheAir)
            rig.give(.want(RadioGoal(scans: true, turns: turns)))
            rig.pass(.seconds(2))
            (rig.aired, rig.scanned) = ([], false)
            rig.pass(.seconds(10))
            let ways = "\(profile), \(delay), \(changesOffTheAir)"
            #expect(rig.aired.count >= 20, "\(ways)")
            let strangers = rig.aired.count { !Self.frames.contains($0.data) }
            #expect(strangers == 0, "\(ways)")
            // One that takes turns has half of the time.
            let different = Set(rig.aired.map(\.data)).count
            let takesTurns = [ControllerProfile.refusesBoth, .extendedRefusesBoth].contains(profile)
            #expect(different >= (takesTurns ? 5 : 12), "\(ways)")
            // Where a turn is longer than any interval no frame is passed over, also while it listens.
            let numbers = rig.aired.compactMap { $0.data.last.map(Int.init) }
            let steps = zip(numbers, numbers.dropFirst()).filter { $0 != $1 }
            let skips = steps.count { $1 != $0 % Self.frames.count + 1 }
            #expect(delay < .milliseconds(150) || skips == 0, "\(ways)")
            let hasScanned = rig.scanned
            #expect(hasScanned, "\(ways)")
            rig.give(.want(RadioGoal(beacon: Samples.beacon, scans: true)))
            rig.pass(.seconds(2))
            rig.aired = []
            rig.pass(.seconds(5))
            #expect(rig.aired.count >= 10, "\(ways)")
            let others = rig.aired.count { $0.data != Samples.beacon.advertisingData }
            #expect(others == 0, "\(ways)")
            let mistakes = rig.controller.overdrafts + rig.controller.malformed
            #expect(mistakes == 0, "\(ways)")
        }
    }
}
