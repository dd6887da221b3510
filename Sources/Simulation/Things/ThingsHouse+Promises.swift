import Things

/// What is promised of a house, after every step.
extension ThingsHouse {
    mutating func check(_ phrase: ThingsPhrase, of index: Int, mayBeHeard: Bool) {
        let member = members[index]
        if !mayBeHeard { broken.append("station \(index) speaks when it may not") }
        let time = member.desk.time(now: now)
        switch phrase {
        case .star(let owner, let days):
            counts.stars += 1
            guard let day = time?.day else {
                broken.append("a star without a day")
                return
            }
            let named =
                owner
                ?? member.desk.book.persons(on: day).map(\.name).first {
                    member.desk.book.hasStar($0, on: day)
                }
            if named.map({ member.desk.book.hasStar($0, on: day) }) != true {
                broken.append("a star for what is not done, on \(day)")
            }
            if days < 1 { broken.append("a chain of no days") }
        case .reminder:
            guard let day = time?.day else {
                broken.append("a reminder without a day")
                return
            }
            // Of all people's lists at once.
            let before = members[index].reminded[day]
            if before != nil, before != now { broken.append("station \(index) reminds twice on \(day)") }
            members[index].reminded[day] = now
        case .whichDay:
            if time != nil { broken.append("station \(index) knows the day and says that it does not") }
        case .left(_, let items): if items.isEmpty { broken.append("an empty list is read") }
        case .ask, .again, .takenAgain, .isDone, .done, .allDone, .nothingWritten, .broken: break
        }
    }

    mutating func checkAll() {
        for index in members.indices where members[index].isOn {
            let (book, marks) = ThingsFiles.load({ members[index].files[$0] }) { _ in }
            if book != members[index].desk.book { broken.append("station \(index) has not kept its book") }
            if marks.partners != members[index].desk.marks.partners {
                broken.append("station \(index) has not kept whom it shares with")
            }
        }
        // One look for everything that goes wrong again and again.
        if broken.count > 20 { broken.removeLast(broken.count - 20) }
    }
}
