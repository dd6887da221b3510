/// What a station says of somebody's things. Which words that takes is `Wording`'s business.
package enum ThingsPhrase: Equatable, Sendable {
    /// Words that nobody has recorded, and what stands for them where there is no synthesiser: which of the
    /// list it is, from 1.
    package struct Item: Equatable, Sendable {
        package var text: String
        package var place: Int

        package init(_ text: String, place: Int) {
            self.text = text
            self.place = place
        }
    }

    /// Whose list it is, where there are several.
    package typealias Owner = String?

    /// In the morning.
    case ask
    /// One of those that were left the day before; a press takes it over.
    case again(Item)
    case takenAgain
    case left(Owner, [Item])
    case reminder(Owner, [Item])
    /// A press ticks it.
    case isDone(Item)
    case done
    case allDone(Owner)
    case nothingWritten(Owner)
    /// So many in a row.
    case star(Owner, Int)
    /// The longest there ever was.
    case broken(Owner, longest: Int)
    case whichDay

    /// Whether what somebody has written is in it.
    package var isPrivate: Bool {
        switch self {
        case .again, .left, .reminder, .isDone: true
        case .allDone(let owner), .nothingWritten(let owner), .star(let owner, _), .broken(let owner, _):
            owner != nil
        case .ask, .takenAgain, .done, .whichDay: false
        }
    }

    /// About how long it takes to be said: at the pace of a clear voice.
    package var duration: Duration {
        switch self {
        case .ask: .milliseconds(2_500)
        case .again(let item), .isDone(let item): .milliseconds(1_500) + Self.duration(item.text)
        case .takenAgain, .done: .milliseconds(800)
        case .left(let owner, let items), .reminder(let owner, let items):
            items.reduce(.milliseconds(2_500) + Self.duration(owner ?? "")) { $0 + Self.duration($1.text) }
        case .allDone(let owner), .nothingWritten(let owner): .seconds(2) + Self.duration(owner ?? "")
        case .star(let owner, _): .seconds(3) + Self.duration(owner ?? "")
        case .broken(let owner, _): .seconds(6) + Self.duration(owner ?? "")
        case .whichDay: .seconds(2)
        }
    }

    private static func duration(_ text: String) -> Duration { .milliseconds(300 + 80 * text.count) }
}
