/// Finds the functions of a file and how many lines each takes, by counting braces in its blanked code.
struct FunctionScan {
    /// The first line, from 1, and the number of lines to the closing brace.
    private(set) var functions: [(line: Int, count: Int)] = []

    init(_ source: SourceText) {
        switch source.language {
        case .swift: scanSwift(source.code)
        case .c: scanC(source.code)
        }
    }

    /// From a `func`, `init`, `deinit` or `subscript` that begins a declaration to the brace that closes it.
    private mutating func scanSwift(_ code: [Substring]) {
        for (index, line) in code.enumerated() where Self.declaresFunction(line) {
            guard let end = Self.end(code, from: index) else { continue }
            functions.append((index + 1, end - index + 1))
        }
    }

    private static func declaresFunction(_ line: Substring) -> Bool {
        let keywords: Set<Substring> = ["func", "init", "deinit", "subscript"]
        // Cheap first: most lines are no declarations.
        guard keywords.contains(where: { line.contains($0) }) else { return false }
        let words = line.split { !($0.isLetter || $0 == "_" || $0 == "@") }
        guard let keyword = words.firstIndex(where: { keywords.contains($0) }) else { return false }
        // `self.init(…)` and `super.init(…)` are calls.
        return words[..<keyword].allSatisfy { isModifier($0) }
    }

    private static func isModifier(_ word: Substring) -> Bool {
        let modifiers: Set<Substring> = [
            "public", "package", "internal", "private", "fileprivate", "static", "class", "mutating",
            "nonmutating",
            "borrowing", "consuming", "override", "final", "convenience", "required", "nonisolated", "prefix",
            "postfix",
            "infix", "indirect", "lazy", "isolated", "unsafe", "nonsending",
        ]
        return modifiers.contains(word) || word.hasPrefix("@")
    }

    /// The line of the brace that closes the declaration; nil for one without a body, as in a protocol.
    private static func end(_ code: [Substring], from start: Int) -> Int? {
        var braces = 0, parentheses = 0
        for index in start..<code.count {
            // A requirement of a protocol ends where the next declaration, or the protocol's end, begins.
            if index > start, braces == 0, parentheses == 0, declaresFunction(code[index]) { return nil }
            for byte in code[index].utf8 {
                switch byte {
                case UInt8(ascii: "("): parentheses += 1
                case UInt8(ascii: ")"): parentheses -= 1
                // A brace between parentheses is a default argument's.
                case UInt8(ascii: "{") where parentheses == 0 || braces > 0: braces += 1
                case UInt8(ascii: "}") where parentheses == 0 || braces > 0:
                    braces -= 1
                    if braces < 0 { return nil }
                    if braces == 0 { return index }
                default: break
                }
            }
        }
        return nil
    }

    /// In C, whatever is between an outermost pair of braces that follows a parenthesis is a function.
    private mutating func scanC(_ code: [Substring]) {
        var depth = 0, start = 0, isFunction = false
        var last = UInt8(ascii: ";")
        for (index, line) in code.enumerated() where !line.hasPrefix("#") {
            for byte in line.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
                if byte == UInt8(ascii: "{") {
                    if depth == 0 { (start, isFunction) = (index, last == UInt8(ascii: ")")) }
                    depth += 1
                } else if byte == UInt8(ascii: "}") {
                    depth -= 1
                    if depth == 0, isFunction { functions.append((start + 1, index - start + 1)) }
                }
                last = byte
            }
        }
    }
}
