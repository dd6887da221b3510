import Game
import Ranging

/// A round seen from above, as an SVG document: the house, everybody's way through it, and what was heard
/// where.
///
/// Collects while the round is played. A track keeps a point for every `detail` that was walked, so its size
/// is bounded by how far people get in a round, at most a few thousand points.
package struct Picture: Sendable {
    /// Movements shorter than this are not worth a point, in metres.
    static let detail = 0.1
    /// Colours that are told apart with any kind of sight (Okabe and Ito, 2008); the hider's is the first.
    private static let colours = [
        "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5B4FCF", "#7A6A3A",
    ]

    private struct Player {
        let id: UInt64
        let name: String
        let part: Walker.Part
        let colour: String
        var track: [(place: Position, at: Duration)] = []
    }

    private struct Mark {
        let cue: Cue
        let place: Position
        let colour: String
    }

    let house: House
    private var players: [Player] = []
    private var marks: [Mark] = []
    private var discovery: (place: Position, name: String)?
    private var began: Duration?
    private var ended: Duration?

    package init(house: House) {
        self.house = house
    }

    /// Somebody takes part. Players are drawn and listed in the order in which they join.
    mutating func joins(_ id: UInt64, name: String, part: Walker.Part) {
        guard !players.contains(where: { $0.id == id }) else { return }
        let hunters = players.count { $0.part == .seeker }
        let colour = part == .hider ? Self.colours[0] : Self.colours[1 + hunters % (Self.colours.count - 1)]
        players.append(Player(id: id, name: name, part: part, colour: colour))
    }

    /// Somebody is here now.
    mutating func moved(_ id: UInt64, to place: Position, at now: Duration) {
        guard let index = players.firstIndex(where: { $0.id == id }) else { return }
        if let last = players[index].track.last, last.place.distance(to: place) < Self.detail { return }
        players[index].track.append((place, now))
    }

    /// Somebody's station said something, where that player was last seen.
    mutating func said(_ cue: Cue, by id: UInt64) {
        guard let player = players.first(where: { $0.id == id }), let last = player.track.last else {
            return
        }
        marks.append(Mark(cue: cue, place: last.place, colour: player.colour))
    }

    /// The head start is over.
    mutating func hunt(begins now: Duration) {
        began = now
    }

    /// The round is over. Without a finder the hider was not found.
    mutating func round(ends now: Duration, foundBy finder: UInt64? = nil) {
        ended = now
        guard let player = players.first(where: { $0.id == finder }), let last = player.track.last else {
            return
        }
        discovery = (last.place, player.name)
    }

    /// The drawing. The same round gives the same text.
    var svg: String {
        var canvas = Canvas(house: house)
        canvas.plan(house)
        for player in players {
            canvas.track(player.track.map(\.place), colour: player.colour, isFaint: player.part == .hider)
        }
        for player in players {
            guard let first = player.track.first, let last = player.track.last else { continue }
            canvas.start(first.place, colour: player.colour)
            canvas.end(last.place, initial: player.name, colour: player.colour)
        }
        for player in players where player.part == .seeker {
            for (text, place) in halfMinutes(of: player) {
                canvas.time(text, at: place, colour: player.colour)
            }
        }
        for mark in marks {
            canvas.cue(mark.cue, at: mark.place, ring: mark.colour)
        }
        if let discovery { canvas.star(at: discovery.place) }
        canvas.heading("Hot & Cold", subtitle: summary)
        canvas.legend(
            players.map { ($0.part == .hider ? "\($0.name) hides" : "\($0.name) seeks", $0.colour) })
        return canvas.document
    }

    private var summary: String {
        let hunt = began.flatMap { began in ended.map { Self.clock($0 - began) } } ?? "–"
        if let discovery { return "\(discovery.name) found the hider after \(hunt)" }
        return ended == nil ? "the round is not over" : "nobody found the hider in \(hunt)"
    }

    /// Where a player was after every half minute of the hunt.
    private func halfMinutes(of player: Player) -> [(String, Position)] {
        guard let began, let end = player.track.last?.at else { return [] }
        var times: [(String, Position)] = []
        var time = Duration.seconds(30)
        while began + time < end {
            if let last = player.track.last(where: { $0.at <= began + time }) {
                times.append((Self.clock(time), last.place))
            }
            time += .seconds(30)
        }
        return times
    }

    /// Minutes and seconds.
    private static func clock(_ time: Duration) -> String {
        let seconds = max(0, Int(time.inSeconds.rounded()))
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
