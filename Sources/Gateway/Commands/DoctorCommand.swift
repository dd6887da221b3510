import ArgumentParser
import Logging
import Runtime

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Open every part in turn; say what is wrong and how to fix it.",
        discussion: """
            Exits with 0 when everything works and with 1 when not. Takes at most half a minute, and ten \
            seconds more with --press.
            """
    )

    @OptionGroup var settingsOption: SettingsOption

    @Flag(help: "Wait ten seconds for somebody to press the button.")
    var press = false

    @Flag(help: "One JSON object a line: part, ok, says.")
    var json = false

    @Option(
        help:
            "Write everything that helps with a bug report to a file; without addresses and crew word.",
        completion: .file())
    var report: String?

    @Flag(
        help: ArgumentHelp(
            "Look into the radio of a board that nobody has tried yet, and write a file to send instead.",
            discussion: "docs/first-pi.md says how, step by step. Needs the radio to be free."))
    var firstPi = false

    @Option(help: "With --first-pi: where to write.", completion: .file(extensions: ["json"]))
    var out = "first-pi.json"

    @Flag(help: "With --first-pi: do not ask before.")
    var yes = false

    func validate() throws {
        guard firstPi || (out == "first-pi.json" && !yes) else {
            throw ValidationError("--out and --yes are for --first-pi.")
        }
        guard !firstPi || (!press && !json && report == nil) else {
            throw ValidationError("--first-pi takes neither --press nor --json nor --report.")
        }
    }

    mutating func run() async throws {
        LineLog.start(level: .critical)
        if firstPi {
            let settings = try settingsOption.readNamed()
            return try await FirstPiSurvey(settings: settings, path: out, isAgreed: yes).run()
        }
        let examination = Examination(path: settingsOption.path, waitsForPress: press)
        var findings: [(part: Examination.Part, finding: Diagnosis)] = []
        for part in examination.parts {
            guard let finding = await examination.examine(part) else { continue }
            findings.append((part, finding))
            Output.tell(json ? finding.json(part) : finding.line(part))
        }
        let ailing = findings.count { !$0.finding.isWell }
        if !json {
            Output.tell(
                ailing == 0
                    ? "Everything works."
                    : "\(ailing) of \(findings.count) parts need attention.")
        }
        if let report { try write(findings, examination, to: report) }
        if ailing > 0 { throw ExitCode.failure }
    }

    private func write(
        _ findings: [(part: Examination.Part, finding: Diagnosis)], _ examination: Examination,
        to path: String
    ) throws {
        let lines = findings.map { $0.finding.line($0.part) }
        let text = BugReport(findings: lines, settings: examination.settingsText).text
        let (folder, name) = Folder.parts(of: path)
        do throws(FileTrouble) {
            try BoundedFile.write(Array(text.utf8), as: name, in: folder)
        } catch {
            Complaint.write("\(path): \(error); name a file in a folder that exists and may be written.")
            throw ExitCode.failure
        }
        if !json { Output.tell("The report is in \(path). Read it before you send it.") }
    }
}
