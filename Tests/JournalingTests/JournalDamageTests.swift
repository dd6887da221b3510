import Rounds
import Testing

@testable import Journaling
@testable import Simulation

/// A card that rots, a plug that is pulled, a mail program that knows better.
struct JournalDamageTests {
    /// The beginning of a journal with everything in it, small enough to be damaged at every byte.
    private static let small: [UInt8] = {
        var configuration = World.Configuration(seed: 7)
        configuration.limit = .seconds(30)
        return JournalRounds.play(configuration, for: .milliseconds(900)).journals[1]
    }()

    private static func verdict(_ journal: [UInt8]) -> JournalReplay.Verdict? {
        guard var replay = try? JournalReplay(journal) else { return nil }
        return replay.run { _, _ in }
    }

    @Test func theWholeIsSound() {
        let verdict = Self.verdict(Self.small)
        #expect(verdict?.isSame == true)
        #expect((verdict?.events ?? 0) > 15)
        #expect(Self.small.count < 4_000)
    }

    /// Killed at any byte: what is there replays, up to the last whole line.
    @Test func everyBeginningReplays() throws {
        let head = try #require(Self.small.split(separator: .lineFeed).dropFirst(4).first).endIndex + 1
        for length in 0..<Self.small.count {
            let verdict = Self.verdict(Array(Self.small.prefix(length)))
            if length < head {
                #expect(verdict == nil, "the head is cut at \(length)")
            } else {
                #expect(verdict?.isSame == true, "cut at \(length): \(String(describing: verdict))")
            }
        }
    }

    /// No changed byte is taken for what a station was told or did.
    @Test func everyFlippedByteIsNoticed() {
        var journal = Self.small
        // Without its very last byte it is one that was cut off, and no worse.
        for place in journal.indices.dropLast() {
            let mask: UInt8 = place % 2 == 0 ? 0x01 : 0x80
            journal[place] ^= mask
            let verdict = Self.verdict(journal)
            #expect(verdict?.isSame != true, "byte \(place)")
            if let verdict { #expect(verdict.difference == nil, "byte \(place) was taken for a difference") }
            journal[place] ^= mask
        }
    }

    @Test func damageIsNamedAndCountedAndNothingBehindItIsReplayed() throws {
        var journal = JournalRounds.quiet.journals[1]
        let lines = journal.split(separator: .lineFeed, omittingEmptySubsequences: false)
        func spoil(_ number: Int) { journal[lines[number - 1].startIndex] = UInt8(ascii: "?") }
        spoil(400)
        spoil(401)
        spoil(2_000)
        let verdict = try #require(Self.verdict(journal))
        guard case .damaged(let stretch, let more) = verdict.trouble else {
            Issue.record("\(verdict)")
            return
        }
        #expect(stretch.lines.contains(400))
        #expect(stretch.unreadable >= 1)
        #expect(stretch.named.first?.hasPrefix("line 400: ") == true, "\(stretch)")
        #expect(more >= 1)
        #expect(verdict.line < 400)
        #expect(verdict.line == stretch.lines.lowerBound - 1)
    }

    @Test func aStretchThatIsMissingIsNoticed() throws {
        let lines = JournalRounds.quiet.journals[1].split(separator: .lineFeed)
        let seals = lines.indices.filter { lines[$0].first == UInt8(ascii: "=") }
        let shorter = lines[...seals[3]] + lines[(seals[4] + 1)...]
        let verdict = try #require(Self.verdict(Array(shorter.joined(separator: [.lineFeed])) + [.lineFeed]))
        #expect(verdict.trouble != nil)
        #expect(verdict.line == seals[3] + 1)
    }

    @Test func aDamagedHeadIsRefused() {
        var journal = Self.small
        let place = journal.firstIndex(of: UInt8(ascii: "{")) ?? 0
        journal[place + 10] ^= 1
        #expect(throws: JournalTrouble.damagedHead) { try JournalReplay(journal) }
    }

    @Test func anIncompleteJournalSaysSoAndReplaysThatFar() throws {
        let cut = Self.small.prefix(Self.small.count * 9 / 10)
        // It ends with a page (`JournalFiles.lose`), and a page with the last effect of an event.
        let lines = cut.split(separator: .lineFeed)
        let isEvent = { (line: ArraySlice<UInt8>) in line.first.map { (48...57).contains($0) } ?? false }
        let last = try #require(lines.lastIndex(where: isEvent))
        let whole = lines[..<last].flatMap { $0 + [.lineFeed] }
        let verdict = try #require(Self.verdict(whole + Journal.incomplete("the disk is full")))
        #expect(verdict.events > 0)
        #expect(verdict.isSame)
        #expect(verdict.ending == "incomplete: the disk is full")
    }
}
