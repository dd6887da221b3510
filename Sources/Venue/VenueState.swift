import Game
package import PeerNetwork

/// What the table's page shows, as one value.
package struct VenueState: Encodable, Equatable, Sendable {
    package struct Tile: Encodable, Equatable, Sendable {
        var id: StationID
        /// Nil until it has told.
        var name: StationName?
        /// Of its name: printed on its card.
        var number: Int?
        var standing: String
        var phase: Phase?
        var role: String?
        var points: UInt32
        /// Parts that do not work, with what is wrong.
        var broken: [String]
        var nearest: StationReport.Nearest?
        var volume: Double?
        var isHushed: Bool
        var said: String?
        var version: String?
        /// Of the session that it is in.
        var session: String?
    }

    package struct Game: Encodable, Equatable, Sendable {
        var session: String
        var number: UInt16
        var phase: Phase
        var members: [StationReport.Member]
    }

    package struct Fame: Encodable, Equatable, Sendable {
        var id: StationID
        var name: StationName
        var points: UInt32
    }

    /// How the table stands with its broker, in a sentence; nil while all is well.
    var trouble: String?
    var tiles: [Tile]
    /// Those that are under way.
    var games: [Game]
    /// The best first.
    var fame: [Fame]
    /// Rounds that were played to their end.
    var played: Int

    /// How many are in the hall of fame.
    static let famousAtMost = 20

    package init(_ board: VenueBoard, trouble: String? = nil) {
        self.trouble = trouble
        tiles = board.tiles.map(Tile.init)
        games = Self.games(board)
        fame = board.fame.prefix(Self.famousAtMost).filter { $0.points > 0 }.map {
            Fame(id: $0.id, name: $0.name, points: $0.points)
        }
        played = board.rounds.count
    }

    /// Each once, as the first of its members tells it.
    private static func games(_ board: VenueBoard) -> [Game] {
        var games: [String: Game] = [:]
        for entry in board.tiles where entry.isOnline {
            guard let report = entry.report, let round = report.round else { continue }
            if let known = games[round.session], known.number >= round.number { continue }
            games[round.session] = Game(
                session: round.session, number: round.number, phase: report.phase, members: round.members)
        }
        return games.values.sorted { $0.session < $1.session }
    }

    package var json: [UInt8] { JSONText.bytes(self) }

    /// The stations that have told their names.
    package var names: [StationID: StationName] {
        tiles.reduce(into: [:]) { names, tile in names[tile.id] = tile.name }
    }
}

extension VenueState.Tile {
    init(_ entry: VenueBoard.Entry) {
        let report = entry.report
        id = entry.id
        name = report?.name
        number = report?.name.number
        standing = "\(VenueBoard.standing(entry))"
        (phase, role, version) = (report?.phase, report?.role, report?.version)
        points = report?.points ?? 0
        broken = report.map { report in report.broken.map { "\($0) \(report.parts[$0] ?? "")" } } ?? []
        (nearest, volume) = (report?.nearest, report?.volume)
        isHushed = report?.isHushed ?? false
        said = entry.said
        session = report?.round?.session
    }
}

extension StationName {
    /// Its place among all names, from 1 to 2,048: what is printed on a card and read out across a hall.
    package var number: Int { Int(colour) * Self.animals.count + Int(animal) + 1 }
}
