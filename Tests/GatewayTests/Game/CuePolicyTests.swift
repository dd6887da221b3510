import Testing

@testable import Gateway

private func range(
    _ trend: Trend, _ closing: Double, _ zone: Zone = .near, age: Duration? = .zero
) -> Range {
    let distance = Range.Distance(metres: 3, low: 2, high: 4)
    return Range(distance: distance, closing: closing, trend: trend, zone: zone, age: age)
}

private let lost = Range(distance: nil, closing: 0.5, trend: .unknown, zone: .lost, age: .seconds(5))

@Suite struct CuePolicyTests {
    @Test(arguments: [(Zone.far, 1), (.near, 2), (.immediate, 3)])
    func theNearerTheHotter(zone: Zone, heat: Int) {
        var policy = CuePolicy()
        #expect(policy.cue(range: range(.closing, 0.9, zone), now: .zero)?.cue == .hot(heat: heat))
        policy.reset()
        #expect(policy.cue(range: range(.opening, 0.1, zone), now: .zero)?.cue == .cold(chill: 4 - heat))
    }

    @Test(arguments: [(Zone.far, 15), (.near, 24), (.immediate, 40)])
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

    @Test func theOppositeWordWaits() {
        var policy = CuePolicy()
        #expect(policy.cue(range: range(.closing, 0.9), now: .zero) != nil)
        #expect(policy.cue(range: range(.opening, 0.2), now: .milliseconds(2400)) == nil)
        #expect(policy.cue(range: range(.opening, 0.2), now: .milliseconds(2500))?.cue == .cold(chill: 2))
        #expect(policy.cue(range: range(.closing, 0.99), now: .milliseconds(3600)) == nil)
        #expect(policy.cue(range: range(.closing, 0.99), now: .milliseconds(3700))?.cue == .hot(heat: 2))
    }

    @Test func aNewRoundBeginsWithAnEmptyHead() {
        var policy = CuePolicy()
        _ = policy.cue(range: lost, now: .zero)
        policy.reset()
        #expect(policy == CuePolicy())
    }

    @Test func everyWordSaysWhy() {
        var policy = CuePolicy()
        let hot = policy.cue(range: range(.closing, 0.9), now: .zero)
        #expect(hot?.reason == "closing with 90 %, near, about 3.0 m, heard 0 ms ago")
        let gone = policy.cue(range: lost, now: .seconds(9))
        #expect(gone?.reason == "nothing heard, the last sighting was 5000 ms ago")
    }

    /// Whatever the ranges: never two phrases in 1.2 s, no early flip without certainty, nothing without a
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
                case (.hot, .cold): #expect(now - last.at >= CuePolicy.patience || closing <= 0.03)
                case (.cold, .hot): #expect(now - last.at >= CuePolicy.patience || closing >= 0.97)
                case (.lost, .lost), (.hot, .thereYouAre), (.cold, .thereYouAre): Issue.record("\(cue)")
                default: break
                }
            }
            last = (cue, now)
        }
        #expect(last != nil)
    }
}
