/// `deploy/voices/phrases.tsv`: every word a station can say, in every language. Its form is described at its
/// top; the one that comes with the program is built into it, and a voice may bring another. The page's words
/// have the same form.
package struct PhraseFile: Sendable {
    /// A line that cannot be meant.
    package struct Unreadable: Error, Equatable, CustomStringConvertible {
        let line: Int
        let what: String

        package init(
            line: Int,
            what: String
        ) {
            self.line = line
            self.what = what
        }

        package var description: String { "line \(line): \(what)" }
    }

    /// A clip, a sentence made of clips, or another word for a place.
    package enum Kind: Sendable {
        case clip, sentence, place
    }

    package struct Row: Sendable {
        var kind: Kind
        package let id: String
        /// One for each column behind the first; empty where the file says nothing.
        var cells: [String]

        package init(
            kind: Kind,
            id: String,
            cells: [String]
        ) {
            self.kind = kind
            self.id = id
            self.cells = cells
        }
    }

    static let bytesAtMost = 200_000
    static let rowsAtMost = 4_000

    /// The names of the columns behind the first: languages and voices.
    let columns: [String]
    package let rows: [Row]

    /// The file that was built into the program.
    package static let builtIn: PhraseFile = {
        // A test holds it readable; a program without words would still show that something is wrong.
        (try? PhraseFile(PackageResources.phrases_tsv)) ?? PhraseFile(columns: ["en"], rows: [])
    }()

    private init(columns: [String], rows: [Row]) {
        self.columns = columns
        self.rows = rows
    }

    package init(_ bytes: [UInt8]) throws(Unreadable) {
        guard bytes.count <= Self.bytesAtMost else {
            throw Unreadable(line: 1, what: "longer than \(Self.bytesAtMost) bytes")
        }
        var columns: [String]?
        var rows: [Row] = []
        var seen: Set<String> = []
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard let known = columns else {
                guard cells[0] == "id", cells.count > 1 else {
                    throw Unreadable(line: index + 1, what: "the first row must name the columns")
                }
                columns = Array(cells.dropFirst())
                continue
            }
            guard cells.count <= known.count + 1, rows.count < Self.rowsAtMost else {
                throw Unreadable(line: index + 1, what: "more than there is a column for")
            }
            guard seen.insert(cells[0]).inserted else {
                throw Unreadable(line: index + 1, what: "\(cells[0]) once more")
            }
            rows.append(Self.row(cells, of: known.count))
        }
        guard let columns else { throw Unreadable(line: lines.count, what: "no row names the columns") }
        self.columns = columns
        self.rows = rows
    }

    private static func row(_ cells: [String], of count: Int) -> Row {
        let texts = cells.dropFirst() + Array(repeating: "", count: count + 1 - cells.count)
        let id = cells[0]
        let kind: Kind = id.hasPrefix("=") ? .sentence : id.hasPrefix("?") ? .place : .clip
        return Row(kind: kind, id: kind == .clip ? id : String(id.dropFirst()), cells: Array(texts))
    }

    /// Two letters; longer columns are voices.
    package var languages: [String] { columns.filter { $0.utf8.count == 2 } }

    /// What a column says of a row; nil when nothing, or when there is no such column.
    package func text(_ row: Row, _ column: String) -> String? {
        guard let index = columns.firstIndex(of: column), !row.cells[index].isEmpty else { return nil }
        return row.cells[index]
    }
}
