import Testing

@testable import Things

/// What it says, and when.
struct ThingsDeskTests {
    static let free = ThingsDesk.Circumstances(
        isFree: true, isHeard: true, others: [], hasCrew: false, isSlow: false)
    static let day = ThingsBookTests.day

    static func desk(_ texts: [String] = [], at minute: Int? = 600, wanted: Bool = false) -> HeldDesk {
        var hours = ThingsDesk.Hours()
        hours.isWanted = wanted
        var desk = ThingsDesk(ThingsBook(), ThingsMarks(), author: 1, hours: hours)
        desk.clock(minute.map { LocalTime(day: day, minute: $0) })
        for text in texts { _ = desk.order(.write(text, of: ""), free, now: .zero) }
        return HeldDesk(desk)
    }

    static func said(_ outputs: [ThingsDesk.Output]) -> [ThingsPhrase] {
        outputs.compactMap { if case .say(let phrase) = $0 { phrase } else { nil } }
    }

    /// What it says in so many seconds.
    static func run(
        _ desk: HeldDesk, _ around: ThingsDesk.Circumstances = free, from start: Int, for seconds: Int
    ) -> [ThingsPhrase] {
        (start..<start + seconds).flatMap { said(desk.advance(around, now: .seconds($0))) }
    }

    @Test func whoWritesNothingNeverMeetsIt() {
        let desk = Self.desk(at: 1_020)
        #expect(!desk.isOn)
        #expect(desk.press(Self.free, now: .zero).isTaken == false)
        #expect(desk.doublePress(Self.free, now: .zero).isTaken == false)
        #expect(desk.advance(Self.free, now: .zero).isEmpty)
        #expect(desk.joined([2]).isEmpty)
    }

    @Test func theFirstPressOfTheDayIsAsked() {
        let desk = Self.desk(at: 359, wanted: true)
        #expect(Self.said(desk.press(Self.free, now: .zero).1) == [])
        desk.clock(LocalTime(day: Self.day, minute: 360))
        let (isTaken, outputs) = desk.press(Self.free, now: .zero)
        // The press is the game's as well.
        #expect(!isTaken)
        #expect(Self.said(outputs) == [.ask])
        #expect(Self.said(desk.press(Self.free, now: .seconds(1)).1) == [])
    }

    @Test func whatWasLeftIsTakenOverByAPressEach() {
        let desk = Self.desk(["oil change", "call Tim", "read"])
        let first = desk.book.items(of: "", on: Self.day)[0].id
        _ = desk.order(.tick(first, true), Self.free, now: .zero)
        let tomorrow = ThingsBookTests.day(1)
        desk.clock(LocalTime(day: tomorrow, minute: 420))
        #expect(Self.said(desk.press(Self.free, now: .seconds(10)).1) == [.ask])
        let call = ThingsPhrase.Item("call Tim", place: 2)
        #expect(Self.run(desk, from: 11, for: 3) == [.again(call)])
        let (isTaken, outputs) = desk.press(Self.free, now: .seconds(15))
        #expect(isTaken)
        #expect(Self.said(outputs) == [.takenAgain])
        // The other one is not wanted: nobody presses.
        #expect(Self.run(desk, from: 16, for: 20) == [.again(ThingsPhrase.Item("read", place: 3))])
        #expect(desk.press(Self.free, now: .seconds(40)).isTaken == false)
        #expect(desk.book.items(of: "", on: tomorrow).map(\.text) == ["call Tim"])
    }

    @Test func aDoublePressReadsAndAPressTicks() {
        let desk = Self.desk(["oil change", "call Tim"])
        let items = [ThingsPhrase.Item("oil change", place: 1), ThingsPhrase.Item("call Tim", place: 2)]
        let read = desk.doublePress(Self.free, now: .zero)
        #expect(read.isTaken)
        #expect(Self.said(read.1) == [.left(nil, items)])
        #expect(Self.run(desk, from: 1, for: 6) == [.isDone(items[0])])
        #expect(Self.said(desk.press(Self.free, now: .seconds(7)).1) == [.done])
        #expect(Self.run(desk, from: 8, for: 3) == [.isDone(items[1])])
        let last = desk.press(Self.free, now: .seconds(11))
        #expect(last.isTaken)
        #expect(Self.said(last.1) == [.done, .star(nil, 1)])
        #expect(last.1.contains(.star))
        #expect(Self.run(desk, from: 12, for: 20) == [])
        #expect(Self.said(desk.doublePress(Self.free, now: .seconds(40)).1) == [.allDone(nil)])
    }

    @Test func aSecondDoublePressEndsIt() {
        let desk = Self.desk(["oil change"])
        _ = desk.doublePress(Self.free, now: .zero)
        let second = desk.doublePress(Self.free, now: .seconds(1))
        #expect(second.isTaken && second.1.isEmpty)
        #expect(Self.run(desk, from: 2, for: 20) == [])
    }

    @Test func aRoundEndsWhatIsAsked() {
        let desk = Self.desk(["oil change"])
        _ = desk.doublePress(Self.free, now: .zero)
        var busy = Self.free
        busy.isFree = false
        #expect(Self.run(desk, busy, from: 1, for: 20) == [])
        #expect(desk.press(Self.free, now: .seconds(21)).isTaken == false)
    }

    @Test func itRemindsOnceAndOnlyOfWhatIsLeft() {
        let desk = Self.desk(["oil change"], at: 1_019)
        #expect(Self.run(desk, from: 0, for: 5) == [])
        desk.clock(LocalTime(day: Self.day, minute: 1_020))
        let item = ThingsPhrase.Item("oil change", place: 1)
        #expect(Self.run(desk, from: 5, for: 5) == [.reminder(nil, [item])])
        #expect(Self.run(desk, from: 10, for: 50) == [])
        // After a power cut neither.
        let again = HeldDesk(ThingsDesk(desk.book, desk.value.marks, author: 1, hours: ThingsDesk.Hours()))
        again.clock(LocalTime(day: Self.day, minute: 1_021))
        #expect(Self.run(again, from: 0, for: 50) == [])
    }

    /// Of those that share, the one with the lowest number reminds first; a neighbour's does not count.
    @Test(arguments: [(0, true, 20), (2, true, 0), (0, false, 0)] as [(UInt64, Bool, Int)])
    func stationsThatShareWaitForEachOther(other: UInt64, hasCrew: Bool, seconds: Int) {
        let desk = Self.desk(["oil change"], at: 1_020)
        let around = ThingsDesk.Circumstances(
            isFree: true, isHeard: true, others: [other], hasCrew: hasCrew, isSlow: false)
        let at = (0..<60).first { !Self.said(desk.advance(around, now: .seconds($0))).isEmpty }
        #expect(at == seconds)
        // What another one has said is not said again.
        let heard = Self.desk(["oil change"], at: 1_020)
        let summary = ThingsLine.Summary(
            allTime: 0, months: [:], time: LocalTime(day: Self.day, minute: 1_020), reminded: Self.day)
        _ = heard.value.heard(ThingsLine.summary(summary).bytes, from: other, around, now: .zero)
        #expect(Self.run(heard, around, from: 1, for: 60).isEmpty == hasCrew)
    }

    @Test(arguments: [(false, true), (true, false)])
    func itSpeaksNeitherInARoundNorAtNight(isFree: Bool, isHeard: Bool) {
        let desk = Self.desk(["oil change"], at: 1_020)
        let around = ThingsDesk.Circumstances(
            isFree: isFree, isHeard: isHeard, others: [], hasCrew: false, isSlow: false)
        #expect(Self.run(desk, around, from: 0, for: 50) == [])
        // It is made up for until the evening.
        #expect(Self.run(desk, from: 50, for: 3).count == 1)
        let late = Self.desk(["oil change"], at: 1_260)
        #expect(Self.run(late, from: 0, for: 50) == [])
    }

    @Test func aStarThatNobodyCouldHearIsSaidLater() {
        let desk = Self.desk(["oil change"])
        var busy = Self.free
        busy.isFree = false
        let id = desk.book.items(of: "", on: Self.day)[0].id
        #expect(Self.said(desk.order(.tick(id, true), busy, now: .zero)) == [])
        #expect(Self.run(desk, busy, from: 1, for: 5) == [])
        #expect(Self.run(desk, from: 6, for: 5) == [.star(nil, 1)])
        #expect(Self.run(desk, from: 11, for: 5) == [])
    }

    @Test func aBrokenChainIsToldOnceAndItsRecordKept() {
        let desk = Self.desk(wanted: true)
        desk.book = ThingsBookTests.book(stars: [-5, -4, -3], witnessed: -5 ... -1)
        // The day before yesterday has broken it: it was to be told yesterday.
        #expect(Self.said(desk.press(Self.free, now: .zero).1).first == .ask)
        let other = Self.desk(wanted: true)
        other.book = ThingsBookTests.book(stars: [-4, -3, -2], witnessed: -5 ... -1)
        #expect(Self.said(other.press(Self.free, now: .zero).1) == [.broken(nil, longest: 3), .ask])
        #expect(Self.said(other.press(Self.free, now: .seconds(60)).1) == [])
    }

    @Test func withoutAClockItSaysSoOnceAndDoesNothing() {
        let desk = Self.desk(at: nil, wanted: true)
        #expect(Self.said(desk.press(Self.free, now: .zero).1) == [.whichDay])
        #expect(Self.said(desk.press(Self.free, now: .seconds(1)).1) == [])
        #expect(Self.said(desk.doublePress(Self.free, now: .seconds(2)).1) == [.whichDay])
        #expect(desk.order(.write("x", of: ""), Self.free, now: .seconds(3)).isEmpty)
        #expect(desk.book.isEmpty)
        // A browser knows.
        _ = desk.order(.time(LocalTime(day: Self.day, minute: 600)), Self.free, now: .seconds(4))
        #expect(desk.source == .borrowed)
        #expect(desk.time(now: .seconds(64)) == LocalTime(day: Self.day, minute: 601))
        #expect(!desk.order(.write("x", of: ""), Self.free, now: .seconds(5)).isEmpty)
        // The machine's own clock is better, as soon as it can be believed.
        desk.clock(LocalTime(day: ThingsBookTests.day(1), minute: 1))
        #expect(desk.source == .clock)
        _ = desk.order(
            .time(LocalTime(day: ThingsBookTests.day(9), minute: 600)), Self.free, now: .seconds(6))
        #expect(desk.time(now: .seconds(7))?.day == ThingsBookTests.day(1))
    }

    @Test func twoPeopleAreCalledByTheirNames() {
        let desk = Self.desk()
        for (name, colour) in [("Anna", 1), ("Ben", 2)] {
            _ = desk.order(.person(name, colour: colour), Self.free, now: .zero)
            _ = desk.order(.write("read", of: name), Self.free, now: .zero)
        }
        let item = ThingsPhrase.Item("read", place: 1)
        #expect(
            Self.said(desk.doublePress(Self.free, now: .zero).1) == [
                .left("Anna", [item]), .left("Ben", [item]),
            ])
        let id = desk.book.items(of: "Ben", on: Self.day)[0].id
        #expect(Self.said(desk.order(.tick(id, true), Self.free, now: .zero)) == [.star("Ben", 1)])
        #expect(desk.book.hasStar("Ben", on: Self.day))
        #expect(!desk.book.hasStar("Anna", on: Self.day))
    }

    @Test func whatWasPutAwayIsSilentUntilSomebodyWrites() {
        let desk = Self.desk(["oil change"], at: 1_020)
        _ = desk.order(.putAway, Self.free, now: .zero)
        #expect(!desk.isOn)
        #expect(Self.run(desk, from: 0, for: 9) == [])
        _ = desk.order(.write("read", of: ""), Self.free, now: .seconds(10))
        #expect(desk.isOn)
    }

    @Test func ordersAboutWhatIsNotThereChangeNothing() {
        let desk = Self.desk(["oil change"])
        let before = desk.book
        let id = LamportStamp(counter: 99, author: 99)
        let orders: [ThingsOrder] = [
            .tick(id, true), .remove(id), .reword(id, "x"), .write(" ", of: ""), .write("x", of: "Nobody"),
            .dismiss("Nobody"), .person("", colour: 9), .take([]),
        ]
        for order in orders { #expect(desk.order(order, Self.free, now: .zero).isEmpty, "\(order)") }
        #expect(desk.book == before)
    }

    /// The game's unicast messages come first: to whom enough waits, nothing of this kind goes.
    @Test func whoIsBeingSpokenToIsNotToldOfThings() {
        let desk = Self.desk(["oil change"])
        var around = ThingsDesk.Circumstances(
            isFree: true, isHeard: true, others: [2, 3], hasCrew: true, isSlow: false)
        around.busy = [2]
        let told = desk.advance(around, now: .seconds(1)).compactMap {
            if case .unicast(let other, _) = $0 { other } else { nil }
        }
        #expect(told == [3])
        around.isFree = false
        #expect(desk.advance(around, now: .seconds(100)).isEmpty)
    }

    /// What another station says and nobody can read is counted, and told a few times.
    @Test func whatCannotBeReadIsCounted() {
        var desk = Self.desk(["oil change"]).value
        let around = ThingsDesk.Circumstances(
            isFree: true, isHeard: true, others: [2], hasCrew: true, isSlow: false)
        let before = desk.book
        var told = 0
        for _ in 0..<100 { told += desk.heard([3, 9], from: 2, around, now: .zero).count }
        #expect(desk.malformed == 100)
        #expect(told == 7)
        #expect(desk.book == before)
    }

    /// A month in which nothing happens but evenings keeps them, and nothing else is written.
    @Test func everyEveningIsSeenOnce() {
        let desk = Self.desk(at: 1_259, wanted: true)
        let isKept = { (outputs: [ThingsDesk.Output]) in
            outputs.contains { if case .save = $0 { true } else { false } }
        }
        #expect(!isKept(desk.advance(Self.free, now: .zero)))
        desk.clock(LocalTime(day: Self.day, minute: 1_260))
        #expect(isKept(desk.advance(Self.free, now: .seconds(1))))
        #expect(!isKept(desk.advance(Self.free, now: .seconds(2))))
        #expect(desk.book.records.contains(.witnessed(Self.day)))
    }
}
