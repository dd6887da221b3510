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

    /// Where the controllers are.
    enum Place: Sendable {
        /// `/dev/vhci`.
        case kernel
        /// Serial lines of our own, whose other ends these have.
        case lines(SerialHCI.Host)
        /// Serial lines that are there, one for each.
        case given([String])
    }

    let emulation: Emulation
    let place: Place
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
        var told = emulation.controllers.map { _ in Told() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while (try? await Task.sleep(for: Self.beat)) != nil { mailbox.yield(.beat) }
                mailbox.finish()
            }
            for await input in inputs {
                let now = MonotonicClock.now()
                var deliveries: [Emulation.Delivery] = []
                switch input {
                case .host(let index, let packets):
                    guard hears(emulation.controllers[index], by: devices[index], &told[index]) else { break }
                    for packet in packets { deliveries += emulation.host(packet, of: index, now: now) }
                    tell(of: emulation.controllers[index], index, &told[index])
                case .line(let line):
                    deliveries = obey(line, &emulation, &devices, mailbox)
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

    /// What has been logged of chips.
    private struct Told {
        var hasMismatch = false
        var unknown = 0
        var isPatched = false
    }

    /// A chip that expects another speed hears noise.
    private func hears(_ controller: SimulatedController, by device: (any Transport)?, _ told: inout Told)
        -> Bool
    {
        guard let chip = controller.chip, let speed = (device as? SerialHCI)?.speed, speed != chip.speed
        else {
            told.hasMismatch = false
            return true
        }
        if !told.hasMismatch {
            logger.warning("\(chip.model): the host speaks at \(speed) bit/s, and the chip at \(chip.speed)")
        }
        told.hasMismatch = true
        return false
    }

    private func tell(of controller: SimulatedController, _ index: Int, _ told: inout Told) {
        guard let chip = controller.chip else { return }
        if chip.isPatched != told.isPatched {
            told.isPatched = chip.isPatched
            logger.info("controller \(index): \(chip.isPatched ? "it runs its firmware" : "it runs its ROM")")
        }
        for opcode in chip.unknown.dropFirst(told.unknown) {
            logger.info(
                "controller \(index): \(chip.model) does not know command 0x\(String(opcode, radix: 16))"
            )
        }
        told.unknown = chip.unknown.count
    }

    /// "distance METRES SECONDS".
    private struct Step {
        let metres: Double
        let duration: Duration

        init?(_ words: [Substring]) {
            guard words.count == 3, words[0] == "distance", let metres = Double(words[1]),
                let seconds = Double(words[2]), (0...1_000).contains(metres), (0...86_400).contains(seconds)
            else { return nil }
            self.metres = metres
            duration = .seconds(seconds)
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
        let device: any Transport =
            switch place {
            case .kernel: try VirtualHCI()
            case .lines(let host): try SerialHCI(host: host)
            case .given(let lines): try SerialHCI(line: lines[index])
            }
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
    ) -> [Emulation.Delivery] {
        let words = line.split(separator: " ")
        if let step = Step(words) {
            logger.info("control: \(line)")
            emulation.walk(to: step.metres, within: step.duration, now: MonotonicClock.now())
            return []
        }
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
        case "wedge": emulation.wedge(index)
        case "fail": return emulation.fail(index, code: words.count > 2 ? UInt8(words[2]) ?? 0 : 0)
        case "unplug":
            devices[index]?.close()
            devices[index] = nil
            emulation.unplug(index)
        case "cut": emulation.unplug(index)
        case "plug" where devices[index] == nil:
            do {
                devices[index] = try plug(index, into: mailbox)
            } catch {
                // An emulated machine's line may not be there yet: write to --control again.
                logger.warning("controller \(index) cannot be plugged in: \(error)")
            }
        default: logger.warning("control: \"\(line)\" is no command; see hotcold emulate --help")
        }
        return []
    }
}
