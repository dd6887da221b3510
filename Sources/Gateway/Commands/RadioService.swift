import HCI
import Logging
import ServiceLifecycle

/// A radio with one goal and nothing else: what `hide` and `seek` are made of.
struct RadioService: Service {
    let settings: Settings
    let goal: RadioGoal
    let logger: Logger
    /// When to end by itself; nil for never.
    let limit: Duration?
    /// Every received beacon, and the time.
    let hear: @Sendable (_ advertisement: Advertisement, _ at: Duration) -> Void

    /// Runs until SIGTERM, Ctrl-C or the limit; then the radio is reset and closed.
    func runUntilSignal() async throws {
        try await Lifetime.run(self)
    }

    func run() async throws {
        let storage = Storage(StateStore(directory: settings.station.stateDirectory)) {
            logger.debug("state: \($0)")
        }
        let radio = Radio(configuration: Assembly.radio(settings, id: Assembly.identity(storage))) {
            selector throws(RadioTrouble) in try UserChannel.open(selector)
        }
        let (goals, continuation) = AsyncStream.makeStream(
            of: RadioGoal.self, bufferingPolicy: .bufferingNewest(1))
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
        case .starting, .stopped: break
        case .ready(let controller): logger.info("radio: \(controller.summary)")
        case .trouble(let trouble): logger.error("radio: \(trouble.advice)")
        }
    }
}
