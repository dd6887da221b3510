import Rooms
import Testing

@testable import GPIO
@testable import Game
@testable import PeerNetwork

struct IntroductionTests {
    private static func room(_ isFirst: Bool) -> (Station, StationName) {
        var configuration = Playroom.configuration(0, role: .seek, headStart: .seconds(12), company: .init())
        configuration.isFirstStart = isFirst
        return (Station(configuration), configuration.name)
    }

    private static let steps: [Phrase] = [.didYouHearMe, .nowHold, .introduced]

    /// Ticks from one second to another and returns what of the introduction was said, with the second.
    private static func wait(
        _ station: inout Station, from: Int, to: Int
    ) -> [(second: Int, phrase: Phrase)] {
        (from..<to).flatMap { second in
            told(station.handle(.tick, now: .seconds(second))).map { (second, $0) }
        }
    }

    private static func told(_ effects: [Effect]) -> [Phrase] {
        effects.compactMap { if case .say(let phrase) = $0, steps.contains(phrase) { phrase } else { nil } }
    }

    @Test func whoPressesAndHoldsHasLearntIt() {
        var (station, _) = Self.room(true)
        _ = station.handle(.started, now: .zero)
        let asked = Self.wait(&station, from: 1, to: 10)
        #expect(asked.map(\.phrase) == [.didYouHearMe])
        _ = station.handle(.button(.down), now: .seconds(10))
        _ = station.handle(.button(.up), now: .seconds(10))
        #expect(Self.told(station.handle(.button(.press), now: .seconds(10))) == [.nowHold])
        _ = station.handle(.button(.down), now: .seconds(14))
        let effects = station.handle(.button(.hold), now: .seconds(15))
        #expect(Self.told(effects) == [.introduced])
        #expect(effects.contains(.save(name: Introduction.fileName, [UInt8(ascii: "1")])))
        let ended = station.handle(.button(.holdEnded), now: .seconds(16))
        #expect(!ended.contains(.say(.notReady)))
        _ = station.handle(.button(.up), now: .seconds(16))
        #expect(Self.wait(&station, from: 16, to: 300).isEmpty)
    }

    @Test func anEmptyHouseIsAskedFourTimes() {
        var (station, _) = Self.room(true)
        _ = station.handle(.started, now: .zero)
        let asked = Self.wait(&station, from: 1, to: 600)
        #expect(asked.map(\.phrase) == Array(repeating: .didYouHearMe, count: Introduction.asksAtMost))
        #expect(zip(asked, asked.dropFirst()).allSatisfy { (30...31).contains($1.second - $0.second) })
    }

    @Test func aStationThatWasStartedBeforeAsksNothing() {
        var (station, _) = Self.room(false)
        _ = station.handle(.started, now: .zero)
        #expect(Self.wait(&station, from: 1, to: 120).isEmpty)
    }
}
