import Glibc
import Runtime

/// The files of a shelf; used by one at a time.
struct JournalFiles: ~Copyable {
    private let folder: String
    private let name: String
    private var file: OpenFile?
    private var path = ""
    /// Bytes of `file` that are whole pages.
    private var length = 0
    /// Told which journal is being written.
    private let running: RunningRounds?
    /// What a person should be told; nil while journals are complete.
    private(set) var trouble: String?

    init(folder: String, name: String, running: RunningRounds? = nil) {
        self.running = running
        self.folder = folder
        self.name = name
    }

    mutating func carryOut(_ output: Scribe.Output) {
        do throws(FileTrouble) {
            switch output {
            case .open: try open()
            case .page(let page):
                guard file != nil else { return }
                try file?.write(page)
                length += page.count
            case .close(let ending):
                // Also of a journal that was lost; and a round that goes on in another part is not over.
                if ending != .continued { running?.ends() }
                guard file != nil else { return }
                // A plug that is pulled after the round leaves it on the card.
                try file?.sync()
                file = nil
                trouble = nil
            }
        } catch {
            lose("\(error)")
        }
    }

    /// Ends the journal under way where its last whole page ends, and says why.
    mutating func lose(_ why: String) {
        let place = path.isEmpty ? folder : path
        trouble = "journal: \(place): \(why). This journal is incomplete; the game goes on."
        // On a full disk, cutting off half a page makes the room for the line; where it does not, the
        // journal just ends.
        try? file?.cut(to: length)
        try? file?.write(Journal.incomplete(why))
        file = nil
        // The round goes on, though its journal does not: it stays withheld.
    }

    private mutating func open() throws(FileTrouble) {
        file = nil
        path = ""
        _ = unsafe mkdir(folder, 0o700)
        let numbers = numbers()
        let next = fileName((numbers.last ?? 0) + 1)
        path = folder + "/" + next
        running?.begins(String(next.dropLast(".journal".count)))
        length = 0
        file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        for number in numbers.dropLast(JournalShelf.journalsAtMost - 1) {
            unsafe unlink(folder + "/" + fileName(number))
        }
    }

    private func fileName(_ number: Int) -> String {
        let digits = String(number)
        return name + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".journal"
    }

    /// The numbers of the files that are there, in order.
    private func numbers() -> [Int] {
        Folder.names(folder).compactMap { found in
            guard found.hasPrefix(name + "-"), found.hasSuffix(".journal"),
                let number = Int(found.dropFirst(name.count + 1).dropLast(8)), (1..<Int.max).contains(number),
                found == fileName(number)
            else { return nil }
            return number
        }.sorted()
    }
}
