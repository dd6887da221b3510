import Testing

@testable import GPIO

@Suite struct LinesCoreTests {
    typealias Output = LinesCore.Output

    private func opened(_ configuration: LinesConfiguration = .init(), isActive: Bool = false) -> LinesCore {
        var core = LinesCore(configuration: configuration)
        #expect(core.handle(.start, now: .zero) == [.open])
        #expect(
            core.handle(.opened(chip: "c", lamps: [], isActive: isActive), now: .zero)
                == [.event(.ready(chip: "c", lamps: []))])
        return core
    }

    @Test func aLampWithoutALineIsNotSwitched() {
        var core = opened()
        #expect(core.handle(.light(.main, .lit), now: .zero).isEmpty)
        #expect(core.nextDeadline == nil)
    }

    @Test func aPressIsToldWithItsOwnTimes() {
        var core = opened()
        #expect(core.nextDeadline == nil)
        // Seen 3 ms late: told with the time of the edge.
        #expect(core.handle(.edges([.on(100)]), now: .ms(103)) == [.event(.button(.down, at: .ms(100)))])
        #expect(core.nextDeadline == .ms(1100))
        #expect(core.handle(.edges([.off(200)]), now: .ms(203)).isEmpty)
        #expect(core.nextDeadline == .ms(225))
        #expect(
            core.handle(.deadline(isActive: false), now: .ms(230)) == [
                .event(.button(.up, at: .ms(225))), .event(.button(.press, at: .ms(225))),
            ])
    }

    @Test func aLateLookTellsEverythingWithItsTime() {
        var core = opened()
        _ = core.handle(.edges([.on(0)]), now: .zero)
        #expect(
            core.handle(.deadline(isActive: true), now: .seconds(31)) == [
                .event(.button(.hold, at: .seconds(1))), .event(.button(.holdEnded, at: .seconds(30))),
                .event(.button(.stuck, at: .seconds(30))),
            ])
    }

    @Test func whatFellDueANanosecondBeforeAnEdgeHasItsOwnTime() {
        var core = opened()
        _ = core.handle(.edges([.on(0)]), now: .zero)
        let release = LineEvent(isActive: false, at: .nanoseconds(1_000_000_001))
        #expect(
            core.handle(.edges([release]), now: .ms(1_010)) == [.event(.button(.hold, at: .seconds(1)))])
    }

    @Test func theLevelAtTheDeadlineForestallsAHold() {
        var core = opened()
        _ = core.handle(.edges([.on(0)]), now: .zero)
        #expect(core.handle(.deadline(isActive: false), now: .ms(1004)).isEmpty)
        let told = core.handle(.deadline(isActive: false), now: .ms(1030))
        #expect(told == [.event(.button(.up, at: .ms(1025))), .event(.button(.press, at: .ms(1025)))])
    }

    @Test func stampsFromTheFutureAndThePastAreHeldBack() {
        var core = opened()
        let future = core.handle(.edges([.on(9_000_000)]), now: .ms(50))
        #expect(future == [.event(.button(.down, at: .ms(50)))])
        _ = core.handle(.edges([.off(10)]), now: .ms(60))
        #expect(core.nextDeadline == .ms(75))
    }

    @Test func openingIsTriedAgainWithDoublingWaits() {
        var core = LinesCore(configuration: LinesConfiguration())
        _ = core.handle(.start, now: .zero)
        var now = Duration.zero
        var waits: [Duration] = []
        var told: [Output] = []
        for _ in 0..<8 {
            told += core.handle(.failed(.noChip), now: now)
            guard let next = core.nextDeadline else { break }
            waits.append(next - now)
            #expect(core.handle(.deadline(isActive: nil), now: next - .nanoseconds(1)).isEmpty)
            now = next
            #expect(core.handle(.deadline(isActive: nil), now: now) == [.open])
        }
        #expect(waits == [500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000].map { .milliseconds($0) })
        #expect(told == [.event(.trouble(.noChip))])
    }

    @Test func anUnplugEndsTheHoldAndIsToldOnce() {
        var core = opened()
        _ = core.handle(.edges([.on(0)]), now: .zero)
        _ = core.handle(.deadline(isActive: true), now: .seconds(1))
        #expect(
            core.handle(.failed(.unplugged), now: .seconds(20)) == [
                .close, .event(.trouble(.unplugged)),
                .event(.button(.holdEnded, at: .seconds(20))), .event(.button(.up, at: .seconds(20))),
            ])
        #expect(core.nextDeadline == .ms(20_500))
        #expect(core.handle(.deadline(isActive: nil), now: .ms(20_500)) == [.open])
        // That the chip is missing is no news now.
        #expect(core.handle(.failed(.noChip), now: .ms(20_500)).isEmpty)
        // That it is back but may not be opened is.
        #expect(core.handle(.failed(.notPermitted), now: .ms(22_000)) == [.event(.trouble(.notPermitted))])
        #expect(core.handle(.failed(.notPermitted), now: .ms(24_000)).isEmpty)
        let ready = core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .seconds(30))
        #expect(ready.first == .event(.ready(chip: "c", lamps: [.main])))
        // A new incident is told anew.
        #expect(
            core.handle(.failed(.unplugged), now: .seconds(31)) == [.close, .event(.trouble(.unplugged))])
    }

    /// It is gone before it is said to be free, so that nobody says that it works again.
    @Test func aStuckButtonThatIsUnpluggedIsGoneFirst() {
        var core = opened()
        _ = core.handle(.edges([.on(0)]), now: .zero)
        _ = core.handle(.deadline(isActive: true), now: .seconds(1))
        let stuck = core.handle(.deadline(isActive: true), now: .seconds(40))
        #expect(stuck.contains(.event(.button(.stuck, at: .seconds(30)))))
        let gone = core.handle(.failed(.unplugged), now: .seconds(60))
        #expect(gone.prefix(2) == [.close, .event(.trouble(.unplugged))])
        #expect(gone.last == .event(.button(.freed, at: .seconds(60))))
    }

    @Test func linesThatFailAtOnceAreNotOpenedInATightLoop() {
        var core = LinesCore(configuration: LinesConfiguration())
        var now = Duration.zero
        var waits: [Duration] = []
        _ = core.handle(.start, now: now)
        for _ in 0..<4 {
            _ = core.handle(.opened(chip: "c", lamps: [], isActive: false), now: now)
            _ = core.handle(.failed(.unplugged), now: now)
            waits.append((core.nextDeadline ?? now) - now)
            now = core.nextDeadline ?? now
            _ = core.handle(.deadline(isActive: nil), now: now)
        }
        #expect(waits == [500, 1000, 2000, 4000].map { .milliseconds($0) })
        // Ten good seconds, and the story begins again.
        _ = core.handle(.opened(chip: "c", lamps: [], isActive: false), now: now)
        _ = core.handle(.failed(.unplugged), now: now + .seconds(10))
        #expect(core.nextDeadline == now + .milliseconds(10_500))
    }

    @Test func aLineThatIsPassedAroundDoesNotFillTheLog() {
        var core = LinesCore(configuration: LinesConfiguration())
        _ = core.handle(.start, now: .zero)
        let told = (0..<50).flatMap { core.handle(.failed(.inUse(consumer: "\($0)")), now: .seconds($0)) }
        #expect(told.count == 4)
    }

    @Test func theLatestWishForTheLampHolds() {
        var core = LinesCore(configuration: LinesConfiguration(lampLines: [.main: 17]))
        _ = core.handle(.start, now: .zero)
        #expect(core.handle(.light(.main, .dark), now: .zero).isEmpty)
        #expect(core.handle(.light(.main, .lit), now: .zero).isEmpty)
        #expect(
            core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .zero).last
                == .lamp(.main, isOn: true))
        #expect(core.handle(.light(.main, .dark), now: .zero) == [.lamp(.main, isOn: false)])
        _ = core.handle(.failed(.unplugged), now: .zero)
        #expect(core.handle(.light(.main, .lit), now: .zero).isEmpty)
        #expect(
            core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .zero).last
                == .lamp(.main, isOn: true))
    }

    @Test func aButtonFoundDownMakesNoGesture() {
        var core = opened(isActive: true)
        #expect(core.nextDeadline == .seconds(30))
        #expect(core.handle(.edges([.off(5000)]), now: .seconds(5)).isEmpty)
        #expect(core.handle(.deadline(isActive: false), now: .ms(5025)).isEmpty)
        #expect(
            core.handle(.edges([.on(6000)]), now: .seconds(6)) == [.event(.button(.down, at: .seconds(6)))])
    }

    @Test func edgesAfterTheLinesAreGoneAreIgnored() {
        var core = opened()
        _ = core.handle(.failed(.unplugged), now: .zero)
        #expect(core.handle(.edges([.on(1)]), now: .ms(1)).isEmpty)
        #expect(core.handle(.deadline(isActive: true), now: .ms(1)).isEmpty)
    }
}
