import Testing

@testable import Determinism
@testable import Game

/// Where there is no crew word anybody may hold, and play with nobody: that keeps no two from playing.
struct HoldoutTests {
    /// When two dozen strangers hold, and the second of the two.
    struct Arrival: CustomTestStringConvertible, Sendable {
        /// Before the two hold; else with the first.
        var areBefore: Bool
        var secondAfter: Duration

        var testDescription: String { "strangers \(areBefore ? "before" : "joining"), after \(secondAfter)" }

        static let all = [true, false].flatMap { areBefore in
            [Duration.zero, .milliseconds(1_500)].map { Arrival(areBefore: areBefore, secondAfter: $0) }
        }
    }

    /// Two dozen who neither propose nor agree, or who propose and never lock: three seconds at most.
    @Test(arguments: [HoldoutRoom.Kind.isSilent, .neverLocks], Arrival.all)
    func twoAreLockedWithinThreeSeconds(kind: HoldoutRoom.Kind, arrival: Arrival) {
        for capacity in [2, 8] {
            var room = HoldoutRoom(
                [HoldoutRoom.Kind](repeating: kind, count: 24), capacity: capacity, seed: 4)
            if arrival.areBefore {
                room.strangersHold()
                room.run(for: .seconds(5))
            }
            room.hold(0)
            if !arrival.areBefore { room.strangersHold() }
            room.run(for: arrival.secondAfter)
            room.hold(1)
            let time = room.timeToLock(within: .seconds(3))
            #expect(time != nil, "capacity \(capacity)")
        }
    }
}
