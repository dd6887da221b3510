import Determinism
package import Game
import Ranging

/// What came of a replay, for people: a line for each beacon, and then its cues.
package struct ReplaySummary: Sendable {
    /// One cue of one beacon.
    package struct Spoken: Equatable, Sendable {
        var cue: Cue
        var why: String
        var at: Duration

        package init(
            cue: Cue,
            why: String,
            at: Duration
        ) {
            self.cue = cue
            self.why = why
            self.at = at
        }
    }

    private struct Row {
        var count = 0
        /// The first and the last sighting; nil before there is one.
        var first: Duration?
        var last = Duration.zero
        var nearest: Double?
        var farthest: Double?
        var cues: [Spoken] = []

        var seconds: Double { (last - (first ?? last)).inSeconds }
    }

    private let names: [String]
    private let explains: Bool
    private var rows: [Row]

    /// - Parameter explains: give the reason of every cue.
    package init(beacons: [String], explains: Bool) {
        names = beacons.map(\.printable)
        self.explains = explains
        rows = Array(repeating: Row(), count: beacons.count)
    }

    package mutating func add(_ line: Replay.Line) {
        switch line {
        case .range(let range, let beacon, let time):
            rows[beacon].count += 1
            rows[beacon].first = rows[beacon].first ?? time
            rows[beacon].last = time
            guard let metres = range.distance?.metres else { return }
            rows[beacon].nearest = min(rows[beacon].nearest ?? metres, metres)
            rows[beacon].farthest = max(rows[beacon].farthest ?? metres, metres)
        case .cue(let cue, let why, let beacon, let time):
            rows[beacon].cues.append(Spoken(cue: cue, why: why, at: time))
        }
    }

    /// The whole text, with a line feed at its end.
    package var text: String {
        let width = max(6, names.map(\.count).max() ?? 0)
        var text =
            "beacon".padded(right: width)
            + "  sightings    seconds  a second   nearest  farthest  words a minute\n"
        for (name, row) in zip(names, rows) {
            text += name.padded(right: width) + "  " + Self.figures(row) + "\n"
        }
        let begin = Self.begin(rows)
        for (name, row) in zip(names, rows) where !row.cues.isEmpty {
            text += "\n\(name)\n"
            for spoken in row.cues { text += line(spoken, since: begin) + "\n" }
        }
        if begin > .zero {
            let milliseconds = begin.wholeMilliseconds % 1_000
            let digits = String(milliseconds + 1_000).dropFirst()
            text += "\nTimes are since the first sighting, at \(begin.components.seconds).\(digits) s.\n"
        }
        return text
    }

    /// Seconds since 1970, or of a machine that has been up for weeks, are no times to read.
    private static func begin(_ rows: [Row]) -> Duration {
        let first = rows.compactMap(\.first).min() ?? .zero
        return first >= .seconds(1_000_000) ? first : .zero
    }

    private static func figures(_ row: Row) -> String {
        // What is said in a second or two is no rate.
        let isLong = row.seconds >= 2
        let rate = isLong ? tenths(Double(row.count - 1) / row.seconds) : "–"
        let words = isLong ? tenths(Double(row.cues.count) / row.seconds * 60) : "–"
        return [
            ("\(row.count)", 9), (tenths(row.seconds), 11), (rate, 10), (metres(row.nearest), 10),
            (metres(row.farthest), 10), (words, 16),
        ].map { $0.0.padded(left: $0.1) }.joined()
    }

    private func line(_ spoken: Spoken, since begin: Duration) -> String {
        let word = spoken.cue.term + (spoken.cue.degree.map { " \($0.value)" } ?? "")
        let line = "\(Self.tenths((spoken.at - begin).inSeconds)) s".padded(left: 12) + "  " + word
        return explains ? line.padded(right: 30) + spoken.why : line
    }

    private static func metres(_ value: Double?) -> String {
        value.map { "\(tenths($0)) m" } ?? "unknown"
    }

    private static func tenths(_ value: Double) -> String {
        "\((min(max(value, -1e10), 1e10) * 10).rounded() / 10)"
    }
}

extension String {
    /// Without what moves a terminal's cursor or ends a line: names come from outside.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.isControl ? "?" : $0 }))
    }

    fileprivate func padded(left width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }

    fileprivate func padded(right width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension Unicode.Scalar.Properties {
    /// C0, DEL and C1, and the marks that turn the direction of writing round.
    fileprivate var isControl: Bool {
        generalCategory == .control || generalCategory == .format
    }
}
