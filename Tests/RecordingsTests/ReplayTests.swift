import Testing

@testable import Game
@testable import Ranging
@testable import Recordings

/// Recorded sightings on their way through the estimator and the policy.
@Suite struct ReplayTests {
    /// A walk from 12 m to 1 m and back at 1 m/s, ten sightings a second, without any noise; `later` seconds
    /// after zero.
    private static func walk(_ beacon: String = "b", later: Double = 0) -> String {
        (0..<220).map { step in
            let time = Double(step) / 10
            let metres = time < 11 ? 12 - time : 1 + (time - 11)
            return "\(later + time),\(beacon),\(-59 - 23 * logarithm(metres))\n"
        }.joined()
    }

    /// To the base of ten, by halving the interval: the tests have no use for a mathematical library.
    private static func logarithm(_ value: Double) -> Double {
        var (low, high) = (0.0, 2.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            var power = 1.0
            var (root, share) = (10.0, middle)
            for _ in 0..<40 {
                if share >= 1 { (power, share) = (power * root, share - 1) }
                (root, share) = (root.squareRoot(), share * 2)
            }
            if power < value { low = middle } else { high = middle }
        }
        return low
    }

    private static func recording(_ text: String) throws -> Recording {
        try CSVRecordingTests.read(Array(text.utf8))
    }

    private static func lines(_ recording: Recording) -> [Replay.Line] {
        var lines: [Replay.Line] = []
        Replay.play(recording) { lines.append($0) }
        return lines
    }

    private static func json(_ recording: Recording, explains: Bool = false) -> String {
        let writer = ReplayJSON(beacons: recording.beacons, explains: explains)
        var bytes: [UInt8] = []
        Replay.play(recording) { writer.write($0, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func cues(_ lines: [Replay.Line], of beacon: Int = 0) -> [(cue: Cue, at: Duration)] {
        lines.compactMap { line in
            if case .cue(let cue, _, beacon, let at) = line { (cue, at) } else { nil }
        }
    }

    @Test func everySightingHasARangeAndTimeNeverGoesBack() throws {
        let recording = try Self.recording(Self.walk("a") + Self.walk("b", later: 0.05))
        var (times, ranges): ([Duration], [Int]) = ([], [])
        for line in Self.lines(recording) {
            switch line {
            case .range(_, let beacon, let at):
                times.append(at)
                ranges.append(beacon)
            case .cue(_, _, _, let at): times.append(at)
            }
        }
        #expect(times == times.sorted())
        #expect(ranges == recording.entries.map { Int($0.beacon) })
    }

    /// On the way there, on the way back, and once it is silent.
    @Test func aWalkIsHotThenColdThenLost() throws {
        let cues = Self.cues(Self.lines(try Self.recording(Self.walk())))
        let first = try #require(cues.first)
        guard case .hot = first.cue else {
            Issue.record("first is \(first.cue)")
            return
        }
        #expect(first.at < .seconds(11))
        for (cue, at) in cues where at > .seconds(3) && at < .seconds(11) {
            if case .hot = cue { continue }
            Issue.record("\(cue) at \(at)")
        }
        #expect(cues.contains { if case .cold = $0.cue { $0.at < .seconds(15) } else { false } })
        let last = try #require(cues.last)
        #expect(last.cue == .lost)
        // Between two sightings that never come: it takes the passing of time, at most five seconds of it.
        #expect(last.at > .seconds(23) && last.at <= .seconds(27))
    }

    /// What is not in the file yet changes nothing: cut anywhere, the lines until then are the same.
    @Test func aLineFollowsFromNothingLater() throws {
        let recording = try Self.recording(Self.walk())
        let whole = Self.lines(recording)
        for count in stride(from: 1, to: recording.entries.count, by: 17) {
            var replay = Replay(beacons: 1)
            var lines: [Replay.Line] = []
            for entry in recording.entries.prefix(count) {
                replay.sighted(entry.sighting, of: 0) { lines.append($0) }
            }
            #expect(lines == Array(whole.prefix(lines.count)))
        }
    }

    @Test func theSameFileGivesTheSameBytes() throws {
        let text = Self.walk("a") + Self.walk("b", later: 3.3)
        let shuffled = text.split(separator: "\n").reversed().map { $0 + "\n" }.joined()
        let once = Self.json(try Self.recording(text), explains: true)
        #expect(once == Self.json(try Self.recording(text), explains: true))
        let again = Self.json(try Self.recording(shuffled), explains: true)
        #expect(once.split(separator: "\n").sorted() == again.split(separator: "\n").sorted())
    }

    /// Each beacon alone gives what it gives in company.
    @Test func beaconsDoNotDisturbEachOther() throws {
        let alone = Self.json(try Self.recording(Self.walk("a")))
        let both = Self.json(try Self.recording(Self.walk("a") + Self.walk("b", later: 0)))
        let part = both.split(separator: "\n").filter { $0.contains(#""beacon":"a""#) }
        #expect(part == alone.split(separator: "\n"))
    }

    @Test func anHourOfSilenceIsPassedInOneStep() throws {
        let text = Self.walk() + Self.walk(later: 1e9)
        let cues = Self.cues(Self.lines(try Self.recording(text)))
        #expect(cues.count { $0.cue == .lost } == 2)
        #expect(cues.contains { $0.cue == .thereYouAre && $0.at >= .seconds(1_000_000_000) })
    }

    @Test func linesForPrograms() {
        let writer = ReplayJSON(beacons: ["b1", "\"\\\n\u{1}é"], explains: true)
        var bytes: [UInt8] = []
        let distance = RangeEstimate.Distance(metres: 3.4, low: 2.1, high: 5.6)
        let known = RangeEstimate(distance: distance, closing: 0.83, trend: .closing, zone: .near, age: .zero)
        writer.write(.range(known, beacon: 0, at: .milliseconds(12_340)), to: &bytes)
        writer.write(.range(.unknown, beacon: 1, at: .microseconds(-1_500)), to: &bytes)
        writer.write(
            .cue(.hot(heat: 2), why: "it is", beacon: 0, at: .nanoseconds(12_400_999_999)), to: &bytes)
        writer.write(.cue(.thereYouAre, why: "", beacon: 0, at: .zero), to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                #"{"type":"range","t":12.340,"beacon":"b1","closing":0.8300,"trend":"closing","#
                    + #""distance":3.400,"low":2.100,"high":5.600,"zone":"near"}"#,
                #"{"type":"range","t":-0.001500,"beacon":"\"\\\u000a\u0001é","closing":0.5000,"#
                    + #""trend":"unknown","distance":null,"low":null,"high":null,"zone":"unknown"}"#,
                #"{"type":"cue","t":12.400999,"beacon":"b1","cue":"hot","heat":2,"why":"it is"}"#,
                #"{"type":"cue","t":0.000,"beacon":"b1","cue":"there_you_are","why":""}"#,
            ])
    }
}
