import Glibc

/// What lies in a folder of the file system.
package enum Folder {
    /// More are not looked at.
    static let namesAtMost = 10_000

    /// Where a path leads: the folder, and the name in it, which is empty if the path ends in "/".
    package static func parts(of path: String) -> (folder: String, name: String) {
        guard let end = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<end]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: end)...]))
    }

    /// The names of everything in it, sorted, without "." and ".."; none where it cannot be read.
    package static func names(_ path: String) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < namesAtMost, let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
