import Testing

@testable import Determinism
@testable import Game

/// Where there is no crew word anybody may hold, and play with nobody: that keeps no two from playing.
struct HoldoutTests {
    /// Two dozen who neither propose nor agree, or who propose and never lock: three seconds at most.
    @Test(arguments: [HoldoutRoom.Kind.isSilent, .neverLocks], HoldoutRoom.Arrival.all)
    func twoAreLockedWithinThreeSeconds(kind: HoldoutRoom.Kind, arrival: HoldoutRoom.Arrival) {
        for capacity in [2, 8] {
            let time = HoldoutRoom.timeToLock(
                24, kind, arrival, capacity: capacity, seed: 4, within: .seconds(3))
            #expect(time != nil, "capacity \(capacity)")
        }
    }

    /// A room in which one rule decides whether the two find each other.
    struct Case: CustomTestStringConvertible, Sendable {
        let rule: String
        let kind: HoldoutRoom.Kind
        var count = 24
        let arrival: HoldoutRoom.Arrival
        var capacity = 2
        let seed: UInt64
        var within = Duration.seconds(3)

        var testDescription: String { rule }
    }

    @Test(arguments: [
        Case(
            rule: "who has shown nothing for half a second proposes, however the groups change",
            kind: .neverLocks, arrival: .joining(secondAfter: .milliseconds(1_500)), seed: 5),
        Case(
            rule: "a group that did not agree is not proposed again at once", kind: .neverLocks,
            arrival: .joining(secondAfter: .milliseconds(1_500)), capacity: 8, seed: 1),
        Case(
            rule: "who is left over watches the others, too", kind: .isSilent,
            arrival: .before(secondAfter: .zero), seed: 2),
        Case(
            rule: "only who lets go has dropped out", kind: .changesItsMind, count: 3,
            arrival: .before(secondAfter: .milliseconds(1_500)), seed: 1, within: .seconds(6)),
        Case(
            rule: "keys that do not come, one after the other, are not waited for", kind: .keepsItsKey,
            count: 3, arrival: .before(secondAfter: .zero), seed: 1, within: .seconds(6)),
    ])
    func theRuleDecides(_ room: Case) {
        let time = HoldoutRoom.timeToLock(
            room.count, room.kind, room.arrival, capacity: room.capacity, seed: room.seed,
            within: room.within)
        #expect(time != nil)
    }
}
