/// What people change, as records that are merged like any other.
extension ThingsBook {
    /// Nil when it is not possible: nothing was written, or as much as a day has room for.
    mutating func write(_ text: String, of person: String, on day: CivilDay, by author: UInt64)
        -> LamportStamp?
    {
        guard let text = TodoItem.tidied(text), isKnown(person),
            items(of: person, on: day).count < Self.writtenAtMost
        else { return nil }
        let stamp = next(author)
        guard merge(.item(TodoItem(text, at: stamp), of: person, on: day)) else { return nil }
        return stamp
    }

    /// - Returns: whether there is such a thing, and it is another one now.
    mutating func reword(_ id: LamportStamp, _ text: String, on day: CivilDay, by author: UInt64) -> Bool {
        guard let text = TodoItem.tidied(text) else { return false }
        return change(id, on: day, by: author) { item, stamp in item.wording = Register(text, stamp) }
    }

    mutating func tick(_ id: LamportStamp, isDone: Bool, on day: CivilDay, minute: Int?, by author: UInt64)
        -> Bool
    {
        change(id, on: day, by: author) { item, stamp in
            guard item.isDone != isDone else { return }
            if isDone { item.tick(stamp, minute: minute) } else { item.untick() }
        }
    }

    mutating func remove(_ id: LamportStamp, on day: CivilDay, by author: UInt64) -> Bool {
        change(id, on: day, by: author) { item, stamp in item.removed = stamp }
    }

    private mutating func change(
        _ id: LamportStamp, on day: CivilDay, by author: UInt64,
        _ body: (inout TodoItem, LamportStamp) -> Void
    ) -> Bool {
        guard let (person, item) = item(id, on: day) else { return false }
        var changed = item
        body(&changed, next(author))
        return changed != item && merge(.item(changed, of: person, on: day))
    }

    /// Adds somebody, or gives them another colour.
    mutating func put(_ name: String, colour: Int, by author: UInt64) -> Bool {
        guard let name = name.isEmpty ? "" : Person.tidied(name),
            let colour = UInt8(exactly: colour), Int(colour) < Person.colours
        else { return false }
        let others = people.values.filter { $0.isHere && !$0.name.isEmpty && $0.name != name }
        guard name.isEmpty || others.count < Person.atMost else { return false }
        return merge(.person(Person(name, colour: colour, at: next(author))))
    }

    /// Lists and stars stay, for when somebody of that name is back.
    mutating func dismiss(_ name: String, by author: UInt64) -> Bool {
        guard var person = people[name], person.isHere else { return false }
        person.presence = Register(false, next(author))
        return merge(.person(person))
    }

    private func isKnown(_ person: String) -> Bool { person.isEmpty || people[person]?.isHere == true }

    private func next(_ author: UInt64) -> LamportStamp {
        LamportStamp(counter: min(counter + 1, LamportStamp.counterAtMost), author: author)
    }
}
