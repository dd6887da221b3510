@testable import Game
@testable import MQTT
@testable import PeerNetwork
@testable import Venue

/// A station's session, its ears for orders, and a table, before a broker that says anything: what a fuzzer
/// plays with, and a test with random bytes.
///
/// The first byte says what the rest is: bytes of the connection in two pieces, or the payload of a message
/// under one of the topics that are listened to.
struct FuzzBroker {
    private static let topics = VenueTopics.standard
    private static let id = StationID(value: 0xF0)

    /// - Returns: the promise that was broken; nil for none.
    static func play(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        var setting = VenueSetting(topics: topics, orders: true)
        setting.presence = true
        var telemetry = Telemetry(setting, id: id, boot: 1)
        var session = ClientSession(telemetry.session(seed: UInt64(first)))
        var board = VenueBoard(topics)
        let rest = Array(bytes.dropFirst())
        var messages: [ApplicationMessage] = []
        if first % 4 == 0 {
            _ = session.handle(.tick, now: .seconds(1))
            _ = session.handle(.opened, now: .seconds(1))
            let accepted = ControlPacket.connectAcknowledgement(sessionPresent: false, .accepted)
            var outputs = session.handle(.received(accepted.encoded), now: .seconds(1))
            let middle = rest.count / 2
            outputs += session.handle(.received(Array(rest[..<middle])), now: .seconds(2))
            outputs += session.handle(.received(Array(rest[middle...])), now: .seconds(3))
            for output in outputs { if case .deliver(let message) = output { messages.append(message) } }
            if session.waiting > 0 { return "it waits for what nobody said" }
        } else {
            let kinds = VenueTopics.Kind.allCases.map { topics.of(id, $0) }
            let words = StationOrder.Word.allCases.map { topics.order($0, to: first < 128 ? id : nil) }
            let names = kinds + words
            messages.append(
                ApplicationMessage(
                    topic: names[Int(first / 4) % names.count], payload: rest, isRetained: first % 4 == 1))
        }
        for message in messages {
            let (order, told) = telemetry.heard(message, now: .seconds(4))
            if message.isRetained, order != nil { return "it does what was kept" }
            if told.count > 1 { return "it says too much" }
            if case .adjust(let adjustment)? = order?.wish, !adjustment.isPossible {
                return "it takes what cannot be set"
            }
            if case .gather(let party)? = order?.wish, !party.contains(id) {
                return "it plays without itself"
            }
            board.heard(message)
        }
        if board.entries.count > 1 { return "one station is several" }
        if VenueState(board).json.isEmpty { return "what it shows cannot be written" }
        return nil
    }
}
