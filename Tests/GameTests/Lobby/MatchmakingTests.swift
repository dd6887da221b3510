import Rooms
import Testing

@testable import Determinism
@testable import GPIO
@testable import Game
@testable import PeerNetwork

struct MatchmakingTests {
    private typealias Company = Announcement.Company

    private static func hands(_ companies: [Announcement.Company], lots: [Draw.Lot] = []) -> [Matchmaking
        .Hand]
    {
        companies.enumerated().map { index, company in
            Matchmaking.Hand(
                id: StationID(value: UInt64(index + 1)), company: company,
                lot: lots.isEmpty ? Draw.Lot(index) : lots[index])
        }
    }

    private static func groups(_ hands: [Matchmaking.Hand]) -> Set<[UInt64]> {
        Set(
            hands.map { me in
                Matchmaking.group(of: me, among: hands.filter { $0.id != me.id }).map(\.id.value)
            })
    }

    @Test func fourWhoWantToBeTwoAreTwoGames() {
        let groups = Self.groups(Self.hands(Array(repeating: Company(), count: 4)))
        #expect(groups.count == 2 && Set(groups.joined()) == [1, 2, 3, 4])
        #expect(groups.allSatisfy { $0.count == 2 })
    }

    @Test func nobodyPlaysInALargerGroupThanTheyWant() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let companies = [8, 8, 2, 8].map { Company(capacity: $0) }
            let groups = Self.groups(Self.hands(companies, lots: (0..<4).map { _ in random.next() }))
            #expect(groups.reduce(0) { $0 + $1.count } == 4, "the same for everybody")
            #expect(groups.allSatisfy { !$0.contains(3) || $0.count <= 2 })
        }
    }

    @Test func aChosenPartnerComesBeforeEverybodyElse() {
        let chosen = Company(pairing: .chosen, partner: StationID(value: 4))
        let back = Company(pairing: .chosen, partner: StationID(value: 1))
        #expect(Self.groups(Self.hands([chosen, Company(), Company(), back])) == [[1, 4], [2, 3]])
        // Who has chosen somebody that plays with anybody is played with; who has not been heard of waits.
        #expect(Self.groups(Self.hands([chosen, Company(), Company(), Company()])) == [[1, 4], [2, 3]])
        let nobody = Company(pairing: .chosen)
        #expect(Self.groups(Self.hands([nobody, Company(), Company()])) == [[1], [2, 3]])
    }

    /// Every pairing of four comes out of the lots, about equally often, and everybody sees the same.
    @Test func lotsDecideAlikeForEverybodyAndFairly() {
        var random = SeededGenerator(seed: 5)
        var counts: [Set<[UInt64]>: Int] = [:]
        for _ in 0..<3_000 {
            let lots = (0..<4).map { _ in Draw.Lot.random(in: 0...(.max), using: &random) }
            let groups = Self.groups(
                Self.hands(Array(repeating: Company(pairing: .random), count: 4), lots: lots))
            #expect(groups.count == 2 && Set(groups.joined()) == [1, 2, 3, 4])
            counts[groups, default: 0] += 1
        }
        #expect(counts.count == 3)
        // 1,000 each; four standard deviations of a third of 3,000 are 103.
        #expect(counts.values.allSatisfy { abs($0 - 1_000) < 104 })
    }

    // MARK: - In the room

    @Test func twoPairsPlayInOneRoomWithoutTouchingEachOther() throws {
        var room = Playroom(roles: [.hide, .seek, .hide, .seek], companies: [Announcement.Company()])
        room.lock()
        let sessions = try room.stations.map { try #require($0.session) }
        #expect(Set(sessions.map(\.id)).count == 2)
        #expect(sessions.allSatisfy { $0.members.count == 2 })
        #expect(room.stations.allSatisfy { $0.roster.announcements.allSatisfy { $0.isPlaying } })
        room.rssi = -60
        room.run(.seconds(30))
        for (station, session) in zip(room.stations, sessions) { #expect(station.session?.id == session.id) }
    }

    @Test func whoComesTooLateSeesThatTheOthersPlayAndWaits() throws {
        var room = Playroom(roles: [.hide, .seek, .seek], companies: [Announcement.Company()])
        room.run(.seconds(2))
        room.hold([0, 1])
        room.run(.seconds(2))
        let session = try #require(room.stations[0].session)
        room.hold([2])
        room.run(.seconds(5))
        #expect(room.stations[2].session == nil)
        #expect(room.stations[2].roster.announcements.allSatisfy { $0.isPlaying })
        #expect(room.said(2).contains(.waitingFor(nil)))
        #expect(room.stations[0].session?.members == session.members)
    }

    @Test(arguments: 1...20)
    func aRandomPairingIsMadeOfAllWhoHoldWithinASecond(seed: UInt64) throws {
        var room = Playroom(
            roles: [.seek, .seek, .seek, .hide], seed: seed,
            companies: [Announcement.Company(pairing: .random)])
        room.loss = 0.1
        room.run(.seconds(3))
        for index in room.stations.indices {
            room.give(.button(.down), to: index)
            room.run(.milliseconds(150))
        }
        for index in room.stations.indices { room.give(.button(.hold), to: index) }
        room.run(.seconds(5))
        let sessions = room.stations.compactMap(\.session)
        #expect(sessions.count == 4)
        #expect(Set(sessions.map(\.id)).count == 2)
    }

    @Test func theRoleIsSwitchedByADoublePressOutsideRounds() throws {
        var room = Playroom(roles: [.seek, .seek])
        room.run(.seconds(2))
        room.give(.button(.doublePress), to: 1)
        #expect(room.said(1).last == .nowRole(.hide))
        room.lock()
        #expect(room.stations[0].session?.hider?.id == room.stations[1].configuration.id)
        #expect(room.said(1).contains(.role(.hide, chosen: .asSet)))
        room.run(.seconds(20))
        room.give(.wish(.switchRole), to: 0)
        #expect(room.stations[0].role == .seek, "not in a round")
    }

    @Test func whoStillHoldsHearsWhoLetGo() {
        var room = Playroom(
            roles: [.seek, .seek, .seek], companies: [Announcement.Company(capacity: 3)])
        room.run(.seconds(2))
        room.hold([0, 1])
        room.run(.milliseconds(400))
        room.release([1])
        room.run(.seconds(1))
        #expect(room.said(0).contains(.letGo(room.name(1))))
        #expect(room.said(1).last == .notReady)
    }

    /// Somebody who holds, authenticates and never agrees delays the others by seconds, and no more.
    @Test func whoNeverAgreesIsPlayedWithout() {
        var room = Playroom(
            roles: [.hide, .seek, .seek], companies: [Announcement.Company(capacity: 3)])
        room.deafToProposals = [1]
        room.run(.seconds(2))
        room.hold([0, 1, 2])
        room.run(.seconds(5))
        #expect(room.stations[0].session?.members.count == 2)
        #expect(room.stations[0].session?.id == room.stations[2].session?.id)
    }
}
