import Things

/// How a station speaks of people's things.
extension Wording {
    init(_ phrase: ThingsPhrase) {
        self =
            switch phrase {
            case .ask: Wording("things-ask")
            case .again(let item): Wording("things-again", ["item": Self.filling(item)])
            case .takenAgain: Wording("things-taken-again")
            case .left(let owner, let items): Self.left(items).said(of: owner)
            case .reminder(let owner, let items):
                Wording("things-reminder", ["left": .wording(Self.left(items).said(of: owner))])
            case .isDone(let item): Wording("things-is-done", ["item": Self.filling(item)])
            case .done: Wording("things-done")
            case .allDone(let owner): Wording("things-all-done").said(of: owner)
            case .nothingWritten(let owner): Wording("things-nothing").said(of: owner)
            case .star(let owner, let days): Self.star(days).said(of: owner)
            case .broken(let owner, let longest):
                Self.counted(longest, "things-broken", more: "things-broken-long").said(of: owner)
            case .whichDay: Wording("things-which-day")
            }
    }

    private static func star(_ days: Int) -> Wording {
        days < 2 ? Wording("star-1") : counted(days, "star-many", more: "star-very-many")
    }

    /// Voices count to ninety-nine.
    private static func counted(_ number: Int, _ key: String, more: String) -> Wording {
        let isMore = number > highestNumber
        return Wording(isMore ? more : key, ["number": .number(min(number, highestNumber))])
    }

    private func said(of owner: ThingsPhrase.Owner) -> Wording {
        guard let owner else { return self }
        return Wording(
            "things-of", ["name": .spoken(owner, instead: "somebody"), "words": .wording(self)])
    }

    private static func left(_ items: [ThingsPhrase.Item]) -> Wording {
        guard let list = list(items[...]) else { return Wording("things-all-done") }
        return Wording("things-left", ["number": .number(items.count), "list": list])
    }

    private static func list(_ items: ArraySlice<ThingsPhrase.Item>) -> Filling? {
        guard let first = items.first else { return nil }
        guard let rest = list(items.dropFirst()) else { return filling(first) }
        return .wording(Wording("things-list", ["first": filling(first), "rest": rest]))
    }

    private static func filling(_ item: ThingsPhrase.Item) -> Filling {
        .spoken(item.text, instead: "ordinal-\(min(max(item.place, 1), 8))")
    }
}
