import Support
import Synchronization
import Testing

@testable import Game
@testable import Gateway
@testable import Journaling
@testable import Runtime
@testable import Speech

/// Choosing another voice while the station speaks.
struct ChosenVoiceTests {
    private static func choices() throws -> [VoiceChoice] {
        let german = try #require(Language.builtIn["de"])
        return [VoiceChoice(name: "de", language: german), VoiceChoice(name: "en", language: .english)]
    }

    private static func voice(_ name: String) -> Voice {
        Voice(folder: "/voices/\(name)", language: Language.builtIn[name] ?? .english) { _ in nil }
    }

    /// It is read once, when it is needed, and not by who chooses it.
    @Test func anotherVoiceIsReadWhenItSpeaks() throws {
        let reads = Mutex<[String]>([])
        let chosen = ChosenVoice(Self.voice("en"), choices: try Self.choices()) { name in
            reads.withLock { $0.append(name) }
            return Self.voice(name)
        }
        #expect(chosen.current.folder == "/voices/en")
        #expect(chosen.choose("de")?.code == "de")
        #expect(reads.withLock(\.self).isEmpty)
        #expect(chosen.current.folder == "/voices/de" && chosen.current.language.code == "de")
        #expect(reads.withLock(\.self) == ["de"])
    }

    @Test func theLastOneChosenSpeaks() throws {
        let chosen = ChosenVoice(Self.voice("en"), choices: try Self.choices()) { Self.voice($0) }
        #expect(chosen.choose("de") != nil && chosen.choose("en") != nil)
        #expect(chosen.current.folder == "/voices/en")
    }

    @Test func whatIsNotThereIsNotChosen() throws {
        let chosen = ChosenVoice(Self.voice("en"), choices: try Self.choices()) { Self.voice($0) }
        #expect(chosen.choose("grandma") == nil)
        #expect(chosen.current.folder == "/voices/en")
    }

    /// A folder is a voice by its clips; the first place where a name is found has it.
    @Test func theFoldersThatAreVoicesAreOffered() throws {
        let folder = try TemporaryFolder()
        let state = try TemporaryFolder()
        for (place, name) in [(folder, "grandma"), (folder, "zoo"), (folder, "empty"), (folder, "effects")] {
            try place.makeFolder(name)
            if name != "empty" { try BoundedFile.write([0], as: "hello.wav", in: "\(place.path)/\(name)") }
        }
        try BoundedFile.write(Array("de\n".utf8), as: "language", in: "\(folder.path)/grandma")
        let choices = VoiceChoice.all(in: folder.path, state: state.path)
        #expect(choices.first { $0.name == "grandma" }?.language.code == "de")
        #expect(choices.first { $0.name == "zoo" }?.language.code == "en")
        #expect(!choices.contains { ["empty", "effects"].contains($0.name) })
        #expect(choices.map(\.name) == choices.map(\.name).sorted())
        #expect(choices.count <= VoiceChoice.atMost)
    }

    /// What the page has chosen is what speaks after the next start, if it is still there.
    @Test func theChoiceIsKeptForTheNextStart() throws {
        let state = try TemporaryFolder()
        var settings = Settings()
        settings.station.stateDirectory = state.path
        #expect(Assembly.voiceName(settings) == "en")
        try state.makeFolder("voices")
        try state.makeFolder("voices/grandma")
        try BoundedFile.write([0], as: "hello.wav", in: "\(state.path)/voices/grandma")
        var adjustments = Adjustments()
        adjustments.voice = "grandma"
        let bytes = try #require(StationSnapshot.encode(adjustments))
        try BoundedFile.write(bytes, as: Adjustments.fileName, in: state.path)
        #expect(Assembly.voiceName(settings) == "grandma")
        let complaints = Mutex<[String]>([])
        let complain: @Sendable (String) -> Void = { line in complaints.withLock { $0.append(line) } }
        let chosen = Assembly.chosenVoice(settings, adjustments, complain: complain)
        #expect(chosen.current.folder == "\(state.path)/voices/grandma")
        adjustments.voice = "grandpa"
        _ = Assembly.chosenVoice(settings, adjustments, complain: complain)
        #expect(complaints.withLock(\.self).contains { $0.contains("\"grandpa\"") })
    }
}
