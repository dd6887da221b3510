import Dispatch
import Synchronization
import Testing

@testable import HCI

@Suite("The radio", .timeLimit(.minutes(10)))
struct RadioTests {
    private let other = IBeacon(proximityUUID: .hotCold, major: 7, minor: 2, measuredPower: -59)

    @Test("It becomes ready, advertises, hears, and is silent in the end", arguments: ControllerProfile.all)
    func round(profile: ControllerProfile) async throws {
        let bench = RadioBench(profile)
        try await bench.run {
            let description = try #require(try await bench.ready())
            #expect(description.extended == profile.hasExtendedCommands)
            #expect(description.timeSliced == !profile.doesBoth)
            guard profile.doesBoth else { return }
            #expect(bench.adapter.isAdvertising && bench.adapter.isScanning)
            bench.advertiseNearby(other)
            let event = try await bench.event { if case .heard = $0 { true } else { false } }
            guard case .heard(let advertisement, let time) = event else { return }
            #expect(advertisement.beacon == other && advertisement.rssi == -60)
            #expect(time <= bench.clock.now)
        }
        #expect(!bench.adapter.isAdvertising && !bench.adapter.isScanning)
        #expect(bench.counters.openings == 1)
    }

    @Test("The latest goal counts")
    func goals() async throws {
        let bench = RadioBench(.legacy42)
        try await bench.run(RadioGoal(beacon: nil, scans: true)) {
            try await bench.ready()
            #expect(!bench.adapter.isAdvertising && bench.adapter.isScanning)
            bench.want(RadioGoal(beacon: RadioBench.beacon, scans: true))
            bench.advertiseNearby(other)
            try await bench.event { if case .heard = $0 { true } else { false } }
            bench.want(RadioGoal())
            while bench.adapter.isScanning || bench.adapter.isAdvertising { await Task.yield() }
        }
    }

    @Test("Nothing is opened before there is a goal, and stopping needs none")
    func noGoal() async throws {
        let (goals, giver) = AsyncStream.makeStream(of: RadioGoal.self)
        let radio = Radio(configuration: RadioConfiguration(ownAddress: .zero)) { _ throws(RadioTrouble) in
            Issue.record("nobody asked for it")
            throw .missing
        }
        let task = Task { await radio.run(goals: goals) { _ in } }
        task.cancel()
        await task.value
        giver.finish()
    }

    @Test("Stopped while the adapter is being opened, it does not wait, and what was opened is closed again")
    func stoppedWhileOpening() async throws {
        let bench = Latecomer()
        let radio = Radio(configuration: RadioConfiguration(ownAddress: .zero), open: bench.open)
        let (goals, giver) = AsyncStream.makeStream(of: RadioGoal.self)
        giver.yield(RadioBench.hideAndSeek)
        let task = Task { await radio.run(goals: goals) { _ in } }
        await bench.isAsked()
        task.cancel()
        await task.value
        #expect(!bench.wasOpened)
        bench.goOn()
        await bench.isClosed()
    }

    @Test("A controller that does not answer the last Reset is closed half a second later")
    func stoppedWhileMute() async throws {
        let bench = RadioBench(.legacy42)
        let stopping = Mutex(Duration.zero)
        try await bench.run {
            try await bench.ready()
            bench.adapter.withController {
                $0.faults.isMute = true
                return []
            }
            stopping.withLock { $0 = bench.clock.now }
        }
        let took = bench.clock.now - stopping.withLock { $0 }
        #expect(.milliseconds(500)...(.seconds(1)) ~= took)
    }

    @Test("What a transport says after it was closed is not taken for the next one's")
    func stale() async throws {
        let bench = RadioBench(.legacy42)
        try await bench.run {
            try await bench.ready()
            for _ in 0..<5 {
                bench.adapter.unplug()
                bench.adapter.plug()
                try await bench.trouble(.unplugged)
                try await bench.ready()
            }
        }
        #expect(bench.counters.openings == 6)
        #expect(bench.counters.strangers == 0)
    }
}

/// An adapter that takes its time to open.
private final class Latecomer: Sendable {
    private let asked = AsyncStream.makeStream(of: Void.self)
    private let closed = AsyncStream.makeStream(of: Void.self)
    private let mayGoOn = DispatchSemaphore(value: 0)
    private let opened = Mutex(false)

    private struct Opened: Transport {
        let adapter = "hci0"
        let onClose: @Sendable () -> Void

        func send(_ packet: [UInt8]) throws(RadioTrouble) {}
        func receive(
            _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
            ended: @escaping @Sendable (RadioTrouble) -> Void
        ) {}
        func close() { onClose() }
    }

    var wasOpened: Bool { opened.withLock { $0 } }

    func open(_ selector: AdapterSelector) throws(RadioTrouble) -> any Transport {
        asked.continuation.yield()
        mayGoOn.wait()
        opened.withLock { $0 = true }
        return Opened { [closed] in closed.continuation.yield() }
    }

    func goOn() { mayGoOn.signal() }
    func isAsked() async { for await _ in asked.stream { return } }
    func isClosed() async { for await _ in closed.stream { return } }
}
