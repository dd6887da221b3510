import Wire

/// What a station does about people's things: asks, reads, reminds, gives stars, and shares with others. A
/// value: what happens and the time go in, what is to be said, kept and sent comes out.
package struct ThingsDesk: Sendable {
    /// When it speaks by itself, in minutes after midnight.
    package struct Hours: Equatable, Sendable {
        package var morning = 6 * 60
        package var reminder = 17 * 60
        package var evening = 21 * 60
        /// The settings ask for it: it does not wait for the first thing to be written.
        package var isWanted = false

        package init() {}
    }

    /// How it is around the station.
    package struct Circumstances: Equatable, Sendable {
        /// Nobody plays, is about to, or is being asked anything.
        package var isFree: Bool
        /// It is not night, and the station is not hushed.
        package var isHeard: Bool
        /// Stations that are here.
        package var others: [UInt64]
        /// Only stations with the same crew word understand this one, and so all of them share.
        package var hasCrew: Bool
        /// What is said to others goes by radio.
        package var isSlow: Bool
        /// To whom so much is being said that nothing of this kind goes in between.
        package var busy: Set<UInt64> = []

        package init(isFree: Bool, isHeard: Bool, others: [UInt64], hasCrew: Bool, isSlow: Bool) {
            self.isFree = isFree
            self.isHeard = isHeard
            self.others = others
            self.hasCrew = hasCrew
            self.isSlow = isSlow
        }
    }

    package enum Output: Equatable, Sendable {
        case say(ThingsPhrase)
        /// A gold star is to be seen.
        case star
        /// Words that may have to be said soon.
        case rehearse([String])
        case save(name: String, [UInt8])
        case unicast(to: UInt64, [UInt8])
        case log(String)
    }

    /// Stations that share wait for each other's reminder, so that a house hears one.
    static let remindsApart = Duration.seconds(20)

    package internal(set) var book: ThingsBook
    package internal(set) var marks: ThingsMarks
    let author: UInt64
    package let hours: Hours
    var dialogue = ThingsDialogue()
    var sync = AntiEntropy()
    /// What the machine's own clock says; nil where it cannot be believed.
    private(set) var clock: LocalTime?
    /// What a browser or another station has said, and when.
    private var borrowed: (time: LocalTime, at: Duration)?
    var saidWhichDay = false
    var remindsAt: Duration?
    /// Lines of others that could not be read.
    private(set) var malformed = 0
    /// Changes since the start, for who shows the book.
    package private(set) var revision = 0

    package init(_ book: ThingsBook, _ marks: ThingsMarks, author: UInt64, hours: Hours) {
        self.book = book
        self.marks = marks
        self.author = author
        self.hours = hours
    }

    /// Nobody who does not want it meets it.
    package var isOn: Bool { !marks.isPutAway && (hours.isWanted || !book.isEmpty) }

    /// A press answers something at the moment.
    package var isInDialogue: Bool { dialogue.isOpen }

    /// Where the day comes from; nil while nobody knows it.
    package enum Source: String, Sendable, CaseIterable {
        case clock, borrowed
    }

    package var source: Source? { clock != nil ? .clock : borrowed == nil ? nil : .borrowed }

    package func time(now: Duration) -> LocalTime? {
        clock ?? borrowed.map { $0.time.later(by: now - $0.at) }
    }

    /// The machine's clock; nil while it cannot be believed.
    package mutating func clock(_ time: LocalTime?) {
        clock = time
    }

    /// Somebody else's clock, for where this machine has none.
    mutating func borrow(_ time: LocalTime, now: Duration) {
        guard clock == nil else { return }
        // Another day shows another list.
        if self.time(now: now)?.day != time.day { revision &+= 1 }
        borrowed = (time, now)
    }

    /// These have held their buttons together with this station's.
    package mutating func joined(_ others: [UInt64]) -> [Output] {
        guard isOn, marks.join(others.filter { $0 != author }) else { return [] }
        return [keepHead()]
    }

    // MARK: Keeping

    /// Another station, or a file, has this.
    mutating func take(_ records: [ThingsRecord], now: Duration) -> [Output] {
        var months: Set<CivilMonth> = []
        var isNew = false
        for record in records where book.merge(record) {
            isNew = true
            switch record {
            case .item(_, _, let day), .witnessed(let day): months.insert(day.month)
            case .person, .stars: break
            }
        }
        return isNew ? kept(months, now: now) : []
    }

    /// What was changed is told and kept.
    mutating func kept(_ months: Set<CivilMonth> = [], now: Duration) -> [Output] {
        revision &+= 1
        sync.changed(now: now)
        let files = months.sorted().map { month in
            Output.save(name: ThingsFiles.name(of: month), ThingsFiles.month(month, of: book))
        }
        // The months first: what stands in the head is there.
        return files + [keepHead()] + rehearsal(now: now)
    }

    func keepHead() -> Output { .save(name: ThingsFiles.headName, ThingsFiles.head(book, marks)) }

    private func rehearsal(now: Duration) -> [Output] {
        guard let day = time(now: now)?.day else { return [] }
        let people = book.persons(on: day)
        let words =
            people.map(\.name).filter { !$0.isEmpty }
            + people.flatMap { book.left(of: $0.name, on: day).map(\.text) }
        return words.isEmpty ? [] : [.rehearse(words)]
    }

    // MARK: Sharing

    /// With whom, of those who are here.
    func partners(_ around: Circumstances) -> [UInt64] {
        around.hasCrew ? around.others : around.others.filter(marks.partners.contains)
    }

    /// Another station has said by unicast; false where it is none of the desk's.
    package static func concerns(_ body: [UInt8]) -> Bool { body.first == ThingsLine.unicastKind }

    package mutating func heard(
        _ body: [UInt8], from other: UInt64, _ around: Circumstances, now: Duration
    ) -> [Output] {
        guard isOn, partners(around).contains(other) else { return [] }
        let line: ThingsLine
        do throws(Malformed) {
            guard let decoded = try ThingsLine.decode(body) else { return [] }
            line = decoded
        } catch {
            malformed += 1
            // The first, the second, the fourth: however many there are, the log has a few lines.
            guard malformed.nonzeroBitCount == 1 else { return [] }
            return [.log("things: \(malformed) lines of other stations could not be read: \(error)")]
        }
        if case .summary(let summary) = line {
            if let time = summary.time { borrow(time, now: now) }
            // It has said so for both.
            if let reminded = summary.reminded, reminded == self.time(now: now)?.day {
                marks.remind(on: reminded)
            }
        }
        sync.heard(line, from: other, in: book, now: now)
        guard case .record(let record) = line else { return [] }
        return take([record], now: now)
    }

    private mutating func share(_ around: Circumstances, now: Duration) -> [Output] {
        guard around.isFree else { return [] }
        let (book, time) = (book, time(now: now))
        let reminded = marks.reminded.last { $0 == time?.day }
        let isOwn = clock != nil
        let lines = sync.advance(
            with: partners(around), busy: around.busy, isSlow: around.isSlow, now: now
        ) {
            let months = book.months.prefix(ThingsLine.Summary.monthsAtMost)
            return .summary(
                ThingsLine.Summary(
                    allTime: book.digestOfAllTime,
                    months: Dictionary(uniqueKeysWithValues: months.map { ($0, book.digest(of: $0)) }),
                    // What was borrowed is not lent.
                    time: isOwn ? time : nil, reminded: reminded))
        }
        return lines.map { .unicast(to: $0.to, $0.1.bytes) }
    }

    /// Something is due, or it is time to look; once a second is often enough.
    package mutating func advance(_ around: Circumstances, now: Duration) -> [Output] {
        guard isOn else { return [] }
        if !around.isFree { dialogue.close() }
        return speak(around, now: now) + share(around, now: now)
    }
}
