import GPIO
import Game
import HCI
import Journaling
import StationNode

/// Carries what the simulated edges tell to the node, and what it wants to the edges, as `Conductor` and
/// `EffectRunner` do on a real machine. Decides nothing.
extension SimulatedStation {
    mutating func give(_ event: Event, now: Duration) {
        give(.event(event), now: now)
    }

    /// A sighting alone stirs nobody: what follows from it waits for the next tick.
    private mutating func give(_ input: NodeInput, now: Duration) {
        switch input {
        case .heard(_, _, battery: nil), .frame: break
        case .heard, .event, .datagram, .crew, .advertises, .wifi, .clock, .things: isStirred = true
        }
        take(input, now: now)
    }

    mutating func take(_ input: NodeInput, now: Duration) {
        let outputs: [NodeOutput]
        if journals.isEmpty {
            outputs = node.handle(input, now: now)
        } else {
            let last = journals.count - 1
            outputs = node.handle(input, now: now) { event, effects, _ in
                journals[last].add(event, effects, now: now)
            }
        }
        if !outputs.isEmpty { isStirred = true }
        for output in outputs { carryOut(output, now: now) }
        // A simulated radio answers at once, and what follows from its answer is newer than all of this: no
        // edge may hear of it before.
        for output in outputs {
            if case .decided(let effect) = output { done.append(effect) }
            if case .radio(let goal) = output { drive(.want(goal), now: now) }
        }
    }

    private mutating func carryOut(_ output: NodeOutput, now: Duration) {
        switch output {
        case .decided, .radio: break
        case .transmit(let bytes, let destination):
            sent.append(Transmission(bytes: bytes, to: destination))
        case .lamp(let lamp, let rhythm): lamps[lamp, default: SimulatedLamp()].show(rhythm, now: now)
        case .say(let phrase): speaker.say(phrase)
        case .play(let sound): speaker.play(sound)
        case .stop(let sound): speaker.stop(sound)
        case .silence: speaker.silence()
        case .volume(let level): speaker.turn(to: level)
        case .voice(let name): speaker.speak(as: name)
        case .quietHours(let hours): surroundings.keep(hours, now: clock.instant(showing: now))
        case .save(let name, let bytes): saved[name] = bytes
        case .keep(let adjustments): saved[Adjustments.fileName] = StationSnapshot.encode(adjustments)
        // A simulated machine has no switch, and does not say so.
        case .switchOff, .update, .rehearse: break
        // It stands among what was decided.
        case .log: break
        }
    }

    mutating func drive(lines input: LinesCore.Input, now: Duration) {
        for output in lines.handle(input, now: now) {
            switch output {
            case .open:
                let lamps = Set(Lamp.allCases)
                drive(lines: .opened(chip: "simulated", lamps: lamps, isActive: pin.isActive), now: now)
            case .event(let event): give(NodeInput(event), now: now)
            case .close, .lamp: break
            }
        }
    }

    /// Tells the radio core something and carries out what it wants, in order: what follows from an answer
    /// comes after everything that came with the question.
    mutating func drive(_ input: RadioCore.Input, now: Duration) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            for output in radio.handle(next, now: now) {
                carryOut(output, now: now)
            }
            waiting.removeFirst()
        }
        radioDeadline = radio.nextDeadline
    }

    private mutating func carryOut(_ output: RadioCore.Output, now: Duration) {
        switch output {
        case .open:
            if isPlugged { controller.reopen() }
            waiting.append(isPlugged ? .opened(adapter: "simulated") : .failed(.missing))
        case .cutPower: controller.cutPower()
        case .send(let packet):
            guard isPlugged else { return }
            isStirred = true
            waiting += controller.host(packet, now: now).map { .packet($0) }
        case .heard(let advertisement):
            if let input = NodeInput(advertisement) { give(input, now: now) }
        case .status(let status):
            if case .ready(let controller) = status, carrier.hasAir {
                give(.advertises(every: controller.advertisingInterval), now: now)
            }
            if let input = NodeInput(status) { give(input, now: now) }
        case .close, .stopped: break
        }
    }
}
