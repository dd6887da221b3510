import Game
import Simulation
import Speech
import Testing

/// An evening is told in the language that its stations speak.
struct EveningLanguageTests {
    private static func captions(in code: String) throws -> [String] {
        let language = try #require(Language.builtIn[code])
        var evening = Evening(seed: 1, seekers: 1, voice: Voice(folder: "", language: language) { _ in nil })
        return evening.advance(by: .seconds(3)).compactMap { evening.caption($0) }
    }

    @Test func captionsAreInTheLanguageOfTheVoice() throws {
        let (english, german) = (try Self.captions(in: "en"), try Self.captions(in: "de"))
        #expect(english.contains { $0.contains("Hello, I am") } && english.count == german.count)
        #expect(german.contains { $0.contains("Hallo, ich bin") })
        #expect(!german.contains { $0.contains("Hello") })
    }
}
