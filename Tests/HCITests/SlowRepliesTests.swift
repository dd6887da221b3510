import Testing

@testable import HCI

/// A controller whose replies take longer than a turn, on a serial line that is full of reports or beside a
/// busy processor.
@Suite struct SlowRepliesTests {
    /// One radio and its controller, in steps of a millisecond; what the controller says arrives later.
    private struct Rig {
        var core = RadioCore(configuration: RadioConfiguration(ownAddress: address))
        var controller: SimulatedController
        let delay: Duration
        var now: Duration = .seconds(1)
        var aired: [AirPacket] = []
        var scanned = false
        private var onTheWay: [(due: Duration, packet: [UInt8])] = []

        private static let address = DeviceAddress(littleEndian: [1, 2, 3, 4, 5, 0xC6])

        init(_ profile: ControllerProfile, delay: Duration) {
            controller = SimulatedController(profile: profile, address: Self.address)
            self.delay = delay
        }

        mutating func give(_ input: RadioCore.Input) {
            var waiting = [input]
            while !waiting.isEmpty {
                for output in core.handle(waiting.removeFirst(), now: now) {
                    switch output {
                    case .open: waiting.append(.opened(adapter: "hci0"))
                    case .send(let packet):
                        onTheWay += controller.host(packet, now: now).map { (now + delay, $0) }
                    case .heard, .status, .close, .cutPower, .stopped: break
                    }
                }
            }
        }

        mutating func pass(_ time: Duration) {
            let end = now + time
            while now < end {
                now += .milliseconds(1)
                while let first = onTheWay.first, first.due <= now {
                    onTheWay.removeFirst()
                    give(.packet(first.packet))
                }
                if let deadline = core.nextDeadline, deadline <= now { give(.deadline) }
                aired += controller.transmissions(until: now)
                scanned = scanned || controller.isScanning
            }
        }
    }

    private static let frames: [[UInt8]] = (1...24).map {
        [0x1E, 0xFF, 0xFF, 0xFF] + Array(repeating: $0, count: 27)
    }

    /// Frames alone, as after a round, whose beacon is gone; a beacon before them, and one after.
    @Test(
        arguments: ControllerProfile.all, [Duration.milliseconds(20), .milliseconds(60), .milliseconds(150)])
    func framesGoOutAndOthersAreHeard(profile: ControllerProfile, delay: Duration) {
        for changesOffTheAir in [false, true] {
            var rig = Rig(profile, delay: delay)
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
