import Audio
import Foundation
import Testing

@testable import Gateway

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

        func voice(_ words: [String]) throws -> HotcoldProgram.Ending {
            let settings = ["--settings", folder.appending(path: "h.toml").path]
            return try HotcoldProgram.run(["voice"] + words + settings)
        }

        func path(_ name: String) -> String { folder.appending(path: name).path }
    }

    /// Half a second of a tone with a pause in front, as somebody would record it: too late and too quiet.
    private static func recording() -> Data {
        let tone = (0..<24_000).map { Int16(1_500 * sin(Double($0) * 0.06)) }
        let samples = Array(repeating: Int16(0), count: 20_000) + tone
        return Data(wav(samples: samples, format: PCMFormat(sampleRate: 48_000, channels: 1)))
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

    /// What is committed has been measured, and not only made.
    @Test func theDefaultVoiceIsCompleteAndAsLoudAsItShouldBe() throws {
        let home = try Home()
        let check = try home.voice(["check", Checkout.path + "/deploy/voices/en"])
        #expect(check.code == 0, "\(check.output)")
    }
}
