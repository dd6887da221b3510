import Testing

@testable import GPIO

struct RhythmTests {
    /// Every change of a rhythm up to a time, as the lines' thread would follow it.
    private static func changes(_ rhythm: Rhythm, until end: Duration) -> [(at: Duration, isLit: Bool)] {
        var at = Duration.zero
        var changes: [(at: Duration, isLit: Bool)] = []
        while at < end {
            let (isLit, until) = rhythm.state(after: at)
            if changes.last?.isLit != isLit { changes.append((at, isLit)) }
            guard let until else { break }
            #expect(until > at)
            at = until
        }
        return changes
    }

    @Test func twoFlashesAndAPauseGoOnForEver() {
        let rhythm = Rhythm([.lit(100), .dark(150), .lit(100), .dark(1_650)])
        let changes = Self.changes(rhythm, until: .seconds(60 * 60))
        #expect(changes.count == 4 * 1_800)
        #expect(changes[0...4].map(\.at) == [0, 100, 250, 350, 2_000].map { .ms($0) })
        #expect(changes.enumerated().allSatisfy { $1.isLit == $0.isMultiple(of: 2) })
        #expect(changes.last.map { $0.at } == .seconds(3_600) - .ms(1_650))
    }

    @Test func whatIsNotRepeatedEndsAsItsLastSpan() {
        let rhythm = Rhythm([.lit(300), .dark(200)], isRepeated: false)
        #expect(rhythm.state(after: .ms(299)).isLit)
        #expect(rhythm.state(after: .ms(300)) == (false, .ms(500)))
        #expect(rhythm.state(after: .seconds(99)) == (false, nil))
        #expect(Rhythm.lit.state(after: .seconds(99)) == (true, nil))
        #expect(Rhythm.dark.state(after: .zero) == (false, nil))
    }

    @Test func nothingIsShorterThanEyesCanSee() {
        let rhythm = Rhythm([.lit(0), .dark(-5)])
        #expect(rhythm.period == Rhythm.shortest * 2)
        let long = Rhythm(Array(repeating: .lit(20), count: 1_000))
        #expect(long.spans.count == Rhythm.spansAtMost)
    }

    @Test func atNightItKeepsTimeAndHardlyShines() {
        let rhythm = Rhythm([.lit(500), .dark(500)])
        let dimmed = rhythm.dimmed()
        #expect(dimmed.period == rhythm.period)
        let changes = Self.changes(dimmed, until: .seconds(2))
        #expect(changes.map(\.at) == [0, 20, 1_000, 1_020].map { .ms($0) })
        let steady = Self.changes(Rhythm.lit.dimmed(), until: .seconds(4))
        #expect(steady.map(\.at) == [0, 20, 2_000, 2_020].map { .ms($0) })
        #expect(Rhythm.dark.dimmed() == .dark)
        let ending = Rhythm([.lit(300), .dark(10)], isRepeated: false).dimmed()
        #expect(ending.state(after: .seconds(5)) == (false, nil))
    }

    /// What is lit for good, whatever its spans are, flashes at night; what is lit in turns keeps its turns.
    @Test func onlyWhatEndsLitFlashesInsteadAtNight() {
        let once = Rhythm([.dark(100), .lit(300)], isRepeated: false).dimmed()
        #expect(once == Rhythm([.lit(20), .dark(1_980)]))
        #expect(Rhythm([.lit(100), .lit(300)]).dimmed() == Rhythm([.lit(20), .dark(1_980)]))
        let turns = Rhythm([.dark(100), .lit(300)]).dimmed()
        #expect(turns == Rhythm([.dark(100), .lit(20), .dark(280)]))
        #expect(Rhythm.lit.period == .seconds(1))
        #expect(Rhythm([.lit(20), .dark(5)]).dimmed().spans[0].lasts == .ms(20))
    }

    /// The lamp follows the rhythm by the core's own deadlines, across a chip that goes and comes back.
    @Test func theCoreKeepsTheRhythm() {
        var core = LinesCore(configuration: LinesConfiguration(lampLines: [.main: 17]))
        _ = core.handle(.start, now: .zero)
        _ = core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .zero)
        #expect(
            core.handle(.light(.main, Rhythm([.lit(100), .dark(900)])), now: .ms(50)) == [
                .lamp(.main, isOn: true)
            ])
        #expect(core.nextDeadline == .ms(150))
        #expect(core.handle(.deadline(isActive: false), now: .ms(151)) == [.lamp(.main, isOn: false)])
        #expect(core.nextDeadline == .ms(1_050))
        #expect(core.handle(.deadline(isActive: false), now: .ms(400)).isEmpty)
        // The same again changes nothing.
        #expect(core.handle(.light(.main, Rhythm([.lit(100), .dark(900)])), now: .ms(500)).isEmpty)
        _ = core.handle(.failed(.unplugged), now: .ms(600))
        _ = core.handle(.deadline(isActive: nil), now: .ms(1_100))
        let back = core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .ms(1_110))
        #expect(back.last == .lamp(.main, isOn: true))
        #expect(core.nextDeadline == .ms(1_150))
    }

    /// A light that blinks delays no press: the button's own deadlines come first when they are nearer.
    @Test func aHoldIsFeltToTheMillisecondBesideIt() {
        var core = LinesCore(configuration: LinesConfiguration(lampLines: [.main: 17]))
        _ = core.handle(.start, now: .zero)
        _ = core.handle(.opened(chip: "c", lamps: [.main], isActive: false), now: .zero)
        _ = core.handle(.light(.main, Rhythm([.lit(70), .dark(70)])), now: .zero)
        _ = core.handle(.edges([.on(5)]), now: .ms(5))
        var held: Duration?
        while held == nil, let deadline = core.nextDeadline, deadline < .seconds(2) {
            for output in core.handle(.deadline(isActive: true), now: deadline) {
                if case .event(.button(.hold, let at)) = output { held = at }
            }
        }
        #expect(held == .ms(1_005))
    }
}
