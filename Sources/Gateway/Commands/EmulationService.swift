import Dispatch
import HCI
import Logging
import Runtime
import ServiceLifecycle
import Simulation

/// The loop that joins an `Emulation` to the kernel.
struct EmulationService: Service {
    /// How often the air is looked at: advertisements come at most this much late.
    private static let beat = Duration.milliseconds(5)

    let emulation: Emulation
    /// On serial lines instead of `/dev/vhci`.
    let isSerial: Bool
    let control: ControlPipe?
    let logger: Logger

    private enum Input: Sendable {
        case host(Int, [[UInt8]])
        case line(String)
        case beat
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await loop() }
    }

    private func loop() async throws {
        let (inputs, mailbox) = AsyncStream.makeStream(
            of: Input.self, bufferingPolicy: .bufferingOldest(4_096))
        var devices: [Int: any Transport] = [:]
        defer { for device in devices.values { device.close() } }
        for index in emulation.controllers.indices {
            devices[index] = try plug(index, into: mailbox)
        }
        let source = control?.read { mailbox.yield(.line($0)) }
        defer { source?.cancel() }
        var emulation = emulation
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while (try? await Task.sleep(for: Self.beat)) != nil { mailbox.yield(.beat) }
                mailbox.finish()
            }
            for await input in inputs {
                let now = MonotonicClock.now()
                var deliveries: [Emulation.Delivery] = []
                switch input {
                case .host(let index, let packets):
                    for packet in packets { deliveries += emulation.host(packet, of: index, now: now) }
                case .line(let line):
                    deliveries = try obey(line, &emulation, &devices, mailbox)
                case .beat:
                    for device in devices.values { try? (device as? SerialHCI)?.flush() }
                }
                deliveries += emulation.advance(to: now)
                for delivery in deliveries {
                    // A host that is not listening loses what it is told, as it would from a real controller.
                    try? devices[delivery.controller]?.send(delivery.packet)
                }
            }
            group.cancelAll()
        }
    }

    private static func remedy(_ word: Substring) -> RadioRemedy {
        switch word {
        case "rescan": .rescan
        case "reset": .reset
        case "reopen": .reopen
        default: .power
        }
    }

    private func plug(_ index: Int, into mailbox: AsyncStream<Input>.Continuation) throws -> any Transport {
        let device: any Transport = if isSerial { try SerialHCI() } else { try VirtualHCI(.ordinary) }
        let logger = logger
        device.receive(
            { packets, _ in mailbox.yield(.host(index, packets)) },
            ended: { trouble in logger.debug("controller \(index): \(trouble.advice)") })
        logger.info("controller \(index) is \(device.adapter)")
        return device
    }

    private func obey(
        _ line: String, _ emulation: inout Emulation, _ devices: inout [Int: any Transport],
        _ mailbox: AsyncStream<Input>.Continuation
    ) throws -> [Emulation.Delivery] {
        let words = line.split(separator: " ")
        guard words.count >= 2, let index = Int(words[1]), emulation.controllers.indices.contains(index)
        else {
            logger.warning("control: \"\(line)\" is no command; see hotcold emulate --help")
            return []
        }
        logger.info("control: \(line)")
        switch words[0] {
        case "mute": emulation.mute(index, true)
        case "unmute": emulation.mute(index, false)
        case "deaf": emulation.deafen(index, until: words.count > 2 ? Self.remedy(words[2]) : .power)
        case "hearing": emulation.deafen(index, until: nil)
        case "stale": emulation.stale(index)
        case "fail": return emulation.fail(index, code: words.count > 2 ? UInt8(words[2]) ?? 0 : 0)
        case "unplug":
            devices[index]?.close()
            devices[index] = nil
            emulation.unplug(index)
        case "plug" where devices[index] == nil: devices[index] = try plug(index, into: mailbox)
        default: logger.warning("control: \"\(line)\" is no command; see hotcold emulate --help")
        }
        return []
    }
}
