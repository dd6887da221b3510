import GPIO
package import Game
import HCI
import Journaling
import PeerNetwork
import Ranging
package import StationNode

/// A whole station in virtual time: the same station, radio core, button and mixer as on a Pi, with a
/// simulated controller, pin and loudspeaker behind them. Nothing is left out but threads and system calls.
package struct SimulatedStation: Sendable {
    package var node: StationNode<TamperedGatekeeper>
    var radio: RadioCore
    var controller: SimulatedController
    var lines: LinesCore
    var pin = SimulatedPin()
    var lamps: [Lamp: SimulatedLamp] = [:]
    var speaker: SimulatedSpeaker
    var surroundings = SimulatedSurroundings()
    /// What the edges begin with at each start.
    let settings: EdgeSettings
    /// One for each time it was switched on; empty where nobody keeps any.
    var journals: [Journal] = []
    let keepsJournal: Bool
    let carrier: World.Carrier
    /// Everything below is told true time, and tells it; the station and its parts live on this clock.
    var clock = StationClock.exact
    /// What the state directory has kept.
    var saved: [String: [UInt8]] = [:]

    /// The power plug.
    var isPowered = false
    /// The Bluetooth adapter's plug.
    var isPlugged = true
    var hasNetwork = true
    var hasSpeaker = true
    /// Nil where no Wi-Fi is simulated.
    var wifi: WiFiUse?
    var isStuck = false
    var finger = false
    /// Instants on the station's own clock.
    var edgesAt: Duration?
    var radioDeadline: Duration?
    /// What the radio core still has to be told, in order.
    var waiting: [RadioCore.Input] = []
    /// What was done, and sent, since it was last taken.
    var done: [Effect] = []
    var sent: [Transmission] = []
    /// Something has happened that is more than a sighting, or one more of the same.
    var isStirred = false
    var secrets: SimulatedSecrets

    /// - Parameter configuration: its identity is that of the secrets, whatever it says.
    init(
        _ configuration: Station.Configuration, secrets: SimulatedSecrets, radio: RadioConfiguration,
        controller: SimulatedController, speaker: SimulatedSpeaker,
        settings: EdgeSettings = EdgeSettings(), keepsJournal: Bool = false,
        carrier: World.Carrier = .udp
    ) {
        self.secrets = secrets
        var configuration = configuration
        (configuration.id, configuration.name) = (secrets.id, StationName(secrets.id))
        node = StationNode(
            Station(configuration), TamperedGatekeeper(self.secrets.gatekeeper(boot: 0)),
            settings: settings)
        self.radio = RadioCore(configuration: radio)
        self.controller = controller
        self.speaker = speaker
        self.settings = settings
        self.keepsJournal = keepsJournal
        self.carrier = carrier
        hasNetwork = carrier.hasNetwork
        lines = LinesCore(configuration: LinesConfiguration())
    }

    /// A datagram on its way out.
    package struct Transmission: Sendable {
        var bytes: [UInt8]
        var to: Destination
    }

    /// What a radio that listens all of the time would cost a Wi-Fi at 2.4 GHz with the same antenna. A
    /// guess: reports name stutter and broken connections, and no share (raspberrypi/linux#3727).
    static let lossBesideScan = 0.6

    package var station: Station { node.station }
    var id: StationID { secrets.id }

    /// What the world looks at after every step. Reading one field of an element of an array copies the
    /// whole element, and a station is large.
    package struct Glance: Sendable {
        var id: StationID
        var isPowered = false
        /// Anything on the air could be heard.
        var listens = false
        /// The share of its datagrams that its own listening costs, 0…1.
        var strain = 0.0
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
        /// Nil while it is off.
        var edges: EdgeGlance?
        var done: [Effect] = []
        var sent: [Transmission] = []
    }

    /// Takes what was done since the last time, and looks at the rest.
    ///
    /// - Parameter now: in true time.
    mutating func glance(now: Duration) -> Glance {
        var glance = Glance(id: id, scores: node.station.scores)
        if isPowered { glance.edges = edgeGlance(now: now) }
        swap(&glance.done, &done)
        swap(&glance.sent, &sent)
        guard isPowered else { return glance }
        glance.isPowered = true
        glance.listens = isPlugged && controller.isScanning
        if wifi == .shared, glance.listens { glance.strain = controller.scanShare * Self.lossBesideScan }
        (glance.nextDeadline, glance.transmitsAt) = deadlines()
        glance.radioBlunders = controller.overdrafts + Int(clamping: radio.counters.malformed)
        glance.malformed = node.station.malformed
        guard let session = node.station.session else { return glance }
        glance.session = session.starting(at: clock.instant(showing: session.startsAt))
        let saysCue = glance.done.contains { if case .say(.cue) = $0 { true } else { false } }
        if saysCue, let hider = session.hider {
            glance.hearsHider = node.station.range(to: hider.id, now: node.nextDeadline).age != nil
        }
        return glance
    }

    /// When something is due, as a glance has it. Mutating only because a getter would be given a copy of the
    /// whole station.
    mutating func deadlines() -> (next: Duration?, transmits: Duration?) {
        guard isPowered else { return (nil, nil) }
        let transmits = isPlugged ? controller.nextDeadline.map { clock.instant(showing: $0) } : nil
        return (nextDeadline, transmits)
    }

    /// The next instant, in true time, at which something is due.
    private var nextDeadline: Duration {
        var due = node.nextDeadline
        if let radioDeadline { due = min(due, radioDeadline) }
        if let deadline = lines.nextDeadline { due = min(due, deadline) }
        if let edgesAt { due = min(due, edgesAt) }
        let instant = clock.instant(showing: due)
        return surroundings.nextLook.map { min($0, instant) } ?? instant
    }

    /// - Returns: whether anything came of it; most datagrams say what was said before.
    mutating func receive(_ datagram: [UInt8], from: Endpoint, now: Duration) -> Bool {
        guard isPowered else { return false }
        isStirred = false
        let (deadline, events) = (node.nextDeadline, node.eventCount)
        take(.datagram(datagram, from: from), now: clock.shown(at: now))
        return isStirred || node.nextDeadline != deadline || node.eventCount != events
    }

    /// - Returns: whether anything came of it at once; a sighting waits for the next tick.
    mutating func hear(_ packet: AirPacket, rssi: Int8, now: Duration) -> Bool {
        guard isPowered, isPlugged else { return false }
        isStirred = false
        let deadlines = (node.nextDeadline, radioDeadline)
        var packet = packet
        packet.at = clock.shown(at: packet.at)
        let now = clock.shown(at: now)
        for event in controller.hear(packet, rssi: rssi, now: now) {
            drive(.packet(event), now: now)
        }
        return isStirred || deadlines != (node.nextDeadline, radioDeadline)
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
        isStirred = false
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
        if let isQuiet = surroundings.look(now: instant) { give(.quiet(isQuiet), now: now) }
        if node.nextDeadline <= now { give(.tick, now: now) }
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
        speaker.render(frames: frames)
    }
}
