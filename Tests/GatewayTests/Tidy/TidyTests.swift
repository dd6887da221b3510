import Glibc
import Testing

/// Keeps the house: every rule is held against every Swift and C file of the repository.
struct TidyTests {
    /// Read once; a rule that reads nothing would find nothing, so their number is checked too.
    private static let sources = Repository().sources()

    @Test(arguments: TidyRule.all)
    func theHouseIsTidy(_ rule: TidyRule) {
        let complaints = Self.sources.flatMap { rule.complaints($0) }
        #expect(complaints.isEmpty, "\(rule.name):\n\(complaints.joined(separator: "\n"))")
    }

    @Test func theWholeRepositoryIsRead() {
        let paths = Set(Self.sources.map(\.path))
        #expect(paths.contains("Package.swift"))
        #expect(paths.contains("Tests/GatewayTests/Tidy/TidyTests.swift"))
        for room in ["Gateway", "HCI", "GPIO", "Audio", "CDrivers"] {
            #expect(paths.contains { $0.hasPrefix("Sources/\(room)/") }, "nothing of Sources/\(room)")
        }
        #expect(paths.contains { $0.hasSuffix(".c") })
        #expect(paths.contains { $0.hasSuffix(".h") })
    }
}

/// The checkout that this file belongs to.
private struct Repository {
    private let root: String

    init(file: String = #filePath) {
        // A build may reach this file over a symbolic link; the repository is where it really is.
        let resolved = unsafe realpath(file, nil)
        defer { unsafe free(resolved) }
        let path = unsafe resolved.map { unsafe String(cString: $0) } ?? file
        root = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    }

    func sources() -> [SourceText] {
        (["Package.swift"] + files(below: "Sources") + files(below: "Tests")).compactMap { path in
            guard let text = text(of: path) else { return nil }
            return SourceText(path: path, text: text)
        }
    }

    private func files(below folder: String) -> [String] {
        guard let stream = unsafe opendir(root + "/" + folder) else { return [] }
        defer { unsafe closedir(stream) }
        var found: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            let path = folder + "/" + name
            if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                found += files(below: path)
            } else {
                found.append(path)
            }
        }
        return found.sorted()
    }

    private func text(of path: String) -> String? {
        guard [".swift", ".c", ".h"].contains(where: { path.hasSuffix($0) }),
            let file = unsafe fopen(root + "/" + path, "r")
        else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }
}
