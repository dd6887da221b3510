import ArgumentParser
import HCI
import Logging
import Runtime
import ServiceLifecycle
import StationNode

/// A radio with one goal and nothing else: what `hide`, `seek`, `monitor`, `calibrate` and `record` are made
/// of.
struct RadioService: Service {
    let settings: Settings
    let goal: RadioGoal
    let logger: Logger
    /// When to end by itself; nil for never.
    let limit: Duration?
    /// Every received beacon, and the time.
    let hear: @Sendable (_ advertisement: Advertisement, _ at: Duration) -> Void
    /// Whether the radio works; told when that changes.
    let listen: @Sendable (_ works: Bool) -> Void
    /// How the adapter is opened; see ``Radio``.
    let open: @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport

    private let ready = Latch()

    init(
        settings: Settings, goal: RadioGoal, logger: Logger, limit: Duration?,
        open: @escaping @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport = UserChannel.open,
        listen: @escaping @Sendable (_ works: Bool) -> Void = { _ in },
        hear: @escaping @Sendable (_ advertisement: Advertisement, _ at: Duration) -> Void
    ) {
        self.settings = settings
        self.goal = goal
        self.logger = logger
        self.limit = limit
        self.open = open
        self.listen = listen
        self.hear = hear
    }

    /// Runs until SIGTERM, Ctrl-C or the limit; then the radio is reset and closed.
    ///
    /// - Throws: an exit code of failure when the limit came and the radio had never worked.
    func runUntilSignal() async throws {
        try await Lifetime.run(self)
        if limit != nil, !ready.isSet { throw ExitCode.failure }
    }

    func run() async throws {
        let storage = Storage(StateStore(directory: settings.station.stateDirectory)) {
            logger.debug("state: \($0)")
        }
        let radio = Radio(
            configuration: Assembly.radio(settings, id: Assembly.identity(storage)), open: open)
        let (goals, continuation) = AsyncStream.makeStream(
            of: RadioGoal.self, bufferingPolicy: .bufferingNewest(1))
        var goal = goal
        goal.scanShare = WirelessNetworks.use()?.share
        continuation.yield(goal)
        defer { continuation.finish() }
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await radio.run(goals: goals) { event in
                        switch event {
                        case .heard(let advertisement, let at): hear(advertisement, at)
                        case .status(let status): tell(status)
                        }
                    }
                }
                if let limit {
                    group.addTask { try? await Task.sleep(for: limit) }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    private func tell(_ status: RadioStatus) {
        switch status {
        case .starting, .stopped, .listensAnew: break
        case .ready(let controller):
            ready.set()
            listen(true)
            logger.info("radio: \(controller.summary)")
        case .trouble(let trouble):
            listen(false)
            logger.error("radio: \(trouble.advice)")
        }
    }
}
