import Audio
import GPIO
import Game
import HCI
import Journaling
import Logging
import PeerNetwork
import Runtime
import ServiceLifecycle
import Speech
import StationNode
import Synchronization
import Things
import UDPCarrier
import WebPage

/// The one loop of a running station: takes what the edges saw to the node, and what it wants to the edges.
///
/// The node lives in a local variable of `run`, so nothing else can touch it. `run` is the lifetime: when
/// it is cancelled, or a graceful shutdown begins, every edge is stopped, the radio reset, and it returns.
struct Conductor: Service {
    let node: StationNode<Gatekeeper>
    let radio: Radio
    let lines: Lines
    let speaker: Speaker
    let datagrams: Datagrams
    var voice: ChosenVoice
    let storage: Storage
    let logger: Logger
    var surroundings = Surroundings()
    var machineSwitch = MachineSwitch()
    /// Captions have a label of their own, so that a reader can ask for nothing else.
    let captions: Logger
    /// Nil when the station is not to be shown to network browsers.
    var publication: Publication?
    /// Nil when no journal is kept.
    var journal: JournalKeeper?
    /// Nil when the station has no page.
    var page: PageOffer?
    /// Nil where no updates are taken.
    var updates: UpdateWatch?
    /// Nil where no broker is told.
    var venue: VenueDesk?
    /// Nil when nobody wants to be told how this program does.
    var supervisor: Supervisor?
    /// What the edges said of themselves, for the doctor.
    var words = LastWords()

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await perform()
        }
    }

    private func perform() async throws {
        let mailbox = StationInbox()
        let goals = AsyncStream.makeStream(of: RadioGoal.self, bufferingPolicy: .bufferingNewest(1))
        let light = AsyncStream.makeStream(of: [Lamp: Rhythm].self, bufferingPolicy: .bufferingNewest(1))
        let outgoing = AsyncStream.makeStream(
            of: OutgoingDatagram.self, bufferingPolicy: .bufferingNewest(64))
        let alarm = Alarm()
        let office = page.map { service(of: $0, mailbox) }
        mailbox.put(.started)
        try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask {
                await radio.run(goals: goals.stream) { hear($0, into: mailbox) }
                return .edge
            }
            group.addTask {
                await lines.run(light: light.stream) { hear($0, into: mailbox) }
                return .edge
            }
            group.addTask {
                await speaker.run { hear($0, into: mailbox) }
                return .edge
            }
            group.addTask {
                let counters = try await datagrams.run(outgoing: outgoing.stream) { hear($0, into: mailbox) }
                logger.info(
                    """
                    network: \(counters.tooMany) datagrams too many, \(counters.tooLong) too long, \
                    \(counters.elsewhere) from elsewhere, \(counters.notSent) not sent
                    """)
                return .edge
            }
            group.addTask {
                await surroundings.run(from: node.station.configuration.isQuiet) { mailbox.put($0) }
                return .edge
            }
            addWhatMayBeMissing(to: &group, mailbox, office)
            group.addTask {
                await beat(mailbox, alarm)
                return .edge
            }
            group.addTask {
                let runner = EffectRunner(
                    self, mailbox, goals: goals.continuation, light: light.continuation,
                    outgoing: outgoing.continuation)
                await decide(mailbox, alarm, runner, office: office)
                return .station
            }
            // An edge that ends early has said why: the station goes on without it.
            while let part = try await group.next(), part == .edge {}
            group.cancelAll()
            mailbox.close()
            try await group.waitForAll()
        }
        sumUp(mailbox)
    }

    /// The edges that not every station has.
    private func addWhatMayBeMissing(
        to group: inout ThrowingTaskGroup<Part, any Error>, _ mailbox: StationInbox, _ office: PageService?
    ) {
        if let updates {
            group.addTask {
                await updates.run { mailbox.put(.update($0)) }
                return .edge
            }
        }
        if let venue {
            group.addTask {
                await venue.run { mailbox.put(.wish($0)) }
                return .edge
            }
        }
        if let publication {
            group.addTask {
                await publication.run { logger.info("network: \($0)") }
                return .edge
            }
        }
        if let page, let office {
            let server = PageServer(
                service: office, port: page.port, logger: logger, opensAfter: .seconds(1),
                listens: page.listens)
            group.addTask {
                await server.run()
                return .edge
            }
        }
    }

    private func sumUp(_ mailbox: StationInbox) {
        let seen = radio.counters
        logger.info(
            """
            dropped \(mailbox.dropped) events; radio: \(seen.reports) reports, \(seen.malformed) malformed, \
            \(seen.timeouts) timeouts, \(seen.resets) resets, \(seen.strangers) foreign replies
            """)
    }

    /// What the page asks goes the way of everything that happens to the station.
    private func service(of page: PageOffer, _ mailbox: StationInbox) -> PageService {
        let (radio, logger) = (radio, logger)
        var shelf = page.shelf
        if let updates {
            shelf.running = { await updates.running() }
            shelf.updates = { await updates.upload { mailbox.put(.update($0)) } }
        }
        return PageService(
            page.desk, window: PageEventHub { mailbox.put(.tick) },
            shelf: shelf,
            figures: {
                let seen = radio.counters
                return PageService.Figures(
                    dropped: mailbox.dropped, reports: Int(clamping: seen.reports),
                    malformed: Int(clamping: seen.malformed))
            },
            crew: { mailbox.put(.crew($0)) }, things: { mailbox.put(.things($0)) },
            complain: { logger.warning("\($0)") },
            wish: { mailbox.put(.wish($0)) })
    }

    private func isTick(_ input: NodeInput) -> Bool {
        if case .event(.tick) = input { true } else { false }
    }

    private enum Part: Sendable {
        case edge, station
    }

    /// The station itself.
    private func decide(
        _ mailbox: StationInbox, _ alarm: Alarm, _ runner: EffectRunner, office: PageService?
    ) async {
        var node = node
        var runner = runner
        var now = Duration.zero
        var journal = journal
        var setting = page?.setting ?? PageSetting()
        var pulse = Pulse(supervisor)
        let kept = storage.read(StationMeasures.fileName).flatMap(StationMeasures.init) ?? StationMeasures()
        var measures = kept
        journal?.begin(node.station)
        for await letter in mailbox.letters {
            // Edges stamp what they see on threads of their own: a letter may be older than the one before
            // it.
            now = max(now, letter.at)
            mailbox.took(letter.input)
            let outputs = node.handle(letter.input, now: now) { event, effects, after in
                journal?.happened(event, effects, by: after, now: now)
            }
            for output in outputs {
                runner.run(output, now: now)
                if let venue, case .say(let phrase) = output, !phrase.isPrivate {
                    venue.said(phrase, runner.told.latest, now: now)
                }
            }
            if let venue, venue.look(node.station, now: now) { mailbox.put(.wish(.listen)) }
            let isNews = measures.took(
                letter.input, outputs, at: letter.at, now: MonotonicClock.now(), latency: speaker.latency,
                isHunting: node.station.isHunting(now: now))
            if isNews { storage.write(StationMeasures.fileName, measures.bytes) }
            if let things = node.things, things.revision != setting.things.revision || isTick(letter.input) {
                setting.things = PageSetting.Things(isOn: things.isOn, revision: things.revision)
                page?.shelf.things.show(things)
            }
            if let office {
                // Said, and nowhere written: those beside the station may act by its page.
                if case .event(.button(.press)) = letter.input, let pin = office.pressed(now: now) {
                    runner.saySecretly(.pin(pin))
                }
                if office.window.isDue(now: now) {
                    setting.hasCrew = node.peers.crew != nil
                    if let updates { setting.update = updates.progress }
                    office.window.show(PageState(node.station, runner.told, setting, now: now), now: now)
                }
            }
            updates?.isPlaying(node.station.session != nil)
            if let updates, case .event(.tick) = letter.input, updates.wantsNeighbours(now: now) {
                updates.neighbours(node.peers.neighbours, now: now)
            }
            alarm.set(node.nextDeadline)
            if case .event(.tick) = letter.input { alarm.ring(false) }
            pulse.turned(now: now)
        }
        pulse.ended()
        if measures != kept { storage.write(StationMeasures.fileName, measures.bytes) }
        journal?.end()
    }

    /// The station's clock: ticks when the station wants one, and at least at every idle heartbeat.
    private func beat(_ mailbox: StationInbox, _ alarm: Alarm) async {
        while !Task.isCancelled {
            let rest = alarm.due.map { max(.milliseconds(1), $0 - MonotonicClock.now()) }
            try? await Task.sleep(
                for: min(Station.heartbeat, rest ?? Station.heartbeat), tolerance: .milliseconds(1))
            guard let due = alarm.due, MonotonicClock.now() >= due else { continue }
            // Until the station has had its tick and says when it wants the next.
            alarm.ring(true)
            if !mailbox.put(.tick) { alarm.ring(false) }
        }
    }
}
