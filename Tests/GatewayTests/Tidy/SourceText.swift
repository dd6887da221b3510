/// A source file twice: as it is written, and with the insides of its comments and texts blanked out, so that
/// a rule about code is not broken by a sentence about it.
struct SourceText {
    enum Language { case swift, c }

    /// From the root of the repository, such as "Sources/HCI/Link.swift".
    let path: String
    let language: Language
    let lines: [Substring]
    /// As many lines, as long as the written ones in bytes.
    let code: [Substring]

    init?(path: String, text: String) {
        self.path = path
        if path.hasSuffix(".swift") {
            language = .swift
        } else if path.hasSuffix(".c") || path.hasSuffix(".h") {
            language = .c
        } else {
            return nil
        }
        var blanker = Blanker(text, language: language)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = blanker.blanked().split(separator: "\n", omittingEmptySubsequences: false)
    }

    var name: Substring { path.split(separator: "/").last ?? "" }
}

/// Walks over Swift or C and blanks what is not code. Knows nested comments, multi-line and raw texts, and
/// texts within the interpolations of texts; does not know regular expression literals, which this project
/// does not use.
private struct Blanker {
    private let language: SourceText.Language
    private var bytes: [UInt8]
    private var index = 0

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let newline = UInt8(ascii: "\n")
    private static let hash = UInt8(ascii: "#")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")

    init(_ text: String, language: SourceText.Language) {
        self.language = language
        bytes = Array(text.utf8)
    }

    mutating func blanked() -> String {
        code(untilClosing: false)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether these two bytes come next.
    private func isNext(_ first: UInt8, _ second: UInt8) -> Bool {
        index + 1 < bytes.count && bytes[index] == first && bytes[index + 1] == second
    }

    private func isNext(_ expected: [UInt8]) -> Bool {
        guard bytes[index] == expected[0], index + expected.count <= bytes.count else { return false }
        return bytes[index..<(index + expected.count)].elementsEqual(expected)
    }

    private mutating func blank(_ count: Int = 1) {
        for position in index..<min(index + count, bytes.count) where bytes[position] != Self.newline {
            bytes[position] = UInt8(ascii: " ")
        }
        index += count
    }

    /// Steps over code to the end, or to the parenthesis that ends an interpolation.
    private mutating func code(untilClosing: Bool) {
        var depth = 0
        while index < bytes.count {
            if isNext(Self.slash, Self.slash) {
                while index < bytes.count, bytes[index] != Self.newline { blank() }
            } else if isNext(Self.slash, Self.star) {
                comment()
            } else if bytes[index] == Self.quote {
                text(hashes: 0)
            } else if language == .swift, bytes[index] == Self.hash, let hashes = hashesBeforeQuote() {
                index += hashes
                text(hashes: hashes)
            } else if language == .c, bytes[index] == UInt8(ascii: "'") {
                character()
            } else {
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") {
                    if untilClosing, depth == 0 { return }
                    depth -= 1
                }
                index += 1
            }
        }
    }

    private mutating func comment() {
        var depth = 0
        repeat {
            if isNext(Self.slash, Self.star), depth == 0 || language == .swift {
                depth += 1
                blank(2)
            } else if isNext(Self.star, Self.slash) {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    private func hashesBeforeQuote() -> Int? {
        let count = bytes[index...].prefix { $0 == Self.hash }.count
        let next = index + count
        return next < bytes.count && bytes[next] == Self.quote ? count : nil
    }

    private mutating func text(hashes: Int) {
        let isLong = language == .swift && isNext([Self.quote, Self.quote, Self.quote])
        let quotes = isLong ? 3 : 1
        let end = [UInt8](repeating: Self.quote, count: quotes) + [UInt8](repeating: Self.hash, count: hashes)
        let escape = [Self.backslash] + [UInt8](repeating: Self.hash, count: hashes)
        index += quotes
        while index < bytes.count {
            if isNext(end) {
                index += end.count
                return
            }
            if !isLong, bytes[index] == Self.newline { return }
            guard isNext(escape) else {
                blank()
                continue
            }
            blank(escape.count)
            if language == .swift, index < bytes.count, bytes[index] == UInt8(ascii: "(") {
                index += 1
                code(untilClosing: true)
                index += 1
            } else {
                blank()
            }
        }
    }

    private mutating func character() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "'"), bytes[index] != Self.newline {
            blank(bytes[index] == Self.backslash ? 2 : 1)
        }
        index += 1
    }
}
