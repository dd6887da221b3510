/// What a press means at the moment, and until when.
struct ThingsDialogue: Equatable, Sendable {
    /// Time to press, after the question has been said.
    static let answeredWithin = Duration.seconds(5)

    struct Question: Equatable, Sendable {
        enum Kind: Sendable {
            /// Take over what was left on an earlier day.
            case again
            case isDone
        }

        var kind: Kind
        var id: LamportStamp
        var person: String
        /// The day that it stands on.
        var day: CivilDay
        var item: ThingsPhrase.Item

        var phrase: ThingsPhrase {
            switch kind {
            case .again: .again(item)
            case .isDone: .isDone(item)
            }
        }
    }

    /// What is asked now, and until when a press answers it.
    private(set) var question: Question?
    private(set) var endsAt: Duration?
    private var rest: [Question] = []

    var isOpen: Bool { endsAt != nil }

    /// - Parameter after: how long what is being said before takes.
    mutating func open(_ questions: [Question], after: Duration, now: Duration) {
        rest = questions
        question = nil
        endsAt = questions.isEmpty ? nil : now + after
    }

    mutating func close() {
        (question, endsAt, rest) = (nil, nil, [])
    }

    /// The next question, once the time of the last is over.
    mutating func next(now: Duration) -> Question? {
        guard let endsAt, now >= endsAt else { return nil }
        guard !rest.isEmpty else {
            close()
            return nil
        }
        let next = rest.removeFirst()
        question = next
        self.endsAt = now + next.phrase.duration + Self.answeredWithin
        return next
    }

    /// Somebody has answered: the next one comes as soon as that was said.
    mutating func answer(now: Duration) -> Question? {
        guard let question else { return nil }
        self.question = nil
        endsAt = now + ThingsPhrase.done.duration
        return question
    }
}
