import Audio
import GPIO
import HCI

/// A whole station in virtual time: the same station, radio core, button and mixer as on a Pi, with a
/// simulated controller, pin and loudspeaker behind them. Nothing is left out but threads and system calls.
struct SimulatedStation: Sendable {
    private(set) var station: Station
    private(set) var radio: RadioCore
    var controller: SimulatedController
    private var lines: LinesCore
    private var pin = SimulatedPin()
    /// What the loudspeaker plays; nil where nobody listens.
    private(set) var mixer: Mixer?
    private let voice: Voice
    /// One for each time it was switched on; empty where nobody keeps any.
    private var journals: [Journal] = []
    private let keepsJournal: Bool

    /// The power plug.
    private(set) var isPowered = false
    /// The Bluetooth adapter's plug.
    private(set) var isPlugged = true
    private var nextBeat = Duration.zero
    /// What the radio core still has to be told, in order.
    private var waiting: [RadioCore.Input] = []
    /// What was done since it was last taken.
    private var done: [Effect] = []

    init(
        _ configuration: Station.Configuration, radio: RadioConfiguration, controller: SimulatedController,
        voice: Voice, recording: PCMFormat?, keepsJournal: Bool = false
    ) {
        station = Station(configuration)
        self.radio = RadioCore(configuration: radio)
        self.controller = controller
        self.voice = voice
        self.keepsJournal = keepsJournal
        lines = LinesCore(configuration: LinesConfiguration())
        mixer = recording.map { Mixer(format: $0, volume: Volume(level: 1)) }
    }

    /// The next instant at which something is due.
    var nextDeadline: Duration? {
        guard isPowered else { return nil }
        let deadlines = [nextBeat, radio.nextDeadline, controller.nextDeadline, lines.nextDeadline]
        return deadlines.compactMap { $0 }.min()
    }

    // MARK: - What the world does to it

    /// Plugs the station in. Its controller starts as one does: silent.
    mutating func powerOn(boot: UInt32, now: Duration) {
        var configuration = station.configuration
        configuration.boot = boot
        configuration.scores = station.scores
        station = Station(configuration)
        radio = RadioCore(configuration: radio.configuration)
        controller = SimulatedController(profile: controller.profile, address: controller.address)
        lines = LinesCore(configuration: LinesConfiguration())
        pin = SimulatedPin()
        isPowered = true
        nextBeat = now
        if keepsJournal, let json = StationSnapshot.encode(configuration) {
            journals.append(
                Journal(program: Program.version, station: configuration, .configuration(json)))
        }
        give(.started, now: now)
        drive(lines: .start, now: now)
    }

    /// Pulls the plug: nothing is said, saved or sent any more.
    mutating func powerOff() {
        isPowered = false
        waiting = []
        mixer?.silence()
    }

    /// Moves the adapter's plug; the kernel tells of an unplugged one.
    mutating func plugAdapter(_ isPlugged: Bool, now: Duration) {
        guard isPlugged != self.isPlugged else { return }
        self.isPlugged = isPlugged
        if !isPlugged {
            controller = SimulatedController(profile: controller.profile, address: controller.address)
            drive(.failed(.unplugged), now: now)
        }
    }

    /// Moves the button as a finger does.
    mutating func press(_ isDown: Bool, now: Duration, random: inout SeededGenerator) {
        pin.bounce(to: isDown, at: now, using: &random)
        // The last bounce is at most 8 ms later; the edges arrive with the next instant.
    }

    mutating func receive(_ datagram: [UInt8], now: Duration) {
        guard isPowered else { return }
        _ = datagram
    }

    mutating func hear(_ packet: AirPacket, rssi: Int8, now: Duration) {
        guard isPowered, isPlugged else { return }
        for event in controller.hear(packet, rssi: rssi, now: now) {
            drive(.packet(event), now: now)
        }
    }

    /// The controller says it broke.
    mutating func breakController(code: UInt8, now: Duration) {
        for event in controller.fail(code: code) {
            drive(.packet(event), now: now)
        }
    }

    /// Does everything that is due; returns what goes on the air.
    mutating func advance(to now: Duration) -> [AirPacket] {
        guard isPowered else { return [] }
        let edges = pin.take()
        if !edges.isEmpty { drive(lines: .edges(edges), now: max(now, edges.last?.at ?? now)) }
        if let deadline = lines.nextDeadline, deadline <= now {
            drive(lines: .deadline(isActive: pin.isActive), now: now)
        }
        if let deadline = radio.nextDeadline, deadline <= now { drive(.deadline, now: now) }
        if nextBeat <= now {
            nextBeat = now + Station.heartbeat
            give(.tick, now: now)
        }
        return isPlugged ? controller.transmissions(until: now) : []
    }

    mutating func takeDone() -> [Effect] {
        defer { done = [] }
        return done
    }

    /// The journals, ended here: one for each time the station was switched on.
    mutating func takeJournals() -> [[UInt8]] {
        defer { journals = [] }
        return journals.indices.map { index in
            journals[index].end(.programEnded)
            return journals[index].takePage()
        }
    }

    mutating func render(frames: Int) -> [Int16] {
        mixer?.render(frames: frames) ?? []
    }

    // MARK: - The joints, as `Conductor` has them

    private mutating func give(_ event: Event, now: Duration) {
        let effects = station.handle(event, now: now)
        if !journals.isEmpty { journals[journals.count - 1].add(event, effects, now: now) }
        for effect in effects {
            done.append(effect)
            switch effect {
            case .radio(let goal): drive(.want(goal), now: now)
            case .led(let isOn): drive(lines: .led(isOn), now: now)
            case .say(let phrase): mixer?.play(voice.utterance(phrase))
            case .play(let sound): mixer?.play(voice.utterance(sound))
            case .stop(let sound): mixer?.stop(label: sound.rawValue)
            case .silence: mixer?.silence()
            case .send, .whisper, .clasp, .keys, .save, .log: break
            }
        }
    }

    private mutating func drive(lines input: LinesCore.Input, now: Duration) {
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
    private mutating func drive(_ input: RadioCore.Input, now: Duration) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            for output in radio.handle(next, now: now) {
                carryOut(output, now: now)
            }
            waiting.removeFirst()
        }
    }

    private mutating func carryOut(_ output: RadioCore.Output, now: Duration) {
        switch output {
        case .open: waiting.append(isPlugged ? .opened(adapter: "simulated") : .failed(.missing))
        case .send(let packet):
            guard isPlugged else { return }
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
