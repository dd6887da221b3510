import Determinism
import Wire

/// A client of a broker, as a value: what it says, what it keeps until it is heard, when it tries again.
///
/// What is retained is said again after every connection, each topic as it is last, so that a broker that
/// forgets everything when it is restarted knows all of it a moment later. What has to arrive is numbered by
/// who says it, kept until the broker has acknowledged it, and said again if need be.
///
/// Everything is bounded: `topicsAtMost` retained topics, `queuedAtMost` other messages, `unwrittenAtMost`
/// bytes on their way into the connection. Beyond that the oldest message is dropped and counted, and the
/// oldest state of a topic is replaced by its newest.
package struct ClientSession: Sendable {
    package static let topicsAtMost = 128
    package static let queuedAtMost = 256
    /// Acknowledgements that are waited for at the same time.
    static let inFlightAtMost = 16
    /// A broker that takes nothing is sent no more than this.
    static let unwrittenAtMost = 65_536
    /// How long a broker has for an answer.
    static let answersWithin = Duration.seconds(10)
    /// A connection that lasted so long was a good one: the next attempt comes soon.
    static let isGoodAfter = Duration.seconds(5)

    package struct Configuration: Equatable, Sendable {
        package var clientID: String
        package var user: String?
        package var password: [UInt8]?
        /// Said by the broker when this client is gone, and by itself when it takes leave.
        package var will: ApplicationMessage?
        package var subscriptions: [ControlPacket.Subscription]
        /// Silence after which the broker is asked whether it is there.
        package var keepAlive: Duration
        /// The first wait after a connection that came to nothing, and the longest.
        package var retries: ClosedRange<Duration>
        /// Of what makes two hundred stations not come back in the same moment.
        package var seed: UInt64

        package init(
            clientID: String, user: String? = nil, password: [UInt8]? = nil, will: ApplicationMessage? = nil,
            subscriptions: [ControlPacket.Subscription] = [], keepAlive: Duration = .seconds(20),
            retries: ClosedRange<Duration> = .seconds(1) ... .seconds(60), seed: UInt64
        ) {
            self.clientID = clientID
            self.user = user
            self.password = password
            self.will = will
            self.subscriptions = subscriptions
            self.keepAlive = keepAlive
            self.retries = retries
            self.seed = seed
        }
    }

    package enum Input: Equatable, Sendable {
        /// Nothing happened but time.
        case tick
        case opened
        case received([UInt8])
        /// So many of the bytes that were to be sent are on their way.
        case written(Int)
        /// The connection is over, or could not be made.
        case closed(ConnectionTrouble)
        /// Something is to be said.
        case publish(ApplicationMessage)
        /// Take leave: nothing is tried again.
        case leave
    }

    package enum Output: Equatable, Sendable {
        case open
        case send([UInt8])
        /// With `closed` as the answer, unless it was closed already.
        case close
        case deliver(ApplicationMessage)
        case status(ConnectionStatus)
    }

    /// What became of messages since the start.
    package struct Counters: Equatable, Sendable {
        package var published = 0
        package var acknowledged = 0
        package var dropped = 0
        package var delivered = 0
        /// Messages of others that were longer than is taken.
        package var passedOver = 0
        package var connections = 0

        package init() {}
    }

    enum State: Equatable, Sendable {
        case resting(until: Duration)
        case opening(since: Duration)
        /// CONNECT is said and not answered.
        case greeting(since: Duration)
        case online(since: Duration)
        case left
    }

    struct Pending: Equatable, Sendable {
        var id: UInt16
        var message: ApplicationMessage
        var sentAt: Duration
    }

    let configuration: Configuration
    package internal(set) var counters = Counters()
    var state = State.resting(until: .zero)
    var stream = PacketStream()
    var retries: BackOff
    var random: SeededGenerator
    /// The newest of each topic, and which of them the broker has not been told, the oldest first.
    var retained: [String: ApplicationMessage] = [:]
    var untold: [String] = []
    var queue: [ApplicationMessage] = []
    var inFlight: [Pending] = []
    var lastID: UInt16 = 0
    var unwritten = 0
    var saidAt = Duration.zero
    /// When the broker was asked something that it has not answered.
    var askedAt: Duration?
    var status: ConnectionStatus?

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        retries = BackOff(configuration.retries)
        random = SeededGenerator(seed: configuration.seed)
    }

    package var isOnline: Bool { if case .online = state { true } else { false } }

    /// Messages that wait, in whatever way.
    package var waiting: Int { untold.count + queue.count + inFlight.count }

    /// When it wants its next tick; nil while it waits for nothing but the broker.
    package var nextDeadline: Duration? {
        switch state {
        case .resting(let until): until
        case .opening(let since), .greeting(let since): since + Self.answersWithin
        case .online:
            earliest(
                saidAt + configuration.keepAlive,
                earliest(askedAt, inFlight.first?.sentAt).map { $0 + Self.answersWithin })
        case .left: nil
        }
    }

    package mutating func handle(_ input: Input, now: Duration) -> [Output] {
        switch input {
        case .tick: return advance(now: now)
        case .opened: return greet(now: now)
        case .received(let bytes): return hear(bytes, now: now)
        case .written(let count):
            unwritten = max(0, unwritten - count)
            return flush(now: now)
        case .closed(let trouble): return lose(trouble, now: now)
        case .publish(let message):
            keep(message)
            return flush(now: now)
        case .leave: return leave(now: now)
        }
    }

    // MARK: - What is to be said

    private mutating func keep(_ message: ApplicationMessage) {
        counters.published += 1
        guard message.isRetained else {
            if queue.count >= Self.queuedAtMost {
                queue.removeFirst()
                counters.dropped += 1
            }
            queue.append(message)
            return
        }
        if retained[message.topic] == nil, retained.count >= Self.topicsAtMost {
            counters.dropped += 1
            return
        }
        if !untold.contains(message.topic) { untold.append(message.topic) }
        retained[message.topic] = message
    }

    /// Says what waits, as long as the broker takes it: states first, for they are what the rest is about.
    private mutating func flush(now: Duration) -> [Output] {
        guard isOnline else { return [] }
        var bytes: [UInt8] = []
        while unwritten + bytes.count < Self.unwrittenAtMost {
            if let topic = untold.first {
                untold.removeFirst()
                if let message = retained[topic] {
                    bytes += ControlPacket.publish(ControlPacket.Publish(atMostOnce(message))).encoded
                }
            } else if let message = queue.first, inFlight.count < Self.inFlightAtMost {
                queue.removeFirst()
                bytes += publish(message, now: now)
            } else {
                break
            }
        }
        return say(bytes, now: now)
    }

    /// A state that is lost with its connection is said again with the next: nothing waits for its
    /// acknowledgement.
    private func atMostOnce(_ message: ApplicationMessage) -> ApplicationMessage {
        var message = message
        message.quality = .atMostOnce
        return message
    }

    private mutating func publish(_ message: ApplicationMessage, now: Duration) -> [UInt8] {
        guard message.quality == .atLeastOnce else {
            return ControlPacket.publish(ControlPacket.Publish(message)).encoded
        }
        let id = nextID()
        inFlight.append(Pending(id: id, message: message, sentAt: now))
        return ControlPacket.publish(ControlPacket.Publish(message, packetID: id)).encoded
    }

    private mutating func nextID() -> UInt16 {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while inFlight.contains { $0.id == lastID }
        return lastID
    }

    private mutating func say(_ bytes: [UInt8], now: Duration) -> [Output] {
        guard !bytes.isEmpty else { return [] }
        unwritten += bytes.count
        saidAt = now
        return [.send(bytes)]
    }

    // MARK: - What comes back

    private mutating func hear(_ bytes: [UInt8], now: Duration) -> [Output] {
        var outputs: [Output] = []
        do {
            for piece in try stream.take(bytes) {
                switch piece {
                case .packet(let packet): outputs += try hear(packet, now: now)
                case .passedOver(let id): outputs += try passOver(id, now: now)
                }
            }
        } catch {
            outputs += close(.malformed, now: now)
        }
        return outputs
    }

    private mutating func hear(_ packet: ControlPacket, now: Duration) throws(Malformed) -> [Output] {
        switch packet {
        case .connectAcknowledgement(_, let code):
            guard case .greeting = state else { throw Malformed("second answer to CONNECT", at: 0) }
            return code == .accepted ? begin(now: now) : close(.refused(code), now: now)
        case .publish(let publish):
            guard isOnline else { throw Malformed("message before the answer to CONNECT", at: 0) }
            counters.delivered += 1
            return acknowledge(publish.packetID, now: now) + [.deliver(publish.message)]
        case .publishAcknowledgement(let id):
            // Of a connection before this one, or of nothing: nobody waits for it.
            guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return [] }
            inFlight.remove(at: index)
            counters.acknowledged += 1
            return flush(now: now)
        case .subscribeAcknowledgement(_, let codes):
            askedAt = nil
            let refused = zip(configuration.subscriptions, codes).filter { $1 == .failure }.map(\.0.filter)
            return tell(refused.isEmpty ? .online : .mayNotSubscribe(refused))
        case .pingResponse:
            askedAt = nil
            return []
        case .unsubscribeAcknowledgement: return []
        case .connect, .subscribe, .unsubscribe, .pingRequest, .disconnect:
            throw Malformed("packet that only clients send", at: 0)
        }
    }

    private mutating func passOver(_ id: UInt16?, now: Duration) throws(Malformed) -> [Output] {
        guard isOnline else { throw Malformed("message before the answer to CONNECT", at: 0) }
        counters.passedOver += 1
        return acknowledge(id, now: now)
    }

    private mutating func acknowledge(_ id: UInt16?, now: Duration) -> [Output] {
        say(id.map { ControlPacket.publishAcknowledgement($0).encoded } ?? [], now: now)
    }

    // MARK: - The connection

    private mutating func advance(now: Duration) -> [Output] {
        switch state {
        case .resting(let until):
            guard now >= until else { return [] }
            state = .opening(since: now)
            stream = PacketStream()
            unwritten = 0
            return [.open]
        case .opening(let since), .greeting(let since):
            return now - since >= Self.answersWithin ? close(.silent, now: now) : []
        case .online:
            if let since = earliest(askedAt, inFlight.first?.sentAt), now - since >= Self.answersWithin {
                return close(.silent, now: now)
            }
            guard now - saidAt >= configuration.keepAlive, askedAt == nil else { return [] }
            askedAt = now
            return say(ControlPacket.pingRequest.encoded, now: now)
        case .left: return []
        }
    }

    private mutating func greet(now: Duration) -> [Output] {
        guard case .opening = state else { return [] }
        state = .greeting(since: now)
        let connect = ControlPacket.Connect(
            clientID: configuration.clientID, user: configuration.user, password: configuration.password,
            will: configuration.will, keepAlive: UInt16(clamping: configuration.keepAlive.components.seconds))
        return say(ControlPacket.connect(connect).encoded, now: now)
    }

    private mutating func begin(now: Duration) -> [Output] {
        state = .online(since: now)
        counters.connections += 1
        askedAt = nil
        var bytes: [UInt8] = []
        if !configuration.subscriptions.isEmpty {
            bytes += ControlPacket.subscribe(nextID(), configuration.subscriptions).encoded
            askedAt = now
        }
        // Nothing that was sent before is known to have arrived.
        untold = retained.keys.sorted()
        for index in inFlight.indices {
            inFlight[index].sentAt = now
            let pending = inFlight[index]
            bytes +=
                ControlPacket.publish(
                    ControlPacket.Publish(pending.message, packetID: pending.id, isDuplicate: true)
                ).encoded
        }
        let status = configuration.subscriptions.isEmpty ? tell(.online) : []
        return say(bytes, now: now) + status + flush(now: now)
    }

    /// Gives the connection up.
    private mutating func close(_ trouble: ConnectionTrouble, now: Duration) -> [Output] {
        [.close] + lose(trouble, now: now)
    }

    private mutating func lose(_ trouble: ConnectionTrouble, now: Duration) -> [Output] {
        switch state {
        // What was given up already.
        case .resting, .left: return []
        case .online(let since) where now - since >= Self.isGoodAfter: retries.restart()
        case .opening, .greeting, .online: break
        }
        let wait = trouble.isForPeople ? configuration.retries.upperBound : retries.next()
        // Half of it by lot.
        state = .resting(until: now + wait * (0.5 + random.share() / 2))
        askedAt = nil
        return tell(.offline(trouble))
    }

    private mutating func leave(now: Duration) -> [Output] {
        defer { state = .left }
        guard isOnline else { return state == .left ? [] : [.close] }
        var bytes: [UInt8] = []
        // A client that takes leave is not given up, and its will is not said (3.14.4).
        if let will = configuration.will {
            bytes += ControlPacket.publish(ControlPacket.Publish(atMostOnce(will))).encoded
        }
        return say(bytes + ControlPacket.disconnect.encoded, now: now) + [.close]
    }

    /// What is new is told, and nothing twice.
    private mutating func tell(_ news: ConnectionStatus) -> [Output] {
        guard news != status else { return [] }
        status = news
        return [.status(news)]
    }
}
