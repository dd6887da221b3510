import Dispatch
import Glibc
import Support
import Synchronization
import Testing

@testable import Journaling
@testable import Runtime

/// The folder of journals: bounded, numbered, and honest when the disk is not there.
struct JournalShelfTests {
    private static func page(_ text: String) -> Scribe.Output { .page(Array((text + "\n").utf8)) }

    private static func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
        String(decoding: try BoundedFile.read(folder.path + "/" + name, atMost: 2_000_000), as: UTF8.self)
    }

    private final class Told: Sendable {
        let sentences = Mutex<[String]>([])

        func tell(_ sentence: String) {
            sentences.withLock { $0.append(sentence) }
        }

        var all: [String] { sentences.withLock { $0 } }
    }

    @Test func onlyTheNewestAreKept() throws {
        let folder = try TemporaryFolder()
        let told = Told()
        let shelf = JournalShelf(folder: folder.path, name: "round") { told.tell($0) }
        close(unsafe open(folder.path + "/round-x.journal", O_CREAT | O_WRONLY, 0o600))
        close(unsafe open(folder.path + "/other-000001.journal", O_CREAT | O_WRONLY, 0o600))
        for number in 1...11 {
            shelf.take([.open, Self.page("\(number)"), Self.page("more"), .close(.sessionLeft)])
        }
        shelf.flush()
        let expected = (4...11).map { "round-0000" + ($0 < 10 ? "0" : "") + "\($0).journal" }
        #expect(folder.names == ["other-000001.journal"] + expected + ["round-x.journal"])
        #expect(try Self.text(folder, "round-000011.journal") == "11\nmore\n")
        #expect(told.all.isEmpty)
        var status = stat()
        #expect(unsafe stat(folder.path + "/round-000011.journal", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func theNextStartGoesOnCounting() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let shelf = JournalShelf(folder: folder.path, name: "round") { _ in }
            shelf.take([.open, Self.page("a")])
            shelf.flush()
        }
        #expect(folder.names == ["round-000001.journal", "round-000002.journal"])
    }

    @Test func aFullDiskEndsTheJournalWithALineThatSaysSo() throws {
        let folder = try TemporaryFolder()
        var files = JournalFiles(folder: folder.path, name: "round")
        files.carryOut(.open)
        files.carryOut(Self.page("first"))
        files.lose("the disk is full")
        #expect(files.trouble?.contains("round-000001.journal: the disk is full.") == true)
        files.carryOut(Self.page("second"))
        files.carryOut(.close(.sessionLeft))
        #expect(try Self.text(folder, "round-000001.journal") == "first\nend incomplete: the disk is full\n")
        // The next one is complete, and the trouble over.
        files.carryOut(.open)
        files.carryOut(Self.page("third"))
        files.carryOut(.close(.sessionLeft))
        #expect(files.trouble == nil)
        #expect(try Self.text(folder, "round-000002.journal") == "third\n")
    }

    @Test(arguments: [
        ("a.journal", "."), ("x/y/a.journal", "x/y"), ("/a.journal", "/"), ("/tmp/a", "/tmp"),
    ])
    func aFileNamesItsFolder(_ file: String, _ folder: String) {
        let shelf = JournalShelf(file: file) { _ in }
        #expect(shelf.folder == folder)
    }

    /// /dev/full says that the disk is full at every write.
    @Test func halfAPageIsTakenBack() throws {
        let folder = try TemporaryFolder()
        let file = try OpenFile(folder.path + "/f", flags: O_RDWR | O_CREAT, mode: 0o600)
        try file.write(Array("whole\nhal".utf8))
        try file.cut(to: 6)
        try file.write(Journal.incomplete("the disk is full"))
        #expect(try Self.text(folder, "f") == "whole\nend incomplete: the disk is full\n")
        let full = try OpenFile("/dev/full", flags: O_WRONLY)
        #expect(throws: FileTrouble.failed(operation: "write", code: ENOSPC)) { try full.write([1]) }
    }

    @Test func withoutADiskTheGameGoesOnAndIsToldOnce() {
        let told = Told()
        let shelf = JournalShelf(folder: "/nonexistent/journals", name: "round") { told.tell($0) }
        for _ in 0..<3 { shelf.take([.open, Self.page("a"), .close(.sessionLeft)]) }
        shelf.flush()
        #expect(told.all.count == 1)
        #expect(told.all.first?.contains("/nonexistent/journals") == true)
        #expect(told.all.first?.hasSuffix("This journal is incomplete; the game goes on.") == true)
    }

    /// A card that takes nothing for a while: what waits is bounded, and what is lost is said.
    @Test func aSlowCardCostsTheJournalNotTheMemory() throws {
        let folder = try TemporaryFolder()
        let told = Told()
        let queue = DispatchQueue(label: "test.journal")
        let shelf = JournalShelf(folder: folder.path, name: "round", queue: queue) { told.tell($0) }
        let page = Scribe.Output.page([UInt8](repeating: UInt8(ascii: "a"), count: 99_999) + [.lineFeed])
        queue.suspend()
        shelf.take([.open])
        for _ in 0..<50 { shelf.take([page]) }
        shelf.take([.close(.sessionLeft)])
        queue.resume()
        shelf.flush()
        let text = try Self.text(folder, "round-000001.journal")
        #expect(text.utf8.count < JournalShelf.waitingAtMost + 100)
        #expect(text.hasSuffix("\nend incomplete: the card is too slow\n"))
        #expect(told.all.count == 1)
        shelf.take([.open, Self.page("b"), .close(.sessionLeft)])
        shelf.flush()
        #expect(try Self.text(folder, "round-000002.journal") == "b\n")
    }
}
