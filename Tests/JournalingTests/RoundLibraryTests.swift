import Glibc
import Rounds
import Support
import Testing

@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Runtime
@testable import Simulation

/// Past rounds, as the page shows them.
struct RoundLibraryTests {
    private static func keep(_ bytes: [UInt8], as name: String, in folder: TemporaryFolder) throws {
        let file = try OpenFile(folder.path + "/" + name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try file.write(bytes)
    }

    @Test func theNewestFirstAndNothingElseOfTheFolder() throws {
        let folder = try TemporaryFolder()
        for name in [
            "round-000002.journal", "round-000010.journal", "round-1.journal", "identity.key",
            "round-000003.key",
        ] {
            try Self.keep([1, 2, 3], as: name, in: folder)
        }
        unsafe symlink("/etc/passwd", folder.path + "/round-000011.journal")
        let library = RoundLibrary(folder: folder.path)
        #expect(library.entries().map(\.name) == ["round-000010", "round-000002"])
        #expect(library.entries().map(\.bytes) == [3, 3])
        #expect(library.journal("round-000002") == [1, 2, 3])
        #expect(library.journal("round-000003") == nil)
        #expect(library.journal("../identity") == nil)
        #expect(library.journal("round-000011") == nil)
        #expect(library.chart("round-000002", title: "") == .none)
        #expect(RoundLibrary(folder: "/nonexistent/hotcold").entries().isEmpty)
    }

    @Test func aSeekersWalkHasItsCuesAndIsDrawnOnce() throws {
        let folder = try TemporaryFolder()
        try Self.keep(JournalRounds.quiet.journals[1], as: "round-000001.journal", in: folder)
        let library = RoundLibrary(folder: folder.path)
        guard case .ready(let svg) = library.chart("round-000001", title: "The first & only") else {
            Issue.record("nothing was drawn")
            return
        }
        let hider = StationName(try Self.hider)
        #expect(svg.contains("The first &amp; only"))
        #expect(svg.contains(hider.description))
        let cues = JournalRounds.quiet.happenings.count {
            if $0.station == 1, case .say(.cue) = $0.effect { true } else { false }
        }
        #expect(cues > 2)
        #expect(svg.contains("cues: \(cues)"))
        // Also when the journal has gone meanwhile.
        #expect(library.chart("round-000001", title: "") == .ready(svg))
    }

    private static var hider: StationID {
        get throws {
            let station = try JournalReplay(JournalRounds.quiet.journals[0]).station
            return station.configuration.id
        }
    }

    /// Whoever hides has nobody's cues, and everybody's distance.
    @Test func aHidersWalkHasTheSeeker() throws {
        let drawn = try #require(try RoundChart.draw(JournalRounds.quiet.journals[0], title: "hider"))
        #expect(drawn.isWhole)
        #expect(drawn.svg.contains("cues: 0"))
        #expect(!drawn.svg.contains("nan") && !drawn.svg.contains("inf"))
    }

    /// A round that is under way, or a plug that was pulled.
    @Test func halfAJournalIsDrawnAsFarAsItGoes() throws {
        let journal = JournalRounds.quiet.journals[1]
        let half = Array(journal.prefix(journal.count * 3 / 4))
        let drawn = try #require(try RoundChart.draw(half, title: "half"))
        #expect(!drawn.isWhole || drawn.svg.contains("cues"))
        #expect(throws: JournalTrouble.self) { _ = try RoundChart.draw([], title: "") }
        #expect(throws: JournalTrouble.self) { _ = try RoundChart.draw(Array("hello\n".utf8), title: "") }
    }
}

struct RecentLogTests {
    @Test func theNewestLinesInOrderAndNoLongOnes() {
        let log = RecentLog()
        for number in 0..<500 { log.add("\(number)", level: "info", now: .seconds(number)) }
        #expect(log.lines.map(\.text) == (300..<500).map { "\($0)" })
        log.add(String(repeating: "é", count: 1_000), level: "error", now: .seconds(500))
        #expect(log.lines.last?.text.count == RecentLog.charactersAtMost)
        #expect(log.lines.count == RecentLog.linesAtMost)
    }
}
