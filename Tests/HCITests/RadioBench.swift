import Synchronization
import Testing

@testable import HCI

/// A clock that stands still until somebody lets the next sleeper go.
final class RadioBenchClock: Sendable {
    private struct Sleeper {
        let number: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Duration.seconds(1000)
        var count = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        /// Rings whenever somebody goes to sleep.
        var bell: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }

    var radioClock: RadioClock {
        RadioClock(now: { self.now }, sleep: { await self.sleep(until: $0) })
    }

    /// Until cancelled: whenever somebody sleeps, time jumps to when the first of them wants to wake, but
    /// not beyond `end`.
    func jumping(upTo end: Duration) async {
        let (bell, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.bell = ringer }
        ringer.yield()
        for await _ in bell {
            while wakeFirst(upTo: end) { await Task.yield() }
        }
        state.withLock { $0.bell = nil }
    }

    private func wakeFirst(upTo end: Duration) -> Bool {
        let first: Sleeper? = state.withLock { state in
            guard let first = state.sleepers.min(by: { $0.deadline < $1.deadline }), first.deadline <= end
            else { return nil }
            state.sleepers.removeAll { $0.number == first.number }
            state.now = max(state.now, first.deadline)
            return first
        }
        first?.continuation.resume()
        return first != nil && !Task.isCancelled
    }

    private func sleep(until deadline: Duration) async {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return true }
                    state.sleepers.append(
                        Sleeper(number: number, deadline: deadline, continuation: continuation))
                    state.bell?.yield()
                    return false
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume()
        }
    }
}

/// A radio on a simulated adapter, in a time that jumps from deadline to deadline while something is
/// awaited.
struct RadioBench: Sendable {
    let clock = RadioBenchClock()
    let adapter: SimulatedAdapter
    private let radio: Radio
    private let goals: AsyncStream<RadioGoal>
    private let goalGiver: AsyncStream<RadioGoal>.Continuation
    private let events: AsyncStream<RadioEvent>
    private let eventTaker: AsyncStream<RadioEvent>.Continuation

    static let beacon = IBeacon(proximityUUID: .hotCold, major: 7, minor: 1, measuredPower: -59)
    static let hideAndSeek = RadioGoal(beacon: beacon, scans: true)

    /// - Parameter open: How the adapter is opened, if not as it comes.
    init(
        _ profile: ControllerProfile,
        open: (@Sendable (SimulatedAdapter) throws(RadioTrouble) -> any Transport)? = nil
    ) {
        let controller = SimulatedController(
            profile: profile, address: DeviceAddress(littleEndian: 1...6), seed: 1)
        let adapter = SimulatedAdapter(controller, now: { [clock] in clock.now })
        self.adapter = adapter
        let configuration = RadioConfiguration(ownAddress: .randomStatic(seed: [1]))
        radio = Radio(
            configuration: configuration,
            open: { selector throws(RadioTrouble) in
                if let open { return try open(adapter) }
                return try adapter.open(selector)
            }, clock: clock.radioClock)
        (goals, goalGiver) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (events, eventTaker) = AsyncStream.makeStream()
    }

    var counters: RadioCounters { radio.counters }

    /// Runs the radio beside `body` and stops it afterwards. It must then be silent and closed.
    func run(_ goal: RadioGoal = hideAndSeek, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await radio.run(goals: goals) { eventTaker.yield($0) } }
            goalGiver.yield(goal)
            try await body()
            group.cancelAll()
            try await event(within: .seconds(1)) { $0 == .status(.stopped) }
            try await group.waitForAll()
        }
        #expect(!adapter.isOpen)
        #expect(adapter.overdrafts == 0)
    }

    func want(_ goal: RadioGoal) {
        goalGiver.yield(goal)
    }

    /// The next event that is looked for; others are let go by. Time jumps on until it happens, but not
    /// further than `time`.
    @discardableResult
    func event(
        within time: Duration = .seconds(3600), _ isSought: @escaping @Sendable (RadioEvent) -> Bool
    ) async throws -> RadioEvent {
        let end = clock.now + time
        let found = await withTaskGroup(of: RadioEvent?.self) { group in
            group.addTask { [clock] in
                await clock.jumping(upTo: end)
                return nil
            }
            group.addTask { [events] in
                for await event in events where isSought(event) { return event }
                return nil
            }
            defer { group.cancelAll() }
            for await event in group where event != nil { return event }
            return nil
        }
        return try #require(found)
    }

    @discardableResult
    func ready(within time: Duration = .seconds(3600)) async throws -> ControllerDescription? {
        let event = try await event(within: time) { if case .status(.ready) = $0 { true } else { false } }
        guard case .status(.ready(let description)) = event else { return nil }
        return description
    }

    func trouble(_ trouble: RadioTrouble) async throws {
        try await event { $0 == .status(.trouble(trouble)) }
    }

    /// A beacon beside it advertises through one whole scan interval, so that some of it is heard.
    func advertiseNearby(_ beacon: IBeacon, rssi: Int8 = -60) {
        adapter.withController { [now = clock.now] controller in
            (0..<6).flatMap { tenth in
                let at = now + .milliseconds(10 * tenth)
                let packet = AirPacket(address: .zero, data: beacon.advertisingData, at: at)
                return controller.hear(packet, rssi: rssi, now: at)
            }
        }
    }
}
