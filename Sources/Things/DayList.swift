/// Everything of one day: each person's list.
struct DayList: Equatable, Sendable {
    /// Of one person, with those that were taken off the list, and what stations that were apart have
    /// written; the oldest stay.
    static let itemsAtMost = 16
    /// The first in the order of the alphabet.
    static let listsAtMost = 16

    /// By person; each in the order in which it was written.
    private(set) var lists: [String: [TodoItem]] = [:]
    /// A station that knew what day it is has seen its evening: a list that is not done then stays undone.
    var isWitnessed = false

    func items(_ person: String) -> [TodoItem] { (lists[person] ?? []).filter(\.isVisible) }

    /// All that was written is done, and something was.
    func hasStar(_ person: String) -> Bool {
        let items = items(person)
        return !items.isEmpty && items.allSatisfy(\.isDone)
    }

    func item(_ id: LamportStamp) -> (person: String, TodoItem)? {
        for (person, items) in lists {
            if let item = items.first(where: { $0.id == id }) { return (person, item) }
        }
        return nil
    }

    /// - Returns: whether anything is new.
    mutating func merge(_ item: TodoItem, of person: String) -> Bool {
        var items = lists[person] ?? []
        let before = items
        if let index = items.firstIndex(where: { $0.id == item.id }) {
            _ = items[index].merge(item)
        } else {
            items.append(item)
            items.sort { $0.id < $1.id }
            items.removeLast(max(0, items.count - Self.itemsAtMost))
        }
        guard items != before else { return false }
        lists[person] = items
        guard lists.count > Self.listsAtMost, let last = lists.keys.max() else { return true }
        lists[last] = nil
        return last != person
    }

    /// In one order on every station.
    var all: [(person: String, item: TodoItem)] {
        lists.keys.sorted().flatMap { person in (lists[person] ?? []).map { (person, $0) } }
    }
}
