import Rounds
import Testing

@testable import Determinism
@testable import Game
@testable import HCI
@testable import Journaling
@testable import PeerNetwork
@testable import Simulation

/// What a journal is for: the same again, to the last bit.
struct JournalReplayTests {
    private struct NodeOutput {
        var effect: Effect
        var at: Duration
    }

    private static func replay(_ journal: [UInt8]) throws -> (JournalReplay.Verdict, [NodeOutput]) {
        var deeds: [NodeOutput] = []
        var replay = try JournalReplay(journal)
        let verdict = replay.run { moment, _ in
            deeds += moment.effects.map { NodeOutput(effect: $0, at: moment.at) }
        }
        return (verdict, deeds)
    }

    @Test(arguments: [0, 1])
    func aRoundReplaysToTheSameEffects(station: Int) throws {
        let round = JournalRounds.quiet
        #expect(round.isFinished)
        let (verdict, deeds) = try Self.replay(round.journals[station])
        #expect(verdict.isSame, "\(verdict)")
        #expect(verdict.ending == "the program ended")
        let done = round.happenings.filter { $0.station == station }
        // Within an instant, the simulation's radio answers before the next effect is carried out.
        #expect(deeds.map(\.at) == done.map(\.at))
        #expect(
            deeds.map { "\($0.at) \($0.effect)" }.sorted() == done.map { "\($0.at) \($0.effect)" }.sorted())
        #expect((verdict.cues > 5) == (station == 1))
        #expect(verdict.said > 10)
    }

    @Test(arguments: [2, 5] as [UInt64])
    func soDoesAnEveningInWhichThingsBreak(seed: UInt64) throws {
        var configuration = World.Configuration(seed: seed, seekers: 2)
        configuration.network = .bad
        configuration.faults = FaultPlan(
            kinds: [.radio, .power, .network], homes: [0, 0, 0], duration: .seconds(100)
        ).faults(seed: seed)
        let evening = JournalRounds.play(configuration, for: .seconds(200))
        for journal in evening.journals {
            let (verdict, _) = try Self.replay(journal)
            #expect(verdict.isSame, "\(verdict)")
            #expect(verdict.events > 1_000)
        }
    }

    /// A station that was written down and read back in the middle of whatever it was doing goes on as
    /// the one that was not.
    @Test(arguments: [0, 1])
    func aSnapshotGoesOnAsTheStationDoes(station: Int) throws {
        let events = try JournalRounds.events(JournalRounds.quiet.journals[station])
        var original = try JournalReplay(JournalRounds.quiet.journals[station]).station
        var copies: [Station] = []
        for (index, entry) in events.enumerated() {
            if index % (events.count / 6) == 0 {
                let json = try #require(StationSnapshot.encode(original))
                copies.append(try StationSnapshot.station(json))
            }
            let effects = original.handle(entry.event, now: entry.at)
            for copy in copies.indices {
                let same = copies[copy].handle(entry.event, now: entry.at) == effects
                #expect(same, "snapshot \(copy), event \(index)")
                if !same { return }
            }
        }
        #expect(copies.count >= 6)
    }

    @Test func aSnapshotIsTheSameTextAgain() throws {
        let events = try JournalRounds.events(JournalRounds.quiet.journals[1])
        var station = try JournalReplay(JournalRounds.quiet.journals[1]).station
        for entry in events.prefix(events.count / 2) { _ = station.handle(entry.event, now: entry.at) }
        #expect(station.session != nil)
        let json = try #require(StationSnapshot.encode(station))
        #expect(!json.contains(.lineFeed))
        #expect(StationSnapshot.encode(try StationSnapshot.station(json))?.count == json.count)
    }

    // MARK: - Differences

    private static func changed(_ journal: [UInt8], _ change: (String) -> String) -> [UInt8] {
        // A text that is put together anew, with seals that fit: what another program would have written.
        var text = Digest()
        var resealed: [UInt8] = []
        for line in change(String(decoding: journal, as: UTF8.self)).split(separator: "\n") {
            if line.hasPrefix("= ") {
                let open = Array(line.utf8.prefix(19))
                text.fold(open)
                resealed += open
                resealed.append(hexadecimal: text.value)
                resealed.append(.lineFeed)
            } else {
                text.fold(Array((line + "\n").utf8))
                resealed += Array((line + "\n").utf8)
            }
        }
        return resealed
    }

    private static let seeker = JournalRounds.quiet.journals[1]

    @Test func resealingChangesNothing() {
        #expect(Self.changed(Self.seeker) { $0 } == Self.seeker)
    }

    @Test func anotherCueIsNamed() throws {
        let lines = String(decoding: Self.seeker, as: UTF8.self).split(separator: "\n")
        let hot = try #require(lines.firstIndex { $0.hasPrefix("> say Hot!") })
        let journal = Self.changed(Self.seeker) { text in
            var lines = text.split(separator: "\n")
            lines[hot] = "> say Cold!"
            return lines.joined(separator: "\n")
        }
        let (verdict, _) = try Self.replay(journal)
        guard case .effect(let line, _, let recorded, let replayed) = verdict.difference else {
            Issue.record("\(verdict)")
            return
        }
        #expect(line == hot + 1)
        #expect(recorded == "say Cold!")
        #expect(replayed == String(lines[hot].dropFirst(2)))
        #expect(verdict.line == line)
    }

    @Test func aCueTooManyAndOneTooFewAreNamed() throws {
        let lines = String(decoding: Self.seeker, as: UTF8.self).split(separator: "\n")
        let hot = try #require(lines.firstIndex { $0.hasPrefix("> say Hot!") })
        var (verdict, _) = try Self.replay(
            Self.changed(Self.seeker) { _ in
                (lines[...hot] + ["> say Boo!"] + lines[(hot + 1)...]).joined(separator: "\n")
            })
        guard case .effect(hot + 2, _, "say Boo!", _) = verdict.difference else {
            Issue.record("\(verdict)")
            return
        }
        (verdict, _) = try Self.replay(
            Self.changed(Self.seeker) { _ in (lines[..<hot] + lines[(hot + 1)...]).joined(separator: "\n") })
        #expect(verdict.difference != nil)
    }

    /// A sighting that the station never got: the text is sound, the bits are not.
    @Test func aMissingEventShowsInTheEffects() throws {
        let lines = String(decoding: Self.seeker, as: UTF8.self).split(separator: "\n")
        var without = lines
        without.removeAll { $0.contains(" heard ") }
        let (verdict, _) = try Self.replay(Self.changed(Self.seeker) { _ in without.joined(separator: "\n") })
        #expect(verdict.difference != nil)
        #expect(verdict.trouble == nil)
    }

    /// What has no line of its own is in the fingerprint: here a message the station would not have sent.
    @Test func whatIsNotSaidCountsToo() throws {
        let text = String(decoding: Self.seeker, as: UTF8.self)
        let seal = try #require(text.split(separator: "\n").dropFirst(20).first { $0.hasPrefix("= ") })
        let forged = text.replacing(seal.prefix(19), with: "= 0000000000000000 ", maxReplacements: 1)
        let (verdict, _) = try Self.replay(Self.changed(Array(forged.utf8)) { $0 })
        guard case .unseen = verdict.difference else {
            Issue.record("\(verdict)")
            return
        }
    }

    // MARK: - Versions

    @Test func anotherFormatIsRefusedByName() {
        let journal = Array("hotcold journal 2\nprogram 9.9\n".utf8)
        #expect(throws: JournalTrouble.otherFormat("2")) { try JournalReplay(journal) }
        #expect(JournalTrouble.otherFormat("2").description.contains("format 2"))
        #expect(throws: JournalTrouble.noJournal) { try JournalReplay(Array("t_seconds,beacon_id\n".utf8)) }
        #expect(throws: JournalTrouble.noJournal) { try JournalReplay([]) }
    }

    @Test func aStationThatIsBuiltDifferentlyIsRefusedByName() throws {
        let station = Station(
            Station.Configuration(
                id: StationID(value: 7), name: StationName(StationID(value: 7)), role: .hide, boot: 1, seed: 1
            ))
        let json = try #require(StationSnapshot.encode(station))
        let other = String(decoding: json, as: UTF8.self).replacing("\"gathering\"", with: "\"gatherings\"")
        var journal = Journal(
            program: "0.0.9", station: station.configuration, .snapshot(Array(other.utf8)))
        let written = journal.takePage()
        #expect(throws: JournalTrouble.otherBuild(program: "0.0.9", why: "\"gathering\" is missing")) {
            try JournalReplay(written)
        }
    }

    /// From the start of the program a journal needs only a configuration, and one that lacks what a later
    /// version has added, or has what it gave up, is read all the same.
    @Test func aConfigurationOfAnotherVersionIsCompleted() throws {
        var configuration = Station.Configuration(
            id: StationID(value: 7), name: StationName(StationID(value: 8)), role: .hide, boot: 1,
            seed: .max)
        configuration.hunt.reach = 0.1 + 0.2
        configuration.formation.company.capacity = 3
        let json = try #require(StationSnapshot.encode(configuration))
        #expect(try StationSnapshot.configuration(json) == configuration)
        let older = String(decoding: json, as: UTF8.self)
            .replacing("\"measuredPower\":-59,", with: "")
            .replacing("\"reach\":", with: "\"gone\":[1,null,true,{}],\"reach\":")
        #expect(try StationSnapshot.configuration(Array(older.utf8)) == configuration)
    }
}
