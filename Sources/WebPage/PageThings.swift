import Game
package import PeerNetwork
import Synchronization
package import Things

/// People's things as the page shows them to who may act by it: a list is nobody else's business, so it is
/// not in the state that everybody may read.
package struct PageThings: Encodable, Equatable, Sendable {
    package struct Person: Encodable, Equatable, Sendable {
        var name: String
        /// One of the page's eight, 0…7.
        var colour: Int
        var items: [Item]
        /// Gold stars in a row, and the most there ever were.
        var chain: Int
        var longest: Int
        /// Days with a star, and days on which something was left, of the last 400.
        var stars: [String]
        var left: [String]
    }

    package struct Item: Encodable, Equatable, Sendable {
        var id: String
        var text: String
        var isDone: Bool
        /// Minutes after midnight; null where nobody knew.
        @OrNull var doneAt: Int?
    }

    package struct Partner: Encodable, Equatable, Sendable {
        @Described var id: StationID
        var name: String
    }

    var isOn: Bool
    /// Null while nobody knows which day it is.
    @OrNull var today: String?
    /// Whose clock that is: the station's own, or a borrowed one.
    @OrNull var source: String?
    /// What one person may write for a day.
    var mostItems = ThingsBook.writtenAtMost
    var people: [Person]
    /// Stations with which it is shared because people have held their buttons together.
    var partners: [Partner]

    package init(_ desk: ThingsDesk?, names: [StationID: StationName], now: Duration) {
        isOn = desk?.isOn ?? false
        let day = desk?.time(now: now)?.day
        today = day?.description
        source = desk?.source?.rawValue
        people = desk.flatMap { desk in day.map { Self.people(desk.book, on: $0) } } ?? []
        partners =
            desk?.marks.partners.map { StationID(value: $0) }.map {
                Partner(id: $0, name: (names[$0] ?? StationName($0)).description)
            } ?? []
    }

    private static func people(_ book: ThingsBook, on day: CivilDay) -> [Person] {
        book.persons(on: day).map { person in
            let stars = book.starredDays(person.name, upTo: day).suffix(ThingsBook.daysAtMost)
            return Person(
                name: person.name, colour: person.colour,
                items: book.items(of: person.name, on: day).map {
                    Item(id: $0.id.digits, text: $0.text, isDone: $0.isDone, doneAt: $0.doneAt)
                },
                chain: book.chain(person.name, on: day), longest: book.longestChain(person.name, upTo: day),
                stars: stars.map(\.description),
                left: book.writtenDays(of: person.name).filter {
                    $0 < day && !book.hasStar(person.name, on: $0)
                }.map(\.description))
        }
    }
}

/// Where the page looks people's things up: the desk as it was when the station looked at it last.
package final class ThingsWindow: Sendable {
    private let desk = Mutex<ThingsDesk?>(nil)

    package init() {}

    package func show(_ desk: ThingsDesk?) { self.desk.withLock { $0 = desk } }

    var latest: ThingsDesk? { desk.withLock(\.self) }

    /// Whether something would come of it.
    func isPossible(_ orders: [ThingsOrder], now: Duration) -> Bool {
        guard var desk = latest else { return false }
        let before = desk.revision
        let around = ThingsDesk.Circumstances(
            isFree: false, isHeard: false, others: [], hasCrew: false, isSlow: false)
        for order in orders { _ = desk.order(order, around, now: now) }
        return desk.revision != before || orders.allSatisfy { if case .time = $0 { true } else { false } }
    }
}
