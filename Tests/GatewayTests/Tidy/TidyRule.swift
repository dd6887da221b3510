import Testing

/// A rule of the house: what it finds in one file, as (line from 1, complaint).
struct TidyRule: Sendable, CustomTestStringConvertible {
    typealias Finding = (line: Int, complaint: String)

    let name: String
    let find: @Sendable (SourceText) -> [Finding]

    var testDescription: String { name }

    /// "path:line: complaint" for everything that this rule finds in a file.
    func complaints(_ source: SourceText) -> [String] {
        find(source).map { "\(source.path):\($0.line): \($0.complaint)" }
    }

    static let all = [
        shortFiles, shortLines, shortFunctions, wholeSwitches, imports, headers, noEscapes, noForcing,
        noUnfinished,
        typeNames,
        fileNames, silence, noSleeping,
    ]

    static let shortFiles = TidyRule(name: "files of at most 400 lines") { source in
        let count = source.lines.count - (source.lines.last == "" ? 1 : 0)
        return count > 400 ? [(count, "\(count) lines")] : []
    }

    static let shortLines = TidyRule(name: "lines of at most 110 columns") { source in
        numbered(source.lines) { $0.utf8.count > 110 && $0.count > 110 ? "\($0.count) columns" : nil }
    }

    /// The lines of a table do not count: a switch that names every case is best read in one piece.
    static let shortFunctions = TidyRule(name: "functions of at most 70 lines without tables") {
        source in
        FunctionScan(source).functions.compactMap { function in
            let rows = source.code.dropFirst(function.line - 1).prefix(function.count).count {
                $0.drop { $0 == " " }.hasPrefix("case ")
            }
            let rest = function.count - rows
            return rest > 70 ? (function.line, "a function of \(rest) lines") : nil
        }
    }

    /// A new phrase or pattern must not compile until everything that tells them apart knows it.
    /// A switch over numbers, texts or several values at once has nothing to be complete about.
    static let wholeSwitches = TidyRule(name: "no default where cases could be named") { source in
        guard tables.contains(where: { source.path.hasPrefix($0) }) else { return [] }
        return source.code.indices.compactMap { index in
            let line = source.code[index]
            let indentation = line.prefix { $0 == " " }
            guard line.dropFirst(indentation.count).hasPrefix("default:") else { return nil }
            let before = source.code[..<index].reversed().prefix { !$0.hasPrefix(indentation + "switch ") }
            let names = before.contains {
                $0.hasPrefix(indentation + "case .") && !$0.hasPrefix(indentation + "case ..")
            }
            return names ? (index + 1, "default") : nil
        }
    }

    /// Which module may know which other one of ours is `Package.swift`'s business, and the compiler's. This
    /// is about everything else: the drivers know the standard library, the kernel and our own C; what
    /// decides knows no clock, file, socket, lock or logger.
    static let imports = TidyRule(name: "imports point downwards") { source in
        guard source.language == .swift, source.path.hasPrefix("Sources/") else { return [] }
        let module = source.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        return numbered(source.code) { line in
            guard let imported = importedModule(line) else { return nil }
            let isOwn = ["Wire", "Determinism", "Runtime"].contains(imported)
            let isSystem = ["Synchronization", "Dispatch", "Glibc", "CDrivers"].contains(imported)
            if drivers.contains(module), !isOwn, !isSystem { return "a driver imports \(imported)" }
            // swift-crypto's keys are read by FoundationEssentials' protocols.
            if module == "PeerNetwork", imported == "FoundationEssentials" { return nil }
            if deciding.contains(module), worldly.contains(where: { imported.hasPrefix($0) }) {
                return "what decides imports \(imported)"
            }
            return imported == "Foundation" ? "imports Foundation" : nil
        }
    }

    private static let tables = ["Sources/Speech/", "Sources/Game/Light/", "Sources/Game/Words/"]
    private static let drivers = ["HCI", "GPIO", "Audio"]
    private static let deciding = ["Wire", "Determinism", "Ranging", "PeerNetwork", "Game", "StationNode"]
    /// By the beginnings of their names.
    private static let worldly = [
        "Foundation", "NIO", "Dispatch", "Synchronization", "Logging", "Runtime", "ServiceLifecycle",
    ]

    /// No vendor's type leaves a .c file.
    static let headers = TidyRule(name: "our headers include no vendor's") { source in
        guard source.path.hasPrefix("Sources/CDrivers/include/") else { return [] }
        let allowed = ["<stdint.h>", "<stddef.h>", "<stdbool.h>", "<sys/types.h>"]
        return numbered(source.lines) { line in
            let words = line.split(separator: " ")
            guard words.first == "#include", let header = words.dropFirst().first else { return nil }
            return allowed.contains(String(header)) || header.hasPrefix("\"cd_") ? nil : "includes \(header)"
        }
    }

    static let noEscapes = TidyRule(name: "no escape from the compiler's checks") { source in
        guard source.language == .swift else { return [] }
        let banned = [
            "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "@preconcurrency",
            "preconditionFailure(",
        ]
        return numbered(source.code) { line in banned.first { line.contains($0) } }
    }

    /// `try!`, `as!`, `value!` and `Type!`: an exclamation mark that has something directly in front of it.
    static let noForcing = TidyRule(name: "nothing is forced") { source in
        guard source.language == .swift else { return [] }
        return numbered(source.code) { line in
            guard line.utf8.contains(UInt8(ascii: "!")) else { return nil }
            let bytes = Array(line.utf8)
            let isForced = bytes.indices.dropFirst().contains { index in
                guard bytes[index] == UInt8(ascii: "!") else { return false }
                let isComparison = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "=")
                return endsValue(bytes[index - 1]) && !isComparison
            }
            return isForced ? "something is forced with !" : nil
        }
    }

    // Written in two halves, so that the rule does not find itself.
    static let noUnfinished = TidyRule(name: "nothing is left for later") { source in
        let marks: Set<Substring> = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        let phrases = ["for " + "now", "place" + "holder", "not " + "implemented"]
        return numbered(source.lines) { line in
            if let mark = words(line).first(where: { marks.contains($0) }) { return String(mark) }
            let small = line.lowercased()
            return phrases.first { small.contains($0) }
        }
    }

    static let typeNames = TidyRule(name: "types are named for what they are") { source in
        guard source.language == .swift else { return [] }
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        return numbered(source.code) { line in
            let words = words(line)
            return zip(words, words.dropFirst()).first { kinds.contains($0) && hasEmptySuffix($1) }.map {
                String($1)
            }
        }
    }

    static let fileNames = TidyRule(name: "files are named for what they hold") { source in
        let stem = source.name.prefix { $0 != "." }
        return stem.split(separator: "+").contains(where: hasEmptySuffix) ? [(1, "\(stem)")] : []
    }

    /// Only a command has a terminal to write to and a process to end.
    static let silence = TidyRule(name: "only commands print and exit") { source in
        guard source.path.hasPrefix("Sources/"), !source.path.hasPrefix("Sources/Gateway/Commands/") else {
            return []
        }
        let calls: Set<Substring> =
            source.language == .swift
            ? ["print", "debugPrint", "dump", "exit", "abort"]
            : ["printf", "fprintf", "puts", "perror", "syslog", "exit", "abort"]
        return numbered(source.code) { call(of: calls, in: $0) }
    }

    static let noSleeping = TidyRule(name: "no test sleeps") { source in
        guard source.language == .swift, source.path.hasPrefix("Tests/") else { return [] }
        let calls: Set<Substring> = ["sleep", "usleep", "nanosleep", "clock_nanosleep"]
        // A test clock's own `sleep` takes no time.
        return numbered(source.code) { $0.contains("self.sleep(") ? nil : call(of: calls, in: $0) }
    }
}

private func numbered(_ lines: [Substring], _ complaint: (Substring) -> String?) -> [TidyRule.Finding] {
    lines.enumerated().compactMap { index, line in complaint(line).map { (index + 1, $0) } }
}

private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
}

private func endsValue(_ byte: UInt8) -> Bool {
    isWord(byte) || [")", "]", "}", "\"", ">", "?"].contains(UnicodeScalar(byte))
}

/// Letters, digits and underscores that stand together. Byte by byte, because the whole repository passes
/// through here.
private func words(_ line: Substring) -> [Substring] {
    line.utf8.split { !isWord($0) }.map { Substring($0) }
}

/// Names that say that something is there, not what it is.
private func hasEmptySuffix(_ name: Substring) -> Bool {
    ["Manager", "Helper", "Helpers", "Util", "Utils", "Base", "Impl"].contains { name.hasSuffix($0) }
}

/// The first of `functions` that the line calls.
private func call(of functions: Set<Substring>, in line: Substring) -> String? {
    guard line.utf8.contains(UInt8(ascii: "(")) else { return nil }
    var previous: Substring = ""
    for word in words(line) {
        let isCall = functions.contains(word) && previous != "func" && line[word.endIndex...].hasPrefix("(")
        if isCall { return word + "(" }
        previous = word
    }
    return nil
}

private func importedModule(_ line: Substring) -> String? {
    let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor",
    ]
    let words = words(line)
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let modifiers: Set<Substring> = ["public", "package", "internal", "private", "fileprivate", "testable"]
    guard words[..<keyword].allSatisfy({ modifiers.contains($0) || line.contains("@\($0)") }) else {
        return nil
    }
    return words[(keyword + 1)...].first { !kinds.contains($0) }.map(String.init)
}
