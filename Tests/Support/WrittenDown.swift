import Glibc
import Runtime
import Testing

/// What a test holds to a file that was written from the code: digests of seeded behaviour, a document for
/// programs.
///
/// With `HOTCOLD_WRITE_DOWN` in the environment the file is written anew, and the test fails: what was
/// written is compared in the next run.
package enum WrittenDown {
    /// Compares line by line, and names the first lines that differ.
    ///
    /// - Parameter name: of a file in the folder, such as "game.txt".
    package static func expect(_ text: String, _ name: String, in folder: String) throws {
        if unsafe getenv("HOTCOLD_WRITE_DOWN") != nil {
            try BoundedFile.write(
                Array(text.utf8), as: name, in: Checkout.path + "/" + folder, mode: 0o644)
            Issue.record("\(name) is written down anew: run this again without HOTCOLD_WRITE_DOWN")
            return
        }
        let before = try Document.text(folder + "/" + name)
        guard text != before else { return }
        let (now, then) = (text.split(separator: "\n"), before.split(separator: "\n"))
        for (line, (now, then)) in zip(now, then).enumerated().filter({ $1.0 != $1.1 }).prefix(8) {
            Issue.record("\(name):\(line + 1) was \(then), is \(now)")
        }
        Issue.record("\(name): \(then.count) lines, now \(now.count). Meant? make write-down")
    }

    /// One digest a line, in Tests/Digests.
    package static func expect(_ digests: [String], _ name: String) throws {
        try expect(digests.map { $0 + "\n" }.joined(), name + ".txt", in: "Tests/Digests")
    }
}
