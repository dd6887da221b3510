import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork
@testable import StationNode

/// Stations and their gatekeepers together, on a network that loses, delays and doubles: what takes the time
/// of people is that hands are joined, a proposal is agreed to and a key arrives.
struct GuardedLockTests {
    /// From the moment at which all hold to the moment at which all are in one session.
    static func timeToLock(_ count: Int, seed: UInt64, loss: Double, delays: ClosedRange<Int>) -> Duration? {
        var table = GuardedTable(count, seed: seed)
        table.run(for: .seconds(4))
        table.loss = loss
        table.delays = delays
        table.button(.down)
        table.run(for: .seconds(1))
        table.button(.hold)
        let start = table.now
        table.run(for: .seconds(10)) { $0.isLocked }
        return table.isLocked ? table.now - start : nil
    }

    @Test(arguments: [2, 4])
    func whoHoldsIsLockedWithinTwoSeconds(count: Int) throws {
        let quick = Self.timeToLock(count, seed: 1, loss: 0, delays: 1...2)
        #expect(quick ?? .seconds(99) < .milliseconds(200))
        let times = (1...20).map {
            Self.timeToLock(count, seed: $0, loss: 0.2, delays: 0...200) ?? .seconds(99)
        }.sorted()
        // All but one: 95 in 100. Over 40 seeds it was 1.03 s for two and 1.33 s for four.
        #expect(times[18] < .seconds(2), "\(times)")
    }

    @Test(arguments: 1...5)
    func whoStartsAnewInARoundIsBackInIt(seed: Int) {
        var table = GuardedTable(3, seed: UInt64(seed))
        table.run(for: .seconds(4))
        table.hold()
        #expect(table.isLocked)
        let session = table.stations[0].station.session?.id
        let major = table.stations[0].peers.ring.keys.first?.epoch.major
        table.loss = 0.2
        table.delays = 0...200
        // One after the other, also the one that drew the key: in the end nobody is left who was there first.
        for index in 0..<3 {
            table.restart(index, boot: UInt32(100 + index))
            table.run(for: .seconds(12))
            #expect(table.stations[index].station.session?.id == session)
            #expect(table.stations[index].peers.ring.keys.map(\.epoch.major) == [major])
        }
    }
}
