import Testing

@testable import HCI

/// Turns of a beacon and its frames, as a clock deals them out.
@Suite struct TurnClockTests {
    private static let interval = Duration.milliseconds(20)
    /// With what the controller adds on average.
    private static let turn = Duration.milliseconds(25)

    private static func turns(_ frames: [UInt8], _ ours: Int, _ beacons: Int) -> AdvertisingTurns {
        AdvertisingTurns(
            frames: frames.map { [$0] }, share: AdvertisingTurns.Share(frames: ours, beacons: beacons))
    }

    /// The next turns: the frame of each, 0 for the beacon.
    private static func dealt(
        _ clock: inout TurnClock, _ count: Int, from now: Duration, hasBeacon: Bool = true
    ) -> [UInt8] {
        (0..<count).map {
            clock.advance(now: now + turn * $0, length: interval, hasBeacon: hasBeacon, isOut: true)
            return clock.current?.first ?? 0
        }
    }

    @Test func aRoundBeginsWithItsFrames() {
        var clock = TurnClock()
        clock.want(Self.turns([1, 2, 3], 2, 1))
        #expect(Self.dealt(&clock, 9, from: .zero) == [1, 2, 0, 3, 1, 0, 2, 3, 0])
    }

    @Test func withoutABeaconFramesHaveAllOfTheTime() {
        var clock = TurnClock()
        clock.want(Self.turns([1, 2], 1, 3))
        #expect(Self.dealt(&clock, 5, from: .zero, hasBeacon: false) == [1, 2, 1, 2, 1])
    }

    /// Another share goes on in the list; another list begins at its first.
    @Test func onlyOtherFramesBeginAnew() {
        var clock = TurnClock()
        clock.want(Self.turns([1, 2, 3, 4], 1, 1))
        #expect(Self.dealt(&clock, 4, from: .zero) == [1, 0, 2, 0])
        clock.want(Self.turns([1, 2, 3, 4], 2, 1))
        #expect(Self.dealt(&clock, 3, from: Self.turn * 4).filter { $0 != 0 } == [3, 4])
        clock.want(Self.turns([1, 2, 3, 4], 2, 1))
        #expect(Self.dealt(&clock, 3, from: Self.turn * 7).filter { $0 != 0 } == [1, 2])
        clock.want(Self.turns([7, 8], 2, 1))
        #expect(Self.dealt(&clock, 3, from: Self.turn * 10).filter { $0 != 0 } == [7, 8])
    }

    /// In step with the clock; who looks much too late does not make up for what was missed.
    @Test func aTurnLastsAnIntervalAndItsDelay() {
        var clock = TurnClock()
        clock.want(Self.turns([1, 2, 3, 4], 1, 0))
        func look(_ milliseconds: Int) -> UInt8? {
            clock.advance(
                now: .milliseconds(milliseconds), length: Self.interval, hasBeacon: true, isOut: true)
            return clock.current?.first
        }
        #expect(look(1_000) == 1)
        #expect(clock.next == .milliseconds(1_025))
        #expect(look(1_024) == 1)
        #expect(look(1_030) == 2)
        #expect(clock.next == .milliseconds(1_050))
        #expect(look(1_500) == 3)
        #expect(clock.next == .milliseconds(1_525))
    }

    /// A frame that is on the air late has the whole of its turn all the same.
    @Test func noTurnEndsBeforeItIsOnTheAir() {
        var clock = TurnClock()
        clock.want(Self.turns([1, 2, 3, 4], 1, 0))
        func look(_ milliseconds: Int, _ isOut: Bool) -> UInt8? {
            clock.advance(
                now: .milliseconds(milliseconds), length: Self.interval, hasBeacon: true, isOut: isOut)
            return clock.current?.first
        }
        #expect(look(1_000, false) == 1)
        #expect(look(1_025, false) == 1)
        #expect(look(1_060, true) == 1)
        #expect(clock.next == .milliseconds(1_085))
        #expect(look(1_084, true) == 1)
        #expect(look(1_085, true) == 2)
        // One that is there in time keeps step with the clock.
        #expect(look(1_090, false) == 2)
        #expect(look(1_100, true) == 2)
        #expect(look(1_112, true) == 3 && clock.next == .milliseconds(1_135))
    }

    @Test(arguments: [nil, Self.turns([], 1, 1)])
    func withoutFramesThereAreNoTurns(turns: AdvertisingTurns?) {
        var clock = TurnClock()
        clock.want(Self.turns([1], 1, 1))
        #expect(Self.dealt(&clock, 1, from: .zero) == [1])
        clock.want(turns)
        #expect(clock.next == nil && clock.current == nil)
        #expect(Self.dealt(&clock, 2, from: .seconds(1)) == [0, 0])
        #expect(clock.next == nil)
    }
}
