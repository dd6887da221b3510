import GPIO
import Game
import PeerNetwork
import Rooms
import StationNode
import Testing

@testable import Game

/// What whoever runs an evening asks of stations, with real gatekeepers between them.
struct DirectingTests {
    private func ids(_ table: GuardedTable, _ indices: [Int]) -> [StationID] {
        indices.map { table.stations[$0].station.configuration.id }
    }

    private func call(_ indices: [Int], in table: inout GuardedTable, apart: Duration = .milliseconds(40)) {
        let party = ids(table, indices)
        for index in indices {
            table.give(.event(.wish(.gather(party))), to: index)
            table.run(for: apart)
        }
    }

    private func members(_ table: GuardedTable, _ index: Int) -> [StationID] {
        (table.stations[index].station.session?.members.map(\.id) ?? []).sorted()
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func thoseWhoAreCalledPlayAndNobodyElse(_ seed: UInt64) {
        var table = GuardedTable(6, seed: seed)
        table.loss = 0.1
        table.run(for: .seconds(3))
        // A child holds at the same time, and is no part of it.
        table.give(.event(.button(.hold)), to: 5)
        call([0, 2, 3], in: &table)
        table.run(for: .seconds(8))
        let party = ids(table, [0, 2, 3]).sorted()
        for index in [0, 2, 3] { #expect(members(table, index) == party) }
        for index in [1, 4, 5] { #expect(table.stations[index].station.session == nil) }
    }

    @Test func twoPartiesAreCalledAtOnce() {
        var table = GuardedTable(6, seed: 4)
        table.run(for: .seconds(3))
        call([0, 1], in: &table, apart: .zero)
        call([2, 3, 4, 5], in: &table, apart: .zero)
        table.run(for: .seconds(8))
        for index in [0, 1] { #expect(members(table, index) == ids(table, [0, 1]).sorted()) }
        for index in 2...5 { #expect(members(table, index) == ids(table, [2, 3, 4, 5]).sorted()) }
    }

    @Test func oneThatIsLateIsWaitedForAndOneThatDoesNotComeNotForEver() {
        var table = GuardedTable(3, seed: 8)
        table.run(for: .seconds(3))
        let party = ids(table, [0, 1, 2])
        for index in [0, 1] { table.give(.event(.wish(.gather(party))), to: index) }
        table.run(for: .seconds(6))
        #expect(table.stations[0].station.session == nil, "nobody plays without the third")
        table.give(.event(.wish(.gather(party))), to: 2)
        table.run(for: .seconds(3))
        for index in 0..<3 { #expect(members(table, index) == party.sorted()) }

        var other = GuardedTable(3, seed: 9)
        other.run(for: .seconds(3))
        for index in [0, 1] { other.give(.event(.wish(.gather(ids(other, [0, 1, 2])))), to: index) }
        other.run(for: .seconds(14))
        for index in [0, 1] { #expect(members(other, index) == ids(other, [0, 1]).sorted()) }
        #expect(other.stations[2].station.session == nil)
    }

    @Test func aCallThatComesToNothingIsOverAfterHalfAMinute() {
        var table = GuardedTable(2, seed: 3)
        table.run(for: .seconds(3))
        table.give(.event(.wish(.gather(ids(table, [0, 1])))), to: 0)
        table.run(for: .seconds(1))
        #expect(table.stations[0].station.offeredSince != nil)
        table.run(for: .seconds(31))
        #expect(table.stations[0].station.offeredSince == nil)
        // And an ordinary hold is one again.
        table.hold()
        table.run(for: .seconds(3))
        #expect(table.isLocked)
    }

    @Test(arguments: [[0], [0, 1, 1], [1, 2]])
    func whoIsNotCalledOrAloneIsNot(_ indices: [Int]) {
        var table = GuardedTable(3, seed: 1)
        table.run(for: .seconds(2))
        let party = ids(table, indices)
        table.give(.event(.wish(.gather(party))), to: 0)
        let isCalled = Set(party).count > 1 && indices.contains(0)
        #expect((table.stations[0].station.offeredSince != nil) == isCalled)
    }

    private func locked(_ seed: UInt64) -> GuardedTable {
        var table = GuardedTable(2, seed: seed)
        table.run(for: .seconds(3))
        table.hold()
        table.run(for: .seconds(3))
        return table
    }

    @Test func whoPlaysIsNotTakenOutOfTheRound() {
        var table = locked(2)
        #expect(table.isLocked)
        let session = table.stations[0].station.session?.id
        table.give(.event(.wish(.gather(ids(table, [0, 1])))), to: 0)
        #expect(table.stations[0].station.session?.id == session)
    }

    /// Before it begins, in the head start, in the hunt.
    @Test(arguments: [1, 20, 90])
    func everybodyStops(_ seconds: Int) {
        var table = locked(5)
        table.run(for: .seconds(seconds))
        for index in [0, 1] { table.give(.event(.wish(.leave)), to: index) }
        table.run(for: .seconds(1))
        for index in [0, 1] {
            let outcome = table.stations[index].station.session?.outcome
            guard case .abandoned? = outcome else {
                Issue.record("\(String(describing: outcome))")
                continue
            }
        }
        table.run(for: .seconds(7))
        #expect(table.stations.allSatisfy { $0.station.session == nil })
        #expect(table.stations.allSatisfy { $0.station.scores.points.isEmpty })
    }

    /// One that stops alone has left, and the other one is not kept.
    @Test func oneStops() {
        var table = locked(6)
        table.run(for: .seconds(90))
        table.give(.event(.wish(.leave)), to: 1)
        table.run(for: .seconds(20))
        #expect(table.stations.allSatisfy { $0.station.session == nil })
    }

    @Test func aCallIsTakenBack() {
        var table = GuardedTable(2, seed: 3)
        table.run(for: .seconds(3))
        table.give(.event(.wish(.gather(ids(table, [0, 1])))), to: 0)
        table.give(.event(.wish(.leave)), to: 0)
        #expect(table.stations[0].station.offeredSince == nil)
        table.run(for: .seconds(1))
        #expect(table.stations[0].station.session == nil)
    }

    private func said(_ table: GuardedTable, _ index: Int) -> [Phrase] {
        table.effects[index].compactMap { if case .say(let phrase) = $0.effect { phrase } else { nil } }
    }

    @Test func itSaysWhatItIsAskedToSay() throws {
        var table = GuardedTable(2, seed: 3)
        table.run(for: .seconds(3))
        let quip = try #require(Quip(tauntNumber: 3))
        let other = table.stations[1].station.configuration.name
        let (name, role) = (table.stations[0].station.configuration.name, Role.hide)
        for (spoken, phrase) in [
            (.hello, .hello(name, role)), (.nowHold, .nowHold), (.holdAgain, .holdAgain),
            (.gameOver, .gameOver), (.goodbye, .goodbye), (.taunt(quip), .taunt(1, quip)),
            (.whereIStand, .whereIStand(name, role, company: other, count: 1)),
        ] as [(Spoken, Phrase)] {
            table.give(.event(.wish(.say(spoken))), to: 0)
            #expect(said(table, 0).last == phrase)
        }
    }

    @Test func itTakesARoleAndAName() throws {
        var table = GuardedTable(2, seed: 3)
        table.run(for: .seconds(3))
        table.give(.event(.wish(.role(.hide))), to: 1)
        #expect(table.stations[1].station.role == .hide)
        let count = said(table, 1).count
        table.give(.event(.wish(.role(.hide))), to: 1)
        #expect(said(table, 1).count == count, "and does not say so twice")
        let name = try #require(StationName("Golden Owl"))
        table.give(.event(.wish(.adjust(.name(name)))), to: 1)
        #expect(table.stations[1].station.configuration.name == name)
        #expect(said(table, 1).last == .hello(name, .hide))
        table.run(for: .seconds(2))
        #expect(table.stations[0].station.roster.announcements.map(\.name) == [name])
        table.hold()
        table.run(for: .seconds(3))
        table.give(.event(.wish(.adjust(.name(StationName(StationID(value: 7)))))), to: 1)
        #expect(table.stations[1].station.configuration.name == name, "not in a session")
    }
}
