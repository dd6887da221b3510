import Determinism
import Support
import Testing

@testable import HCI

/// A radio on controllers that fail, refuse, lose and send garbage, in a seeded order, and the digest of
/// all that went to and fro. What the rules are, the other tests say.
struct CharacterizationTests {
    private static let troubles: [RadioTrouble] = [.missing, .notAnswering, .hardwareError(3), .unplugged]

    /// One core on one simulated controller, beside a beacon.
    private struct Bench {
        var core: RadioCore
        var controller: SimulatedController
        var neighbour: SimulatedController
        var now = Duration.seconds(100)
        var digest = Digest()
        var chance: SeededGenerator
        private var isOpen = false

        init(seed: UInt64) {
            chance = SeededGenerator(seed: seed)
            core = RadioCore(
                configuration: RadioConfiguration(
                    ownAddress: CoreRig.ownAddress, reportsEverything: seed.isMultiple(of: 4)))
            controller = SimulatedController(
                profile: ControllerProfile.all[Int(seed % 5)], address: DeviceAddress(littleEndian: 1...6),
                seed: seed)
            var host = SimulatedHost(.legacy42, seed: seed)
            host.startAdvertising()
            neighbour = host.controller
        }

        mutating func give(_ input: RadioCore.Input) {
            var inputs = [input]
            while !inputs.isEmpty {
                for output in core.handle(inputs.removeFirst(), now: now) {
                    digest.add("\(now) \(output)".utf8)
                    switch output {
                    case .open:
                        isOpen = Int.random(in: 0..<4, using: &chance) > 0
                        inputs.append(
                            isOpen
                                ? .opened(adapter: "hci0")
                                : .failed(
                                    CharacterizationTests.troubles[Int.random(in: 0..<4, using: &chance)]))
                    case .close: isOpen = false
                    case .send(let packet):
                        inputs += controller.host(packet, now: now).map { .packet($0) }
                    case .heard, .status, .cutPower, .stopped: break
                    }
                }
            }
        }

        mutating func receive(_ packets: [[UInt8]]) {
            for packet in packets where isOpen {
                digest.add(packet)
                give(.packet(packet))
            }
        }

        mutating func pass(_ time: Duration) {
            let end = now + time
            while let next = [core.nextDeadline, controller.nextDeadline, neighbour.nextDeadline]
                .compactMap(\.self).min(), next <= end
            {
                now = max(now, next)
                for packet in controller.transmissions(until: now) { digest.add("\(packet)".utf8) }
                for packet in neighbour.transmissions(until: now) {
                    let rssi = Int8.random(in: -95 ... -40, using: &chance)
                    receive(controller.hear(packet, rssi: rssi, now: now))
                }
                if let due = core.nextDeadline, due <= now { give(.deadline) }
            }
            now = end
        }

        mutating func act() {
            switch Int.random(in: 0..<14, using: &chance) {
            case 0: controller.faults.isMute.toggle()
            case 1: controller.faults.lostReplies = Int.random(in: 0...3, using: &chance)
            case 2:
                let opcodes: [UInt16] = [
                    0x0C03, 0x1001, 0x1009, 0x2005, 0x2006, 0x2008, 0x200A, 0x200B, 0x200C, 0x2036, 0x2039,
                    0x2042,
                ]
                let opcode = opcodes.randomElement(using: &chance) ?? 0x0C03
                controller.faults.refusals[opcode] = UInt8.random(in: 1...0x45, using: &chance)
            case 3: controller.faults.refusals = [:]
            case 4: receive(controller.fail(code: UInt8.random(in: 1...0x45, using: &chance)))
            case 5: controller.faults.withholdsCredit.toggle()
            case 6: receive(controller.grantCredit())
            case 7: receive(controller.garbage(packets: 3))
            case 8: give(.failed(CharacterizationTests.troubles[Int.random(in: 0..<4, using: &chance)]))
            case 9: (controller.faults.isMute, controller.faults.withholdsCredit) = (false, false)
            default:
                give(
                    .want(
                        RadioGoal(
                            beacon: Bool.random(using: &chance) ? Samples.beacon : nil,
                            scans: Bool.random(using: &chance))))
            }
        }
    }

    private static func digest(seed: UInt64) -> String {
        var bench = Bench(seed: seed)
        for _ in 0..<40 {
            bench.act()
            bench.pass(.milliseconds(Int.random(in: 5...4_000, using: &bench.chance)))
        }
        bench.give(.stop)
        bench.pass(.seconds(5))
        bench.digest.add("\(bench.core.counters)".utf8)
        return bench.digest.description
    }

    @Test func aRadioIsRunAsItWas() throws {
        try WrittenDown.expect((1...30).map(Self.digest), "radio")
    }
}
