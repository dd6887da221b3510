import ArgumentParser
import Glibc
import Runtime
import Things

struct ThingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "things",
        abstract: "Show people's things of the day, or take them elsewhere and back.",
        discussion: """
            Things are written on the station's page, and read and ticked by its button (docs/things.md). \
            This shows what the station of this computer keeps. With --import it is given what --json or \
            --ics has written, here or elsewhere; what is there already stays, and nothing is there twice.
            """)

    @Flag(help: "All of it as JSON, for programs.")
    var json = false

    @Flag(help: "All of it as a calendar with to-dos (iCalendar).")
    var ics = false

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Give the station what is in this file, JSON or iCalendar; - for standard input.",
            valueName: "file"),
        completion: .file(extensions: ["json", "ics"]))
    var source: String?

    @OptionGroup var settingsOption: SettingsOption

    /// Of a file that is brought in.
    private static let bytesAtMost = 4 << 20

    func validate() throws {
        guard [json, ics, source != nil].filter(\.self).count <= 1 else {
            throw ValidationError("Give one of --json, --ics and --import.")
        }
    }

    mutating func run() throws {
        let folder = try settingsOption.readNamed().station.stateDirectory
        if let source { return try bring(source, into: folder) }
        guard unsafe access(folder, R_OK | X_OK) == 0 else {
            Complaint.write(
                errno == EACCES
                    ? "\(folder) cannot be read: run it with sudo."
                    : "There is no station here, or it was never started: \(folder) does not exist.")
            throw ExitCode.failure
        }
        let storage = Storage(StateStore(directory: folder)) { _ in }
        let (book, _) = ThingsFiles.load({ storage.read($0) }) { name in
            Complaint.write("not everything in \(folder)/\(name) can be read.")
        }
        if json { return _ = Output.write(ThingsDocument(book).json) }
        if ics { return _ = Output.write(ICalendar.text(book)) }
        tell(book)
    }

    private func tell(_ book: ThingsBook) {
        let entries = book.entries
        guard let last = entries.last?.day else { return Output.tell("Nothing is written down.") }
        Output.tell("\(last)")
        for entry in entries where entry.day == last {
            let owner = entry.person.isEmpty ? "" : "\(entry.person): "
            Output.tell("  [\(entry.isDone ? "x" : " ")] \(owner)\(entry.text)")
        }
        for person in book.everybody {
            let stars = book.allStars(person, upTo: last)
            guard !stars.isEmpty else { continue }
            let owner = person.isEmpty ? "" : "\(person): "
            Output.tell(
                "\(owner)\(stars.count) gold stars, \(book.chain(person, on: last)) in a row now, "
                    + "\(book.longestChain(person, upTo: last)) at most")
        }
    }

    /// Laid down for the station, which looks every ten seconds.
    private func bring(_ source: String, into folder: String) throws {
        let bytes: [UInt8]
        do throws(FileTrouble) {
            bytes = try BoundedFile.read(source == "-" ? "/dev/stdin" : source, atMost: Self.bytesAtMost)
        } catch {
            Complaint.write("\(source): \(error).")
            throw ExitCode.failure
        }
        let (entries, stars, leftOut) = try contents(of: bytes, source)
        let taken = entries.compactMap(\.records)
        guard !taken.isEmpty || !stars.isEmpty else {
            Complaint.write("\(source) has nothing with a day and words in it: nothing was changed.")
            throw ExitCode.failure
        }
        // What was laid down before, and not taken yet, stays.
        let path = "\(folder)/\(ThingsFiles.importName)"
        let waiting = try? BoundedFile.read(path, atMost: StateStore.bytesAtMost)
        let before = waiting.flatMap { try? ThingsFiles.records($0) } ?? []
        let records = before + stars + taken.flatMap(\.self)
        let file = ThingsFiles.file(records)
        guard records.count <= ThingsFiles.recordsAtMost, file.count <= StateStore.bytesAtMost else {
            Complaint.write("\(source) is too long: give it in parts, each once the station has the last.")
            throw ExitCode.failure
        }
        do throws(FileTrouble) {
            try BoundedFile.write(
                file, as: ThingsFiles.importName, in: folder, mode: 0o644)
        } catch {
            Complaint.write("\(folder): \(Output.reason(error)): run it with sudo.")
            throw ExitCode.failure
        }
        let what = stars.isEmpty ? "" : ", and stars of \(stars.count) months"
        Output.tell(
            "\(taken.count) things\(what): the station takes them within ten seconds, or when it starts.")
        let left = entries.count - taken.count + leftOut
        if left > 0 { Complaint.write("\(left) could not be used: no day, no words, or no name.") }
    }

    /// Things, stars of long ago, and how much could not be read.
    private func contents(of bytes: [UInt8], _ source: String) throws -> ([ThingsEntry], [ThingsRecord], Int)
    {
        if let document = ThingsDocument(bytes) {
            return (document.entries, document.starRecords, document.thingsWithoutDay)
        }
        if let calendar = ICalendar.read(String(decoding: bytes, as: UTF8.self)) {
            return (calendar.entries, [], calendar.leftOut)
        }
        Complaint.write("\(source) is neither what --json writes nor a calendar: nothing was changed.")
        throw ExitCode.failure
    }
}
