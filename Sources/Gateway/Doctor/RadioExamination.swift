import Game
import HCI
import PeerNetwork
import Runtime
import StationNode
import Synchronization
import UDPCarrier

/// The radio: opened, heard, and heard by others.
extension Examination {
    /// How long it takes at most until others have answered, from when they are asked.
    private static let answersWithin = Duration.seconds(5)

    /// Opens the radio, calls and listens for two seconds, and says how much there was to hear; and what
    /// other stations heard of it, if there are any.
    func radio() async -> Diagnosis {
        let storage = Storage(StateStore(directory: settings.station.stateDirectory)) { _ in }
        let id = Assembly.identity(storage)
        let name = settings.station.name ?? StationName(id)
        let radio = Radio(configuration: Assembly.radio(settings, id: id)) {
            selector throws(RadioTrouble) in try UserChannel.open(selector)
        }
        let (goals, goal) = AsyncStream.makeStream(of: RadioGoal.self, bufferingPolicy: .bufferingNewest(1))
        let wifi = WirelessNetworks.use()
        var wanted = RadioGoal(
            beacon: Earshot.beacon(name, measuredPower: settings.radio.measuredPower), scans: true)
        wanted.scanShare = wifi?.share
        goal.yield(wanted)
        defer { goal.finish() }
        let crew = Assembly.crew(settings, storage) { _ in }
        let visit = Visit(
            Auditioning(name, Assembly.visitor(crew)), on: settings.lobby)
        return await first(within: Self.patience + Self.listens + Self.answersWithin) { find in
            async let lobby: Void = visit.run()
            await radio.run(goals: goals) { event in
                switch event {
                case .status(.ready(let controller)):
                    // Not a child of this task: the radio ends when something has been found.
                    Task {
                        visit.call()
                        try? await Task.sleep(for: Self.listens)
                        await visit.answers(within: Self.answersWithin)
                        var diagnosis = visit.diagnosis(of: controller.summary, over: Self.listens)
                        diagnosis.add(wifi)
                        find(diagnosis)
                    }
                case .status(.trouble(let trouble)): find(Diagnosis(isWell: false, sentence: trouble.advice))
                case .heard(let advertisement, _): visit.heard(advertisement)
                case .status: break
                }
            }
            await lobby
        }
    }
}

/// What the radio hears, and what the lobby says of it, on whichever thread.
private final class Visit: Sendable {
    private struct Findings {
        var listening = Listening()
        /// Those of the first two seconds, for their rate.
        var counted: Listening?
        var auditioning: Auditioning
    }

    private let findings: Mutex<Findings>
    private let datagrams: Datagrams
    private let outgoing: AsyncStream<OutgoingDatagram>
    private let sending: AsyncStream<OutgoingDatagram>.Continuation

    init(_ auditioning: Auditioning, on lobby: Settings.Lobby) {
        findings = Mutex(Findings(auditioning: auditioning))
        datagrams = Datagrams(port: lobby.port, group: lobby.group, interface: lobby.interface)
        (outgoing, sending) = AsyncStream.makeStream(
            of: OutgoingDatagram.self, bufferingPolicy: .bufferingNewest(64))
    }

    /// In the lobby until the task is cancelled. Without a network nobody is met, and that is another part's
    /// finding.
    func run() async {
        async let beats: Void = beat()
        do {
            try await datagrams.run(outgoing: outgoing) { event in
                switch event {
                case .ready: self.send { $0.enter(now: MonotonicClock.now()) }
                case .received(let bytes, let source):
                    self.send { $0.receive(bytes, from: source, now: MonotonicClock.now()) }
                case .trouble: break
                }
            }
        } catch {}
        await beats
    }

    private func beat() async {
        while (try? await Task.sleep(for: .milliseconds(25))) != nil {
            send { $0.advance(now: MonotonicClock.now()) }
        }
    }

    private func send(_ act: (inout Auditioning) -> [OutgoingDatagram]) {
        for datagram in findings.withLock({ act(&$0.auditioning) }) { sending.yield(datagram) }
    }

    func heard(_ advertisement: Advertisement) {
        findings.withLock { $0.listening.take(advertisement) }
    }

    func call() {
        send { $0.call(now: MonotonicClock.now()) }
    }

    /// Waits for those who were asked.
    func answers(within time: Duration) async {
        let end = MonotonicClock.now() + time
        findings.withLock { $0.counted = $0.listening }
        while MonotonicClock.now() < end,
            findings.withLock({ $0.auditioning.isAsking && !$0.auditioning.isAnswered })
        {
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
        }
    }

    func diagnosis(of controller: String, over time: Duration) -> Diagnosis {
        findings.withLock { findings in
            let counted = findings.counted ?? findings.listening
            return findings.auditioning.diagnosis(
                "\(controller); \(counted.sentence(over: time))", hearing: findings.listening.names)
        }
    }
}
