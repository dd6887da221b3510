import Glibc
import Runtime

/// A folder below /tmp that is removed with everything in it.
package final class TemporaryFolder {
    package let path: String

    package init() throws {
        var template = Array("/tmp/hotcold-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw FileTrouble.failed(operation: "write", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// - Parameter name: of a folder in it; of one in that, with "/" between them.
    package func makeFolder(_ name: String) throws {
        guard unsafe mkdir(path + "/" + name, 0o700) == 0 else {
            throw FileTrouble.failed(operation: "write", code: errno)
        }
    }

    /// The names in it, sorted.
    package var names: [String] { Folder.names(path) }

    deinit { Self.remove(path, depth: 0) }

    /// With the folders that the program under test has made: those, too, were left in /tmp once. A link is
    /// removed and not followed.
    private static func remove(_ folder: String, depth: Int) {
        for name in Folder.names(folder) where unsafe unlink(folder + "/" + name) != 0 && depth < 8 {
            remove(folder + "/" + name, depth: depth + 1)
        }
        unsafe rmdir(folder)
    }
}
