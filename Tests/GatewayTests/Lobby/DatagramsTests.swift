import Glibc
import Testing

@testable import Gateway

/// A plain UDP socket on the loopback, of which the lobby knows nothing.
private final class Stranger {
    private let descriptor: Int32
    private(set) var port: Int

    /// Takes a port that is free, and does not share it.
    init?(address: String = "127.0.0.1") {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        self.descriptor = descriptor
        port = 0
        guard descriptor >= 0, let own = IPv4Address(address) else { return nil }
        var name = own.socketAddress(port: 0)
        var length = socklen_t(name.count)
        let bound = unsafe name.withUnsafeMutableBytes { raw in
            let pointer = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let pointer = unsafe pointer else { return false }
            return unsafe bind(descriptor, pointer, length) == 0
                && getsockname(descriptor, pointer, &length) == 0
        }
        if !bound { return nil }
        port = Int(name[2]) << 8 | Int(name[3])
    }

    func send(_ bytes: [UInt8], toPort port: Int) -> Int {
        guard let target = IPv4Address("127.0.0.1")?.socketAddress(port: port) else { return -1 }
        return unsafe target.withUnsafeBytes { raw in
            let pointer = unsafe raw.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe sendto(descriptor, bytes, bytes.count, 0, pointer, 16)
        }
    }

    /// Joins the group on the loopback, which some sandboxes forbid.
    func joins(_ group: String) -> Bool {
        guard let loopback = IPv4Address("127.0.0.1"), let group = IPv4Address(group) else { return false }
        let request = group.groupRequest(on: loopback, index: 1)
        return unsafe setsockopt(
            descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, request, socklen_t(request.count)) == 0
    }

    deinit { close(descriptor) }
}

/// A running edge, its events in a stream.
private struct Edge {
    let events: AsyncStream<DatagramsEvent>
    let outgoing: AsyncStream<[UInt8]>.Continuation
    let task: Task<Datagrams.Counters, any Error>

    init(port: Int, interface: String? = "lo") {
        let (events, deliver) = AsyncStream.makeStream(of: DatagramsEvent.self)
        let (datagrams, outgoing) = AsyncStream.makeStream(of: [UInt8].self)
        var edge = Datagrams(port: port, group: Settings().lobby.group, interface: interface)
        edge.lookAround = .milliseconds(20)
        let run = edge
        self.events = events
        self.outgoing = outgoing
        task = Task {
            defer { deliver.finish() }
            return try await run.run(outgoing: datagrams) { deliver.yield($0) }
        }
    }

    /// The first event that is expected, or nil if the edge ends before.
    func first(_ isExpected: (DatagramsEvent) -> Bool) async -> DatagramsEvent? {
        for await event in events where isExpected(event) { return event }
        return nil
    }

    @discardableResult
    func stop() async throws -> Datagrams.Counters {
        task.cancel()
        return try await task.value
    }
}

/// The edge on a real socket. Nothing here leaves the loopback: it is the only interface that is ever named.
@Suite(.timeLimit(.minutes(1)))
struct DatagramsTests {
    private static let canMulticast = Stranger()?.joins(Settings().lobby.group) == true
    private static let reason: Comment = "this sandbox does not let the loopback join a multicast group"

    private func freePort() throws -> Int {
        try #require(Stranger()).port
    }

    @Test(.enabled(if: canMulticast, reason))
    func twoStationsOnOneComputerHearEachOther() async throws {
        let port = try freePort()
        let one = Edge(port: port)
        let two = Edge(port: port)
        #expect(await one.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        #expect(await two.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        one.outgoing.yield([1, 2, 3])
        #expect(await two.first { $0 == .received([1, 2, 3], from: "127.0.0.1") } != nil)
        two.outgoing.yield([UInt8](repeating: 9, count: Datagrams.bytesAtMost))
        let long = [UInt8](repeating: 9, count: Datagrams.bytesAtMost)
        #expect(await one.first { $0 == .received(long, from: "127.0.0.1") } != nil)
        #expect(try await one.stop().notSent == 0)
        #expect(try await two.stop().notSent == 0)
    }

    @Test(.enabled(if: canMulticast, reason))
    func aDatagramThatIsTooLongIsCountedAndDropped() async throws {
        let port = try freePort()
        let edge = Edge(port: port)
        #expect(await edge.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        let stranger = try #require(Stranger())
        let long = [UInt8](repeating: 7, count: Datagrams.bytesAtMost + 1)
        #expect(stranger.send(long, toPort: port) == long.count)
        #expect(stranger.send([UInt8](repeating: 7, count: 9_000), toPort: port) == 9_000)
        #expect(stranger.send([], toPort: port) == 0)
        #expect(stranger.send([5], toPort: port) == 1)
        // Datagrams on the loopback keep their order, so the long ones have been seen when the short one is.
        let received = await edge.first { if case .received([5], _) = $0 { true } else { false } }
        #expect(received == .received([5], from: "127.0.0.1"))
        #expect(try await edge.stop().tooLong == 2)
    }

    @Test func aPortThatIsTakenIsToldAndWaitedFor() async throws {
        var stranger = Stranger(address: "0.0.0.0")
        let port = try #require(stranger).port
        let edge = Edge(port: port)
        #expect(await edge.first { $0 == .trouble(.portInUse(port)) } != nil)
        stranger = nil
        #expect(await edge.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        try await edge.stop()
    }

    @Test func withoutANetworkItWaitsAndStillStops() async throws {
        let edge = Edge(port: try freePort(), interface: "nowhere0")
        edge.outgoing.yield([1])
        #expect(await edge.first { $0 == .trouble(.noNetwork(only: "nowhere0")) } != nil)
        #expect(try await edge.stop() == Datagrams.Counters())
    }

    @Test func theEndOfWhatIsToBeSentIsTheEnd() async throws {
        let edge = Edge(port: try freePort())
        edge.outgoing.finish()
        #expect(try await edge.task.value == Datagrams.Counters())
    }

    @Test(arguments: ["", "192.168.1.1", "ff02::1", "lobby.local"])
    func whatIsNoGroupIsRefusedAtOnce(_ group: String) async {
        let (datagrams, _) = AsyncStream.makeStream(of: [UInt8].self)
        await #expect(throws: NetworkTrouble.badGroup(group)) {
            try await Datagrams(port: 41_475, group: group, interface: "lo").run(outgoing: datagrams) { _ in }
        }
    }
}
