import Rounds
import Support
import Synchronization
import Testing

@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Runtime
@testable import Speech
@testable import WebPage

/// What passes from a request to the station, without a server.
struct PageServiceTests {
    private final class Passed: Sendable {
        let crews = Mutex<[CrewKey?]>([])
        let wishes = Mutex<[Wish]>([])
    }

    private static func service(_ passed: Passed, shelf: PageShelf = PageShelf()) -> PageService {
        let window = PageEventHub(patience: PageEventHubTests.long) {}
        window.show(PageEventHubTests.state(1), now: .zero)
        return PageService(
            PageRouterTests.desk(.open), window: window, shelf: shelf, now: { .zero },
            crew: { key in passed.crews.withLock { $0.append(key) } },
            wish: { wish in passed.wishes.withLock { $0.append(wish) } })
    }

    @Test func theLogIsToldOfWrongPINs() async {
        let lines = Mutex<[String]>([])
        let service = PageService(
            PageRouterTests.desk(), window: PageEventHub {}, now: { .zero },
            complain: { line in lines.withLock { $0.append(line) } }, wish: { _ in })
        var request = PageRouterTests.post("/api/press", pin: "1111")
        request.source = "10.0.0.9"
        for _ in 0..<3 { _ = await service.respond(to: request) }
        #expect(lines.withLock(\.self) == ["page: A wrong PIN was given; the last from 10.0.0.9."])
    }

    /// A word becomes its key, and no word none: that is no failure.
    @Test func aCrewWordIsChosenAndGivenUp() async {
        let passed = Passed()
        let service = Self.service(passed)
        for body in [#"{"word": "Green  Pancake"}"#, #"{"word": ""}"#] {
            let answer = await service.respond(to: PageRouterTests.post("/api/crew", body))
            #expect(answer.status == 204, "\(body)")
        }
        #expect(passed.crews.withLock(\.self) == [CrewKey(word: "green pancake"), nil])
        #expect(passed.wishes.withLock(\.self).isEmpty)
    }

    @Test func nobodyIsCalibratedBesideWhoIsNotThere() async {
        let passed = Passed()
        let service = Self.service(passed)
        let body = #"{"station": "00000000000000ff"}"#
        #expect(await service.respond(to: PageRouterTests.post("/api/calibrate", body)).status == 409)
        #expect(passed.wishes.withLock(\.self).isEmpty)
    }

    @Test func aVoiceThatIsNotHereIsNotChosen() async {
        let passed = Passed()
        let body = #"{"voice": "en-deep"}"#
        let none = await Self.service(passed).respond(to: PageRouterTests.post("/api/voice", body))
        #expect(none.status == 409 && passed.wishes.withLock(\.self).isEmpty)
        let choices = [VoiceChoice(name: "en-deep", language: .english)]
        let service = Self.service(passed, shelf: PageShelf(voice: ChosenVoice(.silent, choices: choices)))
        let there = await service.respond(to: PageRouterTests.post("/api/voice", body))
        #expect(there.status == 204 && passed.wishes.withLock(\.self) == [.adjust(.voice("en-deep"))])
    }

    /// Others see nothing of a round before its keys are gone, and then what was said in it.
    @Test func aRoundIsWithheldUntilItsKeysAreGone() async throws {
        let folder = try TemporaryFolder()
        let journal = JournalRounds.quiet.journals[1]
        try BoundedFile.write(journal, as: "round-000001.journal", in: folder.path)
        let clock = Mutex(Duration.seconds(100))
        let running = RunningRounds { clock.withLock(\.self) }
        let shelf = PageShelf(rounds: RoundLibrary(folder: folder.path, running: running))
        let service = Self.service(Passed(), shelf: shelf)
        func status(_ ending: String) async -> Int {
            var request = PageRouterTests.get("/rounds/round-000001.\(ending)")
            request.pin = "4079"
            return await service.respond(to: request).status
        }
        func listed() async -> Bool {
            let reply = await service.respond(to: PageRouterTests.get("/api/rounds"))
            guard case .bytes(let bytes) = reply.body else { return false }
            return String(decoding: bytes, as: UTF8.self).contains("round-000001")
        }
        running.begins("round-000001")
        for ending in ["txt", "svg", "wav"] { #expect(await status(ending) == 404) }
        #expect(await !listed())
        running.ends()
        clock.withLock { $0 += RunningRounds.keysLastFor - .milliseconds(1) }
        #expect(await status("txt") == 404)
        clock.withLock { $0 += .milliseconds(1) }
        for ending in ["txt", "svg", "wav"] { #expect(await status(ending) == 200) }
        #expect(await listed())
    }

    /// A round that is long goes on in another file: its first part is not shown before it is over.
    @Test func allPartsOfARoundAreWithheldUntilItIsOver() throws {
        let folder = try TemporaryFolder()
        let clock = Mutex(Duration.seconds(100))
        let running = RunningRounds { clock.withLock(\.self) }
        let library = RoundLibrary(folder: folder.path, running: running)
        var files = JournalFiles(folder: folder.path, name: RoundLibrary.name, running: running)
        for output: Scribe.Output in [.open, .page([1]), .close(.continued), .open, .page([2])] {
            files.carryOut(output)
        }
        clock.withLock { $0 += .seconds(3_600) }
        #expect(library.entries().isEmpty)
        // Also when the card is full before it ends.
        files.lose("the disk is full")
        files.carryOut(.open)
        clock.withLock { $0 += .seconds(3_600) }
        #expect(library.entries().isEmpty)
        files.carryOut(.close(.sessionLeft))
        #expect(library.entries().isEmpty)
        clock.withLock { $0 += RunningRounds.keysLastFor }
        #expect(library.entries().count == 3)
    }

    /// No number, no word of a session, no state of a generator.
    @Test func whatIsGivenOutHoldsNothingSecret() throws {
        let journal = JournalRounds.quiet.journals[1]
        let story = String(decoding: RoundStory.text(journal), as: UTF8.self)
        #expect(story.contains(" s  say ") && story.contains(" s  play ") && story.contains("\nend "))
        let lines = story.split(separator: "\n").dropFirst()
        #expect(
            lines.allSatisfy { $0.contains(" s  say ") || $0.contains(" s  play ") || $0.hasPrefix("end ") })
        // What the journal is for has all of it.
        let secret = String(decoding: journal, as: UTF8.self)
        let words = ["start ", "\"seed\":", "\n= "].filter { !secret.contains($0) }
        #expect(words.isEmpty)
    }

    /// As a phone does it: two bytes first, then all of it.
    @Test func aRoundIsHeardInParts() async throws {
        let folder = try TemporaryFolder()
        try BoundedFile.write(
            JournalRounds.quiet.journals[1], as: "round-000001.journal", in: folder.path)
        let shelf = PageShelf(rounds: RoundLibrary(folder: folder.path))
        let service = Self.service(Passed(), shelf: shelf)
        func ask(_ part: String?) async -> PageService.Response {
            var request = PageRouterTests.get("/rounds/round-000001.wav")
            request.range = part
            return await service.respond(to: request)
        }
        let whole = await ask(nil)
        guard case .reel(var reel) = whole.body else {
            Issue.record("nothing to be heard")
            return
        }
        #expect(whole.status == 200 && reel.left > 1_000_000)
        #expect(reel.next()?.prefix(4) == ArraySlice("RIFF".utf8))
        let first = await ask("bytes=0-1")
        guard case .reel(let two) = first.body else {
            Issue.record("nothing to be heard")
            return
        }
        #expect(first.status == 206 && two.left == 2)
        #expect(first.headers.contains { $0.name == "Content-Range" && $0.value.hasPrefix("bytes 0-1/") })
        #expect(await ask("bytes=999999999-").status == 416)
        let other = await service.respond(to: PageRouterTests.get("/rounds/round-000002.wav"))
        #expect(other.status == 404)
    }

    /// Not more than a few are played off at a time.
    @Test func reelsAreBounded() {
        let service = Self.service(Passed())
        for _ in 0..<PageService.reelsAtMost { #expect(service.beginsReel()) }
        #expect(!service.beginsReel())
        service.endsReel()
        #expect(service.beginsReel())
    }
}
