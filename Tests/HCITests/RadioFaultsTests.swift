import Synchronization
import Testing

@testable import HCI

@Suite("The radio survives", .timeLimit(.minutes(10)))
struct RadioFaultsTests {
    @Test("no adapter, until one is plugged in")
    func missing() async throws {
        let bench = RadioBench(.legacy42)
        bench.adapter.unplug()
        try await bench.run {
            try await bench.trouble(.missing)
            bench.adapter.plug()
            try await bench.ready()
        }
        #expect(bench.counters.openings >= 2)
    }

    @Test("being unplugged and plugged in again", arguments: [ControllerProfile.legacy42, .extended52])
    func unplugged(profile: ControllerProfile) async throws {
        let bench = RadioBench(profile)
        try await bench.run {
            try await bench.ready()
            bench.adapter.unplug()
            try await bench.trouble(.unplugged)
            try await bench.trouble(.missing)
            bench.adapter.plug()
            try await bench.ready()
            #expect(bench.adapter.isAdvertising && bench.adapter.isScanning)
        }
    }

    @Test("another owner, until that one lets go")
    func owned() async throws {
        let bench = RadioBench(.legacy42)
        let intruder = try bench.adapter.open(.any)
        try await bench.run {
            try await bench.trouble(.owned)
            intruder.close()
            try await bench.ready()
        }
    }

    @Test("a controller that stops answering")
    func mute() async throws {
        let bench = RadioBench(.legacy42)
        try await bench.run {
            try await bench.ready()
            setFaults(bench) { $0.isMute = true }
            try await bench.trouble(.notAnswering)
            setFaults(bench) { $0.isMute = false }
            try await bench.ready()
        }
        #expect(bench.counters.timeouts > 0)
    }

    @Test("replies that get lost, without a word about it", arguments: 1...3)
    func lostReplies(count: Int) async throws {
        let bench = RadioBench(.legacy42)
        setFaults(bench) { $0.lostReplies = count }
        try await bench.run { try await bench.ready() }
        #expect(bench.counters.timeouts >= 1)
    }

    @Test("hardware errors")
    func hardwareError() async throws {
        let bench = RadioBench(.extended52)
        try await bench.run {
            try await bench.ready()
            bench.adapter.withController { $0.fail(code: 0x42) }
            try await bench.trouble(.hardwareError(0x42))
            try await bench.ready()
            #expect(bench.adapter.isAdvertising && bench.adapter.isScanning)
        }
        #expect(bench.counters.hardwareErrors == 1)
    }

    @Test("a command that is refused for a while")
    func refused() async throws {
        let bench = RadioBench(.legacy42)
        setFaults(bench) { $0.refusals[0x2006] = 0x1F }
        try await bench.run {
            try await bench.trouble(.refused(opcode: 0x2006, status: 0x1F))
            setFaults(bench) { $0.refusals = [:] }
            try await bench.ready()
        }
    }

    @Test(
        "a controller that does one thing at a time, by turns",
        arguments: [ControllerProfile.cyw43455, .extended52])
    func takesTurns(profile: ControllerProfile) async throws {
        let bench = RadioBench(profile)
        setFaults(bench) { $0.takesTurns = true }
        try await bench.run {
            let description = try #require(try await bench.ready())
            #expect(description.timeSliced)
        }
    }

    @Test("replies without credit: it waits for one, and never sends on tick")
    func credit() async throws {
        let bench = RadioBench(.legacy42)
        setFaults(bench) { $0.withholdsCredit = true }
        try await bench.run {
            let granting = Task {
                while !Task.isCancelled {
                    bench.adapter.withController { $0.grantCredit() }
                    await Task.yield()
                }
            }
            // No time passes: after two seconds without a reply it would rightly go on without credit.
            try await bench.ready(within: .zero)
            granting.cancel()
            await granting.value
            setFaults(bench) { $0.withholdsCredit = false }
            bench.adapter.withController { $0.grantCredit() }
        }
    }

    @Test("garbage, and goes on hearing")
    func garbage() async throws {
        let bench = RadioBench(.legacy42)
        let other = IBeacon(proximityUUID: .hotCold, major: 7, minor: 2, measuredPower: -59)
        try await bench.run {
            try await bench.ready()
            for _ in 0..<20 { bench.adapter.withController { $0.garbage(packets: 50) } }
            bench.advertiseNearby(other)
            try await bench.event {
                if case .heard(let advertisement, _) = $0 { advertisement.beacon == other } else { false }
            }
        }
        #expect(bench.counters.malformed > 0)
    }

    @Test("the Nth call of the transport failing, whichever it is", arguments: 1...40)
    func anomaly(number: Int) async throws {
        let calls = Mutex(0)
        let fails: @Sendable () -> Bool = {
            calls.withLock { calls in
                calls += 1
                return calls == number
            }
        }
        let bench = RadioBench(.legacy42) { adapter throws(RadioTrouble) in
            if fails() { throw .failed(operation: "opening", code: 5) }
            return FailingTransport(transport: try adapter.open(.any), fails: fails)
        }
        try await bench.run {
            try await bench.ready()
            // Ready at last, whatever failed before; and what fails later is survived as well.
            while calls.withLock({ $0 }) < number {
                bench.adapter.unplug()
                bench.adapter.plug()
                try await bench.ready()
            }
        }
        #expect(calls.withLock { $0 } >= number, "the call that fails was made")
    }

    private func setFaults(_ bench: RadioBench, _ change: @Sendable (inout ControllerFaults) -> Void) {
        bench.adapter.withController {
            change(&$0.faults)
            return []
        }
    }
}

/// A transport of which some calls fail.
private struct FailingTransport: Transport {
    let transport: any Transport
    let fails: @Sendable () -> Bool

    var adapter: String { transport.adapter }

    func send(_ packet: [UInt8]) throws(RadioTrouble) {
        if fails() { throw .failed(operation: "sending", code: 5) }
        try transport.send(packet)
    }

    func receive(
        _ deliver: @escaping @Sendable ([[UInt8]], Duration) -> Void,
        ended: @escaping @Sendable (RadioTrouble) -> Void
    ) {
        if fails() {
            ended(.failed(operation: "receiving", code: 5))
        } else {
            transport.receive(deliver, ended: ended)
        }
    }

    func close() {
        transport.close()
    }
}
