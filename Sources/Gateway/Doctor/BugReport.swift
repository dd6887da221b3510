import GPIO
import Glibc

/// One file with all that helps whoever looks into a bug, and nothing that is nobody's business.
struct BugReport {
    /// Lines of `hotcold doctor`.
    var findings: [String]
    /// The settings file; nil when there is none.
    var settings: String?

    /// Settings whose values stay at home.
    static let secrets = ["crew_word"]

    /// The program's version and what it stands on.
    static var versions: String {
        "hotcold \(Program.version), \(kernel), \(GPIOChip.library)"
    }

    var text: String {
        var sections = ["# hotcold doctor --report", Self.versions, Self.machine, "", "## Findings"]
        sections += findings.map(Self.redacted)
        sections += ["", "## Settings"]
        let lines = settings?.split(separator: "\n", omittingEmptySubsequences: true).map(String.init) ?? []
        let set = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
        sections += set.isEmpty ? ["(none)"] : set.map { Self.redacted(Self.withoutSecret($0)) }
        return sections.joined(separator: "\n") + "\n"
    }

    /// A line of the settings without the value of what is secret.
    static func withoutSecret(_ line: String) -> String {
        let isSecret = secrets.contains { line.contains($0) }
        guard isSecret, let end = line.firstIndex(of: "=") else { return isSecret ? "(left out)" : line }
        return line[...end] + " (left out)"
    }

    /// Hardware addresses without their second half, which is what tells one device from the next.
    static func redacted(_ line: String) -> String {
        var kept: [Substring] = []
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let bytes = word.split(separator: ":", omittingEmptySubsequences: false)
            let isAddress =
                bytes.count == 6
                && bytes.dropLast().allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
                && bytes[5].prefix(2).allSatisfy(\.isHexDigit) && bytes[5].count >= 2
            kept.append(isAddress ? "\(bytes[0]):\(bytes[1]):\(bytes[2]):…\(bytes[5].dropFirst(2))" : word)
        }
        return kept.joined(separator: " ")
    }

    /// Such as "Linux 6.12.34 aarch64".
    private static var kernel: String {
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
