import Testing

@testable import Determinism
@testable import Game

/// Where there is no crew word anybody may hold, and play with nobody: that keeps no two from playing.
struct HoldoutTests {
    @Test(arguments: HoldoutRoom.Kind.allCases, [2, 8])
    func exploring(kind: HoldoutRoom.Kind, capacity: Int) {
        for (first, joins) in [(0, false), (1_500, false), (0, true), (1_500, true)] {
            var times: [String] = []
            for seed in UInt64(1)...8 {
                var room = HoldoutRoom(
                    [HoldoutRoom.Kind](repeating: kind, count: 24), capacity: capacity, seed: seed)
                if !joins {
                    room.strangersHold()
                    room.run(for: .seconds(5))
                }
                room.hold(0)
                if joins { room.strangersHold() }
                if first > 0 { room.run(for: .milliseconds(first)) }
                room.hold(1)
                let time = room.timeToLock(within: .seconds(10))
                times.append(time.map { "\(($0 / .seconds(1) * 100).rounded() / 100)" } ?? "never")
            }
            Swift.print("RESULT \(kind) \(capacity) after \(first) joins \(joins): \(times.joined(separator: " "))")
        }
    }
}
