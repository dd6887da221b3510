import Glibc

/// The checkout that this file belongs to.
struct Repository {
    private let root: String

    init(file: String = #filePath) {
        // A build may reach this file over a symbolic link; the repository is where it really is.
        let resolved = unsafe realpath(file, nil)
        defer { unsafe free(resolved) }
        let path = unsafe resolved.map { unsafe String(cString: $0) } ?? file
        root = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    }

    /// A file as it is, without a look at what is code in it.
    struct TextFile {
        /// From the root of the repository.
        let path: String
        let lines: [Substring]
    }

    private static let code = [".swift", ".c", ".h"]

    /// Every Swift and C file.
    func sources() -> [SourceText] {
        paths(["Package.swift"], below: ["Sources", "Tests"], Self.code).compactMap { path in
            text(of: path).flatMap { SourceText(path: path, text: $0) }
        }
    }

    /// Every page of the documents.
    func pages() -> [TextFile] {
        files(paths(["README.md", "CHANGELOG.md"], below: ["docs", "Tests"], [".md"]))
    }

    /// Everything that may name a page.
    func everything() -> [TextFile] {
        pages()
            + files(paths([], below: ["Sources", "Tests", "deploy"], Self.code + [".py", ".p", ".sh"]))
    }

    func has(_ path: String) -> Bool { unsafe access(root + "/" + path, F_OK) == 0 }

    private func files(_ paths: [String]) -> [TextFile] {
        paths.compactMap { path in
            text(of: path).map { TextFile(path: path, lines: $0.split(separator: "\n")) }
        }
    }

    private func paths(_ single: [String], below folders: [String], _ kinds: [String]) -> [String] {
        (single + folders.flatMap(files(below:))).filter { path in kinds.contains(where: path.hasSuffix) }
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
        guard let file = unsafe fopen(root + "/" + path, "r") else { return nil }
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
