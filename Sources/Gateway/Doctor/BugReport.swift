import GPIO
import Glibc
import Runtime

/// One file with all that helps to find a bug, and nothing private.
struct BugReport {
    /// Lines of `hotcold doctor`.
    var findings: [String]
    /// The settings file; nil when there is none.
    var settings: String?

    /// Settings whose values stay at home.
    static let secrets = SettingsTable.secrets
    /// Sections that stay at home with all they say: a network's name tells where somebody lives, and a key's
    /// remark who.
    private static let privateSections = ["wifi", "machine"]

    /// The program's version and what it stands on.
    static var versions: String {
        "hotcold \(Program.version), \(kernel), \(GPIOChip.library)"
    }

    var text: String {
        let told = findings.flatMap { $0.split(separator: "\n") }.map { Self.withoutSecret(String($0)) }
        let set = Self.withoutSecrets(settings ?? "")
        let sections =
            ["# hotcold doctor --report", Self.versions, Self.machine, "", "## Findings"] + told
            + ["", "## Settings"] + (set.isEmpty ? ["(none)"] : set)
        return sections.map(Self.redacted).joined(separator: "\n") + "\n"
    }

    /// The lines that set something, without the values of what is secret, over however many lines they go.
    static func withoutSecrets(_ settings: String) -> [String] {
        var lines: [String] = []
        // What ends the value that is being passed over.
        var end: String?
        var isPrivate = false
        for line in settings.split(separator: "\n").map(String.init) {
            if let section = section(line) { isPrivate = privateSections.contains(section) }
            if isPrivate || privateSections.contains(where: { line.trimmed.hasPrefix($0) }) { continue }
            if let quotes = end {
                if line.contains(quotes) { end = nil }
                continue
            }
            if line.drop(while: \.isWhitespace).hasPrefix("#") { continue }
            guard secrets.contains(where: { line.contains($0) }) else {
                lines.append(line)
                continue
            }
            lines.append(line.prefix { $0 != "=" } + "= (left out)")
            // TOML's texts of several lines: opened and not closed again.
            end = ["\"\"\"", "'''"].first { line.ranges(of: $0).count == 1 }
        }
        return lines
    }

    /// The outermost name of a header, if it is one that a settings file can have: whatever else begins with
    /// a bracket does not end what stays at home.
    private static func section(_ line: String) -> String? {
        guard line.trimmed.hasPrefix("[") else { return nil }
        let name = line.trimmed.drop { $0 == "[" || $0 == " " }.prefix { $0.isLetter || $0 == "_" }
        return (SettingsTable.sections + [AreaTable.section]).first { $0 == name }
    }

    /// A finding about what is secret may quote it: nothing behind its name is told.
    private static func withoutSecret(_ finding: String) -> String {
        for secret in secrets {
            guard let name = finding.firstRange(of: secret) else { continue }
            return finding[..<name.upperBound] + " … (left out)"
        }
        return finding
    }

    /// Hardware addresses without their second half, which is what tells one device from the next.
    static func redacted(_ line: String) -> String {
        var kept = ""
        var rest = line[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isHexDigit || $0 == ":" }
            kept += run.isEmpty ? String(first) : shortened(run)
            rest = rest.dropFirst(max(run.count, 1))
        }
        return kept
    }

    private static func shortened(_ run: Substring) -> String {
        let bytes = run.split(separator: ":", omittingEmptySubsequences: false)
        guard bytes.count == 6, bytes.allSatisfy({ $0.count == 2 }) else { return String(run) }
        return "\(bytes[0]):\(bytes[1]):\(bytes[2]):…"
    }

    /// Such as "Linux 6.12.34 aarch64".
    static var kernel: String {
        let words = ["ostype", "osrelease", "arch"].compactMap { name in
            (try? BoundedFile.read("/proc/sys/kernel/\(name)", atMost: 256))
                .map { String(decoding: $0, as: UTF8.self).filter { !$0.isNewline } }
        }
        return words.joined(separator: " ")
    }

    /// The board, where the firmware says which it is, and the system.
    private static var machine: String {
        let board = (try? BoundedFile.read("/proc/device-tree/model", atMost: 256)).map {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let system = (try? BoundedFile.read("/etc/os-release", atMost: 8_192)).flatMap { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst(12).filter { $0 != "\"" }
        }
        return [board ?? "no Raspberry Pi", system ?? "an unknown system"].joined(separator: ", ")
    }
}
