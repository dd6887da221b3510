import TOMLKit

/// A statement of a settings file, and the line on which it begins, counted from 1.
struct SettingsStatement: Equatable {
    enum Content: Equatable {
        /// A header, "[radio]".
        case section([String])
        /// A header of one more table in a list, "[[area]]" or "[[wifi.network]]", its names joined by dots.
        case element(String)
        /// "key = value". Dotted keys and inline tables arrive taken apart, one statement for each value.
        case value([String], SettingsValue)
        /// Not TOML. After a broken header nobody knows to which section the next keys belong.
        case broken(reason: String, column: Int?, isHeader: Bool)
    }

    let line: Int
    /// It names something that is shown to nobody.
    let mentionsSecret: Bool
    let content: Content

    /// Why a line is not TOML, for one that may hold a secret: toml++'s own reasons quote the line, so this
    /// names what it can be.
    static func discreet(_ reason: String) -> String {
        reason == SettingsStatements.unreadable
            ? reason
            : #"a text stands in "quotes" behind name =, and in them \ is written \\ and " is written \" "#
                + "(or take 'single quotes')"
    }

    /// What a text lacks that stands there bare, to be read after the key.
    static func quoting(_ name: String) -> String {
        "has to stand in \"quotes\", as in \(name) = \"…\""
    }
}

/// Cuts a settings file into statements, each of which is parsed by itself.
///
/// A whole-file parser stops at the first mistake and, like ours, does not tell where the good keys stand.
/// The shortest run of whole lines that is TOML by itself is one statement, so every key knows its line and
/// one bad line costs itself only. Repeated sections, which TOML forbids, are merely continued here: that is
/// what a person who repeats one means.
struct SettingsStatements: Sequence, IteratorProtocol {
    /// How many lines a statement may span (a multi-line text or array). Bounds the work that a bad line can
    /// cause.
    static let linesAtMost = 32

    /// Said of a line with bytes that are no text.
    static let unreadable = "there is a character that is not readable text (save the file as UTF-8)"

    private let lines: [Substring]
    private var index = 0
    /// Taken apart already and not handed out yet.
    private var pending: [SettingsStatement] = []

    init(_ text: String) {
        // Swift sees CR LF as one character. A byte order mark is what Notepad leaves.
        let body = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    mutating func next() -> SettingsStatement? {
        while pending.isEmpty, index < lines.count {
            let start = index
            index += 1
            if isBlank(lines[start]) { continue }
            let contents = read(from: start)
            let mentionsSecret = lines[start..<index].contains(where: SettingsTable.mentionsSecret)
            pending = contents.map {
                SettingsStatement(line: start + 1, mentionsSecret: mentionsSecret, content: $0)
            }
        }
        return pending.isEmpty ? nil : pending.removeFirst()
    }

    private func isBlank(_ line: Substring) -> Bool {
        let first = line.first { $0 != " " && $0 != "\t" }
        return first == nil || first == "#"
    }

    private mutating func read(from start: Int) -> [SettingsStatement.Content] {
        let isHeader = lines[start].first { $0 != " " && $0 != "\t" } == "["
        if let column = unreadable(lines[start]) {
            return [.broken(reason: Self.unreadable, column: column, isHeader: isHeader)]
        }
        var first: Failure?
        let lastLine = isHeader ? start : Swift.min(start + Self.linesAtMost, lines.endIndex) - 1
        for end in start...lastLine {
            do throws(Failure) {
                let table = try parse(start...end)
                index = end + 1
                return contents(table, isHeader: isHeader)
            } catch {
                // What its first line lacks is what a person can see.
                first = first ?? error
                if !error.goesOn { break }
            }
        }
        return [.broken(reason: first?.reason ?? "", column: first?.column, isHeader: isHeader)]
    }

    /// The column of the first character that cannot be in the file. U+FFFD stands where bytes were not
    /// UTF-8.
    private func unreadable(_ line: Substring) -> Int? {
        let position = line.unicodeScalars.firstIndex {
            ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F || $0 == "\u{FFFD}"
        }
        return position.map { line.unicodeScalars.distance(from: line.startIndex, to: $0) + 1 }
    }

    private struct Failure: Error {
        let reason: String
        let column: Int?
        /// More lines may make it whole.
        let goesOn: Bool
    }

    private func parse(_ range: ClosedRange<Int>) throws(Failure) -> TOMLTable {
        let text = lines[range].joined(separator: "\n")
        let check = StatementCheck(text)
        if let objection = check.objection {
            throw Failure(reason: objection, column: nil, goesOn: false)
        }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let reason = String(error.description.prefix(200))
            throw Failure(reason: reason, column: error.source.begin.column, goesOn: check.goesOn)
        } catch {
            throw Failure(reason: "it could not be read", column: nil, goesOn: check.goesOn)
        }
    }

    private func contents(_ table: TOMLTable, isHeader: Bool) -> [SettingsStatement.Content] {
        guard isHeader else { return values(table, path: []) }
        var path: [String] = []
        var table = table
        while let name = table.keys.first {
            path.append(name)
            // One header makes at most one table, so a list is what double brackets have made.
            if table[name]?.array != nil { return [.element(path.joined(separator: "."))] }
            guard let inner = table[name]?.table else {
                let reason =
                    "a section is written with one pair of brackets, [\(path.joined(separator: "."))]"
                return [.broken(reason: reason, column: nil, isHeader: true)]
            }
            table = inner
        }
        return [.section(path)]
    }

    private func values(_ table: TOMLTable, path: [String]) -> [SettingsStatement.Content] {
        table.keys.flatMap { name -> [SettingsStatement.Content] in
            guard let value = table[name] else { return [] }
            // The parser bounds the depth of inline tables, and with it this recursion.
            if let inner = value.table { return values(inner, path: path + [name]) }
            return [.value(path + [name], SettingsValue(value))]
        }
    }
}

extension SettingsValue {
    /// A word of TOML's own, such as 12345678 or true, where a person may have meant the letters.
    var isBare: Bool {
        switch self {
        case .integer, .number, .flag: true
        case .text, .texts, .other: false
        }
    }

    fileprivate init(_ value: any TOMLValueConvertible) {
        if let flag = value.bool {
            self = .flag(flag)
        } else if let integer = value.int {
            self = .integer(integer)
        } else if let number = value.double {
            self = .number(number)
        } else if let text = value.string {
            self = .text(text)
        } else if let array = value.array, let texts = Self.texts(array) {
            self = .texts(texts)
        } else {
            self = .other(value.type.description)
        }
    }

    /// Nil unless every element is a text.
    private static func texts(_ array: TOMLArray) -> [String]? {
        var texts: [String] = []
        for index in 0..<array.count {
            guard let text = array[index].string else { return nil }
            texts.append(text)
        }
        return texts
    }
}
