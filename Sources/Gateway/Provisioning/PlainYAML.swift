/// The small part of YAML that Raspberry Pi Imager writes: mappings and lists by indentation, a value on the
/// line of its key, as a plain word, in 'single' or "double" quotes, and blocks (|) to be passed over.
///
/// Anything else (anchors, tags, values of several lines, tabs) becomes `.unreadable` at its line, for the
/// reader to tell or to pass over; nothing is guessed. The full language is some 200 pages, and its parsers
/// have a history; what is not written by Imager is cloud-init's to read, on the systems that have it.
struct PlainYAML: Sequence {
    enum Value: Equatable {
        /// Lines further in belong to it, or nothing does.
        case none
        /// Bytes, because Imager writes each byte of a network's name as \xHH.
        case text([UInt8])
        /// [ … ] or { … }, as it stands.
        case flow(String)
        case unreadable
    }

    struct Entry: Equatable {
        /// Counted from 1.
        let line: Int
        /// The keys from the outside to here; "-" is an element of a list.
        let path: [String]
        /// The last key as bytes; empty for an element.
        let key: [UInt8]
        let value: Value
    }

    /// More nesting than any such file has; what is deeper is unreadable.
    static let depthAtMost = 16

    private struct Level {
        let indentation: Int
        let name: String
    }

    private var levels: [Level] = []
    private var entries: [Entry] = []
    /// The indentation of the key whose block is being passed over.
    private var block: Int?

    init(_ text: String) {
        for line in BootLines(text) { take(line.text, line.number) }
    }

    func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }

    private mutating func take(_ line: Substring, _ number: Int) {
        let indentation = line.prefix { $0 == " " }.count
        var rest = line.dropFirst(indentation)
        let isBlank = rest.allSatisfy(\.isWhitespace)
        if let block {
            if isBlank || indentation > block { return }
            self.block = nil
        }
        if isBlank || rest.hasPrefix("#") || (indentation == 0 && rest.trimmed == "---") { return }
        var column = indentation
        var isElement = false
        while rest == "-" || rest.hasPrefix("- ") {
            if levels.count >= Self.depthAtMost { return unreadable(number) }
            // A list may begin at the column of the key that it belongs to.
            leave { $0.indentation > column || ($0.indentation == column && $0.name == "-") }
            levels.append(Level(indentation: column, name: "-"))
            let width = 1 + rest.dropFirst().prefix { $0 == " " }.count
            (column, rest, isElement) = (column + width, rest.dropFirst(width), true)
        }
        guard !rest.isEmpty else { return }
        if let (key, value) = Self.pair(rest) {
            leave { $0.indentation >= column }
            if levels.count >= Self.depthAtMost { return unreadable(number) }
            levels.append(Level(indentation: column, name: String(decoding: key, as: UTF8.self)))
            add(number, key, Self.value(value, isBlock: { self.block = column }))
        } else if isElement {
            add(number, [], Self.value(rest, isBlock: { self.block = column - 1 }))
        } else {
            leave { $0.indentation >= column }
            unreadable(number)
        }
    }

    private mutating func leave(where isInside: (Level) -> Bool) {
        while let last = levels.last, isInside(last) { levels.removeLast() }
    }

    private mutating func unreadable(_ line: Int) {
        add(line, [], .unreadable)
    }

    private mutating func add(_ line: Int, _ key: [UInt8], _ value: Value) {
        entries.append(Entry(line: line, path: levels.map(\.name), key: key, value: value))
    }

    /// "key: value" or "key:", taken apart; nil where there is no key.
    private static func pair(_ text: Substring) -> (key: [UInt8], value: Substring)? {
        if let first = text.first, first == "\"" || first == "'" {
            guard let (key, rest) = quoted(text), rest.hasPrefix(":") else { return nil }
            let value = rest.dropFirst()
            return value.isEmpty || value.hasPrefix(" ") ? (key, value) : nil
        }
        guard
            let colon = text.indices.first(where: { index in
                text[index] == ":" && text[text.index(after: index)...].first.map { $0 == " " } ?? true
            })
        else { return nil }
        let key = text[..<colon]
        let isPlain = key.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        return isPlain && !key.isEmpty ? (Array(key.utf8), text[text.index(after: colon)...]) : nil
    }

    private static func value(_ text: Substring, isBlock: () -> Void) -> Value {
        let text = text.drop { $0 == " " }
        guard let first = text.first, first != "#" else { return .none }
        switch first {
        case "\"", "'":
            guard let (bytes, rest) = quoted(text), isRemark(rest) else { return .unreadable }
            return .text(bytes)
        case "|", ">":
            isBlock()
            return .none
        case "[", "{": return .flow(text.trimmed)
        case "&", "*", "!", "%", "@", "`", "?": return .unreadable
        default:
            let plain = withoutRemark(text)
            let isMapping = plain.contains(": ") || plain.hasSuffix(":")
            let isReadable = plain.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFD}" }
            return isMapping || !isReadable ? .unreadable : .text(Array(plain.utf8))
        }
    }

    /// A remark begins with a # that has a blank in front of it.
    private static func withoutRemark(_ text: Substring) -> String {
        guard let start = text.firstRange(of: " #") else { return text.trimmed }
        return text[..<start.lowerBound].trimmed
    }

    private static func isRemark(_ text: Substring) -> Bool {
        text.isEmpty || (text.hasPrefix(" ") && ["#", ""].contains(text.trimmed.prefix(1)))
    }

    /// What stands between the quotation marks at the beginning of `text`, and what comes behind them.
    private static func quoted(_ text: Substring) -> (bytes: [UInt8], rest: Substring)? {
        guard let mark = text.utf8.first else { return nil }
        var bytes: [UInt8] = []
        var rest = text.utf8.dropFirst()
        while let byte = rest.popFirst() {
            if byte == mark {
                // In single quotes a doubled one is one.
                guard mark == UInt8(ascii: "'"), rest.first == mark else { return (bytes, Substring(rest)) }
                rest = rest.dropFirst()
                bytes.append(byte)
            } else if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                guard let escaped = escape(&rest) else { return nil }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }

    /// The byte behind a backslash; nil for the escapes that Imager does not write.
    private static func escape(_ rest: inout Substring.UTF8View.SubSequence) -> UInt8? {
        switch rest.popFirst() {
        case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
        case UInt8(ascii: "\""): return UInt8(ascii: "\"")
        case UInt8(ascii: "/"): return UInt8(ascii: "/")
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "0"): return 0
        case UInt8(ascii: "x"):
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            return high << 4 | low
        default: return nil
        }
    }
}
