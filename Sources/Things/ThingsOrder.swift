/// What somebody wants by the page.
package enum ThingsOrder: Equatable, Sendable {
    case write(String, of: String)
    case reword(LamportStamp, String)
    case tick(LamportStamp, Bool)
    case remove(LamportStamp)
    /// Adds somebody, or gives them another colour.
    case person(String, colour: Int)
    case dismiss(String)
    /// Nothing is to be said of it until something is written again.
    case putAway
    /// Stop sharing with a station.
    case part(UInt64)
    /// The browser's clock.
    case time(LocalTime)
    /// What somebody brings from elsewhere.
    case take([ThingsRecord])
}

extension ThingsDesk {
    /// What cannot be is not done: the page shows what is.
    package mutating func order(_ order: ThingsOrder, _ around: Circumstances, now: Duration) -> [Output] {
        let day = time(now: now)?.day
        switch order {
        case .write(let text, let person):
            guard let day, book.write(text, of: person, on: day, by: author) != nil else { return [] }
            marks.isPutAway = false
            return kept([day.month], now: now)
        case .reword(let id, let text):
            guard let day, book.reword(id, text, on: day, by: author) else { return [] }
            return kept([day.month], now: now)
        case .tick(let id, let isDone):
            guard let day else { return [] }
            return tick(id, isDone, on: day, around, now: now)
        case .remove(let id):
            guard let day, let item = book.item(id, on: day), !item.1.isDone,
                book.remove(id, on: day, by: author)
            else { return [] }
            return kept([day.month], now: now)
        case .person(let name, let colour):
            guard book.put(name, colour: colour, by: author) else { return [] }
            marks.isPutAway = false
            return kept(now: now)
        case .dismiss(let name):
            return book.dismiss(name, by: author) ? kept(now: now) : []
        case .putAway:
            marks.isPutAway = true
            dialogue.close()
            return kept(now: now)
        case .part(let other):
            marks.partners.removeAll { $0 == other }
            return kept(now: now)
        case .time(let time):
            borrow(time, now: now)
            return []
        case .take(let records):
            marks.isPutAway = false
            return take(records, now: now)
        }
    }
}
