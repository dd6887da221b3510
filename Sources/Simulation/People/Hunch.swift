import Determinism
import Game
import Glibc

/// Where a seeker believes that the hider is, from what its station said and where it has looked. It has
/// never seen the hider's position: somebody in a house that they know, thinking with their ears.
struct Hunch: Equatable, Sendable {
    /// How much of its weight a place keeps that was looked at in vain: people overlook each other.
    private static let overlooked = 0.03
    /// The share of words that are wrong for no reason. Nobody trusts a voice completely.
    private static let doubt = 0.15

    private let places: [Position]
    private var weights: [Double]

    /// Everybody begins with some notion of their own, or two seekers would walk hand in hand.
    init(_ places: [Position], _ random: inout SeededGenerator) {
        self.places = places
        weights = places.map { _ in .random(in: 0.5...2, using: &random) }
    }

    /// A word was heard after walking from one place to another.
    mutating func heard(_ cue: Cue, walking from: Position, to here: Position) {
        weigh { place in
            let metres = place.distance(to: here)
            let nearer = place.distance(to: from) - metres
            switch cue {
            case .hot(let heat): return Self.chance(nearer) * Self.reach(metres, level: heat)
            case .cold(let chill): return Self.chance(-nearer) * Self.reach(metres, level: 4 - chill)
            case .lost: return metres > 6 ? 1 : 0.3
            case .thereYouAre: return metres < 9 ? 1 : 0.5
            case .hint: return 1
            }
        }
    }

    /// Somebody looked around here and saw nobody.
    mutating func looked(at here: Position, seeing isVisible: (Position) -> Bool) {
        weigh { $0.distance(to: here) <= Walker.sight && isVisible($0) ? Self.overlooked : 1 }
    }

    /// The place most worth going to: likely, and not far to walk.
    ///
    /// - Parameters: - current: where the seeker is going; another place has to be clearly better, because
    ///   people do not waver. - effort: what it takes to get there and look, in seconds.
    func best(instead current: Position?, effort: (Position) -> Double) -> Position? {
        let worth = places.indices.map { weights[$0] / effort(places[$0]) }
        guard let top = worth.indices.max(by: { worth[$0] < worth[$1] }) else { return nil }
        if let current, let index = places.firstIndex(of: current), worth[top] < 2 * worth[index] {
            return current
        }
        return places[top]
    }

    private mutating func weigh(_ factor: (Position) -> Double) {
        for index in places.indices {
            weights[index] *= factor(places[index])
        }
        // Only proportions matter, and none may vanish for good.
        let total = weights.reduce(0, +)
        weights = weights.map { max($0 / total, 1e-5) }
    }

    /// How likely the word is that says "nearer" when it is so many metres nearer.
    private static func chance(_ nearer: Double) -> Double {
        doubt + (1 - 2 * doubt) / (1 + exp(-2 * nearer))
    }

    /// How likely a word of this level is at this distance: 3 within arm's reach, 2 in the room, 1 beyond.
    private static func reach(_ metres: Double, level: Int) -> Double {
        switch level {
        case 3: metres < 2 ? 1 : 0.15
        case 2: metres < 5 ? 1 : 0.4
        default: metres > 3.5 ? 1 : 0.4
        }
    }
}
