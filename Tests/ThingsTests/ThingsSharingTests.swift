import GPIO
import Game
import PeerNetwork
import Rooms
import Testing

@testable import StationNode
@testable import Things

/// Two whole stations with their gatekeepers, on a network that loses every fifth datagram.
struct ThingsSharingTests {
    private static let morning = LocalTime(day: ThingsBookTests.day, minute: 600)

    private static func table(crew: Bool, seed: UInt64 = 1) -> GuardedTable {
        var table = GuardedTable(
            2, seed: seed, crew: crew ? CrewKey(bytes: [UInt8](repeating: 7, count: 32)) : nil,
            hours: ThingsDesk.Hours())
        table.loss = 0.2
        table.give(.clock(morning), to: 0)
        table.run(for: .seconds(5))
        return table
    }

    private static func books(_ table: GuardedTable) -> [ThingsBook] {
        table.stations.compactMap { $0.things?.book }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func withACrewWordAllWhoWantItShare(seed: UInt64) {
        var table = Self.table(crew: true, seed: seed)
        table.give(.things(.write("oil change", of: "")), to: 0)
        table.run(for: .seconds(20))
        // The other one has nothing to do with things yet, and learns nothing.
        #expect(table.stations[1].things?.book.isEmpty == true)
        // It has no clock either: the day comes from the first.
        table.give(.things(.person("Anna", colour: 2)), to: 1)
        table.run(for: .seconds(720)) { Self.books($0)[0] == Self.books($0)[1] }
        #expect(Self.books(table)[0] == Self.books(table)[1])
        #expect(table.stations[1].things?.source == .borrowed)
        let id = Self.books(table)[1].items(of: "", on: ThingsBookTests.day)[0].id
        table.give(.things(.tick(id, true)), to: 1)
        table.run(for: .seconds(30)) { Self.books($0)[0] == Self.books($0)[1] }
        #expect(Self.books(table)[0].hasStar("", on: ThingsBookTests.day))
        #expect(table.said[1].contains(.things(.star(nil, 1))))
        #expect(!table.said[0].contains(.things(.star(nil, 1))))
    }

    @Test func withoutOneThoseShareWhoHaveHeldTogether() {
        var table = Self.table(crew: false)
        table.loss = 0
        for index in 0..<2 {
            table.give(.clock(Self.morning), to: index)
            table.give(.things(.write("thing of \(index)", of: "")), to: index)
        }
        table.run(for: .seconds(120))
        #expect(Self.books(table)[0] != Self.books(table)[1])
        table.hold()
        table.run(for: .seconds(30)) { $0.isLocked }
        #expect(table.isLocked)
        table.run(for: .seconds(2))
        for index in 0..<2 { table.give(.event(.wish(.leave)), to: index) }
        table.run(for: .seconds(200)) { Self.books($0)[0] == Self.books($0)[1] }
        #expect(Self.books(table)[0] == Self.books(table)[1])
        #expect(Self.books(table)[0].items(of: "", on: ThingsBookTests.day).count == 2)
        // Whoever is sent away shares no more.
        let other = table.stations[1].station.configuration.id.value
        table.give(.things(.part(other)), to: 0)
        table.give(.things(.write("secret", of: "")), to: 0)
        table.run(for: .seconds(90))
        #expect(Self.books(table)[1].items(of: "", on: ThingsBookTests.day).count == 2)
    }

    @Test func aPowerCutLosesNothing() {
        var table = Self.table(crew: true)
        table.give(.things(.write("oil change", of: "")), to: 0)
        let before = table.stations[0].things?.book
        table.restart(0, boot: 9)
        #expect(table.stations[0].things?.book == before)
    }

    /// The station's own presses: what is an answer is none of the game's.
    @Test func aDoublePressIsForThingsOnlyWhereThereAreAny() {
        var table = Self.table(crew: false)
        let role = table.stations[0].station.role
        table.give(.event(.button(.doublePress)), to: 0)
        #expect(table.stations[0].station.role != role)
        table.give(.things(.write("oil change", of: "")), to: 0)
        table.give(.event(.button(.doublePress)), to: 0)
        #expect(table.stations[0].station.role != role)
        #expect(table.said[0].last == .things(.left(nil, [ThingsPhrase.Item("oil change", place: 1)])))
    }

    @Test func whoIsHushedIsNotReadTo() {
        var table = Self.table(crew: false)
        table.give(.things(.write("oil change", of: "")), to: 0)
        table.give(.event(.wish(.adjust(.mute(true)))), to: 0)
        table.give(.event(.button(.doublePress)), to: 0)
        #expect(!table.said[0].contains { if case .things = $0 { true } else { false } })
    }
}
