import Synchronization
import Testing

@testable import Gateway
@testable import Runtime

/// The doctor at a station that plays.
struct HouseCallTests {
    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next(by step: Int) -> Int {
            count.withLock {
                $0 += step
                return $0
            }
        }
    }

    @Test func everyPartInOrderAndNothingIsTaken() async throws {
        let words = LastWords()
        words.note(.radio, isWell: true, "hci0 ready, HCI 4.2, legacy commands")
        words.note(.sound, isWell: false, "My speaker is gone: plug it in.")
        words.note(.button, isWell: true, "the button is on gpiochip0")
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        let call = HouseCall(path: "/nonexistent/hotcold.toml", words: words) {
            counter.next(by: 31)
        } rest: {
            asking.yield()
        }
        let findings = try #require(await call.visit(now: .seconds(1)))
        // A broker is looked at where one is set.
        #expect(findings.map(\.part) == Examination.Part.allCases.filter { $0 != .broker })
        let said = Dictionary(uniqueKeysWithValues: findings.map { ($0.part, $0.finding) })
        #expect(said[.radio]?.sentence == "hci0 ready, HCI 4.2, legacy commands; 31 reports a second.")
        #expect(said[.sound] == Diagnosis(isWell: false, sentence: "My speaker is gone: plug it in."))
        #expect(said[.button]?.sentence == "the button is on gpiochip0.")
        #expect(said[.network]?.isWell == false, "it has said nothing yet")
        #expect(said[.versions]?.sentence.contains(Program.version) == true)
        for await _ in asked { break }
    }

    /// A radio that does not work has nothing to be counted, and who asks meanwhile is told to wait.
    @Test func oneVisitAtATime() async throws {
        let words = LastWords()
        words.note(.radio, isWell: true, "ready")
        let (resting, rests) = AsyncStream.makeStream(of: Void.self)
        let (goes, go) = AsyncStream.makeStream(of: Void.self)
        let call = HouseCall(path: "/nonexistent/hotcold.toml", words: words) {
            0
        } rest: {
            rests.yield()
            for await _ in goes { break }
        }
        async let first = call.visit(now: .seconds(1))
        for await _ in resting { break }
        #expect(await call.visit(now: .seconds(1)) == nil)
        go.yield()
        #expect(await first != nil)
        words.note(.radio, isWell: false, "My radio was unplugged.")
        let same = try #require(await call.visit(now: .seconds(3.9)))
        #expect(same.first { $0.part == .radio }?.finding.isWell == true, "asked again at once")
        let second = try #require(await call.visit(now: .seconds(4)))
        #expect(second.first { $0.part == .radio }?.finding.sentence == "My radio was unplugged.")
    }
}
