import Things

/// What can be asked of people's things, in one body: what to do, and the browser's clock beside it.
struct PageThingsOrder: Decodable {
    enum Task: String, Decodable, CaseIterable {
        case write, reword, tick, remove, person, dismiss, putAway, part, time
    }

    var task: Task
    var person: String?
    var text: String?
    /// As `PageThings.Item.id` is written.
    var id: String?
    var isDone: Bool?
    var colour: Int?
    /// A station, by its number.
    var station: String?
    /// The browser's day and its minutes after midnight: for a station without a clock.
    var today: String?
    var minute: Int?

    /// Nil when something is missing, or is not what it should be.
    var orders: [ThingsOrder]? {
        var orders: [ThingsOrder] = []
        if let today, let minute {
            guard let day = CivilDay(today), (0..<1_440).contains(minute) else { return nil }
            orders.append(.time(LocalTime(day: day, minute: minute)))
        }
        if task == .time { return orders.isEmpty ? nil : orders }
        guard let order else { return nil }
        return orders + [order]
    }

    private var order: ThingsOrder? {
        switch task {
        case .write: text.flatMap { TodoItem.tidied($0) == nil ? nil : .write($0, of: person ?? "") }
        case .reword:
            stamp.flatMap { id in text.flatMap { TodoItem.tidied($0) == nil ? nil : .reword(id, $0) } }
        case .tick: stamp.flatMap { id in isDone.map { .tick(id, $0) } }
        case .remove: stamp.map { .remove($0) }
        case .person: person.flatMap { name in colour.map { .person(name, colour: $0) } }
        case .dismiss: person.map { .dismiss($0) }
        case .putAway: .putAway
        case .part: station.flatMap { UInt64($0, radix: 16) }.map { .part($0) }
        case .time: nil
        }
    }

    private var stamp: LamportStamp? { id.flatMap { LamportStamp(digits: $0) } }
}
