import Logging
import Support
import Testing
import WebPage

@testable import Gateway
@testable import Runtime

/// What people type, and what the machine has no room for.
struct CommandMistakesTests {
    /// A file that a full disk has cut short looks like a whole one: only this and the code tell.
    @Test(arguments: [
        ["lights"], ["voice", "list"], ["simulate", "--json", "--seeds", "1", "--hours", "0.01"],
        ["replay", Checkout.path + "/Tests/JournalingTests/Journals/demo.journal", "--json"],
    ])
    func outputThatIsLostIsToldOnce(arguments: [String]) throws {
        let ending = try HotcoldProgram.runIntoFullDisk(arguments)
        #expect(ending.code == 1)
        #expect(ending.errors == "hotcold: standard output is not complete: the disk is full\n")
    }

    /// No radio is asked for: the other option is wrong.
    @Test(arguments: ["--measured-power -59", "--measured-power=-59"])
    func aLevelIsBelowZero(words: String) throws {
        let arguments = ["hide"] + words.split(separator: " ").map(String.init) + ["--seconds", "0"]
        let ending = try HotcoldProgram.run(arguments)
        #expect(ending.code == 64)
        #expect(ending.errors.contains("--seconds 0: give 1 to 10000000."), "\(ending.errors)")
        let high = try HotcoldProgram.run(["hide", "--measured-power", "-128"])
        #expect(high.errors.contains("--measured-power -128: give a value from -127 to -1."))
    }

    @Test func aRoundThatCannotBeKeptIsNotPlayed() throws {
        let folder = try TemporaryFolder()
        let nowhere = folder.path + "/no/sub"
        let ending = try HotcoldProgram.run(["demo", "--speed", "0", "--out", nowhere])
        #expect(ending.code == 1 && ending.output.isEmpty)
        #expect(ending.errors.contains("\(nowhere): the folder that it belongs into does not exist. Give"))
        let full = try HotcoldProgram.run(["demo", "--out", folder.path + "/demo"], diskIsFull: true)
        #expect(full.code == 1 && full.output.isEmpty)
        #expect(folder.names.isEmpty)
    }

    /// One sentence that says what to do, and the exit code of a mistake in the words.
    @Test(arguments: [
        (["demo", "--speed", "-1"], "--speed -1.0: give 0, or 0.01 to 1000."),
        (["demo", "--seed", "-1"], "The value '-1' is invalid for '--seed <seed>'"),
        (["simulate", "--hours", "-1"], "--hours -1.0: give 0.01 to 24."),
        (["simulate", "--until", "-5"], "--until -5: give 1 to 86400."),
        (["simulate", "--seeds", "5-1"], "--seeds 5-1: give the smaller number first"),
        (["update", "--check"], "--check needs a file."),
        (["update", "--install", "x"], "--install reads from standard input: give no file."),
        (["demo", "--out", ""], "--out is empty: give a value, or leave it out."),
        (["demo", "--out="], "--out is empty: give a value, or leave it out."),
        (["replay", ""], "An argument is empty: give a value, or leave it out."),
        (["simulte"], "There is no command \"simulte\": did you mean simulate?"),
        (["help", "nosuch"], "There is no command \"nosuch\": the commands are run, doctor,"),
        (["voice", "lst"], "There is no command \"lst\": did you mean list?"),
        (["help", "voice", "lst"], "There is no command \"lst\": did you mean list?"),
        (
            ["demo", "--page", "--speed", "0"],
            "--page is for people: give a --speed of 0.01 to 1000, or none."
        ),
        (["demo", "--page", "--listen"], "--listen plays a round without pages: leave --page"),
        (
            ["provision", "--boot", "/nonexistent"],
            "There is no folder /nonexistent: name the boot partition"
        ),
    ])
    func aMistakeIsNamedWithWhatToDo(arguments: [String], sentence: String) throws {
        let ending = try HotcoldProgram.run(arguments)
        #expect(ending.code == 64 && ending.output.isEmpty)
        #expect(ending.errors.contains(sentence), "\(ending.errors)")
    }

    /// What is right stays as it is.
    @Test(arguments: [
        ["run"], ["demo", "--speed", "5"], ["voice"], ["voice", "--settings", "x"],
        ["help", "voice", "list"],
        ["--help"], ["replay", "--", "-5"], ["hide", "--uuid", "list"], [],
    ])
    func whatIsRightStaysAsItIs(arguments: [String]) throws {
        #expect(try ArgumentCheck.checked(arguments, for: HotCold.self) == arguments)
    }

    /// Ctrl-C in a demo: what was played so far is there, and where.
    @Test func ctrlCLeavesWhatWasPlayed() throws {
        let folder = try TemporaryFolder()
        let ending = try HotcoldProgram.interrupt(
            ["demo", "--speed", "1", "--out", folder.path + "/d"], after: "Hello, I am")
        #expect(ending.code == 130)
        #expect(ending.output.contains("The seeker's loudspeaker: \(folder.path)/d/seeker.wav"))
        for name in ["seeker.wav", "walk.svg", "seeker.journal"] {
            #expect(try !BoundedFile.read(folder.path + "/d/" + name, atMost: 100_000_000).isEmpty)
        }
    }

    /// Pages whose ports are taken: others, or, where those were asked for, a sentence.
    @Test func aPortThatIsTakenIsNotSaidToBeOurs() async throws {
        let (ports, told) = AsyncStream.makeStream(of: Int.self)
        let pages = DemoPages(stations: 1)
        let server = PageServer(
            service: pages.services[0], port: 0, logger: Logger(label: "test"), address: "127.0.0.1"
        ) { told.yield($0) }
        let serving = Task { await server.run() }
        let first = await ports.first { _ in true }
        let port = try #require(first)
        #expect(await !PageServer.isFree(port))
        let ending = try HotcoldProgram.run(["demo", "--page", "--page-port", "\(port)"])
        #expect(ending.code == 1 && !ending.output.contains("127.0.0.1"))
        #expect(ending.errors.contains("Port \(port) is taken by another program: give others with"))
        serving.cancel()
        await serving.value
        #expect(await PageServer.isFree(port))
    }

    /// It runs after a crash, whatever stands in the file; no adapter is of this name.
    @Test func aBadSettingsFileDoesNotKeepTheRadioOn() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/h.toml"
        let text = "nonsense\n[radio]\nadapter = \"no-such-adapter\"\n"
        try BoundedFile.write(Array(text.utf8), as: "h.toml", in: folder.path)
        let ending = try HotcoldProgram.run(["radio-off", "--settings", path])
        #expect(ending.errors.hasPrefix("hotcold: \(path):1:"))
        #expect(ending.output.hasPrefix("silent:") || ending.errors.split(separator: "\n").count > 1)
    }
}
