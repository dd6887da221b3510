/// The last sentences of a station, for those who cannot hear them, and the last cue of the round.
struct PageCaptions: Equatable, Sendable {
    static let linesAtMost = 8

    struct Line: Equatable, Sendable {
        /// One more for each sentence since the start: tells a new one from an old one with the same words.
        var number: Int
        var at: Duration
        var text: String
    }

    /// HOT, COLD or LOST.
    struct Verdict: Equatable, Sendable {
        var word: String
        /// 1 to 3, the hottest and the coldest; 0 for lost.
        var degree: Int
        var at: Duration
    }

    private(set) var lines: [Line] = []
    private(set) var verdict: Verdict?
    private var count = 0

    /// The station said something.
    ///
    /// - Parameter text: as a caption.
    mutating func say(_ phrase: Phrase, _ text: String, now: Duration) {
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
