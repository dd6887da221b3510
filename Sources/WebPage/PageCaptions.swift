package import Game

/// The last sentences of a station, for those who cannot hear them, and the last cue of the round.
package struct PageCaptions: Equatable, Sendable {
    static let linesAtMost = 8

    package struct Line: Equatable, Sendable {
        /// One more for each sentence since the start: tells a new one from an old one with the same words.
        var number: Int
        var at: Duration
        var text: String

        package init(
            number: Int,
            at: Duration,
            text: String
        ) {
            self.number = number
            self.at = at
            self.text = text
        }
    }

    /// HOT, COLD or LOST.
    package struct Verdict: Equatable, Sendable {
        var word: String
        /// 1 to 3, the hottest and the coldest; 0 for lost.
        var degree: Int
        var at: Duration

        package init(
            word: String,
            degree: Int,
            at: Duration
        ) {
            self.word = word
            self.degree = degree
            self.at = at
        }
    }

    private(set) var lines: [Line] = []
    private(set) var verdict: Verdict?
    private var count = 0

    /// The last of them; empty before the first.
    package var latest: String { lines.last?.text ?? "" }

    package init(
        lines: [Line] = [],
        verdict: Verdict? = nil
    ) {
        self.lines = lines
        self.verdict = verdict
    }

    /// The station said something.
    ///
    /// - Parameter text: as a caption.
    package mutating func say(_ phrase: Phrase, _ text: String, now: Duration) {
        count += 1
        lines.append(Line(number: count, at: now, text: text))
        if lines.count > Self.linesAtMost { lines.removeFirst() }
        switch phrase {
        case .cue(.hot(let heat)): verdict = Verdict(word: "hot", degree: heat, at: now)
        case .cue(.cold(let chill)): verdict = Verdict(word: "cold", degree: chill, at: now)
        case .cue(.lost): verdict = Verdict(word: "lost", degree: 0, at: now)
        // Heard again: neither hot nor cold yet. A new round knows nothing of the last one.
        case .cue(.thereYouAre), .count, .role, .gameOver, .holdAgain: verdict = nil
        default: break
        }
    }
}
