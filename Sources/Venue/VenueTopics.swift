import MQTT
package import PeerNetwork

/// Under which topics a station speaks and listens: `docs/venue.md` has the table.
package struct VenueTopics: Equatable, Sendable {
    /// What all of them begin with: one word for one evening.
    package let prefix: String

    /// Nil where it is no name of a topic, or one that the broker keeps for itself.
    package init?(prefix: String) {
        guard Topic.isName(prefix), !prefix.hasPrefix("$"), prefix.utf8.count <= 64 else { return nil }
        self.prefix = prefix
    }

    package static let usual = "hotcold"
    package static let standard = VenueTopics(usual)

    private init(_ prefix: String) { self.prefix = prefix }

    static let everybody = "all"

    /// What a station says of itself, the last word of a topic.
    package enum Kind: String, CaseIterable, Sendable {
        /// `online`, or `offline`, which is also its will.
        case availability
        /// What it is, does and plays, and how its parts are.
        case state
        /// The last rounds that it has played to their end.
        case rounds
        /// What happens, each once.
        case event
        /// The words that it says.
        case said

        /// The broker keeps the newest for who comes later.
        var isRetained: Bool {
            switch self {
            case .availability, .state, .rounds: true
            case .event, .said: false
            }
        }
    }

    package func of(_ id: StationID, _ kind: Kind) -> String { "\(prefix)/\(id)/\(kind.rawValue)" }

    package func ofEverybody(_ kind: Kind) -> String { "\(prefix)/+/\(kind.rawValue)" }

    /// Whose topic it is, and which.
    package func station(_ topic: String) -> (id: StationID, kind: Kind)? {
        guard let rest = rest(of: topic), rest.count == 2, let kind = Kind(rawValue: String(rest[1])),
            let id = StationID(digits: String(rest[0]))
        else { return nil }
        return (id, kind)
    }

    /// Where orders come: to one station, or to all of them.
    func orders(to id: StationID) -> [String] {
        ["\(prefix)/\(id)/set/+", "\(prefix)/\(Self.everybody)/set/+"]
    }

    /// - Parameter id: nil for everybody.
    package func order(_ word: StationOrder.Word, to id: StationID?) -> String {
        "\(prefix)/\(id.map(\.description) ?? Self.everybody)/set/\(word.rawValue)"
    }

    /// The word of an order to that station; nil for what is none.
    func word(_ topic: String, for id: StationID) -> StationOrder.Word? {
        guard let rest = rest(of: topic), rest.count == 3, rest[1] == "set",
            rest[0] == Self.everybody || StationID(digits: String(rest[0])) == id
        else { return nil }
        return StationOrder.Word(rawValue: String(rest[2]))
    }

    private func rest(of topic: String) -> [Substring]? {
        guard topic.hasPrefix(prefix + "/") else { return nil }
        return topic.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    }
}
