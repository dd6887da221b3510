import Audio
import GPIO
import HCI

/// A whole station in virtual time: the same station, radio core, button and mixer as on a Pi, with a
/// simulated controller, pin and loudspeaker behind them. Nothing is left out but threads and system calls.
struct SimulatedStation: Sendable {
    private(set) var guarded: GuardedStation
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
    /// Everything below is told true time, and tells it; the station and its parts live on this clock.
    private(set) var clock = StationClock.exact
    /// What the state directory has kept.
    private var saved: [String: [UInt8]] = [:]

    /// The power plug.
    private(set) var isPowered = false
    /// The Bluetooth adapter's plug.
    private(set) var isPlugged = true
    private var hasNetwork = true
    private var hasSpeaker = true
    private var isStuck = false
    private var finger = false
    /// Instants on the station's own clock.
    private var nextBeat = Duration.zero
    private var edgesAt: Duration?
    private var radioDeadline: Duration?
    /// What the radio core still has to be told, in order.
    private var waiting: [RadioCore.Input] = []
    /// What was done, and sent, since it was last taken.
    private var done: [Effect] = []
    private var sent: [Transmission] = []
    /// Something has happened that is more than a sighting, or one more of the same.
    private var isStirred = false
    private(set) var secrets: SimulatedSecrets

    /// - Parameter configuration: its identity is that of the secrets, whatever it says.
    init(
        _ configuration: Station.Configuration, secrets: SimulatedSecrets, radio: RadioConfiguration,
        controller: SimulatedController, voice: Voice, recording: PCMFormat?, keepsJournal: Bool = false
    ) {
        self.secrets = secrets
        var configuration = configuration
        (configuration.id, configuration.name) = (secrets.id, StationName(secrets.id))
        guarded = GuardedStation(Station(configuration), self.secrets.gatekeeper(boot: 0))
        self.radio = RadioCore(configuration: radio)
        self.controller = controller
        self.voice = voice
        self.keepsJournal = keepsJournal
        lines = LinesCore(configuration: LinesConfiguration())
        mixer = recording.map { Mixer(format: $0, volume: Volume(level: 1)) }
    }

    /// A datagram on its way out.
    struct Transmission: Sendable {
        var bytes: [UInt8]
        var to: Destination
    }

    var station: Station { guarded.station }
    var id: StationID { secrets.id }

    /// What the world looks at after every step. Reading one field of an element of an array copies the
    /// whole element, and a station is large.
    struct Glance: Sendable {
        var id: StationID
        var isPowered = false
        /// Anything on the air could be heard.
        var listens = false
        /// The next instant, in true time, at which something is due.
        var nextDeadline: Duration?
        /// When it transmits next: of no interest where nobody listens.
        var transmitsAt: Duration?
        /// The session it is in, with its start in true time.
        var session: Session?
        var scores = Scores()
        /// Whether the hider was ever heard by radio; looked at when a cue is said.
        var hearsHider = true
        /// Commands without a credit, and events of its controller that it could not read: our own bugs.
        var radioBlunders = 0
        /// Datagrams that it could not read.
        var malformed = 0
        var done: [Effect] = []
        var sent: [Transmission] = []
    }

    /// Takes what was done since the last time, and looks at the rest.
    mutating func glance() -> Glance {
        var glance = Glance(id: id, scores: guarded.station.scores)
        swap(&glance.done, &done)
        swap(&glance.sent, &sent)
        guard isPowered else { return glance }
        glance.isPowered = true
        glance.listens = isPlugged && controller.isScanning
        glance.nextDeadline = nextDeadline
        if isPlugged { glance.transmitsAt = controller.nextDeadline.map { clock.instant(showing: $0) } }
        glance.radioBlunders = controller.overdrafts + Int(clamping: radio.counters.malformed)
        glance.malformed = guarded.station.malformed
        guard let session = guarded.station.session else { return glance }
        glance.session = session.starting(at: clock.instant(showing: session.startsAt))
        let saysCue = glance.done.contains { if case .say(.cue) = $0 { true } else { false } }
        if saysCue, let hider = session.hider {
            glance.hearsHider = guarded.station.range(to: hider.id, now: nextBeat).age != nil
        }
        return glance
    }

    /// The next instant, in true time, at which something is due.
    private var nextDeadline: Duration? {
        var due = nextBeat
        if let radioDeadline { due = min(due, radioDeadline) }
        if let deadline = lines.nextDeadline { due = min(due, deadline) }
        if let edgesAt { due = min(due, edgesAt) }
        return clock.instant(showing: due)
    }

    // MARK: - What the world does to it

    /// Plugs the station in. Its controller starts as one does: silent.
    mutating func powerOn(boot: UInt32, clock: StationClock = .exact, now: Duration) {
        var configuration = station.configuration
        configuration.boot = boot
        // From the kernel on a real machine: another one at each start.
        var drawing = SeededGenerator(seed: configuration.seed ^ UInt64(boot) << 32)
        configuration.seed = drawing.next()
        configuration.scores =
            saved[Scores.fileName].flatMap { try? Scores(decoding: $0) } ?? configuration.scores
        self.clock = clock
        guarded = GuardedStation(Station(configuration), secrets.gatekeeper(boot: boot))
        radio = RadioCore(configuration: radio.configuration)
        controller = SimulatedController(profile: controller.profile, address: controller.address)
        lines = LinesCore(configuration: LinesConfiguration())
        pin = SimulatedPin(isActive: isStuck || finger)
        isPowered = true
        edgesAt = nil
        let now = clock.shown(at: now)
        nextBeat = now
        if keepsJournal, let json = StationSnapshot.encode(configuration) {
            journals.append(
                Journal(program: Program.version, station: configuration, .configuration(json)))
        }
        give(.started, now: now)
        drive(lines: .start, now: now)
        if !hasNetwork { give(.network(works: false), now: now) }
        if !hasSpeaker { give(.speaker(works: false), now: now) }
    }

    /// Pulls the plug: nothing is said, saved or sent any more.
    mutating func powerOff() {
        isPowered = false
        waiting = []
        mixer?.silence()
    }

    /// The state directory is gone: whoever comes up next is somebody else.
    mutating func loseMemory(_ secrets: SimulatedSecrets) {
        self.secrets = secrets
        saved = [:]
        var configuration = station.configuration
        (configuration.id, configuration.name) = (secrets.id, StationName(secrets.id))
        configuration.scores = Scores()
        guarded = GuardedStation(Station(configuration), self.secrets.gatekeeper(boot: 0))
    }

    /// Moves the adapter's plug; the kernel tells of an unplugged one.
    mutating func plugAdapter(_ isPlugged: Bool, now: Duration) {
        guard isPlugged != self.isPlugged else { return }
        self.isPlugged = isPlugged
        if !isPlugged {
            controller = SimulatedController(profile: controller.profile, address: controller.address)
            guard isPowered else { return }
            drive(.failed(.unplugged), now: clock.shown(at: now))
        }
    }

    /// The cable goes out or in, and the network's watch tells.
    mutating func plugNetwork(_ works: Bool, now: Duration) {
        guard works != hasNetwork else { return }
        hasNetwork = works
        if isPowered { give(.network(works: works), now: clock.shown(at: now)) }
    }

    mutating func plugSpeaker(_ works: Bool, now: Duration) {
        guard works != hasSpeaker else { return }
        hasSpeaker = works
        if isPowered { give(.speaker(works: works), now: clock.shown(at: now)) }
    }

    /// Moves the button as a finger does.
    mutating func press(_ isDown: Bool, now: Duration, random: inout SeededGenerator) {
        finger = isDown
        movePin(now: now, random: &random)
    }

    /// The button jams, or is freed.
    mutating func jam(_ isStuck: Bool, now: Duration, random: inout SeededGenerator) {
        self.isStuck = isStuck
        movePin(now: now, random: &random)
    }

    private mutating func movePin(now: Duration, random: inout SeededGenerator) {
        let now = clock.shown(at: now)
        pin.bounce(to: finger || isStuck, at: now, using: &random)
        // The last bounce is at most 8 ms later; the edges carry their own times.
        edgesAt = now + .milliseconds(8)
    }

    /// - Returns: whether anything came of it; most datagrams say what was said before.
    mutating func receive(_ datagram: [UInt8], from: Endpoint, now: Duration) -> Bool {
        guard isPowered else { return false }
        isStirred = false
        let (beat, events) = (nextBeat, guarded.eventCount)
        take(.datagram(datagram, from: from), now: clock.shown(at: now))
        return isStirred || nextBeat != beat || guarded.eventCount != events
    }

    /// - Returns: whether anything came of it at once; a sighting waits for the next tick.
    mutating func hear(_ packet: AirPacket, rssi: Int8, now: Duration) -> Bool {
        guard isPowered, isPlugged else { return false }
        isStirred = false
        let deadlines = (nextBeat, radioDeadline)
        var packet = packet
        packet.at = clock.shown(at: packet.at)
        let now = clock.shown(at: now)
        for event in controller.hear(packet, rssi: rssi, now: now) {
            drive(.packet(event), now: now)
        }
        return isStirred || deadlines != (nextBeat, radioDeadline)
    }

    /// The controller says it broke.
    mutating func breakController(code: UInt8, now: Duration) {
        guard isPowered, isPlugged else { return }
        for event in controller.fail(code: code) {
            drive(.packet(event), now: clock.shown(at: now))
        }
    }

    /// Does everything that is due; returns what goes on the air.
    ///
    /// - Parameter isHeard: somebody listens; otherwise it is not worked out what could be heard.
    mutating func advance(to instant: Duration, isHeard: Bool) -> [AirPacket] {
        guard isPowered else { return [] }
        let now = clock.shown(at: instant)
        if let due = edgesAt, due <= now {
            edgesAt = nil
            let edges = pin.take()
            if !edges.isEmpty { drive(lines: .edges(edges), now: now) }
        }
        if let deadline = lines.nextDeadline, deadline <= now {
            drive(lines: .deadline(isActive: pin.isActive), now: now)
        }
        if let deadline = radioDeadline, deadline <= now { drive(.deadline, now: now) }
        if nextBeat <= now {
            nextBeat = now + Station.idleHeartbeat
            give(.tick, now: now)
        }
        guard isHeard, isPlugged, let due = controller.nextDeadline, due <= now else { return [] }
        return controller.transmissions(until: now).map { packet in
            var packet = packet
            packet.at = clock.instant(showing: packet.at)
            return packet
        }
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
        if case .heard = event {} else { isStirred = true }
        take(.event(event), now: now)
    }

    private mutating func take(_ arrival: Arrival, now: Duration) {
        let deeds: [Deed]
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
        case .led(let isOn): drive(lines: .led(isOn), now: now)
        case .say(let phrase): mixer?.play(voice.utterance(phrase))
        case .play(let sound): mixer?.play(voice.utterance(sound))
        case .stop(let sound): mixer?.stop(label: sound.rawValue)
        case .silence: mixer?.silence()
        case .save(let name, let bytes): saved[name] = bytes
        case .send, .whisper, .clasp, .keys, .log: break
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
