import Runtime

/// The radio of a station: a ``RadioCore`` that runs on a real adapter, or on a simulated one.
///
/// ```swift
/// let radio = Radio(configuration: configuration, open: UserChannel.open)
/// await radio.run(goals: goals) { event in … }
/// ```
/// Troubles are events, not errors: the adapter is opened again, with growing pauses, until the radio ends.
package struct Radio: Sendable {
    private let configuration: RadioConfiguration
    private let open: @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport
    private let cutPower: @Sendable (_ adapter: String) -> Void
    private let clock: RadioClock
    private let mailbox = RadioMailbox()

    /// - Parameters:
    ///   - open: Called on a thread of its own, and not again before what it opened is closed.
    ///   - cutPower: Asks for the power of an adapter that is closed to be cut and given back, where that can
    ///     be done. Must not block.
    package init(
        configuration: RadioConfiguration,
        open: @escaping @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport,
        cutPower: @escaping @Sendable (_ adapter: String) -> Void = { _ in }
    ) {
        self.init(configuration: configuration, open: open, cutPower: cutPower, clock: .monotonic)
    }

    init(
        configuration: RadioConfiguration,
        open: @escaping @Sendable (AdapterSelector) throws(RadioTrouble) -> any Transport,
        cutPower: @escaping @Sendable (_ adapter: String) -> Void = { _ in }, clock: RadioClock
    ) {
        self.configuration = configuration
        self.open = open
        self.cutPower = cutPower
        self.clock = clock
    }

    /// What went by unseen until now, for `doctor` and the bench.
    package var counters: RadioCounters { mailbox.counters }

    /// Lives until cancelled, and then until the controller has acknowledged the last Reset, 500 ms at
    /// most. To be called once.
    ///
    /// - Parameters:
    ///   - goals: The latest one counts; the adapter is opened with the first. Their end changes nothing.
    ///   - deliver: Must not block. Called from one task, in order.
    package func run(
        goals: AsyncStream<RadioGoal>, deliver: @escaping @Sendable (RadioEvent) -> Void
    ) async {
        var loop = RadioLoop(
            core: RadioCore(configuration: configuration), open: open, cutPower: cutPower, clock: clock,
            mailbox: mailbox, deliver: deliver)
        // In a task of its own that is not cancelled, only asked to stop: the last Reset must still be
        // waited for.
        let shielded = Task {
            await withDiscardingTaskGroup { group in
                group.addTask { [mailbox] in
                    for await goal in goals { mailbox.want(goal) }
                }
                await loop.run(&group)
                group.cancelAll()
            }
        }
        await withTaskCancellationHandler {
            await shielded.value
        } onCancel: {
            mailbox.stop()
        }
    }
}

/// The time a radio lives by, so that a test can bring its own.
///
/// Its loop is a task, which is suspended while it waits; a speaker's is a thread, which is blocked
/// (`PlaybackClock`).
struct RadioClock: Sendable {
    var now: @Sendable () -> Duration
    /// Returns at that time, or as soon as the task is cancelled.
    var sleep: @Sendable (_ until: Duration) async -> Void

    static let monotonic = RadioClock(
        now: { MonotonicClock.now() },
        // Not a moment early: the loop counts on it.
        sleep: { await MonotonicClock.sleep(until: $0) })
}
