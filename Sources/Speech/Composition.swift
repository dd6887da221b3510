/// A text that somebody typed, as a sentence of the words a voice has: the longest pieces that it knows
/// first, numbers as numbers, and what is left over as free text.
package struct Composition: Sendable {
    /// Longer texts are cut: more than anybody listens to.
    static let wordsAtMost = 64

    package let sentence: Sentence

    package init(_ text: String, in language: Language) {
        var clips: [[Substring]: String] = [:]
        var longest = 1
        for name in language.clipNames {
            let words = Self.words((language.text(name) ?? "")[...])
            // Of two clips with the same words, the one that stands first in the file is the plainer one.
            if !words.isEmpty, clips[words] == nil { clips[words] = name }
            longest = max(longest, words.count)
        }
        let typed = text.split(whereSeparator: \.isWhitespace).prefix(Self.wordsAtMost)
        var pieces: [Sentence.Piece] = []
        var unknown: [Substring] = []
        func settle() {
            guard !unknown.isEmpty else { return }
            let name = unknown.joined(separator: " ")
            pieces.append(.free(name, spelled: SpokenPlace.spelled(name)))
            unknown = []
        }
        var rest = typed[...]
        while let first = rest.first {
            let candidates = (1...min(longest, rest.count)).reversed()
            let found = candidates.lazy.compactMap { count in
                clips[rest.prefix(count).flatMap(Self.words)].map { (count, $0) }
            }.first
            if let (count, clip) = found {
                settle()
                pieces.append(.clip(clip))
                rest = rest.dropFirst(count)
            } else if let number = Self.number(first) {
                settle()
                pieces += language.number(number).map { .clip($0) }
                rest = rest.dropFirst()
            } else {
                unknown.append(first)
                rest = rest.dropFirst()
            }
        }
        settle()
        sentence = Sentence(pieces, typed.joined(separator: " "))
    }

    /// Lower case, without the signs that are not heard.
    private static func words(_ text: Substring) -> [Substring] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }
    }

    private static func number(_ word: Substring) -> Int? {
        Int(word.filter { !$0.isPunctuation }).flatMap { (0...Wording.highestNumber).contains($0) ? $0 : nil }
    }
}
