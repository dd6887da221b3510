import Speech
import Testing

@testable import WebPage

/// The words of the pages, and the scripts that are made of them.
struct PageWordsTests {
    private static func text(_ path: String, of assets: PageAssets = .own) throws -> String {
        String(decoding: try #require(assets[path]).bytes, as: UTF8.self)
    }

    private static func gaps(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{\w+\}/).map { String($0.output) })
    }

    @Test func everyLanguageHasEveryWordWithTheSameGaps() throws {
        let file = try PhraseFile(PackageResources.words_tsv)
        #expect(
            file.languages == PhraseFile.builtIn.languages,
            "a language is spoken and not shown, or shown only")
        #expect(file.rows.count > 300)
        for row in file.rows {
            let english = file.text(row, "en")
            for code in file.languages {
                let other = file.text(row, code)
                #expect((other == nil) == (english == nil), "\(row.id) is missing in \(code)")
                #expect(Self.gaps(other ?? "") == Self.gaps(english ?? ""), "\(row.id) in \(code)")
            }
        }
    }

    @Test func everyLanguageHasAScriptOfItsWordsAndPlaces() throws {
        for code in PhraseFile.builtIn.languages {
            let script = try Self.text("/words-\(code).js")
            #expect(script.hasPrefix("export const language = \"\(code)\";\nexport const words = {"))
            #expect(script.contains("\nexport const places = ["))
            let places = try #require(Language.builtIn[code]).placeNames
            #expect(places.count > 40 && places.filter { !script.contains("\"\($0)\"") } == [])
        }
        let german = try Self.text("/words-de.js")
        #expect(german.contains(#""lineReady":"Nicht loslassen…""#))
        #expect(!german.contains(#""table."#) && !german.contains("Der Tisch"))
    }

    @Test func theTableHasItsOwnWords() throws {
        let table = PageAssets(PageWords.scripts(for: .table))
        let script = try Self.text("/words-en.js", of: table)
        #expect(script.contains(#""lobby":"free""#) && !script.contains("loslassen"))
        #expect(try Self.text("/words-en.js").contains(#""lobby":"Lobby""#))
        // It says nothing when it asks for the PIN, and no key either.
        #expect(script.contains(#""pinAsked":"""#))
    }

    @Test func whoReadsAnotherLanguageReadsEnglish() throws {
        let english = try #require(PageAssets.own["/words-en.js"])
        #expect(PageAssets.own["/words-fr.js"] == english)
        for path in [
            "/words-.js", "/words-f.js", "/words-fra.js", "/words-FR.js", "/words-fr.jsx", "/words-fr",
        ] {
            #expect(PageAssets.own[path] == nil, "\(path)")
        }
    }
}
