import Support
import Testing

@testable import Game
@testable import Runtime
@testable import Speech

/// Holds docs/trouble.md to what there is: sentences a station can say, tests, scenarios of the lab.
struct SituationsTests {
    /// The rows of the table, as cells.
    private static func rows() throws -> [[String]] {
        try Document.text("docs/trouble.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| situation") }
            .map { line in line.split(separator: "|").map(String.init) }
    }

    /// What stands between two of these characters.
    private static func between(_ mark: Character, _ text: String) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    @Test func everySituationOfTheTableIsShownBySomething() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 30)
        for row in rows {
            #expect(row.count == 3, "\(row)")
            #expect(!Self.between("`", row[2]).isEmpty, "nothing shows: \(row[0])")
        }
    }

    /// The README's table, too; it quotes the beginnings.
    @Test func whatTheReadMeQuotesCanBeSaid() throws {
        let text = try Document.text("README.md")
        let table = text.split(separator: "## When it says…").last?.split(separator: "\n## ").first ?? ""
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| \"") }
        let quoted = rows.compactMap { Self.between("\"", String($0)).first }
        #expect(quoted.count >= 20)
        let captions = SentenceTests.phrases.map { phrase in
            Sentence(phrase).text.replacing("\(SentenceTests.name)", with: "Red Fox")
        }
        let unheardOf = quoted.filter { quote in !captions.contains { $0.hasPrefix(quote) } }
        // The places are the families' own.
        #expect(unheardOf == ["The beacon of the kitchen is low on battery."], "nobody says this")
    }

    @Test func whatIsQuotedCanBeSaid() throws {
        let hints = Hint.allCases.map { Phrase.cue(.hint($0)) }
        let captions = Set(
            (SentenceTests.phrases + hints).map { phrase in
                Sentence(phrase).text.replacing("\(SentenceTests.name)", with: "Red Fox")
            })
        let quoted = try Self.rows().flatMap { Self.between("\"", $0[1]) }
        #expect(quoted.count >= 20)
        let unheardOf = quoted.filter { !captions.contains($0) }
        #expect(unheardOf == [], "nobody says this")
    }

    @Test func whatIsNamedExists() throws {
        let text = try Document.text("docs/trouble.md")
        let spans = text.split(separator: "\n").flatMap { Self.between("`", String($0)) }
        var (tests, scenarios) = (0, 0)
        for span in spans {
            let parts = span.split(separator: ".").map(String.init)
            if parts.count == 2, parts[0].hasSuffix("Tests") {
                tests += 1
                let source = try #require(Self.source(of: parts[0]), "there is no \(parts[0])")
                #expect(source.contains("func \(parts[1])("), "there is no \(span)")
            } else if span.allSatisfy({ $0.isLowercase }), span != "hotcold" {
                scenarios += 1
                let path = Checkout.path + "/Tests/Lab/scenarios/\(span).sh"
                #expect(VoiceFolder.exists(path), "there is no scenario \(span)")
            }
        }
        #expect(tests >= 40)
        #expect(scenarios >= 20)
    }

    private static func source(of suite: String) -> String? {
        let targets = Folder.names(Checkout.path + "/Tests").filter { $0.hasSuffix("Tests") }
        let folders =
            targets
            + targets.flatMap { target in
                Folder.names(Checkout.path + "/Tests/\(target)").map { "\(target)/\($0)" }
            }
        return folders.lazy.compactMap { try? Document.text("Tests/\($0)/\(suite).swift") }.first
    }
}
