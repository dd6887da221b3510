import Support
import Synchronization
import Testing

@testable import HCI

/// A radio that is listened in on, and what was written down of it.
@Suite struct SnoopTransportTests {
    private final class Capture: Sendable {
        private let bytes = Mutex(SnoopWriter.header)

        var file: [UInt8] { bytes.withLock { $0 } }

        func add(_ packet: [UInt8], _ direction: SnoopDirection, _ time: Duration) {
            let microseconds = Int64(time / .microseconds(1))
            bytes.withLock { $0 += SnoopWriter.record(packet, direction, at: microseconds) }
        }
    }

    @Test(arguments: [ControllerProfile.legacy42, .extended52])
    func aCaptureHoldsTheBringUpAndTheBeacons(profile: ControllerProfile) async throws {
        let capture = Capture()
        let bench = RadioBench(profile) { adapter throws(RadioTrouble) in
            SnoopTransport(try adapter.open(.any), now: { .seconds(1000) }) { capture.add($0, $1, $2) }
        }
        let beacon = IBeacon(proximityUUID: .estimote, major: 3, minor: 4, measuredPower: -61)
        try await bench.run(RadioGoal(scans: true)) {
            try await bench.ready()
            bench.advertiseNearby(beacon)
            try await bench.event { if case .heard = $0 { true } else { false } }
        }
        let (records, damage, beacons) = try SnoopTests.read(capture.file)
        #expect(damage.isEmpty)
        #expect(!beacons.isEmpty)
        #expect(beacons.allSatisfy { $0 == beacon })
        // A command stands before its answer, first and last of all the Reset.
        #expect(records.first?.bytes == bytes("01 03 0C 00"))
        #expect(records.first?.flags == 2)
        #expect(records.dropFirst().first?.bytes == Samples.resetComplete)
        #expect(records.dropFirst().first?.flags == 3)
        #expect(records.dropLast().last?.bytes == bytes("01 03 0C 00"))
    }

    @Test func itsTroublesAreThoseOfTheTransport() throws {
        let controller = SimulatedController(
            profile: .legacy42, address: DeviceAddress(littleEndian: 1...6), seed: 1)
        let adapter = SimulatedAdapter(controller, now: { .zero })
        let transport = SnoopTransport(try adapter.open(.any), now: { .zero }) { _, _, _ in }
        #expect(transport.adapter == "hci0")
        adapter.unplug()
        #expect(throws: RadioTrouble.unplugged) { try transport.send(bytes("01 03 0C 00")) }
        transport.close()
        #expect(!adapter.isOpen)
    }
}
