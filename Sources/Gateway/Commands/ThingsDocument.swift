import FoundationEssentials
import Things

/// People's things as JSON: what `hotcold things --json` writes, and `--import` reads.
struct ThingsDocument: Codable {
    struct Day: Codable {
        var day: String
        var lists: [List]
    }

    struct List: Codable {
        /// Empty for the person without a name.
        var person: String
        var things: [Thing]
    }

    struct Thing: Codable {
        var text: String
        var isDone: Bool
        /// "17:05"; nil where nobody knows.
        var doneAt: String?
        /// Nil for one that was written elsewhere.
        var id: String?
    }

    struct Person: Codable {
        var person: String
        var colour: Int?
        /// Days with a gold star.
        var stars: [String]
        var longestChain: Int?
    }

    var days: [Day]
    var people: [Person]?

    init(_ book: ThingsBook) {
        days = []
        for entry in book.entries {
            let thing = Thing(
                text: entry.text, isDone: entry.isDone, doneAt: entry.doneAt.map(Self.time), id: entry.id)
            if days.last?.day != entry.day.description {
                days.append(Day(day: entry.day.description, lists: []))
            }
            let (day, list) = (days.count - 1, days[days.count - 1].lists.count - 1)
            if list >= 0, days[day].lists[list].person == entry.person {
                days[day].lists[list].things.append(thing)
            } else {
                days[day].lists.append(List(person: entry.person, things: [thing]))
            }
        }
        let colours = book.named.reduce(into: [:]) { $0[$1.name] = $1.colour }
        people = book.everybody.map { name in
            let stars = book.allStars(name)
            return Person(
                person: name, colour: colours[name], stars: stars.map(\.description),
                longestChain: stars.last.map { book.longestChain(name, upTo: $0) })
        }
    }

    /// Nil for what is none.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDecoder().decode(ThingsDocument.self, from: Data(bytes)) else {
            return nil
        }
        self = document
    }

    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
    }

    /// Days that are none are left out.
    var entries: [ThingsEntry] {
        days.flatMap { day in
            day.lists.flatMap { list in
                list.things.compactMap { thing in
                    CivilDay(day.day).map {
                        ThingsEntry(
                            day: $0, person: list.person, text: thing.text, isDone: thing.isDone,
                            doneAt: thing.doneAt.flatMap(Self.minutes), id: thing.id)
                    }
                }
            }
        }
    }

    /// Those that were left out.
    var thingsWithoutDay: Int {
        let lists = days.filter { CivilDay($0.day) == nil }.flatMap(\.lists)
        return lists.map(\.things.count).reduce(0, +)
    }

    /// What is left of long ago: stars that no list stands behind.
    var starRecords: [ThingsRecord] {
        let listed = Set(days.map(\.day))
        var months: [String: [CivilMonth: UInt32]] = [:]
        for person in people ?? [] where ThingsEntry.isPerson(person.person) {
            for day in person.stars.filter({ !listed.contains($0) }).compactMap({ CivilDay($0) }) {
                months[person.person, default: [:]][day.month, default: 0] |= 1 << UInt32(day.dayOfMonth - 1)
            }
        }
        return months.sorted { $0.key < $1.key }.flatMap { person, masks in
            masks.sorted { $0.key < $1.key }.map { .stars($0.value, of: person, in: $0.key) }
        }
    }

    private static func time(_ minute: Int) -> String {
        "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
