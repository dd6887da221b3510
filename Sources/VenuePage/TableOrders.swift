import FoundationEssentials
package import MQTT
import PeerNetwork
package import Venue

/// What can be asked of stations by the table's page: the body of a `POST`, and what is said to them for it.
package struct TableOrders: Sendable {
    package enum Path: String, CaseIterable, Sendable {
        case order = "/api/order"
        case start = "/api/start"
        /// The page of a station has these as well, and what asks for a PIN is one script for both.
        case hold = "/api/hold"
        case pin = "/api/pin"
    }

    /// More than the identities of all stations that a table can have.
    package static let bodyBytesAtMost = 8_192

    private let board: VenueBoard

    /// - Parameter topics: those of the evening.
    package init(_ topics: VenueTopics) { board = VenueBoard(topics) }

    private struct Order: Decodable {
        var word: String
        var text: String
        /// Nobody is everybody.
        var stations: [String]
    }

    private struct Start: Decodable {
        var stations: [String]
    }

    /// Nil when the body does not say what is wanted, or wants what cannot be.
    package func messages(_ path: Path, _ body: [UInt8]) -> [ApplicationMessage]? {
        guard body.count <= Self.bodyBytesAtMost else { return nil }
        switch path {
        case .hold, .pin: return []
        case .start:
            guard let start = decode(Start.self, body), let party = identities(start.stations) else {
                return nil
            }
            let text = "start " + start.stations.joined(separator: ",")
            guard StationOrder(.round, Array(text.utf8), find: { _ in nil }) == .start(party) else {
                return nil
            }
            return board.start(party)
        case .order:
            guard let order = decode(Order.self, body), let word = StationOrder.Word(rawValue: order.word),
                let stations = identities(order.stations), stations.count <= VenueBoard.stationsAtMost,
                let wanted = StationOrder(word, Array(order.text.utf8), find: { _ in nil })
            else { return nil }
            if case .start = wanted { return nil }
            guard !stations.isEmpty else { return [board.message(word, order.text, to: nil)] }
            return stations.map { board.message(word, order.text, to: $0) }
        }
    }

    private func identities(_ digits: [String]) -> [StationID]? {
        let ids = digits.compactMap { StationID(digits: $0) }
        return ids.count == digits.count && Set(ids).count == ids.count ? ids : nil
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}
