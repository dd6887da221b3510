import GPIO
import Game
import Testing

@testable import Gateway
@testable import StationNode

/// What a station notices of its board by the way.
struct StationMeasuresTests {
    private static let latency = Duration.milliseconds(40)

    private static func usage(_ seconds: Int = 0) -> StationMeasures.Usage {
        StationMeasures.Usage(processor: .seconds(seconds), peakMemoryKilobytes: 30_720)
    }

    /// One whose loudspeaker works.
    private static func heard() -> StationMeasures {
        var measures = StationMeasures()
        _ = measures.took(
            .event(.speaker(works: true)), [], at: .zero, now: .zero, latency: latency, isHunting: false)
        return measures
    }

    private static func says(_ measures: inout StationMeasures, at now: Duration) -> Bool {
        measures.took(
            .event(.tick), [.say(.searching)], at: now, now: now, latency: latency, isHunting: false)
    }

    @Test func theFirstWordCountsFromTheStartOfTheMachine() {
        var measures = Self.heard()
        let news = [Duration.milliseconds(12_300), .seconds(20)].map { Self.says(&measures, at: $0) }
        #expect(news == [true, false])
        #expect(measures.secondsToFirstWord == 12.3)
    }

    @Test func aWordThatNobodyHearsIsNone() {
        var measures = StationMeasures()
        let isNews = Self.says(&measures, at: .seconds(3))
        #expect(!isNews && measures.secondsToFirstWord == nil)
    }

    /// Started again by hand: what the start of the machine told stays.
    @Test func aLaterStartTellsNothingOfTheMachines() {
        var measures = Self.heard()
        _ = Self.says(&measures, at: .seconds(12))
        var again = StationMeasures(bytes: measures.bytes)
        _ = again?.took(
            .event(.speaker(works: true)), [], at: .zero, now: .zero, latency: Self.latency, isHunting: false)
        let isNews = again?.took(
            .event(.tick), [.say(.searching)], at: .zero, now: .seconds(4_000), latency: Self.latency,
            isHunting: false)
        #expect(isNews == false && again == measures && again?.secondsToFirstWord == 12)
    }

    @Test func aPressIsMeasuredToItsSound() {
        var measures = Self.heard()
        for press in 1...StationMeasures.pressesAtMost + 1 {
            _ = measures.took(
                .event(.button(.down)), [.play(.tick)], at: .seconds(press),
                now: .seconds(press) + .milliseconds(press), latency: Self.latency, isHunting: false)
        }
        #expect(measures.pressToSound.count == StationMeasures.pressesAtMost)
        #expect(measures.pressToSound.first == 42 && measures.pressToSound.last == 73)
        let before = measures
        _ = measures.took(
            .event(.button(.down)), [], at: .zero, now: .seconds(9), latency: Self.latency, isHunting: false)
        #expect(measures == before, "without a sound")
    }

    @Test func aHuntHasItsPrice() {
        var measures = Self.heard()
        func turn(_ now: Duration, isHunting: Bool, used: Int) -> Bool {
            measures.took(
                .event(.tick), [], at: now, now: now, latency: Self.latency, isHunting: isHunting,
                usage: { Self.usage(used) })
        }
        let news = [
            turn(.seconds(100), isHunting: true, used: 50), turn(.seconds(120), isHunting: true, used: 52),
            turn(.seconds(140), isHunting: false, used: 56),
        ]
        #expect(news == [false, false, true])
        #expect(measures.hunt == StationMeasures.Hunt(seconds: 40, processorPercent: 15, memoryMegabytes: 30))
        #expect(StationMeasures(bytes: measures.bytes) == measures)
        _ = turn(.seconds(200), isHunting: true, used: 60)
        let isNews = turn(.seconds(205), isHunting: false, used: 61)
        #expect(!isNews, "too short to tell")
        #expect(measures.hunt?.seconds == 40)
    }

    @Test func everyTruncationIsRefused() {
        var measures = Self.heard()
        _ = Self.says(&measures, at: .seconds(12))
        let bytes = measures.bytes
        for count in bytes.indices { #expect(StationMeasures(bytes: Array(bytes.prefix(count))) == nil) }
    }

    @Test func theProcessCosts() {
        let usage = StationMeasures.Usage.now()
        #expect(usage.processor > .zero && usage.peakMemoryKilobytes > 1_000)
    }
}
