import Testing
import Wire

@testable import Game
@testable import PeerNetwork

/// Points that are kept: counted once, moved by a better ending, bounded, and read from disk with care.
struct ScoresTests {
    private static let ids = (1...3).map { StationID(value: UInt64($0)) }

    private static func ended(_ outcome: Outcome, id: UInt64 = 7, round: UInt16 = 1) -> Session {
        let members = ids.map {
            Session.Member(id: $0, name: StationName($0), role: $0 == ids[0] ? .hide : .seek, points: 0)
        }
        return Session(
            id: id, round: round, members: members, startsAt: .zero, headStart: .seconds(10),
            limit: .seconds(60), outcome: outcome)
    }

    /// A saved table: who won the last round that was counted, and the points.
    private static func saved(winner: StationID, _ points: [(StationID, UInt32)], version: UInt8 = 1)
        -> [UInt8]
    {
        var writer = PacketWriter()
        writer.u8(version)
        writer.u64be(7)
        writer.u16be(1)
        writer.u64be(winner.value)
        writer.u8(UInt8(points.count))
        for (id, value) in points {
            writer.u64be(id.value)
            writer.u32be(value)
        }
        return writer.bytes
    }

    @Test func aBetterEndingOfTheSameRoundMovesThePoint() {
        var scores = Scores()
        let isNew = scores.count(Self.ended(.timeUp))
        #expect(isNew)
        #expect(scores.points == [Self.ids[0]: 1])
        let isNewAgain = scores.count(Self.ended(.timeUp))
        #expect(!isNewAgain)
        let isBetter = scores.count(Self.ended(.found(by: Self.ids[1], after: .zero)))
        #expect(isBetter)
        #expect(scores.points == [Self.ids[0]: 0, Self.ids[1]: 1])
    }

    /// Another session's first round, or another round of this one, takes nothing back.
    @Test(arguments: [(8, 1), (7, 2)] as [(UInt64, UInt16)])
    func anotherRoundTakesNothingBack(id: UInt64, round: UInt16) {
        var scores = Scores()
        let isFirst = scores.count(Self.ended(.timeUp))
        #expect(isFirst)
        let isOther = scores.count(Self.ended(.found(by: Self.ids[1], after: .zero), id: id, round: round))
        #expect(isOther)
        #expect(scores.points == [Self.ids[0]: 1, Self.ids[1]: 1])
    }

    /// Whatever was on the disk: no number goes below nothing or beyond the largest.
    @Test func pointsKeepWithinWhatTheyCanBe() throws {
        var scores = try Scores(
            decoding: Self.saved(winner: Self.ids[0], [(Self.ids[0], 0), (Self.ids[1], .max)]))
        let isCounted = scores.count(Self.ended(.found(by: Self.ids[1], after: .zero)))
        #expect(isCounted)
        #expect(scores.points == [Self.ids[0]: 0, Self.ids[1]: .max])
    }

    @Test func sixtyFourAreKept() throws {
        let many = (0..<64).map { (StationID(value: UInt64($0 + 100)), UInt32(5)) }
        var scores = try Scores(decoding: Self.saved(winner: Self.ids[2], many))
        let isNewest = scores.count(Self.ended(.timeUp, id: 9))
        #expect(isNewest)
        #expect(scores.points.count == 64, "the newcomer has the fewest")
        #expect(scores.points[Self.ids[0]] == nil)
        #expect(try Scores(decoding: scores.encoded()) == scores)
    }

    @Test func whatIsNoTableIsRefused() {
        let many = (0..<65).map { (StationID(value: UInt64($0 + 100)), UInt32(5)) }
        #expect(throws: Malformed("too many scores", at: 19)) {
            try Scores(decoding: Self.saved(winner: Self.ids[0], many))
        }
        #expect(throws: Malformed("scores of another version", at: 0)) {
            try Scores(decoding: Self.saved(winner: Self.ids[0], [], version: 2))
        }
    }
}
