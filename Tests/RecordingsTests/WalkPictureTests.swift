import Testing

@testable import Game
@testable import Ranging
@testable import Recordings

/// What people see of a replay: the drawing and the summary.
@Suite struct WalkPictureTests {
    private static func recording(_ text: String) throws -> Recording {
        try CSVRecordingTests.read(Array(text.utf8))
    }

    private static func range(_ metres: Double, _ zone: Zone) -> RangeEstimate {
        RangeEstimate(
            distance: RangeEstimate.Distance(metres: metres, low: metres / 2, high: metres * 2), closing: 0.5,
            trend: .steady, zone: zone, age: .zero)
    }

    private static func count(_ text: String, in svg: String) -> Int {
        svg.split(separator: text, omittingEmptySubsequences: false).count - 1
    }

    @Test func aGapIsNotDrawnAcross() throws {
        var picture = WalkPicture(try Self.recording("0,b,-60\n100,b,-60\n"))
        for second in [0, 1, 2, 3, 40, 41] {
            picture.add(.range(Self.range(2, .near), beacon: 0, at: .seconds(second)))
        }
        let panel = picture.panels[0]
        #expect(panel.strands.map { $0.map(\.at) } == [[0, 1, 2, 3], [40, 41]])
        #expect(panel.stays.map(\.from) == [0, 40])
        #expect(panel.stays.map(\.to) == [8, 41])
        #expect(panel.count == 6)
    }

    @Test func zonesFollowEachOther() throws {
        var picture = WalkPicture(try Self.recording("0,b,-60\n100,b,-60\n"))
        picture.add(.range(Self.range(9, .far), beacon: 0, at: .seconds(0)))
        picture.add(.range(Self.range(8, .far), beacon: 0, at: .seconds(1)))
        picture.add(.range(Self.range(2, .near), beacon: 0, at: .seconds(2)))
        picture.add(.cue(.lost, why: "", beacon: 0, at: .milliseconds(6_500)))
        picture.add(.range(Self.range(2, .near), beacon: 0, at: .seconds(20)))
        let stays = picture.panels[0].stays
        #expect(stays.map(\.zone) == [.far, .near, .lost, .near])
        #expect(stays.map(\.from) == [0, 2, 6.5, 20])
        #expect(stays.dropLast().map(\.to) == [2, 6.5, 20])
    }

    @Test func aLongWalkHasNoMorePointsThanPixels() throws {
        var picture = WalkPicture(try Self.recording("0,b,-60\n10000,b,-60\n"))
        for step in 0...100_000 {
            picture.add(.range(Self.range(2, .near), beacon: 0, at: .milliseconds(100 * step)))
        }
        let points = picture.panels[0].strands.joined()
        #expect(points.count <= WalkPicture.pointsAtMost + 2)
        #expect(points.last?.at == 10_000)
        #expect(picture.panels[0].count == 100_001)
    }

    @Test func twelveBeaconsAreDrawnThoseWithTheMostSightings() throws {
        let rare = "0,rare,-60\n"
        let often = (0..<13).flatMap { beacon in (1...3).map { "\($0),b\(beacon),-60\n" } }.joined()
        let picture = WalkPicture(try Self.recording(rare + often))
        #expect(picture.panels.map(\.name) == (0..<12).map { "b\($0)" })
        #expect(picture.more == 2)
        #expect(picture.svg(title: "x").contains("and 2 more beacons"))
    }

    /// A name is somebody else's text, and the drawing stays well-formed whatever it says.
    @Test func theDrawingHoldsWhatWasAdded() throws {
        let recording = try Self.recording("0,<b&\u{1}>,-60\n1,<b&\u{1}>,-60\n2,<b&\u{1}>,-61\n")
        var picture = WalkPicture(recording)
        for second in 0...2 {
            picture.add(.range(Self.range(2, .near), beacon: 0, at: .seconds(second)))
        }
        let plain = picture.svg(title: "a \"walk\"")
        picture.add(.cue(.hot(heat: 2), why: "", beacon: 0, at: .seconds(1)))
        picture.add(.cue(.lost, why: "", beacon: 0, at: .seconds(7)))
        let svg = picture.svg(title: "a \"walk\"")
        #expect(svg.contains(">&lt;b&amp;?&gt;<"))
        #expect(svg.contains(">a &quot;walk&quot;<"))
        #expect(Self.count(">HOT<", in: svg) == 1)
        #expect(Self.count("<circle", in: svg) - Self.count("<circle", in: plain) == 2)
        #expect(Self.count("<polygon", in: svg) == 1)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func nothingButUnknownIsDrawnToo() throws {
        var picture = WalkPicture(try Self.recording("5,b,-60\n"))
        picture.add(.range(.unknown, beacon: 0, at: .seconds(5)))
        let svg = picture.svg(title: "")
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test func theSummaryCountsAndLists() {
        var summary = ReplaySummary(beacons: ["b1", "never\u{1B}[2J"], explains: true)
        for second in 0...60 {
            let metres = second < 30 ? 12 - Double(second) / 3 : 2
            summary.add(.range(Self.range(metres, .near), beacon: 0, at: .seconds(second)))
        }
        summary.add(.cue(.hot(heat: 2), why: "it is close", beacon: 0, at: .milliseconds(12_340)))
        summary.add(.cue(.thereYouAre, why: "", beacon: 0, at: .seconds(33)))
        let lines = summary.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[1].split(separator: " ") == ["b1", "61", "60.0", "1.0", "2.0", "m", "12.0", "m", "2.0"])
        #expect(lines[2].split(separator: " ") == ["never?[2J", "0", "0.0", "–", "unknown", "unknown", "–"])
        #expect(lines[3...4] == ["", "b1"])
        #expect(lines[5].split(separator: " ") == ["12.3", "s", "hot", "2", "it", "is", "close"])
        #expect(lines[6].split(separator: " ") == ["33.0", "s", "there_you_are"])
        #expect(lines.count == 8)
    }

    /// Seconds since 1970 are no times to read.
    @Test func aSummaryCountsFromTheFirstSighting() {
        var summary = ReplaySummary(beacons: ["b"], explains: false)
        summary.add(.range(.unknown, beacon: 0, at: .milliseconds(2_300_000_000_250)))
        summary.add(.cue(.thereYouAre, why: "", beacon: 0, at: .milliseconds(2_300_000_003_250)))
        let lines = summary.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[4].split(separator: " ") == ["3.0", "s", "there_you_are"])
        #expect(lines[5...] == ["", "Times are since the first sighting, at 2300000000.250 s.", ""])
    }
}
