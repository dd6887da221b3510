package import Determinism

/// How the people of a house spend an evening: when they come together to play, who does, and how often.
package struct Habits: Equatable, Sendable {
    /// When they think of it first.
    var begins: ClosedRange<Duration>
    /// How long they do something else between games.
    var breaks: ClosedRange<Duration>
    /// How often they want another round at once, 0…1.
    var again = 0.3
    /// How often everybody plays; otherwise some watch.
    var together = 0.7

    /// Six to ten rounds in three hours; in a shorter evening people do not hurry much more.
    static func evening(of duration: Duration) -> Habits {
        let shortest = min(duration / 5, .seconds(900))
        return Habits(
            begins: .seconds(25)...(.seconds(60) + shortest / 8),
            breaks: max(.seconds(20), shortest)...max(.seconds(60), shortest * 3))
    }
}

/// The people of one house between games: who wants to hold a button now.
package struct Company: Sendable {
    /// How long they try before they think of something else.
    private static let tries = Duration.seconds(30)

    private enum State: Sendable {
        case apart(until: Duration)
        case gathering(since: Duration)
        case playing
    }

    private let habits: Habits
    private var random: SeededGenerator
    private var state: State
    /// Who plays, by their place in the house.
    private(set) var group: [Bool]

    package init(_ habits: Habits, size: Int, begin: Duration, random: SeededGenerator) {
        self.habits = habits
        self.random = random
        group = Array(repeating: true, count: size)
        state = .apart(until: begin + habits.begins.within(self.random.next()))
    }

    /// When to look again if nobody has called before.
    var nextDeadline: Duration? {
        switch state {
        case .apart(let until): until
        case .gathering(let since): since + Self.tries
        case .playing: nil
        }
    }

    func wantsToPlay(_ person: Int) -> Bool {
        if case .gathering = state { group[person] } else { false }
    }

    /// - Parameters:
    ///   - isPlaying: somebody of the group is in a round that is not over.
    mutating func advance(isPlaying: Bool, now: Duration) {
        switch state {
        case .apart(let until) where now >= until:
            choose()
            state = .gathering(since: now)
        case .gathering where isPlaying:
            state = .playing
        case .gathering(let since) where now - since >= Self.tries:
            state = .apart(until: now + habits.breaks.within(random.next()))
        case .playing where !isPlaying:
            let isKeen = random.share() < habits.again
            state = isKeen ? .gathering(since: now) : .apart(until: now + habits.breaks.within(random.next()))
        default: break
        }
    }

    private mutating func choose() {
        let everybody = random.share() < habits.together
        group = group.map { _ in everybody || random.share() < 0.7 }
        // Nobody plays alone.
        for person in group.indices where group.count(where: \.self) < 2 { group[person] = true }
    }
}
