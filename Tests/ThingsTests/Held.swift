@testable import Things

/// A desk that an expectation can do something with.
final class HeldDesk {
    var value: ThingsDesk

    init(_ value: ThingsDesk) { self.value = value }

    var isOn: Bool { value.isOn }
    var source: ThingsDesk.Source? { value.source }
    var book: ThingsBook {
        get { value.book }
        set { value.book = newValue }
    }

    func press(_ around: ThingsDesk.Circumstances, now: Duration) -> (isTaken: Bool, [ThingsDesk.Output]) {
        value.press(around, now: now)
    }

    func doublePress(_ around: ThingsDesk.Circumstances, now: Duration) -> (
        isTaken: Bool, [ThingsDesk.Output]
    ) {
        value.doublePress(around, now: now)
    }

    func advance(_ around: ThingsDesk.Circumstances, now: Duration) -> [ThingsDesk.Output] {
        value.advance(around, now: now)
    }

    func order(_ order: ThingsOrder, _ around: ThingsDesk.Circumstances, now: Duration) -> [ThingsDesk.Output]
    {
        value.order(order, around, now: now)
    }

    func joined(_ others: [UInt64]) -> [ThingsDesk.Output] { value.joined(others) }
    func clock(_ time: LocalTime?) { value.clock(time) }
    func time(now: Duration) -> LocalTime? { value.time(now: now) }
}

/// A book that an expectation can do something with.
final class HeldBook {
    var value = ThingsBook()

    func items(_ person: String = "", on day: CivilDay) -> [TodoItem] { value.items(of: person, on: day) }
    func write(_ text: String, of person: String, on day: CivilDay, by author: UInt64) -> LamportStamp? {
        value.write(text, of: person, on: day, by: author)
    }
    func tick(_ id: LamportStamp, isDone: Bool, on day: CivilDay, minute: Int?, by author: UInt64) -> Bool {
        value.tick(id, isDone: isDone, on: day, minute: minute, by: author)
    }
    func remove(_ id: LamportStamp, on day: CivilDay, by author: UInt64) -> Bool {
        value.remove(id, on: day, by: author)
    }
    func put(_ name: String, colour: Int, by author: UInt64) -> Bool {
        value.put(name, colour: colour, by: author)
    }
    func dismiss(_ name: String, by author: UInt64) -> Bool { value.dismiss(name, by: author) }
    func merge(_ record: ThingsRecord) -> Bool { value.merge(record) }
    func merge(_ other: HeldBook) { for record in other.value.records { _ = value.merge(record) } }
}
