import Determinism

/// Everybody's lists of the last 400 days, and the stars of the time before. A replicated value: two stations
/// that have merged each other's records, in whatever order, have the same book.
package struct ThingsBook: Equatable, Sendable {
    /// Days that are kept whole; of those before, only the stars. Counted, and not measured by a clock, so
    /// that one that is a year ahead throws nothing away.
    package static let daysAtMost = 400
    /// Of each person: ten years.
    static let monthsAtMost = 120
    /// People of whom there are stars; the first in the order of the alphabet.
    static let starredAtMost = 16
    /// Of one person and day, with what was taken off the list.
    package static let itemsAtMost = DayList.itemsAtMost
    /// What one person may write for a day.
    package static let writtenAtMost = 4

    private(set) var days: [CivilDay: DayList] = [:]
    private(set) var people: [String: Person] = [:]
    /// Of days that are not kept whole any more, by person.
    private(set) var stars: [String: [CivilMonth: UInt32]] = [:]
    /// The highest counter of any stamp in it.
    private(set) var counter: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { days.values.allSatisfy { $0.all.isEmpty } && people.isEmpty && stars.isEmpty }

    // MARK: Merging

    /// - Returns: whether anything is new.
    package mutating func merge(_ record: ThingsRecord) -> Bool {
        switch record {
        case .item(let item, let person, let day):
            guard change(day, { $0.merge(item, of: person) }) else { return false }
            counter = max(counter, item.newest)
            return true
        case .person(let person):
            guard merge(person) else { return false }
            counter = max(counter, person.newest)
            return true
        case .witnessed(let day):
            return change(day) { list in
                defer { list.isWitnessed = true }
                return !list.isWitnessed
            }
        case .stars(let days, let person, let month): return add(days, person, month)
        }
    }

    /// What is older than all that is kept leaves its stars. What comes later of such a day is not looked at:
    /// one thing of it that is done does not say that all were.
    private mutating func change(_ day: CivilDay, _ body: (inout DayList) -> Bool) -> Bool {
        let isFull = days.count >= Self.daysAtMost
        if isFull, days[day] == nil, let first = days.keys.min(), day < first { return false }
        var list = days[day] ?? DayList()
        guard body(&list) else { return false }
        days[day] = list
        if days.count > Self.daysAtMost, let first = days.keys.min() { retire(first) }
        return true
    }

    private mutating func retire(_ day: CivilDay) {
        guard let list = days.removeValue(forKey: day) else { return }
        for person in list.lists.keys.sorted() where list.hasStar(person) {
            _ = add(1 << UInt32(day.dayOfMonth - 1), person, day.month)
        }
    }

    private mutating func add(_ days: UInt32, _ person: String, _ month: CivilMonth) -> Bool {
        let before = stars[person]?[month] ?? 0
        guard before | days != before else { return false }
        stars[person, default: [:]][month] = before | days
        if let months = stars[person], months.count > Self.monthsAtMost, let first = months.keys.min() {
            stars[person]?[first] = nil
            if first == month { return false }
        }
        guard stars.count > Self.starredAtMost, let last = stars.keys.max() else { return true }
        stars[last] = nil
        return last != person
    }

    private mutating func merge(_ person: Person) -> Bool {
        if var known = people[person.name] {
            guard known.merge(person) else { return false }
            people[person.name] = known
            return true
        }
        people[person.name] = person
        guard people.count > Person.rememberedAtMost, let last = people.keys.max() else { return true }
        people[last] = nil
        return last != person.name
    }

    // MARK: Records

    /// Everything of a day, in one order on every station.
    func records(of day: CivilDay) -> [ThingsRecord] {
        guard let list = days[day] else { return [] }
        return list.all.map { .item($0.item, of: $0.person, on: day) }
            + (list.isWitnessed ? [.witnessed(day)] : [])
    }

    /// Everything that is of no day.
    var recordsOfAllTime: [ThingsRecord] {
        people.keys.sorted().compactMap { people[$0].map { .person($0) } }
            + stars.keys.sorted().flatMap { person in
                (stars[person] ?? [:]).sorted { $0.key < $1.key }.map {
                    .stars($0.value, of: person, in: $0.key)
                }
            }
    }

    /// All of it.
    package var records: [ThingsRecord] {
        recordsOfAllTime + days.keys.sorted().flatMap { records(of: $0) }
    }

    /// The newest first.
    var months: [CivilMonth] { Set(days.keys.map(\.month)).sorted(by: >) }

    /// The same for the same days on every station.
    func digest(of day: CivilDay) -> UInt32 { Self.digest(records(of: day)) }
    func digest(of month: CivilMonth) -> UInt32 {
        Self.digest(days.keys.filter { $0.month == month }.sorted().flatMap { records(of: $0) })
    }
    var digestOfAllTime: UInt32 { Self.digest(recordsOfAllTime) }

    private static func digest(_ records: [ThingsRecord]) -> UInt32 {
        var digest = Digest()
        for record in records { digest.add(record.bytes) }
        return UInt32(truncatingIfNeeded: digest.value ^ digest.value >> 32)
    }

    // MARK: What people see

    /// Who has a list: those with a name, and the one without as long as there is no other or it has written
    /// something lately.
    package func persons(on day: CivilDay) -> [Person] {
        let named = people.values.filter { $0.isHere && !$0.name.isEmpty }.sorted { $0.name < $1.name }
        let nameless = people[""] ?? Person("", colour: 0, at: LamportStamp(counter: 0, author: 0))
        let isUsed = [day, day.before].compactMap(\.self).contains { !items(of: "", on: $0).isEmpty }
        return (named.isEmpty || isUsed ? [nameless] : []) + named.prefix(Person.atMost)
    }

    package func items(of person: String, on day: CivilDay) -> [TodoItem] { days[day]?.items(person) ?? [] }

    func left(of person: String, on day: CivilDay) -> [TodoItem] {
        items(of: person, on: day).filter { !$0.isDone }
    }

    func item(_ id: LamportStamp, on day: CivilDay) -> (person: String, TodoItem)? { days[day]?.item(id) }

    /// Days on which something was written, the latest last.
    package func writtenDays(of person: String) -> [CivilDay] {
        days.filter { !$0.value.items(person).isEmpty }.map(\.key).sorted()
    }
}
