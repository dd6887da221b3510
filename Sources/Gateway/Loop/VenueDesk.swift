import Game
import Logging
import MQTT
import MQTTConnection
import Runtime
import Speech
import Synchronization
import Venue

/// Between the loop and the broker: what the station says goes out, what it is asked comes in as wishes. The
/// loop never waits for it: there is a lock for one look at a time, and a bounded queue behind it.
final class VenueDesk: Sendable {
    private let telemetry: Mutex<Telemetry>
    private let connection: BrokerConnection
    private let address: BrokerAddress
    private let levels: VolumeLevels
    private let words: LastWords
    private let logger: Logger
    private let outgoing = AsyncStream.makeStream(
        of: ApplicationMessage.self, bufferingPolicy: .bufferingNewest(BrokerConnection.outgoingAtMost))

    init(
        _ telemetry: Telemetry, _ connection: BrokerConnection, at address: BrokerAddress,
        levels: VolumeLevels, words: LastWords, logger: Logger
    ) {
        self.telemetry = Mutex(telemetry)
        self.connection = connection
        self.address = address
        self.levels = levels
        self.words = words
        self.logger = logger
    }

    /// Until the task is cancelled; then it takes leave of the broker.
    func run(wish: @escaping @Sendable (Wish) -> Void) async {
        await connection.run(outgoing: outgoing.stream) { event in
            switch event {
            case .message(let message): self.hear(message, wish)
            case .status(let status): self.tell(status)
            }
        }
    }

    private func hear(_ message: ApplicationMessage, _ wish: (Wish) -> Void) {
        let (order, told) = telemetry.withLock { $0.heard(message, now: MonotonicClock.now()) }
        send(told)
        guard let order else { return }
        logger.info("broker: \(message.topic.split(separator: "/").last ?? "") is asked for")
        wish(order.wish)
    }

    private func tell(_ status: ConnectionStatus) {
        let sentence = BrokerAdvice.sentence(status, at: address)
        words.note(.broker, isWell: status == .online, sentence)
        if status == .online {
            logger.info("broker: \(sentence)")
        } else {
            logger.warning("broker: \(sentence)")
        }
    }

    /// The station has said something.
    func said(_ phrase: Phrase, _ text: String, now: Duration) {
        send(telemetry.withLock { $0.said(phrase, text, now: now) })
    }

    /// - Returns: whether it wants to hear every beacon.
    func look(_ station: Station, now: Duration) -> Bool {
        let (messages, listens) = telemetry.withLock { telemetry in
            (telemetry.look(station, volume: levels, now: now), telemetry.wantsToListen(now: now))
        }
        send(messages)
        return listens
    }

    private func send(_ messages: [ApplicationMessage]) {
        for message in messages { outgoing.continuation.yield(message) }
    }
}
