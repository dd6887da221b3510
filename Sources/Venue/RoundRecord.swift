import Game
package import PeerNetwork

/// A round that was played to its end, as each of its members tells it. Of one round there is one, whoever
/// tells: it is known by its session and its number.
package struct RoundRecord: Codable, Equatable, Sendable {
    package struct Member: Codable, Equatable, Sendable {
        package var id: StationID
        package var name: StationName
        package var role: String
        /// Of this session, after the round.
        package var points: UInt16
    }

    package struct Key: Hashable, Comparable, Sendable {
        package var session: String
        package var number: UInt16

        package static func < (left: Key, right: Key) -> Bool {
            (left.session, left.number) < (right.session, right.number)
        }
    }

    package var session: String
    package var number: UInt16
    package var members: [Member]
    /// `found`, `timeUp`, `cancelled` or `tooFew`.
    package var ending: String
    /// Who found, or cancelled.
    package var by: StationID?
    /// How long the hunt took, in seconds.
    package var seconds: Double?

    package var key: Key { Key(session: session, number: number) }

    /// Nil for a round that is not over.
    init?(_ session: Session) {
        guard let outcome = session.outcome else { return nil }
        self.session = StationReport.digits(session.id)
        number = session.round
        members = session.members.map {
            Member(
                id: $0.id, name: $0.name, role: StationReport.word($0.role), points: session.points(of: $0.id)
            )
        }
        switch outcome {
        case .found(let finder, let after):
            (ending, by) = ("found", finder)
            seconds = StationReport.round(
                Double(after.components.seconds) + Double(after.components.attoseconds) / 1e18, to: 0.1)
        case .timeUp: (ending, by, seconds) = ("timeUp", nil, nil)
        case .abandoned(.cancelled(let canceller)): (ending, by, seconds) = ("cancelled", canceller, nil)
        case .abandoned(.tooFew): (ending, by, seconds) = ("tooFew", nil, nil)
        }
    }
}

/// The last rounds of a station, the newest last.
package struct RoundRecords: Codable, Equatable, Sendable {
    /// More are forgotten, the oldest first.
    package static let atMost = 16

    package private(set) var rounds: [RoundRecord] = []

    package init() {}

    /// - Returns: whether it is another one, or ended in another way than was thought.
    mutating func take(_ record: RoundRecord) -> Bool {
        if let index = rounds.firstIndex(where: { $0.key == record.key }) {
            guard rounds[index] != record else { return false }
            rounds[index] = record
        } else {
            rounds = (rounds + [record]).suffix(Self.atMost)
        }
        return true
    }

    /// Those of before this program was started come first.
    mutating func remember(_ older: RoundRecords) {
        let known = Set(rounds.map(\.key))
        rounds = (older.rounds.filter { !known.contains($0.key) } + rounds).suffix(Self.atMost)
    }
}
