import Determinism

/// One thing as people take it elsewhere and bring it back, without who changed what when.
package struct ThingsEntry: Equatable, Sendable {
    package var day: CivilDay
    /// Empty for the person without a name.
    package var person: String
    package var text: String
    package var isDone: Bool
    /// In minutes after midnight; nil where nobody knows.
    package var doneAt: Int?
    /// `LamportStamp.digits` of a thing that a station knows; nil for one that was written elsewhere.
    package var id: String?

    package init(
        day: CivilDay, person: String, text: String, isDone: Bool, doneAt: Int? = nil, id: String? = nil
    ) {
        self.day = day
        self.person = person
        self.text = text
        self.isDone = isDone
        self.doneAt = doneAt
        self.id = id
    }

    /// The author of a tick that comes by a file.
    private static let author: UInt64 = 0

    /// A name as people are known by; empty for the one without.
    package static func isPerson(_ name: String) -> Bool { name.isEmpty || Person.tidied(name) == name }

    /// Nil for what is no thing. The same entry makes the same record, so that it may be brought in twice.
    package var records: [ThingsRecord]? {
        guard let text = TodoItem.tidied(text), Self.isPerson(person) else {
            return nil
        }
        let stamp: LamportStamp
        if let id {
            guard let known = LamportStamp(digits: id) else { return nil }
            stamp = known
        } else {
            var digest = Digest()
            for part in [day.description, person, text] { digest.add(part.utf8) }
            stamp = LamportStamp(counter: 1, author: digest.value)
        }
        var item = TodoItem(text, at: stamp)
        if isDone {
            item.tick(LamportStamp(counter: stamp.counter + 1, author: Self.author), minute: doneAt)
        }
        let somebody = Person(person, colour: 0, at: LamportStamp(counter: 0, author: 0))
        return (person.isEmpty ? [] : [.person(somebody)]) + [.item(item, of: person, on: day)]
    }
}

extension ThingsBook {
    /// Everything that is on a list, the first day first.
    package var entries: [ThingsEntry] {
        days.keys.sorted().flatMap { day in
            (days[day]?.all ?? []).filter(\.item.isVisible).map { person, item in
                ThingsEntry(
                    day: day, person: person, text: item.text, isDone: item.isDone, doneAt: item.doneAt,
                    id: item.id.digits)
            }
        }
    }

    /// Everybody who has stars or a list, in the order of the alphabet.
    package var everybody: [String] {
        Set(days.values.flatMap(\.lists.keys)).union(stars.keys).union(people.keys).sorted()
    }

    /// With a colour each, as long as they are here.
    package var named: [Person] { people.values.filter(\.isHere).sorted { $0.name < $1.name } }

    /// - Parameter last: stars up to this day; nil for all.
    package func allStars(_ person: String, upTo last: CivilDay? = nil) -> [CivilDay] {
        starredDays(person, upTo: last ?? CivilDay(number: .max))
    }
}
