import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import PeerNetwork
@testable import Runtime
@testable import UDPCarrier

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
        var name = Endpoint(own, port: 0).socketAddress
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
        let target = Endpoint(address: [127, 0, 0, 1], port: UInt16(port)).socketAddress
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
    let outgoing: AsyncStream<OutgoingDatagram>.Continuation
    let task: Task<Datagrams.Counters, any Error>

    init(port: Int, interface: String? = "lo") {
        let (events, deliver) = AsyncStream.makeStream(of: DatagramsEvent.self)
        let (datagrams, outgoing) = AsyncStream.makeStream(of: OutgoingDatagram.self)
        var edge = Datagrams(port: port, group: Datagrams.usualGroup, interface: interface)
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

    /// The next datagram with these bytes: where it came from.
    func source(of bytes: [UInt8]) async -> Endpoint? {
        let event = await first { if case .received(bytes, _) = $0 { true } else { false } }
        guard case .received(_, let from)? = event else { return nil }
        return from
    }

    func send(_ bytes: [UInt8], to destination: Destination = .everybody) {
        outgoing.yield(OutgoingDatagram(bytes: bytes, destination: destination))
    }

    @discardableResult
    func stop() async throws -> Datagrams.Counters {
        task.cancel()
        return try await task.value
    }
}

/// The edge on a real socket. Nothing here leaves the loopback: it is the only interface that is ever named.
@Suite(.timeLimit(.minutes(10)))
struct DatagramsTests {
    private static let canMulticast = Stranger()?.joins(Datagrams.usualGroup) == true
    private static let reason: Comment = "this sandbox does not let the loopback join a multicast group"

    private func freePort() throws -> Int {
        try #require(Stranger()).port
    }

    @Test func aPortThatSomebodyElseHasCostsNoDescriptor() async throws {
        let stranger = try #require(Stranger(address: "0.0.0.0"))
        let port = stranger.port
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = loops.next()
        let before = try descriptors()
        for _ in 0..<400 {
            let code = try await loop.flatSubmit {
                let opened = loop.makePromise(of: Int32.self)
                LobbySocket(.ipv4, .shared, loop: loop) { _, _, _ in }
                    .open(port: port, opened: { opened.succeed($0) }, closed: { _ in })
                return opened.futureResult
            }.get()
            try #require(code == EADDRINUSE)
        }
        // Other tests beside this one open and close some, too.
        #expect(try descriptors() < before + 200)
        try await loops.shutdownGracefully()
    }

    /// How many this process has open.
    private func descriptors() throws -> Int {
        let folder = try unsafe #require(unsafe opendir("/proc/self/fd"))
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count
    }

    @Test(.enabled(if: canMulticast, reason))
    func twoStationsOnOneComputerHearEachOther() async throws {
        let port = try freePort()
        let one = Edge(port: port)
        let two = Edge(port: port)
        #expect(await one.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        #expect(await two.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        one.send([1, 2, 3])
        let first = try #require(await two.source(of: [1, 2, 3]))
        let long = [UInt8](repeating: 9, count: Datagrams.bytesAtMost)
        two.send(long)
        let second = try #require(await one.source(of: long))
        #expect(first.address == [127, 0, 0, 1] && second.address == first.address)
        // Each has a port of its own, so an answer reaches the one it is for, and only that one.
        #expect(first.port != second.port && first.port != UInt16(port))
        two.send([4], to: .one(first))
        #expect(await one.source(of: [4]) == second)
        one.send([5], to: .one(second))
        one.send([6])
        let next = await two.first { if case .received = $0 { true } else { false } }
        #expect(next == .received([5], from: first))
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
        #expect(await edge.source(of: [5]) == Endpoint(address: [127, 0, 0, 1], port: UInt16(stranger.port)))
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
        edge.send([1])
        #expect(await edge.first { $0 == .trouble(.noNetwork(only: "nowhere0")) } != nil)
        #expect(try await edge.stop() == Datagrams.Counters())
    }

    @Test(.enabled(if: canMulticast, reason))
    func aFloodIsThinnedOutAndOthersAreHeardThroughIt() async throws {
        let port = try freePort()
        let other = Edge(port: port)
        #expect(await other.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        // Of two that share a port, the newer gets what is sent to one.
        let edge = Edge(port: port)
        #expect(await edge.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        let stranger = try #require(Stranger())
        var sent = 0
        let began = MonotonicClock.now()
        // Sent faster than any station would be, in pieces that the kernel's buffer holds.
        for round in 0..<60 {
            for _ in 0..<100 where stranger.send([7, UInt8(round)], toPort: port) == 2 { sent += 1 }
            other.send([8, UInt8(round)])
            #expect(await edge.source(of: [8, UInt8(round)]) != nil)
        }
        #expect(sent == 6_000)
        let thinned = try await edge.stop().tooMany + other.stop().tooMany
        // A source has 1,000 a second, and 1,000 at once (`SourceRateLimiter`), however long this took.
        let allowed = 1_001 + Int((MonotonicClock.now() - began) / .milliseconds(1))
        #expect(thinned + allowed >= sent, "\(thinned) thinned out, \(allowed) allowed")
    }

    @Test(.enabled(if: canMulticast, reason))
    func whatIsNoOnesAddressIsNotSentTo() async throws {
        let edge = Edge(port: try freePort())
        #expect(await edge.first { $0 == .ready(interfaces: ["lo"]) } != nil)
        for address: [UInt8] in [[255, 255, 255, 255], [239, 1, 2, 3], [0, 0, 0, 0]] {
            edge.send([1], to: .one(Endpoint(address: address, port: 9)))
        }
        edge.send([1], to: .one(Endpoint(address: [127, 0, 0, 1], port: 0)))
        edge.outgoing.finish()
        #expect(try await edge.task.value.notSent == 4)
    }

    @Test func theEndOfWhatIsToBeSentIsTheEnd() async throws {
        let edge = Edge(port: try freePort())
        edge.outgoing.finish()
        #expect(try await edge.task.value == Datagrams.Counters())
    }

    @Test(arguments: ["", "192.168.1.1", "ff02::1", "lobby.local"])
    func whatIsNoGroupIsRefusedAtOnce(_ group: String) async {
        let (datagrams, _) = AsyncStream.makeStream(of: OutgoingDatagram.self)
        await #expect(throws: NetworkTrouble.badGroup(group)) {
            try await Datagrams(port: 41_475, group: group, interface: "lo").run(outgoing: datagrams) { _ in }
        }
    }
}
