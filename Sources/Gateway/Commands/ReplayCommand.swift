import ArgumentParser
import Glibc
import Journaling
import Ranging
import Recordings
import Runtime

extension RecordingFormat: ExpressibleByArgument {}

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Take recorded radio through the estimator, and print what a station would have said.",
        discussion: """
            FILE is a table (t_seconds,beacon_id,rssi_dbm and, if known, measured_power and ear) or a \
            btsnoop capture, as btmon, Android and `hotcold record` write it; - is standard input. \
            Every beacon in it is ranged on its own. docs/recordings.md says where recordings come from. \
            Or FILE is the journal of a station (docs/journal.md): then that station lives through it \
            again, and whatever it does differently is named, with exit code 1.
            """)

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Flag(help: "One JSON object for each sighting and each cue, instead of a summary.")
    var json = false

    @Option(help: "Also draw the distances and the cues into this file, as SVG.", completion: .file())
    var svg: String?

    @Flag(help: "End at the first line or record that cannot be read, with exit code 1.")
    var strict = false

    @Option(help: "The format, if the content does not tell.")
    var format: RecordingFormat?

    @Option(help: "Only the beacon of this name; may be given several times.")
    var beacon: [String] = []

    @Flag(help: "Say why each cue was given.")
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Estimate with another parameter than the usual one; may be given several times.",
            discussion:
                "For fits (Tests/Ranging/fit). One of: \(RangingParameters.names.joined(separator: ", ")).",
            valueName: "name=number"))
    var set: [String] = []

    func validate() throws { _ = try parameters() }

    private func parameters() throws -> RangingParameters {
        var parameters = RangingParameters()
        for each in set {
            let words = each.split(separator: "=", maxSplits: 1)
            guard words.count == 2, let value = Double(words[1]), parameters.set(String(words[0]), to: value)
            else {
                throw ValidationError("--set \(each): give a name of the list, = and a number from 0 on.")
            }
        }
        return parameters
    }

    mutating func run() throws {
        if let svg, Output.isSameFile(file == "-" ? "/dev/stdin" : file, svg) {
            throw complaint("the picture would take the place of the recording; give another file with --svg")
        }
        do {
            var source = try RecordedFile(file)
            switch try format ?? RecordingFormat.detect(source.head) {
            case .csv: try replay(read(&source, with: .csv(CSVRecording())))
            case .btsnoop: try replay(read(&source, with: .btsnoop(SnoopRecording())))
            case .journal: try replayJournal(&source)
            }
        } catch let trouble as FileTrouble {
            throw complaint("\(trouble)")
        } catch let trouble as RecordingTrouble {
            throw complaint("\(trouble)")
        } catch let trouble as JournalTrouble {
            throw complaint("\(trouble)")
        }
    }

    private func replay(_ recording: Recording) throws {
        var recording = recording
        if recording.entries.isEmpty { throw complaint(recording.emptiness) }
        recording.sort()
        var picture = svg.map { _ in WalkPicture(recording) }
        let parameters = try parameters()
        if json {
            printJSON(recording, parameters) { picture?.add($0) }
        } else {
            var summary = ReplaySummary(beacons: recording.beacons, explains: explain)
            Replay.play(recording, parameters: parameters) { line in
                summary.add(line)
                picture?.add(line)
            }
            Output.write(summary.text)
        }
        if let svg, let picture { try save(picture, as: svg) }
    }

    private func read(_ source: inout RecordedFile, with reader: RecordingReader) throws -> Recording {
        var reader = reader
        var recording = Recording(only: Set(beacon))
        while !(strict && recording.unreadable.count > 0), let piece = try source.next() {
            try reader.feed(piece, into: &recording)
        }
        try reader.finish(into: &recording)
        try tell(recording.unreadable)
        return recording
    }

    /// A journal is not ranged beacon by beacon: its station lives through it again.
    private func replayJournal(_ source: inout RecordedFile) throws {
        guard beacon.isEmpty else { throw complaint("it is a journal: --beacon is for recorded radio") }
        guard set.isEmpty else { throw complaint("it is a journal: --set is for recorded radio") }
        var bytes: [UInt8] = []
        while let piece = try source.next() {
            bytes += piece
            guard bytes.count <= Self.journalAtMost else { throw FileTrouble.tooLong(Self.journalAtMost) }
        }
        var replay = try JournalReplay(bytes)
        let telling = JournalTelling(isJSON: json, explains: explain)
        Output.write(telling.beginning(replay.head))
        let verdict = replay.run { moment, station in
            let lines = telling.lines(moment, by: station)
            if !lines.isEmpty { Output.write(lines) }
        }
        Output.write(telling.ending(verdict))
        if let svg { try draw(bytes, as: svg) }
        if !verdict.isSame { throw ExitCode.failure }
    }

    /// The walk of the round, as the station that kept the journal saw it.
    private func draw(_ journal: [UInt8], as path: String) throws {
        let title = name.split(separator: "/").last.map(String.init) ?? name
        guard let drawn = try RoundChart.draw(journal, title: title) else {
            throw complaint("nobody was heard in it, so there is no walk to draw")
        }
        try Output.save(Array(drawn.svg.utf8), to: path, or: Self.noPicture)
    }

    private static let noPicture = "The picture was not kept; give another file with --svg."

    /// Many times what a station keeps in one file.
    private static let journalAtMost = 64_000_000

    private func tell(_ unreadable: Unreadable) throws {
        if strict, let first = unreadable.named.first { throw complaint(first) }
        for named in unreadable.named { Complaint.write("\(name): \(named)") }
        if unreadable.more > 0 { Complaint.write("\(name): and \(unreadable.more) more") }
    }

    /// What the file is called in messages.
    private var name: String { file == "-" ? "standard input" : file }

    /// Tells somebody what is wrong with the file.
    private func complaint(_ why: String) -> ExitCode {
        Complaint.write("\(name): \(why)")
        return .failure
    }

    private func printJSON(
        _ recording: Recording, _ parameters: RangingParameters, beside look: (Replay.Line) -> Void
    ) {
        let writer = ReplayJSON(beacons: recording.beacons, explains: explain)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.bufferSize + 1_024)
        Replay.play(recording, parameters: parameters) { line in
            look(line)
            writer.write(line, to: &bytes)
            if bytes.count >= Self.bufferSize {
                Output.write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        Output.write(bytes)
    }

    private func save(_ picture: WalkPicture, as path: String) throws {
        let title = name.split(separator: "/").last.map(String.init) ?? name
        try Output.save(Array(picture.svg(title: title).utf8), to: path, or: Self.noPicture)
        if picture.more > 0 {
            Complaint.write(
                "\(path) shows \(WalkPicture.panelsAtMost) beacons; \(picture.more) more are in the file")
        }
    }

    private static let bufferSize = 1 << 18
}
