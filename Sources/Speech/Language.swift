/// A language as a voice needs it: the texts of its clips, and of which clips its sentences are made.
package struct Language: Sendable {
    /// A part of a sentence.
    package enum Part: Equatable, Sendable {
        case clip(String)
        /// To be filled with a name, a number, a place.
        case slot(String)
        /// For the caption alone; a "-" joins what stands before and behind it.
        case sign(String)
    }

    /// Two letters: "en".
    package let code: String
    /// The clips a voice of this language has to have, in the order of the file.
    package let clipNames: [String]
    private let texts: [String: String]
    private let sentences: [String: [Part]]
    /// Clips of places by the words that people write for them.
    private let places: [String: String]

    package static let english = Language("en", of: .builtIn)
    /// What is built in, by code.
    package static let builtIn: [String: Language] = Dictionary(
        uniqueKeysWithValues: PhraseFile.builtIn.languages.map { ($0, Language($0, of: .builtIn)) })

    /// What `code` leaves out is said as English does.
    package init(_ code: String, of file: PhraseFile) {
        self.code = code
        var (names, texts) = ([String](), [String: String]())
        var (sentences, places) = ([String: [Part]](), [String: String]())
        for row in file.rows {
            let text = file.text(row, code)
            switch row.kind {
            case .clip:
                if row.id.hasPrefix("place-") { places[Self.words(ofPlace: row.id)] = row.id }
                guard let text else { continue }
                names.append(row.id)
                texts[row.id] = text
                if row.id.hasPrefix("place-") { places[text.lowercased()] = row.id }
            case .sentence:
                sentences[row.id] = Self.parts((text ?? file.text(row, "en")) ?? "")
            case .place:
                for word in (text ?? "").split(separator: "|") { places[word.lowercased()] = row.id }
            }
        }
        (clipNames, self.texts, self.sentences, self.places) = (names, texts, sentences, places)
    }

    /// "place-living-room": "living room".
    static func words(ofPlace clip: String) -> String {
        clip.split(separator: "-").dropFirst().joined(separator: " ")
    }

    private static func parts(_ template: String) -> [Part] {
        template.split(separator: " ").map { word in
            if word.hasPrefix("{"), word.hasSuffix("}") { return .slot(String(word.dropFirst().dropLast())) }
            return word.contains { $0.isLetter } ? .clip(String(word)) : .sign(String(word))
        }
    }

    /// What a clip says; nil for a clip this language does not have.
    package func text(_ clip: String) -> String? { texts[clip] }

    /// The parts of a sentence; one without an entry is the clip of the same name.
    func parts(_ sentence: String) -> [Part] { sentences[sentence] ?? [.clip(sentence)] }

    /// Every sentence that has an entry, in order, with its parts.
    var everySentence: [(key: String, parts: [Part])] {
        sentences.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The clip that says a place; nil for one that no voice knows.
    func place(_ words: String) -> String? { places[words.lowercased()] }

    /// Places that every voice can say, as people write them, in the order of the file.
    package var placeNames: [String] {
        clipNames.filter { $0.hasPrefix("place-") }.map { clip in
            // English has an article before it.
            code == "en" ? Self.words(ofPlace: clip) : texts[clip] ?? clip
        }
    }

    /// The clips that say a number from 0 to 99.
    func number(_ number: Int) -> [String] {
        let whole = "number-\(number)"
        if texts[whole] != nil || number <= 20 || number % 10 == 0 { return [whole] }
        return ["number-\(number / 10 * 10)", "number-\(number % 10)"]
    }
}
