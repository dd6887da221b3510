import Testing

@testable import Audio

/// One utterance that sounds: where it is, how it ends, and the filters that it needs.
struct PlayheadTests {
    private static let rate = 48_000

    private static func mixed(_ playhead: inout Playhead, _ frames: Int) -> [Float] {
        var buffer = [Float](repeating: 0, count: frames)
        _ = playhead.mix(into: &buffer, range: 0..<frames, at: rate, with: ResamplerBank(targetRate: rate))
        return buffer
    }

    private static func two() -> Playhead {
        Playhead(
            Utterance(label: "two", clips: [steady(1_000, milliseconds: 1), steady(1_000, milliseconds: 1)]))
    }

    /// It is untouched until its first frame is heard, and not again where its second clip begins.
    @Test func untouchedUntilTheFirstFrame() {
        for frames in [1, 47, 48, 49, 96] {
            var playhead = Self.two()
            #expect(playhead.isUntouched)
            _ = Self.mixed(&playhead, frames)
            #expect(!playhead.isUntouched, "\(frames)")
            #expect(playhead.isFinished == (frames == 96))
        }
    }

    /// A fade goes down in equal steps from where it began; a second one does not begin it anew.
    @Test func fadesInEqualSteps() {
        var playhead = Self.two()
        #expect(Self.mixed(&playhead, 2) == [1_000, 1_000])
        playhead.fade(over: 4)
        #expect(Self.mixed(&playhead, 2) == [1_000, 750])
        playhead.fade(over: 4)
        #expect(Self.mixed(&playhead, 4) == [500, 250, 0, 0] && playhead.isFinished)
        var short = Self.two()
        short.fade(over: 1)
        #expect(Self.mixed(&short, 2) == [1_000, 0] && short.isFinished)
        var none = Self.two()
        none.fade(over: 0)
        #expect(none.isFinished && Self.mixed(&none, 2) == [0, 0])
    }

    /// One filter for each rate, eight of them at most: a ninth replaces them all.
    @Test func filtersAreBounded() {
        var bank = ResamplerBank(targetRate: Self.rate)
        for (place, rate) in (1...8).map({ 4_000 + 1_000 * $0 }).enumerated() {
            let utterance = Utterance(label: "a", clips: [steady(1, milliseconds: 1, rate: rate)])
            bank.prepare(for: utterance)
            bank.prepare(for: utterance)
            #expect(bank.count == place + 1)
        }
        bank.prepare(for: Utterance(label: "a", clips: [steady(1, milliseconds: 1, rate: 16_000)]))
        #expect(bank.count == 1)
    }
}
