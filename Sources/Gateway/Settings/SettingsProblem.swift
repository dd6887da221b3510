/// Something in the settings file that could not be used. It never stops the program.
struct SettingsProblem: Error, Equatable, Sendable, CustomStringConvertible {
    let file: String
    /// Counted from 1; nil when the whole file is meant. The column is known for TOML's own errors only.
    let line: Int?
    let column: Int?
    /// The key that is meant, as "section.name"; nil when none is.
    let key: String?
    /// What is wrong and what to do, without the place.
    let advice: String

    init(file: String, line: Int? = nil, column: Int? = nil, key: String? = nil, advice: String) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.advice = advice
    }

    /// For who does not know what "file:line:" is: "Line 7 of hotcold.toml: …".
    var sentence: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return (line.map { "Line \($0) of \(name)" } ?? name) + ": " + advice
    }

    /// One sentence, led by the place in the form that editors and compilers agree on: "file:line:column: …".
    var description: String {
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([file] + place).joined(separator: ":") + ": " + advice
    }
}

/// Finds what a person probably meant.
enum Suggestion {
    /// A stranger's text in a sentence of ours: short, so that a log line stays a line.
    static func shown(_ text: String) -> String {
        text.count <= 60 ? text : text.prefix(59) + "…"
    }

    /// The candidate that differs least from `word`, if it differs little enough to be a slip of the finger.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        // Cost grows with the product of the lengths, and a text of thousands of characters is no slip.
        guard word.utf8.count <= 64 else { return nil }
        let limit = 1 + word.utf8.count / 3
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.candidate
    }

    /// Letters to insert, delete or replace, and neighbours to swap: optimal string alignment, capitals
    /// ignored.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased()), right = Array(right.lowercased())
        var older: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            (older, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
