import Broker
import Determinism
import Testing

@testable import MQTT

/// A client against a broker, both values, on a clock of their own.
private struct Pair {
    var session: ClientSession
    var broker = SimulatedBroker()
    var now = Duration.seconds(100)
    var connection: Int?
    var connections = 0
    var delivered: [ApplicationMessage] = []
    var statuses: [ConnectionStatus] = []
    /// When it was tried to connect.
    var attempts: [Duration] = []
    var isReachable = true
    /// Bytes are taken from the client, and it is not told.
    var isStuck = false
    var unsent = 0

    init(_ change: (inout ClientSession.Configuration) -> Void = { _ in }) {
        var configuration = ClientSession.Configuration(
            clientID: "fox", will: ApplicationMessage(topic: "fox/here", text: "offline", isRetained: true),
            subscriptions: [.init("fox/set/#")], seed: 7)
        change(&configuration)
        session = ClientSession(configuration)
    }

    mutating func handle(_ input: ClientSession.Input) {
        for output in session.handle(input, now: now) { run(output) }
    }

    private mutating func run(_ output: ClientSession.Output) {
        switch output {
        case .open:
            attempts.append(now)
            guard isReachable else { return handle(.closed(.unreachable("refused"))) }
            connections += 1
            connection = connections
            broker.opened(connections)
            handle(.opened)
        case .send(let bytes):
            guard let connection else { return }
            unsent += bytes.count
            if isStuck { return }
            unsent = 0
            handle(.written(bytes.count))
            answer(broker.received(bytes, from: connection))
        case .close:
            if let connection { answer(broker.closed(connection)) }
            connection = nil
        case .deliver(let message): delivered.append(message)
        case .status(let status): statuses.append(status)
        }
    }

    mutating func answer(_ outputs: [SimulatedBroker.Output]) {
        for output in outputs {
            switch output {
            case .send(let client, let bytes): if client == connection { handle(.received(bytes)) }
            case .close(let client):
                guard client == connection else { continue }
                connection = nil
                handle(.closed(.ended))
            }
        }
    }

    /// Lets time pass, deadline by deadline.
    mutating func wait(_ time: Duration) {
        let end = now + time
        while let next = session.nextDeadline, next <= end {
            now = max(now, next)
            handle(.tick)
        }
        now = end
    }

    mutating func publish(_ topic: String, _ text: String, retained: Bool = false, once: Bool = false) {
        handle(
            .publish(
                ApplicationMessage(
                    topic: topic, text: text, quality: once ? .atLeastOnce : .atMostOnce, isRetained: retained
                )
            ))
    }

    func heard(_ topic: String) -> [String] {
        broker.published.filter { $0.message.topic == topic }.map {
            String(decoding: $0.message.payload, as: UTF8.self)
        }
    }
}

struct ClientSessionTests {
    @Test func itConnectsSubscribesAndSays() {
        var pair = Pair()
        pair.publish("fox/state", "1", retained: true)
        pair.publish("fox/event", "hot", once: true)
        pair.wait(.zero)
        #expect(pair.session.isOnline && pair.statuses == [.online])
        #expect(pair.heard("fox/state") == ["1"] && pair.heard("fox/event") == ["hot"])
        #expect(pair.broker.connects.first?.will?.topic == "fox/here")
        #expect(pair.session.waiting == 0 && pair.session.counters.acknowledged == 1)
        pair.answer(pair.broker.publish(.init(ApplicationMessage(topic: "fox/set/volume", text: "0.5"))))
        #expect(pair.delivered.map(\.topic) == ["fox/set/volume"])
    }

    /// A broker may keep one, and a client that hung up would come to it again and again.
    @Test func whatIsTooLongIsPassedOverAndAcknowledged() {
        var pair = Pair()
        let huge = ApplicationMessage(
            topic: "fox/set/say", payload: [UInt8](repeating: 0x20, count: 100_000), quality: .atLeastOnce,
            isRetained: true)
        pair.answer(pair.broker.publish(.init(huge)))
        pair.wait(.zero)
        #expect(pair.session.isOnline && pair.session.counters.passedOver == 1)
        pair.answer(pair.broker.publish(.init(huge)))
        pair.answer(pair.broker.publish(.init(ApplicationMessage(topic: "fox/set/say", text: "hello"))))
        #expect(pair.session.counters.passedOver == 2 && pair.broker.acknowledged == 1)
        #expect(pair.session.isOnline && pair.delivered.map(\.payload) == [Array("hello".utf8)])
    }

    @Test func aStateIsSaidAsItIsLast() {
        var pair = Pair()
        for number in 1...9 { pair.publish("fox/state", "\(number)", retained: true) }
        pair.wait(.zero)
        #expect(pair.heard("fox/state") == ["9"])
    }

    @Test func aBrokerThatForgetsEverythingIsToldAgain() {
        var pair = Pair()
        pair.publish("fox/state", "1", retained: true)
        pair.publish("fox/rounds", "2", retained: true)
        pair.wait(.zero)
        pair.answer(pair.broker.restart())
        #expect(pair.broker.retained.isEmpty && pair.statuses.last == .offline(.ended))
        pair.wait(.seconds(2))
        #expect(Set(pair.broker.retained.keys) == ["fox/state", "fox/rounds"])
        #expect(pair.statuses.last == .online)
    }

    /// Ten restarts at any moment: whatever is numbered arrives, in order, and what is doubled says so.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func nothingNumberedIsLost(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pair = Pair { $0.seed = seed }
        pair.wait(.zero)
        for number in 0..<100 {
            pair.broker.isSilent = Int.random(in: 0..<4, using: &random) == 0
            pair.publish("fox/event", "\(number)", once: true)
            pair.wait(.milliseconds(Int.random(in: 0..<3_000, using: &random)))
            if Int.random(in: 0..<10, using: &random) == 0 { pair.answer(pair.broker.restart()) }
            #expect(pair.session.inFlight.count <= ClientSession.inFlightAtMost)
        }
        pair.broker.isSilent = false
        pair.wait(.seconds(300))
        let firsts = pair.heard("fox/event").compactMap(Int.init).reduce(into: [Int]()) { seen, number in
            if !seen.contains(number) { seen.append(number) }
        }
        #expect(firsts.sorted() == Array(0..<100))
        #expect(pair.session.waiting == 0)
        let doubles = pair.broker.published.filter { $0.message.topic == "fox/event" && !$0.isDuplicate }
        #expect(doubles.count == 100, "only what is marked as said again is said again")
    }

    @Test func aBrokerThatIsGoneIsTriedLessAndLessOften() {
        var pair = Pair()
        pair.isReachable = false
        pair.wait(.seconds(600))
        let waits = zip(pair.attempts.dropFirst(), pair.attempts).map { $0 - $1 }
        for (wait, whole) in zip(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
            #expect(wait >= .seconds(whole) / 2 && wait <= .seconds(whole))
        }
        #expect(pair.statuses == [.offline(.unreachable("refused"))], "and that is said once")
        pair.isReachable = true
        pair.wait(.seconds(60))
        #expect(pair.session.isOnline)
        pair.wait(.seconds(31))
        pair.answer(pair.broker.restart())
        pair.wait(.seconds(1))
        #expect(pair.session.isOnline, "after a connection that lasted the first wait is short again")
    }

    @Test func twoStationsDoNotComeBackInTheSameMoment() {
        let moments = (0..<20 as Range<UInt64>).map { seed -> Duration in
            var pair = Pair { $0.seed = seed }
            pair.isReachable = false
            pair.wait(.seconds(5))
            return pair.attempts[1]
        }
        #expect(Set(moments).count == 20)
    }

    @Test(arguments: ConnectReturnCode.allCases.filter { $0 != .accepted })
    func whoIsRefusedSaysWhyAndAsksSeldom(_ code: ConnectReturnCode) {
        var pair = Pair()
        pair.broker.answer = code
        pair.wait(.seconds(300))
        #expect(pair.statuses == [.offline(.refused(code))])
        let isWeather = code == .serverUnavailable
        #expect(isWeather ? pair.attempts.count > 8 : pair.attempts.count <= 11)
    }

    @Test func whoMayNotSubscribeSaysSo() {
        var pair = Pair { $0.subscriptions.append(.init("fox/all")) }
        pair.broker.forbidden = ["fox/set/#"]
        pair.wait(.zero)
        #expect(pair.statuses == [.mayNotSubscribe(["fox/set/#"])])
        pair.publish("fox/state", "1", retained: true)
        #expect(pair.heard("fox/state") == ["1"], "and says what it has to say all the same")
    }

    @Test func aBrokerThatDoesNotAnswerIsLeft() {
        var pair = Pair()
        pair.broker.answer = nil
        pair.wait(ClientSession.answersWithin)
        #expect(pair.statuses == [.offline(.silent)] && pair.connection == nil)
        pair.broker.answer = .accepted
        pair.wait(.seconds(2))
        #expect(pair.session.isOnline)
        pair.broker.isSilent = true
        pair.wait(.seconds(28))
        #expect(pair.session.isOnline)
        pair.wait(.seconds(1))
        #expect(pair.statuses.last == .offline(.silent), "asked after 20 s, given up after 10 more")
    }

    @Test func whatIsSilentIsAskedWhetherItIsThere() {
        var pair = Pair()
        pair.wait(.seconds(3_600))
        #expect(pair.session.isOnline && pair.statuses == [.online])
    }

    @Test func aBrokerThatTakesNothingIsSentNoMoreThanItsBound() {
        var pair = Pair()
        pair.wait(.zero)
        pair.isStuck = true
        let text = String(repeating: "x", count: 1_000)
        for number in 0..<1_000 { pair.publish("fox/event", "\(number) \(text)", once: number % 2 == 0) }
        #expect(pair.unsent <= ClientSession.unwrittenAtMost + 1_100)
        #expect(pair.session.queue.count == ClientSession.queuedAtMost)
        #expect(pair.session.counters.dropped > 600)
        for number in 0..<200 { pair.publish("topic\(number)", "1", retained: true) }
        #expect(pair.session.retained.count == ClientSession.topicsAtMost)
        pair.wait(.seconds(10))
        #expect(pair.statuses.last == .offline(.silent))
    }

    @Test func whatIsNoMQTTIsLeftAndTriedSeldom() {
        var pair = Pair()
        pair.broker.answer = nil
        pair.wait(.zero)
        pair.handle(
            .received(Array(("HTTP/1.1 400 Bad Request\r\n" + String(repeating: "x", count: 80)).utf8)))
        #expect(pair.statuses == [.offline(.malformed)])
        pair.wait(.seconds(29))
        #expect(pair.attempts.count == 1)
    }

    @Test(arguments: [ControlPacket.pingRequest, .disconnect, .subscribe(1, [.init("#")])])
    func aServerThatSpeaksLikeAClientIsNone(_ packet: ControlPacket) {
        var pair = Pair()
        pair.wait(.zero)
        pair.handle(.received(packet.encoded))
        #expect(pair.statuses.last == .offline(.malformed))
    }

    @Test func itTakesLeave() {
        var pair = Pair()
        pair.publish("fox/here", "online", retained: true)
        pair.wait(.zero)
        pair.handle(.leave)
        #expect(pair.heard("fox/here") == ["online", "offline"])
        #expect(pair.connection == nil && pair.session.nextDeadline == nil)
        pair.handle(.tick)
        pair.handle(.closed(.ended))
        #expect(pair.attempts.count == 1, "for good")
    }

    @Test func whoIsPulledOutHasAWill() {
        var pair = Pair()
        pair.publish("fox/here", "online", retained: true)
        pair.wait(.zero)
        if let connection = pair.connection { _ = pair.broker.closed(connection) }
        #expect(pair.broker.retained["fox/here"]?.payload == Array("offline".utf8))
    }

    @Test func anAcknowledgementOfNothingIsNothing() {
        var pair = Pair()
        pair.wait(.zero)
        pair.handle(.received(ControlPacket.publishAcknowledgement(99).encoded))
        #expect(pair.session.isOnline && pair.session.counters.acknowledged == 0)
    }

    @Test func identifiersGoRoundAndAreNeverZero() {
        var pair = Pair()
        pair.wait(.zero)
        pair.session.lastID = .max - 1
        for number in 0..<5 { pair.publish("fox/event", "\(number)", once: true) }
        #expect(pair.broker.published.compactMap(\.packetID).suffix(5) == [.max, 1, 2, 3, 4])
    }

    @Test func twoRunsSayTheSame() {
        func run() -> Digest {
            var digest = Digest()
            var pair = Pair()
            for number in 0..<50 {
                pair.publish("fox/event", "\(number)", once: true)
                pair.wait(.seconds(number % 7))
                if number % 11 == 0 { pair.answer(pair.broker.restart()) }
            }
            for publish in pair.broker.published { digest.add(ControlPacket.publish(publish).encoded) }
            for attempt in pair.attempts { digest.add("\(attempt)".utf8) }
            return digest
        }
        #expect(run() == run())
    }
}
