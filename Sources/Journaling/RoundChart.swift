import Game
import PeerNetwork
import Ranging
import Recordings

/// The walk of a round, drawn from the journal of one who was in it: how far each of the others was who can
/// be ranged, over time, and what was said of it.
package enum RoundChart {
    /// As often as a person could see a change of.
    private static let every = Duration.milliseconds(200)

    /// - Returns: an SVG document, and whether the journal goes to the end of its round; nil when nobody was
    ///   ranged in it.
    package static func draw(_ journal: [UInt8], title: String) throws(JournalTrouble) -> (
        svg: String, isWhole: Bool
    )? {
        var walk = Walk()
        var replay = try JournalReplay(journal)
        let verdict = replay.run(goesOn: true) { moment, station in walk.add(moment, station) }
        guard let from = walk.lines.first?.at, let to = walk.lines.last?.at else { return nil }
        var picture = WalkPicture(
            names: walk.names, counts: walk.counts, from: from.inSeconds, to: to.inSeconds)
        for line in walk.lines { picture.add(line) }
        return (picture.svg(title: title), verdict.isWhole)
    }

    private struct Walk {
        var names: [String] = []
        var counts: [Int] = []
        var lines: [Replay.Line] = []
        private var places: [StationID: Int] = [:]
        private var next = Duration.zero

        mutating func add(_ moment: JournalReplay.Moment, _ station: Station) {
            guard let session = station.session else { return }
            let own = station.configuration.id
            let isHider = session.hider?.id == own
            for case .say(.cue(let cue)) in moment.effects {
                guard let hider = session.hider?.id, let place = places[hider] else { continue }
                lines.append(.cue(cue, why: "", beacon: place, at: moment.at))
            }
            guard moment.at >= next, session.outcome == nil else { return }
            next = moment.at + RoundChart.every
            for member in session.members where member.id != own && (isHider || member.role == .hide) {
                let range = station.range(to: member.id, now: moment.at)
                guard range.age != nil else { continue }
                let place = place(of: member)
                counts[place] += 1
                lines.append(.range(range, beacon: place, at: moment.at))
            }
        }

        private mutating func place(of member: Session.Member) -> Int {
            if let place = places[member.id] { return place }
            places[member.id] = names.count
            names.append(member.name.description)
            counts.append(0)
            return names.count - 1
        }
    }
}

extension Replay.Line {
    fileprivate var at: Duration {
        switch self {
        case .range(_, _, let at), .cue(_, _, _, let at): at
        }
    }
}
