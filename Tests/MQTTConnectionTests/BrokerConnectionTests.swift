import Broker
import MQTT
import Runtime
import Support
import Testing

@testable import MQTTConnection

/// A real connection to a broker of ours on loopback.
@Suite(.timeLimit(.minutes(10)))
struct BrokerConnectionTests {
    /// A client that runs until it is told to end, and what it was told.
    private struct Client {
        let events: AsyncStream<BrokerEvent>
        let outgoing: AsyncStream<ApplicationMessage>.Continuation
        let task: Task<ClientSession.Counters, Never>

        init(_ port: Int, _ security: TransportSecurity? = nil, host: String = "127.0.0.1") {
            var configuration = ClientSession.Configuration(
                clientID: "fox",
                will: ApplicationMessage(topic: "fox/here", text: "offline", isRetained: true),
                subscriptions: [.init("fox/set/#"), .init("fox/event")], seed: 1)
            configuration.retries = .milliseconds(20) ... .milliseconds(100)
            let connection = BrokerConnection(
                BrokerAddress(host: host, port: port, security: security), configuration)
            let (events, told) = AsyncStream.makeStream(of: BrokerEvent.self)
            let (messages, outgoing) = AsyncStream.makeStream(of: ApplicationMessage.self)
            (self.events, self.outgoing) = (events, outgoing)
            task = Task { await connection.run(outgoing: messages) { told.yield($0) } }
        }

        /// Waits for an event that is one of those.
        @discardableResult
        func first(_ isIt: (BrokerEvent) -> Bool) async -> BrokerEvent? {
            for await event in events where isIt(event) { return event }
            return nil
        }

        func status() async -> ConnectionStatus? {
            guard case .status(let status) = await first({ if case .status = $0 { true } else { false } })
            else { return nil }
            return status
        }

        func end() async -> ClientSession.Counters {
            outgoing.finish()
            return await task.value
        }
    }

    private func isOnline(_ event: BrokerEvent) -> Bool { event == .status(.online) }

    @Test(arguments: [nil, .pinned(Certificates.digest)] as [TransportSecurity?])
    func itSaysAndHears(_ security: TransportSecurity?) async throws {
        let server = try BrokerServer(certificate: security == nil ? nil : Certificates.server)
        let client = Client(try await server.open(), security)
        await client.first(isOnline)
        server.publish(ApplicationMessage(topic: "fox/set/volume", text: "0.5"))
        let heard = await client.first { if case .message = $0 { true } else { false } }
        #expect(heard == .message(ApplicationMessage(topic: "fox/set/volume", text: "0.5")))
        // What it says itself comes back after it was acknowledged.
        let event = ApplicationMessage(topic: "fox/event", text: "hot", quality: .atLeastOnce)
        client.outgoing.yield(event)
        #expect(await client.first { if case .message = $0 { true } else { false } } == .message(event))
        let counters = await client.end()
        await server.goodbye()
        #expect(counters.connections == 1 && counters.published == 1 && counters.acknowledged == 1)
        #expect(server.broker.published.map(\.message.topic).filter { $0 == "fox/event" } == ["fox/event"])
        // It took leave, and said so itself.
        #expect(server.broker.retained["fox/here"]?.payload == Array("offline".utf8))
        await server.close()
    }

    @Test func aCertificateOfAnAuthorityIsHeldAgainstTheName() async throws {
        let folder = try TemporaryFolder()
        try BoundedFile.write(
            Array(Certificates.authority.utf8), as: "ca.pem", in: folder.path, mode: 0o600)
        let server = try BrokerServer(certificate: Certificates.server)
        let port = try await server.open()
        for host in ["localhost", "127.0.0.1"] {
            let client = Client(port, .authority(path: folder.path + "/ca.pem"), host: host)
            #expect(await client.status() == .online, "\(host)")
            _ = await client.end()
        }
        await server.close()
    }

    @Test(arguments: [.system, .pinned([UInt8](repeating: 7, count: 32))] as [TransportSecurity])
    func whoIsNotTheRightOneIsNotTold(_ security: TransportSecurity) async throws {
        let server = try BrokerServer(certificate: Certificates.server)
        let client = Client(try await server.open(), security)
        let status = await client.status()
        guard case .offline(.untrusted) = status else {
            Issue.record("\(String(describing: status))")
            return
        }
        #expect(server.broker.connects.isEmpty, "no password goes to a stranger")
        _ = await client.end()
        await server.close()
    }

    @Test func aFileThatIsNotThereIsNamed() async throws {
        let client = Client(1, .authority(path: "/nowhere/ca.pem"))
        #expect(await client.status() == .offline(.unreadable("/nowhere/ca.pem")))
        _ = await client.end()
    }

    @Test func aBrokerThatComesLateAndGoesIsFoundAgain() async throws {
        let server = try BrokerServer()
        let port = try await server.open()
        await server.close()
        let client = Client(port)
        let first = await client.status()
        guard case .offline(.unreachable(let reason)) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(reason == "Connection refused")
        _ = try await server.open(port: port)
        await client.first(isOnline)
        server.restart()
        #expect(await client.status() == .offline(.ended))
        await client.first(isOnline)
        #expect(await client.end().connections == 2)
        await server.close()
    }

    @Test func aPasswordThatIsWrongIsSaidSo() async throws {
        let server = try BrokerServer()
        server.change { $0.answer = .badUserNameOrPassword }
        let client = Client(try await server.open())
        #expect(await client.status() == .offline(.refused(.badUserNameOrPassword)))
        _ = await client.end()
        await server.close()
    }

    @Test func aNameThatThereIsNotIsSaidSo() async throws {
        let client = Client(1, host: "broker.invalid")
        guard case .offline(.unreachable(let reason)) = await client.status() else {
            Issue.record("it found broker.invalid")
            return
        }
        #expect(reason == "there is no such name")
        _ = await client.end()
    }

    @Test func plainWordsToATLSBrokerAndTheOtherWayRoundComeToNothing() async throws {
        let secure = try BrokerServer(certificate: Certificates.server)
        let plain = Client(try await secure.open())
        guard case .offline = await plain.status() else {
            Issue.record("a broker that wants TLS took plain words")
            return
        }
        _ = await plain.end()
        await secure.close()
        let open = try BrokerServer()
        let shy = Client(try await open.open(), .system)
        guard case .offline(.untrusted) = await shy.status() else {
            Issue.record("a broker without TLS was believed")
            return
        }
        _ = await shy.end()
        await open.close()
    }

    /// Who takes leave while it is still being connected does not wait, and leaves nothing open.
    @Test func leavingWhileConnectingLeavesNothingOpen() async throws {
        let door = try NarrowDoor()
        let client = Client(door.port)
        #expect(await client.end().connections == 0)
        #expect(try await door.letIn() == .left)
    }
}
