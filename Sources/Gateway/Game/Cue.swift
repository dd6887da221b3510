/// What a seeker's station says because the range changed.
enum Cue: Hashable, Codable, Sendable {
    /// Getting closer. Heat 1 far away, 2 near, 3 within arm's reach.
    case hot(heat: Int)
    /// Getting further. Chill 1 while still within arm's reach, 2 near, 3 far away.
    case cold(chill: Int)
    /// Heard before, silent now.
    case lost
    /// Heard again after it was said to be lost.
    case thereYouAre
}
