import Foundation
import Support
import Testing

@testable import Audio
@testable import Runtime
@testable import Speech

/// `hotcold voice`, as a family meets it.
struct VoiceCommandTests {
    /// A state directory of its own, with a settings file that names it.
    private struct Home: ~Copyable {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "hotcold-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let text = "[station]\nstate_directory = \"\(folder.path)/state\"\n"
            try Data(text.utf8).write(to: folder.appending(path: "h.toml"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func voice(
            _ words: [String], environment: [String: String] = [:], diskIsFull: Bool = false
        ) throws -> HotcoldProgram.Ending {
            try HotcoldProgram.run(
                ["voice"] + words + ["--settings", path("h.toml")], environment: environment,
                diskIsFull: diskIsFull)
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }
    }

    /// Half a second of a tone with a pause in front, as somebody would record it: too late and too quiet.
    private static func recording() -> Data {
        let tone = (0..<24_000).map { Int16(1_500 * sin(Double($0) * 0.06)) }
        let samples = Array(repeating: Int16(0), count: 20_000) + tone
        return Data(wav(samples: samples, format: PCMFormat(sampleRate: 48_000, channels: 1)))
    }

    /// Without a clip it asks for the next one of the list; after the first few that are taunts.
    @Test func whatComesNextIsAskedFor() throws {
        let home = try Home()
        #expect(try home.voice(["new", "grandma"]).code == 0)
        try Self.recording().write(to: URL(fileURLWithPath: home.path("r.wav")))
        let record = ["record", "--voice", "grandma", "--from", home.path("r.wav")]
        let made = try (0..<6).map { _ in try home.voice(record).output }
        for (line, clip) in zip(made, ["hot", "cold", "found", "signal-lost", "there-you-are", "taunt-1"]) {
            #expect(line.contains("/\(clip).wav: "), "\(line)")
        }
    }

    /// Those that are not made are named, with the command that makes them; they are all that `make` knows.
    @Test func theListSaysHowToGetWhatIsNotThere() throws {
        let home = try Home()
        let list = try home.voice(["list"]).output
        for name in VoiceFolder.shipped {
            #expect(list.contains("  \(name)\t") || list.contains("* \(name)\t"), "\(name)")
        }
        let make = try String(contentsOfFile: "\(Checkout.path)/deploy/voices/make", encoding: .utf8)
        let table = try #require(make.components(separatedBy: "VOICES = [").dropFirst().first)
        let rows = try #require(table.components(separatedBy: "\n]\n").first)
        #expect(rows.components(separatedBy: "Voice(").count - 1 == VoiceFolder.shipped.count)
        for name in VoiceFolder.shipped { #expect(rows.contains("\"\(name)\"")) }
    }

    @Test func aDemoInAVoiceThatIsNotThereSaysWhatToDo() throws {
        let ending = try HotcoldProgram.run(["demo", "--voice", "nosuch", "--speed", "0"])
        #expect(ending.code == 1 && ending.errors.contains("--voice robot") && ending.output.isEmpty)
    }

    @Test func aFamilyRecordsItsOwnHotAndTheDefaultVoiceSaysTheRest() throws {
        let home = try Home()
        #expect(try home.voice(["new", "grandma"]).code == 0)
        #expect(try home.voice(["new", "grandma"]).errors.contains("already"))
        let list = try String(
            contentsOfFile: home.path("state/voices/grandma/to-record.tsv"), encoding: .utf8)
        #expect(list.hasPrefix("hot\tHot!\ncold\tCold!\n"))
        try Self.recording().write(to: URL(fileURLWithPath: home.path("r.wav")))
        let record = ["record", "hot", "--voice", "grandma", "--from", home.path("r.wav")]
        #expect(try home.voice(record).code == 0)
        #expect(try home.voice(["check", "grandma", "--partial"]).code == 0)
        let check = try home.voice(["check", "grandma"])
        #expect(check.code == 1 && check.output.contains("cold.wav is missing"))
        let out = home.path("said.wav")
        #expect(try home.voice(["say", "Hot! Cold!", "--voice", "grandma", "--out", out]).code == 0)
        let said = try #require(VoiceFolder.read(out))
        #expect(said.duration > .milliseconds(700))
        #expect(try home.voice(["list"]).output.contains("grandma\ten"))
    }

    @Test func whatIsWrongIsNamedWithItsCure() throws {
        let home = try Home()
        #expect(try home.voice(["new", "Grand Ma"]).code != 0)
        #expect(try home.voice(["new", "opa", "--language", "xx"]).errors.contains("No voice speaks"))
        let nobody = try home.voice(["say", "Hot", "--voice", "nobody"])
        #expect(nobody.code == 1 && nobody.errors.contains("hotcold voice list"))
        #expect(try home.voice(["new", "opa", "--language", "de"]).code == 0)
        try Self.recording().write(to: URL(fileURLWithPath: home.path("state/voices/opa/cold.wav")))
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: home.path("state/voices/opa/hot.wav")))
        let check = try home.voice(["check", "opa", "--partial"])
        #expect(check.code == 1)
        #expect(check.output.contains("hot.wav is no WAV file that can be played"))
        #expect(check.output.contains("LU too quiet") && check.output.contains("ms of silence"))
        let unknown = try home.voice(["record", "hurrah", "--voice", "opa", "--from", "/dev/null"])
        #expect(unknown.code == 1 && unknown.errors.contains("There is no clip"))
    }

    /// What a family has recorded outlives a disk that is full when they try again.
    @Test func aFullDiskCostsNoClip() throws {
        let home = try Home()
        let refused = try home.voice(["new", "oma"], diskIsFull: true)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("state/voices/oma: could not write it"), "\(refused.errors)")
        #expect(!refused.errors.contains("sudo"))
        #expect(!FileManager.default.fileExists(atPath: home.path("state")))

        #expect(try home.voice(["new", "oma"]).code == 0)
        try Self.recording().write(to: URL(fileURLWithPath: home.path("r.wav")))
        let record = ["record", "cold", "--voice", "oma", "--from", home.path("r.wav")]
        #expect(try home.voice(record).code == 0)
        let clip = home.path("state/voices/oma/cold.wav")
        let before = try BoundedFile.read(clip, atMost: 1_000_000)
        #expect(try home.voice(record, diskIsFull: true).code == 1)
        #expect(try BoundedFile.read(clip, atMost: 1_000_000) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path("state/voices/oma"))
        #expect(names.sorted() == ["cold.wav", "language", "to-record.tsv"])
        let said = try home.voice(["say", "Cold!", "--voice", "oma", "--out", "/dev/full"])
        #expect(said.code == 1 && said.errors.contains("/dev/full: the disk is full."))
    }

    @Test func whoMadeAVoiceWithSudoIsToldToGoOnWithIt() throws {
        let home = try Home()
        let made = try home.voice(["new", "oma"], environment: ["SUDO_USER": "pi"])
        #expect(made.output.contains("\nRecord:  sudo hotcold voice record --voice oma\n"))
        #expect(made.output.contains("\nListen:  sudo hotcold voice say "))
        let guide = try Document.text("docs/voices.md")
        #expect(guide.contains("\nsudo hotcold voice say \"Hot! Hot! Cold!\" --voice grandma\n"))
    }

    @Test func aClosedFolderIsSaidToBeClosed() throws {
        let home = try Home()
        #expect(try home.voice(["new", "oma"]).code == 0)
        #expect(unsafe chmod(home.path("state"), 0) == 0)
        defer { unsafe chmod(home.path("state"), 0o700) }
        let said = try home.voice(["say", "Hot", "--voice", "oma"])
        let voices = home.path("state/voices")
        let isClosed = said.errors == "hotcold: This user may not look into \(voices): use sudo.\n"
        // Root may look into every folder, and is told what it finds there.
        #expect(isClosed == (geteuid() != 0), "\(said)")
        if isClosed { #expect(said.code == 1) }
    }

    @Test func whatIsWrongWithTheSettingsIsTold() throws {
        let home = try Home()
        #expect(try home.voice(["new", "oma"]).code == 0)
        let text = try String(contentsOfFile: home.path("h.toml"), encoding: .utf8)
        try Data("\(text)nonsense\n".utf8).write(to: URL(fileURLWithPath: home.path("h.toml")))
        let list = try home.voice(["list"])
        #expect(list.code == 0 && list.output.contains("oma\ten"))
        #expect(list.errors.hasPrefix("hotcold: \(home.path("h.toml")):3:"), "\(list.errors)")
        for words in [["list"], ["say", "Hot"], ["check"], ["new", "opa"]] {
            let lost = try HotcoldProgram.run(["voice"] + words + ["--settings", home.path("no.toml")])
            #expect(lost.code == 1 && lost.output.isEmpty)
            #expect(lost.errors == "hotcold: \(home.path("no.toml")): there is no such file.\n")
        }
        let record = ["record", "hot", "--voice", "oma", "--from", home.path("no.wav")]
        #expect(try home.voice(record).errors.hasSuffix("no.wav: there is no such file.\n"))
    }

    /// What is committed has been measured, and not only made.
    @Test func theDefaultVoiceIsCompleteAndAsLoudAsItShouldBe() throws {
        let home = try Home()
        let check = try home.voice(["check", Checkout.path + "/deploy/voices/en"])
        #expect(check.code == 0, "\(check.output)")
    }
}
