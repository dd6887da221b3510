import Audio
import GPIO
import Game
import HCI
import Journaling
import Ranging
import Speech
import StationNode

/// The joints between the parts of a simulated station, as `Conductor` has them on a real machine.
extension SimulatedStation {
    mutating func give(_ event: Event, now: Duration) {
        if case .heard = event {} else { isStirred = true }
        take(.event(event), now: now)
    }

    mutating func take(_ arrival: NodeInput, now: Duration) {
        let deeds: [NodeOutput]
        if journals.isEmpty {
            deeds = guarded.take(arrival, now: now)
        } else {
            let last = journals.count - 1
            deeds = guarded.take(arrival, now: now) { event, effects, _ in
                journals[last].add(event, effects, now: now)
            }
        }
        nextBeat = min(nextBeat, guarded.nextTick(now: now))
        if !deeds.isEmpty { isStirred = true }
        for deed in deeds {
            switch deed {
            case .transmit(let bytes, let destination):
                sent.append(Transmission(bytes: bytes, to: destination))
            case .effect(let effect): carryOut(effect, now: now)
            }
        }
    }

    private mutating func carryOut(_ effect: Effect, now: Duration) {
        done.append(effect)
        switch effect {
        case .radio(let goal): drive(.want(goal), now: now)
        case .say(let phrase): mixer?.play(voice.utterance(phrase))
        case .play(let sound): mixer?.play(voice.utterance(sound))
        case .stop(let sound): mixer?.stop(label: sound.rawValue)
        case .silence: mixer?.silence()
        case .save(let name, let bytes): saved[name] = bytes
        case .send, .whisper, .clasp, .keys, .log, .light, .volume, .adjusted, .switchOff: break
        }
    }

    mutating func drive(lines input: LinesCore.Input, now: Duration) {
        for output in lines.handle(input, now: now) {
            switch output {
            case .open: drive(lines: .opened(chip: "simulated", led: true, isActive: pin.isActive), now: now)
            case .event(.button(let event, _)): give(.button(event), now: now)
            case .event(.ready): give(.lines(works: true), now: now)
            case .event(.trouble): give(.lines(works: false), now: now)
            case .close, .led: break
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
        case .open: waiting.append(isPlugged ? .opened(adapter: "simulated") : .failed(.missing))
        case .send(let packet):
            guard isPlugged else { return }
            isStirred = true
            waiting += controller.host(packet, now: now).map { .packet($0) }
        case .heard(let advertisement):
            guard let beacon = advertisement.beacon, let rssi = advertisement.rssi else { return }
            give(.heard(beacon, rssi: rssi), now: now)
            if let battery = advertisement.battery { give(.battery(beacon, BatteryLevel(battery)), now: now) }
        case .status(let status):
            if let health = RadioHealth(status) { give(.radio(health), now: now) }
        case .close, .stopped: break
        }
    }
}
