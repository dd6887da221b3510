import Speech

/// What the pages show, in every language: `Assets/words.tsv`, and one script of it for each language.
package enum PageWords {
    /// Whose words.
    package enum Page {
        case station, table
    }

    /// Of the table are the rows whose ids begin so; its page knows them without that.
    private static let tablePrefix = "table."
    /// Words of a language that is not in the file are those of this one.
    static let standIn = "en"

    private static let file: PhraseFile? = try? PhraseFile(PackageResources.words_tsv)

    /// The scripts that a page loads its words from, by name: `words-de.js` and so on. Each has
    /// the words, and the places that a station knows how to say in that language.
    package static func scripts(for page: Page) -> [String: [UInt8]] {
        guard let file else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: file.languages.map { code in
                (name(code), script(of: code, words: words(for: page, code, in: file)))
            })
    }

    static func name(_ code: String) -> String { "words-\(code).js" }

    /// - Returns: whether somebody asks for words, in whatever language: `/words-fr.js`.
    static func isAskedFor(by path: String) -> Bool {
        path.wholeMatch(of: /\/words-[a-z]{2}\.js/) != nil
    }

    private static func words(for page: Page, _ code: String, in file: PhraseFile) -> [String: String] {
        var words: [String: String] = [:]
        for row in file.rows where row.id.hasPrefix(tablePrefix) == (page == .table) {
            let key = page == .table ? String(row.id.dropFirst(tablePrefix.count)) : row.id
            words[key] = file.text(row, code) ?? file.text(row, standIn) ?? ""
        }
        return words
    }

    private static func script(of code: String, words: [String: String]) -> [UInt8] {
        let places = (Language.builtIn[code] ?? .english).placeNames
        return Array(
            """
            export const language = "\(code)";
            export const words = \(String(decoding: words.json(), as: UTF8.self));
            export const places = \(String(decoding: places.json(), as: UTF8.self));

            """.utf8)
    }
}
