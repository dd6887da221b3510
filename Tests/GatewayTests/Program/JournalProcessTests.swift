import Rounds
import Support
import Testing

@testable import Runtime

/// The same bits in another process: no address, hash seed or clock of this one may be in a journal.
struct JournalProcessTests {
    @Test func aJournalReplaysInAnotherProcess() throws {
        let folder = try TemporaryFolder()
        let journal = JournalRounds.quiet.journals[1]
        let path = folder.path + "/seeker.journal"
        try BoundedFile.write(journal, as: "seeker.journal", in: folder.path)
        let text = try HotcoldProgram.run(["replay", path])
        #expect(text.code == 0)
        #expect(text.output.split(separator: "\n").last?.hasPrefix("The same, bit for bit: ") == true)
        let lines = try HotcoldProgram.run(["replay", "--json", "--explain", path]).output.split(
            separator: "\n")
        #expect(lines.count { $0.hasPrefix(#"{"type":"cue""#) && $0.contains(#""why":"cue "#) } > 5)
        #expect(lines.last?.hasPrefix(#"{"type":"verdict","same":true,"#) == true)
    }

    @Test func aDamagedOneIsToldAndFails() throws {
        let folder = try TemporaryFolder()
        var journal = JournalRounds.quiet.journals[1]
        journal[journal.count / 2] ^= 1
        try BoundedFile.write(journal, as: "seeker.journal", in: folder.path)
        let told = try HotcoldProgram.run(["replay", folder.path + "/seeker.journal"])
        #expect(told.code == 1)
        #expect(told.output.contains("cannot be replayed in good faith"))
    }
}
