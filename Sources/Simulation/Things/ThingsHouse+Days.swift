import Determinism
import Things

/// What people do with their things, and what goes wrong.
extension ThingsHouse {
    package static func playing(_ plan: ThingsPlan) -> ThingsReport {
        var house = ThingsHouse(plan)
        while house.now < .seconds(86_400) * plan.days {
            house.happen()
            house.run(seconds: 3)
            house.now += Self.step
        }
        house.comeTogether()
        return ThingsReport(
            plan: plan, digest: "\(house.digest)", written: house.counts.written,
            ticked: house.counts.ticked, stars: house.counts.stars, unicasts: house.counts.unicasts,
            broken: house.broken)
    }

    private mutating func happen() {
        let index = Int.random(in: members.indices, using: &random)
        // People look at the clock before they do something.
        act(index) { _, _, _ in [] }
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: write(index)
        case 4...8: tick(index)
        case 9: untick(index)
        case 10: remove(index)
        case 11...13: press(index)
        case 14: members[index].isFree.toggle()
        case 15: members[index].isHeard.toggle()
        default: if plan.hasFaults { goWrong(index) }
        }
    }

    private mutating func write(_ index: Int) {
        guard let day = members[index].desk.time(now: now)?.day else { return }
        let person = ["", "Anna"].randomElement(using: &random) ?? ""
        let number = counts.written
        let before = Set(members[index].desk.book.items(of: person, on: day).map(\.id))
        act(index) { $0.order(.write("thing \(number)", of: person), $1, now: $2) }
        for item in members[index].desk.book.items(of: person, on: day) where !before.contains(item.id) {
            written[item.id] = day
            counts.written += 1
        }
    }

    private func anyItem(_ index: Int, _ random: inout SeededGenerator) -> (CivilDay, TodoItem)? {
        guard members[index].isOn, let day = members[index].desk.time(now: now)?.day else { return nil }
        let items = ["", "Anna"].flatMap { members[index].desk.book.items(of: $0, on: day) }
        return items.randomElement(using: &random).map { (day, $0) }
    }

    private mutating func tick(_ index: Int) {
        guard let (day, item) = anyItem(index, &random), !item.isDone else { return }
        act(index) { $0.order(.tick(item.id, true), $1, now: $2) }
        counts.ticked += 1
        ticked[item.id] = day
    }

    private mutating func untick(_ index: Int) {
        guard let (_, item) = anyItem(index, &random), item.isDone else { return }
        act(index) { $0.order(.tick(item.id, false), $1, now: $2) }
        // Somebody else may have ticked it at the same time: then it stays, which is not promised here.
        ticked[item.id] = nil
    }

    private mutating func remove(_ index: Int) {
        guard let (_, item) = anyItem(index, &random), !item.isDone else { return }
        act(index) { $0.order(.remove(item.id), $1, now: $2) }
        written[item.id] = nil
    }

    private mutating func press(_ index: Int) {
        let isDouble = Bool.random(using: &random)
        act(index) { isDouble ? $0.doublePress($1, now: $2).1 : $0.press($1, now: $2).1 }
        run(seconds: Int.random(in: 1..<15, using: &random))
        let before = members[index].desk.book
        act(index) { $0.press($1, now: $2).1 }
        note(before, index)
    }

    /// What an answer by the button has written or ticked.
    private mutating func note(_ before: ThingsBook, _ index: Int) {
        guard let day = members[index].desk.time(now: now)?.day else { return }
        for person in ["", "Anna"] {
            let old = before.items(of: person, on: day)
            for item in members[index].desk.book.items(of: person, on: day) {
                // One that was taken off the list may be back, because a press has ticked it.
                let isNew = !before.records.contains { record in
                    if case .item(let known, _, _) = record { known.id == item.id } else { false }
                }
                if isNew {
                    written[item.id] = day
                    counts.written += 1
                } else if item.isDone, old.first(where: { $0.id == item.id })?.isDone != true {
                    ticked[item.id] = day
                    counts.ticked += 1
                }
            }
        }
    }

    private mutating func goWrong(_ index: Int) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: members[index].isOn = false
        case 1: start(index)
        case 2: members[index].clockError = nil
        case 3: members[index].clockError = Int.random(in: -4_000...4_000, using: &random)
        case 4: members[index].clockError = 0
        default: members[index].room = Int.random(in: 0..<2, using: &random)
        }
    }

    /// The power comes back: what was kept is what is known.
    private mutating func start(_ index: Int) {
        members[index].isOn = true
        let files = members[index].files
        let before = members[index].desk.book
        members[index].desk = Self.desk(index, files)
        if members[index].desk.book != before {
            broken.append("station \(index) lost something at a power cut")
        }
    }

    /// Everything works again: what does each of them know half an hour later?
    private mutating func comeTogether() {
        for index in members.indices {
            start(index)
            (members[index].room, members[index].clockError) = (0, 0)
            (members[index].isFree, members[index].isHeard) = (true, true)
        }
        for _ in 0..<30 {
            now += .seconds(60)
            run(seconds: 12)
        }
        checkAll()
        for index in members.indices.dropFirst() where members[index].desk.book != members[0].desk.book {
            broken.append("station \(index) has another book than station 0")
        }
        let book = members[0].desk.book
        for (id, day) in written.sorted(by: { $0.key < $1.key }) {
            let items = ["", "Anna"].flatMap { book.items(of: $0, on: day) }
            guard let item = items.first(where: { $0.id == id }) else {
                if !isFull(day, book) { broken.append("a thing of \(day) is lost") }
                continue
            }
            if ticked[id] != nil, !item.isDone { broken.append("a tick of \(day) is lost") }
        }
    }

    /// Whether somebody's list of a day has as much as it has room for, with what was taken off it.
    private func isFull(_ day: CivilDay, _ book: ThingsBook) -> Bool {
        ["", "Anna"].contains { person in
            let all = book.records.count { record in
                if case .item(_, of: person, on: day) = record { true } else { false }
            }
            return all == ThingsBook.itemsAtMost
        }
    }
}
