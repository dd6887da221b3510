/// What it says by itself, and what a press means.
extension ThingsDesk {
    /// A short press of the station's button.
    ///
    /// - Returns: whether it was an answer, and none of the game's.
    package mutating func press(_ around: Circumstances, now: Duration) -> (isTaken: Bool, [Output]) {
        guard isOn, around.isFree else { return (false, []) }
        if let question = dialogue.answer(now: now) { return (true, agree(to: question, around, now: now)) }
        return (false, ask(around, now: now))
    }

    /// Two short presses: read what is left, or stop reading.
    package mutating func doublePress(_ around: Circumstances, now: Duration) -> (isTaken: Bool, [Output]) {
        guard isOn, around.isFree else { return (false, []) }
        if dialogue.isOpen {
            dialogue.close()
            return (true, [])
        }
        guard let day = time(now: now)?.day else { return (true, [.say(.whichDay)]) }
        var outputs: [Output] = []
        var questions: [ThingsDialogue.Question] = []
        var lasts = Duration.zero
        for person in listed(on: day) {
            let phrase = summary(of: person, on: day)
            outputs.append(.say(phrase))
            lasts += phrase.duration
            questions += left(of: person, on: day).map { id, item in
                ThingsDialogue.Question(kind: .isDone, id: id, person: person, day: day, item: item)
            }
        }
        dialogue.open(questions, after: lasts, now: now)
        return (true, outputs)
    }

    private mutating func agree(
        to question: ThingsDialogue.Question, _ around: Circumstances, now: Duration
    ) -> [Output] {
        switch question.kind {
        case .again:
            guard let day = time(now: now)?.day,
                book.write(question.item.text, of: question.person, on: day, by: author) != nil
            else { return [] }
            return [.say(.takenAgain)] + kept([day.month], now: now)
        case .isDone:
            return [.say(.done)] + tick(question.id, true, on: question.day, around, now: now)
        }
    }

    // MARK: Morning

    /// The first press of the day.
    private mutating func ask(_ around: Circumstances, now: Duration) -> [Output] {
        guard let time = time(now: now) else {
            guard !saidWhichDay, around.isHeard else { return [] }
            saidWhichDay = true
            return [.say(.whichDay)]
        }
        guard time.minute >= hours.morning, marks.asked != time.day, around.isHeard else { return [] }
        marks.asked = time.day
        var outputs = tellBroken(on: time.day)
        let waiting = book.persons(on: time.day).map(\.name).filter {
            book.items(of: $0, on: time.day).isEmpty
        }
        guard !waiting.isEmpty else { return outputs + [keepHead()] }
        outputs.append(.say(.ask))
        let lasts = outputs.reduce(Duration.zero) { sum, output in
            if case .say(let phrase) = output { sum + phrase.duration } else { sum }
        }
        dialogue.open(waiting.flatMap { undone(of: $0, before: time.day) }, after: lasts, now: now)
        return outputs + [keepHead()]
    }

    /// What was left on the last day that had anything.
    private func undone(of person: String, before day: CivilDay) -> [ThingsDialogue.Question] {
        guard let last = book.writtenDays(of: person).last(where: { $0 < day }) else { return [] }
        return left(of: person, on: last).prefix(ThingsBook.writtenAtMost).map { id, item in
            ThingsDialogue.Question(kind: .again, id: id, person: person, day: last, item: item)
        }
    }

    /// A chain that is broken is told once.
    private mutating func tellBroken(on day: CivilDay) -> [Output] {
        guard marks.toldBroken != day else { return [] }
        marks.toldBroken = day
        return book.persons(on: day).map(\.name).filter { book.chainBroken($0, before: day) != nil }.map {
            .say(.broken(owner($0, on: day), longest: book.longestChain($0, upTo: day)))
        }
    }

    // MARK: Through the day

    /// What is due.
    mutating func speak(_ around: Circumstances, now: Duration) -> [Output] {
        if let question = dialogue.next(now: now) { return [.say(question.phrase)] }
        guard let time = time(now: now) else { return [] }
        var outputs: [Output] = []
        if time.minute >= hours.evening, book.merge(.witnessed(time.day)) {
            outputs += kept([time.day.month], now: now)
        }
        guard around.isFree, around.isHeard, !dialogue.isOpen else { return outputs }
        outputs += remind(time, around, now: now)
        return outputs + payStars(on: time.day)
    }

    /// Once, where something is left; of several stations in one house only one.
    private mutating func remind(_ time: LocalTime, _ around: Circumstances, now: Duration) -> [Output] {
        guard (hours.reminder..<max(hours.reminder, hours.evening)).contains(time.minute),
            !marks.reminded.contains(time.day)
        else {
            remindsAt = nil
            return []
        }
        let people = listed(on: time.day).filter { !book.left(of: $0, on: time.day).isEmpty }
        guard !people.isEmpty else { return [] }
        let before = partners(around).filter { $0 < author }.count
        let due = remindsAt ?? now + Self.remindsApart * min(before, 8)
        remindsAt = due
        guard now >= due else { return [] }
        marks.remind(on: time.day)
        remindsAt = nil
        sync.changed(now: now)
        return people.map { .say(.reminder(owner($0, on: time.day), items(of: $0, on: time.day))) } + [
            keepHead()
        ]
    }

    /// Stars that nobody could hear when they were earned.
    private mutating func payStars(on day: CivilDay) -> [Output] {
        guard let owed = marks.owed else { return [] }
        let people = marks.owedTo.filter { book.hasStar($0, on: owed) }
        (marks.owed, marks.owedTo) = (nil, [])
        guard owed == day else { return [keepHead()] }
        return people.flatMap { star(of: $0, on: day) } + [keepHead()]
    }

    // MARK: Ticks and stars

    mutating func tick(
        _ id: LamportStamp, _ isDone: Bool, on day: CivilDay, _ around: Circumstances, now: Duration
    ) -> [Output] {
        guard let person = book.item(id, on: day)?.person else { return [] }
        let had = book.hasStar(person, on: day)
        let minute = time(now: now).flatMap { $0.day == day ? $0.minute : nil }
        guard book.tick(id, isDone: isDone, on: day, minute: minute, by: author) else { return [] }
        var outputs: [Output] = []
        if !had, book.hasStar(person, on: day), day == time(now: now)?.day {
            if around.isFree, around.isHeard {
                outputs = star(of: person, on: day)
            } else {
                if marks.owed != day { (marks.owed, marks.owedTo) = (day, []) }
                if !marks.owedTo.contains(person) { marks.owedTo.append(person) }
            }
        }
        return outputs + kept([day.month], now: now)
    }

    private func star(of person: String, on day: CivilDay) -> [Output] {
        [.star, .say(.star(owner(person, on: day), book.chain(person, on: day)))]
    }

    // MARK: Words

    /// Those who are read about: everybody with something on the list, and one person in any case.
    private func listed(on day: CivilDay) -> [String] {
        let people = book.persons(on: day).map(\.name)
        let with = people.filter { !book.items(of: $0, on: day).isEmpty }
        return with.isEmpty ? Array(people.prefix(1)) : with
    }

    private func summary(of person: String, on day: CivilDay) -> ThingsPhrase {
        let owner = owner(person, on: day)
        if book.items(of: person, on: day).isEmpty { return .nothingWritten(nil) }
        let items = items(of: person, on: day)
        return items.isEmpty ? .allDone(owner) : .left(owner, items)
    }

    /// Nobody needs to hear the name of the only one.
    func owner(_ person: String, on day: CivilDay) -> String? {
        person.isEmpty || book.persons(on: day).count < 2 ? nil : person
    }

    private func items(of person: String, on day: CivilDay) -> [ThingsPhrase.Item] {
        left(of: person, on: day).map(\.item)
    }

    private func left(of person: String, on day: CivilDay) -> [(id: LamportStamp, item: ThingsPhrase.Item)] {
        book.items(of: person, on: day).enumerated().filter { !$0.element.isDone }.map {
            ($0.element.id, ThingsPhrase.Item($0.element.text, place: $0.offset + 1))
        }
    }
}
