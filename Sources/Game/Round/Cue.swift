/// What a seeker's station says because the range changed.
package enum Cue: Hashable, Codable, Sendable {
    /// Getting closer. Heat 1 far away, 2 near, 3 within arm's reach.
    case hot(heat: Int)
    /// Getting further. Chill 1 while still within arm's reach, 2 near, 3 far away.
    case cold(chill: Int)
    /// Heard before, silent now.
    case lost
    /// Heard again after it was said to be lost.
    case thereYouAre
    /// No progress for a while: what might help.
    case hint(Hint)

    /// Every cue there is, for tables and legends.
    package static let all: [Cue] =
        (1...3).map { .hot(heat: $0) } + (1...3).map { .cold(chill: $0) } + [.lost, .thereYouAre]
        + Hint.allCases.map { .hint($0) }

    /// What programs and tables call it (docs/recordings.md), without its degree.
    package var term: String {
        switch self {
        case .hot: "hot"
        case .cold: "cold"
        case .lost: "lost"
        case .thereYouAre: "there_you_are"
        case .hint(let hint): "hint_\(hint.rawValue)"
        }
    }

    /// How hot or how cold, 1 to 3, and under which name; nil for what has no degrees.
    package var degree: (name: String, value: Int)? {
        switch self {
        case .hot(let heat): ("heat", heat)
        case .cold(let chill): ("chill", chill)
        case .lost, .thereYouAre, .hint: nil
        }
    }
}

/// For the log and the journal: what a type is called, and in which module, is none of their business.
extension Cue: CustomStringConvertible {
    package var description: String {
        switch self {
        case .hot(let heat): "hot(heat: \(heat))"
        case .cold(let chill): "cold(chill: \(chill))"
        case .lost: "lost"
        case .thereYouAre: "thereYouAre"
        case .hint(let hint): "hint(\(hint.rawValue))"
        }
    }
}

/// What helps a seeker who does not get any closer.
package enum Hint: String, Hashable, Codable, Sendable, CaseIterable {
    /// Standing tells a radio nothing: walk on, and listen.
    case walk
    /// Your own body takes up to ten decibels: turn round slowly.
    case turn
    /// Here is not where it is.
    case elsewhere
}
