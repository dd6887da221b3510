package import Game

/// How a cue looks in every picture: warm as it grows hot, blue as it grows cold, grey in silence.
package struct CueMark: Equatable, Sendable {
    /// In the middle of its disc.
    package let word: String
    package let colour: String
    /// For the legend.
    package let meaning: String

    package init(_ cue: Cue) {
        switch cue {
        case .hot(let heat):
            self.init("HOT", ["#E8743B", "#DC3B26", "#B3001B"][min(max(heat, 1), 3) - 1], "getting closer")
        case .cold(let chill):
            self.init(
                "COLD", ["#5FA8D3", "#2F78B7", "#1B4B8F"][min(max(chill, 1), 3) - 1], "getting further")
        case .lost: self.init("LOST", "#7D8087", "nothing is heard")
        case .thereYouAre: self.init("AH!", "#2E9E6B", "heard again")
        case .hint: self.init("HINT", "#8A63B5", "what might help")
        }
    }

    private init(_ word: String, _ colour: String, _ meaning: String) {
        (self.word, self.colour, self.meaning) = (word, colour, meaning)
    }

    /// One cue of each meaning, in its middle degree.
    package static let legend: [Cue] = Cue.all.reduce(into: []) { legend, cue in
        if cue.degree.map({ $0.value == 2 }) ?? !legend.contains(where: { Self($0) == Self(cue) }) {
            legend.append(cue)
        }
    }
}
