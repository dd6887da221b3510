package import Game

/// A phrase put into the words of a language: which clips are played one after the other, and the same as
/// text for people who read.
package struct Sentence: Equatable, Sendable {
    /// A piece of speech.
    package enum Piece: Equatable, Sendable {
        case clip(String)
        /// Words that no voice has: for a synthesiser, or the clips that spell them.
        case free(String, spelled: [String])
    }

    /// In the order in which they are heard.
    package private(set) var pieces: [Piece] = []
    /// The caption.
    package private(set) var text = ""

    /// Whether the next word of the caption follows without a space.
    private var isJoined = true

    /// How a language says it.
    package init(_ phrase: Phrase, in language: Language = .english) {
        add(Wording(phrase), language)
        text = text.prefix(1).uppercased() + text.dropFirst()
    }

    package init(_ pieces: [Piece], _ text: String) {
        (self.pieces, self.text) = (pieces, text)
    }

    /// Names of clips of the voice, in order; free text spelled.
    var clips: [String] {
        pieces.flatMap { piece in
            switch piece {
            case .clip(let name): [name]
            case .free(_, let spelled): spelled
            }
        }
    }

    private mutating func add(_ wording: Wording, _ language: Language) {
        for part in language.parts(wording.key) {
            switch part {
            case .clip(let name): add(name, language)
            case .sign(let sign):
                text += sign
                isJoined = sign == "-"
            case .slot(let slot):
                switch wording.slots[slot] {
                case .clip(let name): add(name, language)
                case .number(let number): add(number, language)
                case .wording(let wording): add(wording, language)
                case .area(let area): add(SpokenPlace(area, in: language), language)
                case .spoken(let text, let clip):
                    pieces.append(.free(text, spelled: [clip]))
                    add(words: text)
                case nil: break
                }
            }
        }
    }

    private mutating func add(_ clip: String, _ language: Language) {
        pieces.append(.clip(clip))
        add(words: language.text(clip) ?? Language.english.text(clip) ?? clip)
    }

    /// Aloud in words, to be read in digits.
    private mutating func add(_ number: Int, _ language: Language) {
        let number = min(max(number, 0), Wording.highestNumber)
        pieces += language.number(number).map { .clip($0) }
        add(words: "\(number)")
    }

    private mutating func add(_ place: SpokenPlace, _ language: Language) {
        switch place {
        case .known(let clip, let number):
            add(clip, language)
            if let number { add(number, language) }
        case .free(let name, let spelled):
            pieces.append(.free(name, spelled: spelled))
            add(words: name)
        }
    }

    private mutating func add(words: String) {
        text += isJoined ? words : " " + words
        isJoined = false
    }
}
