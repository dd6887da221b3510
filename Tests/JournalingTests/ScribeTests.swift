import Rounds
import Testing

@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Simulation

/// When journals begin and end, and how long they get.
struct ScribeTests {
    /// What somebody has kept of what a scribe handed out.
    private struct Kept {
        var journals: [[UInt8]] = []
        var pages = 0
        var longestPage = 0
        var isOpen = false

        mutating func take(_ outputs: [Scribe.Output]) {
            for output in outputs {
                switch output {
                case .open:
                    #expect(!isOpen)
                    isOpen = true
                    journals.append([])
                case .page(let page):
                    #expect(isOpen)
                    #expect(page.last == .lineFeed)
                    journals[journals.count - 1] += page
                    pages += 1
                    longestPage = max(longestPage, page.count)
                case .close:
                    #expect(isOpen)
                    isOpen = false
                }
            }
        }
    }

    /// A simulated seeker's evening, told to a scribe.
    private static func keep(_ scribe: Scribe, _ journal: [UInt8] = JournalRounds.quiet.journals[1]) throws
        -> Kept
    {
        var scribe = scribe
        var kept = Kept()
        var station = try JournalReplay(journal).station
        kept.take(scribe.begin(station))
        for entry in try JournalRounds.events(journal) {
            let effects = station.handle(entry.event, now: entry.at)
            kept.take(scribe.happened(entry.event, effects, by: station, now: entry.at))
        }
        kept.take(scribe.end())
        #expect(!kept.isOpen)
        return kept
    }

    private static func verdict(_ journal: [UInt8]) throws -> JournalReplay.Verdict {
        var replay = try JournalReplay(journal)
        return replay.run { _, _ in }
    }

    @Test func everythingIsTheJournalOfTheSimulation() throws {
        let kept = try Self.keep(Scribe(.everything))
        #expect(kept.journals == [JournalRounds.quiet.journals[1]])
        #expect(kept.longestPage < Scribe.pageAtMost + 3_000)
        let lasted = try Self.verdict(kept.journals[0]).lasted
        #expect(abs(kept.pages - Int(lasted.components.seconds)) < 10, "one page a second, not one an event")
    }

    @Test func aRoundBeginsWhenItLocks() throws {
        let kept = try Self.keep(Scribe(.rounds))
        #expect(kept.journals.count == 1)
        let verdict = try Self.verdict(kept.journals[0])
        #expect(verdict.isSame, "\(verdict)")
        let whole = try Self.verdict(JournalRounds.quiet.journals[1])
        #expect(verdict.cues == whole.cues)
        #expect(verdict.events < whole.events)
        let snapshot = kept.journals[0].split(separator: .lineFeed)[3]
        #expect((2_000...12_000).contains(snapshot.count), "docs/journal.md says how long a snapshot is")
        // It begins in time for the countdown.
        #expect(String(decoding: kept.journals[0], as: UTF8.self).contains("> say 3\n"))
    }

    @Test func everyRoundHasAJournalOfItsOwn() throws {
        var configuration = World.Configuration(seed: 3)
        configuration.rounds = 2
        configuration.limit = .seconds(200)
        let evening = JournalRounds.play(configuration, for: .seconds(700))
        for journal in evening.journals {
            let kept = try Self.keep(Scribe(.rounds), journal)
            #expect(kept.journals.count == 2)
            #expect(try Self.verdict(kept.journals[0]).ending == Journal.Ending.nextRound.rawValue)
            for part in kept.journals { #expect(try Self.verdict(part).isSame) }
        }
    }

    /// A journal that is full goes on in another, which can be replayed without the first.
    @Test(arguments: [Scribe.Scope.everything, .rounds])
    func partsReplayAlone(_ scope: Scribe.Scope) throws {
        let whole = try Self.keep(Scribe(scope))
        let kept = try Self.keep(Scribe(scope, partAtMost: 30_000))
        #expect(kept.journals.count > 3)
        var cues = 0
        for (index, part) in kept.journals.enumerated() {
            #expect(part.count < 30_000 + 4_000)
            let verdict = try Self.verdict(part)
            #expect(verdict.isSame, "part \(index): \(verdict)")
            let isLast = index == kept.journals.count - 1
            #expect((verdict.ending == Journal.Ending.continued.rawValue) != isLast)
            cues += verdict.cues
        }
        #expect(cues == (try Self.verdict(whole.journals[0])).cues)
    }

    @Test func nothingIsKeptOfALobbyWithoutARound() throws {
        var scribe = Scribe(.rounds)
        let configuration = Station.Configuration(
            id: StationID(value: 7), name: StationName(StationID(value: 7)), role: .hide, boot: 1, seed: 1)
        var station = Station(configuration)
        #expect(scribe.begin(station).isEmpty)
        for tick in 0..<200 {
            let now = Duration.milliseconds(50 * tick)
            let effects = station.handle(.tick, now: now)
            #expect(scribe.happened(.tick, effects, by: station, now: now).isEmpty)
        }
        #expect(scribe.end().isEmpty)
    }
}
