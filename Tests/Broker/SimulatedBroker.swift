package import MQTT
import Wire

/// A broker as a value: keeps what is retained, passes on what is said, acknowledges, says wills, and does
/// wrong what brokers and networks do wrong.
package struct SimulatedBroker: Sendable {
    package enum Output: Equatable, Sendable {
        case send(Int, [UInt8])
        case close(Int)
    }

    private struct Client: Sendable {
        var stream = PacketStream()
        var connect: ControlPacket.Connect?
        var subscriptions: [ControlPacket.Subscription] = []
    }

    /// Answers to CONNECT; nil for none at all.
    package var answer: ConnectReturnCode? = .accepted
    /// Filters that nobody may subscribe to.
    package var forbidden: Set<String> = []
    /// It takes messages, and never says so.
    package var isSilent = false
    /// It forgets what was retained when it is restarted.
    package var isForgetful = true

    package private(set) var retained: [String: ApplicationMessage] = [:]
    /// Everything that was published, in order, duplicates as well.
    package private(set) var published: [ControlPacket.Publish] = []
    package private(set) var connects: [ControlPacket.Connect] = []
    package private(set) var malformed = 0
    /// Messages that a client has said to have.
    package private(set) var acknowledged = 0
    private var clients: [Int: Client] = [:]
    private var lastID: UInt16 = 0

    package init() {}

    package mutating func opened(_ client: Int) { clients[client] = Client() }

    /// A connection is over. Who did not take leave has a will.
    package mutating func closed(_ client: Int) -> [Output] {
        guard let will = clients.removeValue(forKey: client)?.connect?.will else { return [] }
        return publish(ControlPacket.Publish(will))
    }

    /// All connections end, and wills are not said: it was killed.
    package mutating func restart() -> [Output] {
        defer { clients = [:] }
        if isForgetful { retained = [:] }
        return clients.keys.sorted().map(Output.close)
    }

    package mutating func received(_ bytes: [UInt8], from client: Int) -> [Output] {
        guard var known = clients[client] else { return [] }
        let pieces: [PacketStream.Piece]
        do {
            pieces = try known.stream.take(bytes)
        } catch {
            malformed += 1
            return [.close(client)] + closed(client)
        }
        clients[client] = known
        var outputs: [Output] = []
        for case .packet(let packet) in pieces { outputs += hear(packet, from: client) }
        return outputs
    }

    /// Somebody else says something.
    package mutating func publish(_ publish: ControlPacket.Publish) -> [Output] {
        published.append(publish)
        let message = publish.message
        if message.isRetained {
            retained[message.topic] = message.payload.isEmpty ? nil : message
        }
        var passed = message
        passed.isRetained = false
        return clients.keys.sorted().flatMap { client -> [Output] in
            let wanted = clients[client]?.subscriptions.first { Topic.matches(message.topic, $0.filter) }
            return wanted.map { [pass(passed, to: client, $0.quality)] } ?? []
        }
    }

    private mutating func pass(_ message: ApplicationMessage, to client: Int, _ quality: QualityOfService)
        -> Output
    {
        var message = message
        if quality == .atMostOnce { message.quality = .atMostOnce }
        lastID = lastID == .max ? 1 : lastID + 1
        let id = message.quality == .atLeastOnce ? lastID : nil
        return .send(client, ControlPacket.publish(ControlPacket.Publish(message, packetID: id)).encoded)
    }

    private mutating func hear(_ packet: ControlPacket, from client: Int) -> [Output] {
        func send(_ packet: ControlPacket) -> [Output] { [.send(client, packet.encoded)] }
        switch packet {
        case .connect(let connect):
            connects.append(connect)
            guard let answer else { return [] }
            clients[client]?.connect = answer == .accepted ? connect : nil
            let said = send(.connectAcknowledgement(sessionPresent: false, answer))
            return answer == .accepted ? said : said + [.close(client)]
        case .publish(let message):
            let passed = publish(message)
            guard let id = message.packetID, !isSilent else { return passed }
            return send(.publishAcknowledgement(id)) + passed
        case .subscribe(let id, let subscriptions):
            let allowed = subscriptions.filter { !forbidden.contains($0.filter) }
            clients[client]?.subscriptions += allowed
            let codes = subscriptions.map { subscription in
                forbidden.contains(subscription.filter)
                    ? SubscribeReturnCode.failure
                    : subscription.quality == .atMostOnce ? .atMostOnce : .atLeastOnce
            }
            let kept = retained.values.sorted { $0.topic < $1.topic }.filter { message in
                allowed.contains { Topic.matches(message.topic, $0.filter) }
            }
            return send(.subscribeAcknowledgement(id, codes)) + kept.map { pass($0, to: client, .atMostOnce) }
        case .unsubscribe(let id, let filters):
            clients[client]?.subscriptions.removeAll { filters.contains($0.filter) }
            return send(.unsubscribeAcknowledgement(id))
        case .pingRequest: return isSilent ? [] : send(.pingResponse)
        case .disconnect:
            clients[client] = nil
            return [.close(client)]
        case .publishAcknowledgement:
            acknowledged += 1
            return []
        case .connectAcknowledgement, .subscribeAcknowledgement, .unsubscribeAcknowledgement, .pingResponse:
            malformed += 1
            return [.close(client)] + closed(client)
        }
    }
}
