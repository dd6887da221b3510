import Support
import Testing

@testable import Determinism
@testable import Game
@testable import Ranging

private func range(
    _ trend: Trend, _ closing: Double, _ zone: Zone = .near, age: Duration? = .zero
) -> RangeEstimate {
    let distance = RangeEstimate.Distance(metres: 3, low: 2, high: 4)
    return RangeEstimate(distance: distance, closing: closing, trend: trend, zone: zone, age: age)
}

private let lost = RangeEstimate(distance: nil, closing: 0.5, trend: .unknown, zone: .lost, age: .seconds(5))

@Suite struct CuePolicyTests {
    @Test(arguments: [(Zone.far, 1), (.near, 2), (.immediate, 3)])
    func theNearerTheHotter(zone: Zone, heat: Int) {
        var policy = CuePolicy()
        #expect(policy.cue(range: range(.closing, 0.9, zone), now: .zero)?.cue == .hot(heat: heat))
        policy.reset()
        #expect(policy.cue(range: range(.opening, 0.1, zone), now: .zero)?.cue == .cold(chill: 4 - heat))
    }

    @Test(arguments: [(Zone.far, 19), (.near, 23), (.immediate, 29)])
    func theNearerTheMoreOften(zone: Zone, words: Int) {
        var policy = CuePolicy()
        let spoken = (0..<600).count {
            policy.cue(range: range(.closing, 0.9, zone), now: .milliseconds($0 * 100)) != nil
        }
        #expect(spoken == words)
    }

    @Test func noTrendNoWord() {
        var policy = CuePolicy()
        for (index, silent) in [
            range(.steady, 0.5), range(.unknown, 0.5), range(.closing, 0.6), range(.opening, 0.4),
            range(.closing, 0.9, age: .seconds(3)), .unknown,
        ].enumerated() {
            #expect(policy.cue(range: silent, now: .seconds(index * 10)) == nil)
        }
    }

    /// A word about the trend is of a sighting no older than two seconds.
    @Test(arguments: [(1.9, true), (2.0, true), (2.1, false)])
    func aWordIsOfAFreshSighting(age: Double, isSaid: Bool) {
        var policy = CuePolicy()
        let said = policy.cue(range: range(.closing, 0.99, age: .seconds(age)), now: .seconds(5))
        #expect((said != nil) == isSaid)
    }

    /// A return that is not told, because the last one was a moment ago, is not told later either.
    @Test func aReturnThatWasNotToldIsNoNewsLater() {
        var policy = CuePolicy()
        let heard = range(.unknown, 0.5)
        let ranges = [(1, lost), (3, heard), (5, lost), (7, heard), (19, heard)]
        let said = ranges.map { policy.cue(range: $0.1, now: .seconds($0.0))?.cue }
        #expect(said == [.lost, .thereYouAre, .lost, nil, nil])
    }

    @Test func nothingIsSaidWithoutASighting() {
        var policy = CuePolicy()
        var never = range(.closing, 1, .immediate)
        never.age = nil
        #expect(policy.cue(range: never, now: .seconds(1)) == nil)
    }

    @Test func lostIsSaidOnceAndTheReturnOnce() {
        var policy = CuePolicy()
        #expect(policy.cue(range: lost, now: .seconds(5))?.cue == .lost)
        #expect(policy.cue(range: lost, now: .seconds(15)) == nil)
        #expect(policy.cue(range: range(.unknown, 0.5), now: .seconds(20))?.cue == .thereYouAre)
        #expect(policy.cue(range: range(.unknown, 0.5), now: .seconds(30)) == nil)
        #expect(policy.cue(range: lost, now: .seconds(40))?.cue == .lost)
    }

    /// One packet every six seconds: a return now and then, not one a packet.
    @Test func theEdgeOfHearingIsNotToldOverAndOver() {
        var policy = CuePolicy()
        var (losses, returns) = (0, 0)
        for tick in 0..<6_000 {
            let age = Duration.milliseconds(tick % 60 * 100)
            var heard = age < .milliseconds(4_500) ? range(.unknown, 0.5, age: age) : lost
            heard.distance = nil
            switch policy.cue(range: heard, now: .milliseconds(tick * 100))?.cue {
            case .lost: losses += 1
            case .thereYouAre: returns += 1
            case nil: break
            default: Issue.record("a word without a trend")
            }
        }
        #expect((30...40).contains(returns))
        #expect((returns...(returns + 1)).contains(losses))
    }

    /// The surer, the sooner: what a contradiction costs is forgiven with time.
    @Test(arguments: [(0.01, 1_900, 2_000), (0.1, 4_200, 4_300), (0.12, 6_600, 6_700)])
    func theOppositeWordWaits(closing: Double, tooSoon: Int, late: Int) {
        var policy = CuePolicy()
        #expect(policy.cue(range: range(.closing, 0.9), now: .zero) != nil)
        #expect(policy.cue(range: range(.opening, closing), now: .milliseconds(tooSoon)) == nil)
        #expect(
            policy.cue(range: range(.opening, closing), now: .milliseconds(late))?.cue == .cold(chill: 2))
        #expect(policy.cue(range: range(.closing, 0.99), now: .milliseconds(late + 1_300)) == nil)
    }

    @Test func aWordThatIsLikelyWrongIsNeverSaid() {
        for step in 0..<100 {
            var policy = CuePolicy()
            let closing = Double(step) / 100
            for trend in [Trend.closing, .opening] {
                let right = trend == .closing ? closing : 1 - closing
                let said = policy.cue(range: range(trend, closing), now: .seconds(10 * step)) != nil
                if right <= 0.87 { #expect(!said) }
                if right >= 0.88 { #expect(said) }
            }
        }
    }

    @Test func aMinuteWithoutProgressEarnsAHint() {
        var policy = CuePolicy()
        var hints: [(second: Int, hint: Hint)] = []
        for second in 0..<200 {
            let cue = policy.cue(range: range(.unknown, 0.5), now: .seconds(second))?.cue
            if case .hint(let hint)? = cue { hints.append((second, hint)) }
        }
        #expect(hints.map(\.second) == [60, 120, 180])
        #expect(hints.map(\.hint) == [.walk, .turn, .elsewhere])
    }

    @Test func whoeverIsOnTheWayNeedsNoHint() {
        var policy = CuePolicy()
        for second in 0..<100 {
            #expect(policy.cue(range: range(.closing, 0.74), now: .seconds(second)) == nil)
        }
        #expect(policy.cue(range: range(.opening, 0.3), now: .seconds(100))?.cue == .hint(.walk))
    }

    @Test func whoeverStandsIsToldToWalk() {
        var policy = CuePolicy()
        for second in 0..<121 {
            let cue = policy.cue(range: range(.steady, 0.5), now: .seconds(second))?.cue
            #expect(cue == (second > 0 && second % 60 == 0 ? .hint(.walk) : nil))
        }
    }

    /// Who stands beside the hider has only to hold.
    @Test func whoeverIsWithinArmsReachNeedsNoHint() {
        var policy = CuePolicy()
        for second in 0..<200 {
            #expect(policy.cue(range: range(.steady, 0.5, .immediate), now: .seconds(second)) == nil)
        }
    }

    @Test func progressPutsOffTheHint() {
        var policy = CuePolicy()
        var metres = 12.0
        for second in 0..<300 {
            if second % 50 == 49 { metres *= 0.7 }
            var near = range(.unknown, 0.5)
            near.distance = RangeEstimate.Distance(metres: metres, low: metres / 2, high: metres * 2)
            #expect(policy.cue(range: near, now: .seconds(second)) == nil)
        }
    }

    @Test func aNewRoundBeginsWithAnEmptyHead() {
        var policy = CuePolicy()
        _ = policy.cue(range: lost, now: .zero)
        policy.reset()
        #expect(policy == CuePolicy())
    }

    @Test func everyWordSaysWhy() {
        var policy = CuePolicy()
        let hot = policy.cue(range: range(.closing, 0.92), now: .zero)
        #expect(
            hot?.reason == "closing with 92 %, near, 3.0 m (2.0–4.0), heard 0 ms ago; worth 0.36, costs 0.0")
        let gone = policy.cue(range: lost, now: .seconds(9))
        #expect(gone?.reason == "nothing heard, the last sighting was 5000 ms ago")
    }

    /// Whatever the ranges: never two phrases in 1.2 s, no early flip, nothing without a
    /// sighting.
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func theRulesHoldForAnyRanges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var policy = CuePolicy()
        var last: (cue: Cue, at: Duration)?
        var now = Duration.zero
        for _ in 0..<3000 {
            now += .milliseconds(Int.random(in: 0...400, using: &random))
            let closing = Double.random(in: 0...1, using: &random)
            let trend = closing > 0.6 ? Trend.closing : closing < 0.4 ? .opening : .steady
            let zones: [Zone] = [.immediate, .near, .far, .lost, .unknown]
            var range = range(trend, closing, zones.randomElement(using: &random) ?? .far)
            range.age = Bool.random(using: &random) ? .milliseconds(300) : nil
            guard let (cue, _) = policy.cue(range: range, now: now) else { continue }
            #expect(range.age != nil)
            if let last {
                #expect(now - last.at >= CuePolicy.pause)
                switch (last.cue, cue) {
                case (.hot, .cold), (.cold, .hot): #expect(now - last.at >= .milliseconds(1_800))
                case (.lost, .lost), (.hot, .thereYouAre), (.cold, .thereYouAre): Issue.record("\(cue)")
                default: break
                }
            }
            last = (cue, now)
        }
        #expect(last != nil)
    }
}

/// The log and the journals' seals are made of these: they stay when a type or a module is renamed.
@Test(arguments: [
    (Cue.hot(heat: 2), "hot(heat: 2)"), (.cold(chill: 3), "cold(chill: 3)"), (.lost, "lost"),
    (.thereYouAre, "thereYouAre"), (.hint(.walk), "hint(walk)"),
])
func aCueIsWrittenWithoutTheNamesOfTypes(cue: Cue, text: String) {
    #expect("\(cue)" == text)
}

@Test func everyCueHasATermThatIsDocumented() throws {
    #expect(Set(Cue.all).count == Cue.all.count)
    let text = try Document.text("docs/recordings.md")
    for cue in Cue.all {
        #expect(text.contains("`\(cue.term)`"), "docs/recordings.md does not name \(cue.term)")
        #expect(cue.degree.map { (1...3).contains($0.value) } ?? true)
    }
}
