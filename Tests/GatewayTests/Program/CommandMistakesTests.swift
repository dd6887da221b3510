import Support
import Testing

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
