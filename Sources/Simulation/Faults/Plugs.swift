import AirCarrier
import Determinism
import GPIO
import Game
import HCI
import Journaling
import PeerNetwork
import Runtime
import StationNode

/// What the world does to a simulated station besides telling it things: power, plugs, fingers.
extension SimulatedStation {
    /// Plugs the station in. Its controller starts as one does: silent.
    ///
    /// - Parameter lies: what it tells the others that is not so, and when, in true time.
    mutating func powerOn(
        boot: UInt32, clock: StationClock = .exact, lies: [TamperedGatekeeper.Hours] = [], now: Duration
    ) {
        var configuration = station.configuration
        configuration.boot = boot
        // From the kernel on a real machine: another one at each start.
        var drawing = SeededGenerator(seed: configuration.seed ^ UInt64(boot) << 32)
        configuration.seed = drawing.next()
        configuration.scores =
            saved[Scores.fileName].flatMap { try? Scores(decoding: $0) } ?? configuration.scores
        configuration.adjustments =
            saved[Adjustments.fileName].flatMap { StationSnapshot.adjustments($0) }?
            .checked(beside: configuration.areas) ?? Adjustments()
        surroundings = SimulatedSurroundings(
            configuration.adjustments.applied(to: settings.quietHours), now: now)
        configuration.isQuiet = surroundings.isQuiet(at: now)
        speaker.turn(to: settings.levels.level(.quiet))
        self.clock = clock
        let hours = lies.map { lie in
            TamperedGatekeeper.Hours(
                begin: clock.shown(at: lie.begin), end: clock.shown(at: lie.end), lie: lie.lie)
        }
        let air = carrier.hasAir ? AirCarrier(own: configuration.id, first: boot) : nil
        node = StationNode(
            Station(configuration), TamperedGatekeeper(secrets.gatekeeper(boot: boot), hours: hours),
            settings: settings, air: air)
        radio = RadioCore(configuration: radio.configuration)
        controller = SimulatedController(profile: controller.profile, address: controller.address)
        lines = LinesCore(configuration: LinesConfiguration())
        pin = SimulatedPin(isActive: isStuck || finger)
        isPowered = true
        edgesAt = nil
        let now = clock.shown(at: now)
        if keepsJournal, let json = StationSnapshot.encode(configuration) {
            journals.append(
                Journal(program: Program.version, station: configuration, .configuration(json)))
        }
        give(.started, now: now)
        drive(lines: .start, now: now)
        if !hasNetwork { give(.network(works: false), now: now) }
        if !hasSpeaker { give(.speaker(works: false), now: now) }
        tellOfWiFi(now: now)
    }

    /// Pulls the plug: nothing is said, saved or sent any more.
    mutating func powerOff() {
        isPowered = false
        waiting = []
        speaker.silence()
        lamps = [:]
    }

    /// The state directory is gone: the station comes up as somebody else.
    mutating func loseMemory(_ secrets: SimulatedSecrets) {
        self.secrets = secrets
        saved = [:]
        var configuration = station.configuration
        (configuration.id, configuration.name) = (secrets.id, StationName(secrets.id))
        configuration.scores = Scores()
        (configuration.adjustments, configuration.calibration) = (Adjustments(), nil)
        node = StationNode(
            Station(configuration), TamperedGatekeeper(self.secrets.gatekeeper(boot: 0)),
            settings: settings)
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
        guard carrier.hasNetwork, works != hasNetwork else { return }
        hasNetwork = works
        if isPowered { give(.network(works: works), now: clock.shown(at: now)) }
    }

    /// The Wi-Fi of the house takes a channel at 2.4 GHz, or leaves it, and the kernel tells.
    mutating func shareAntenna(_ isShared: Bool, now: Duration) {
        wifi = isShared ? .shared : .elsewhere
        tellOfWiFi(now: clock.shown(at: now))
    }

    private mutating func tellOfWiFi(now: Duration) {
        guard let wifi, isPowered else { return }
        isStirred = true
        take(.wifi(wifi), now: now)
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

    /// Somebody asks for something by its page.
    mutating func pass(_ input: NodeInput, now: Duration) {
        guard isPowered else { return }
        isStirred = true
        take(input, now: clock.shown(at: now))
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
}
