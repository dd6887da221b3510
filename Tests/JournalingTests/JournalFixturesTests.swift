import Glibc
import Testing

@testable import Game
@testable import Journaling
@testable import Ranging
@testable import Runtime

/// Journals of rounds that once went wrong, in `Journals/`: whatever the program has learnt since, it
/// must live through them, and keep what it has always promised.
///
/// They were written by earlier versions, so what was said then is no law: cues may come elsewhere now.
/// What must hold is that they are read (damage and unknown lines are failures), and that nothing is
/// said that no version may say. A journal whose defect shows in something more particular gets a test
/// of its own beside this one.
struct JournalFixturesTests {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(1).joined(separator: "/")
        + "/Journals"

    private static let names: [String] = {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".journal") { names.append(name) }
        }
        return names.sorted()
    }()

    @Test func thereAreSome() {
        #expect(!Self.names.isEmpty, "nothing in \(Self.folder)")
    }

    @Test(arguments: names)
    func itIsLivedThroughAndPromisesAreKept(_ name: String) throws {
        let bytes = try BoundedFile.read(Self.folder + "/" + name, atMost: 200_000)
        var replay = try JournalReplay(bytes)
        var broken: [String] = []
        var lastWord: Duration?
        var said: [Phrase] = []
        let verdict = replay.run(goesOn: true) { moment, station in
            for case .say(let phrase) in moment.effects {
                said.append(phrase)
                guard case .cue = phrase else { continue }
                func fail(_ what: String) { broken.append("line \(moment.line): \(phrase) \(what)") }
                guard let session = station.session, let hider = session.hider else {
                    fail("outside a session")
                    continue
                }
                if hider.id == station.configuration.id { fail("to the hider") }
                if moment.at < session.huntAt { fail("before the hunt") }
                if station.range(to: hider.id, now: moment.at).age == nil { fail("without a sighting") }
                switch phrase {
                case .cue(.hot), .cue(.cold):
                    if let lastWord, moment.at - lastWord < CuePolicy.pause { fail("too soon") }
                default: break
                }
                lastWord = moment.at
            }
        }
        #expect(verdict.trouble == nil, "\(name): \(verdict)")
        #expect(verdict.events > 100)
        #expect(broken.isEmpty, "\(name): \(broken)")
        // What others decide comes over the network, so this round ends as it did.
        if name == "demo.journal" {
            #expect(said.contains { if case .found = $0 { true } else { false } }, "\(said)")
        }
    }
}
