import ArgumentParser
import Audio
import Determinism
import Glibc
import Runtime
import Speech

struct VoiceNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Begin a voice of your own.",
        discussion: """
            Makes a folder below the state directory, and in it a list of everything there is to record. \
            HOT and COLD are enough to play with: the default voice says the rest.
            """)

    @Argument(help: "What the voice is called: letters, digits and -.")
    var name: String

    @Option(help: "The language it speaks: \(Language.builtIn.keys.sorted().joined(separator: " or ")).")
    var language = "en"

    @OptionGroup var settingsOption: SettingsOption

    func validate() throws {
        let isPlain = name.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (48...57).contains($0) || $0 == 45
        }
        guard isPlain, (1...32).contains(name.utf8.count), name.first != "-", name != VoiceFolder.effects
        else {
            throw ValidationError("\"\(name)\": give a name of small letters, digits and -.")
        }
        guard Language.builtIn[language] != nil else {
            throw ValidationError("No voice speaks \"\(language)\" yet; see docs/voices.md.")
        }
    }

    mutating func run() throws {
        let settings = try settingsOption.readNamed()
        let own = VoiceFolder.own(settings.station.stateDirectory)
        let folder = "\(own)/\(name)"
        guard !VoiceFolder.isDirectory(folder) else {
            Complaint.write("There is a voice in \(folder) already.")
            throw ExitCode.failure
        }
        let words = Language.builtIn[language] ?? .english
        let first = ["hot", "cold", "found", "signal-lost", "there-you-are"]
        let taunts = words.clipNames.filter { $0.hasPrefix("taunt-") || $0.hasPrefix("remark-") }
        let asked = first + taunts
        let rest = words.clipNames.filter { !asked.contains($0) }
        let list = (asked + rest).map { "\($0)\t\(words.text($0) ?? "")\n" }.joined()
        let files = [(VoiceFolder.languageFile, "\(language)\n"), (VoiceFolder.listFile, list)]
        do throws(FileTrouble) {
            try make(files, below: [settings.station.stateDirectory, own, folder])
        } catch {
            Complaint.write("\(folder): \(Output.reason(error))\(VoiceCommand.cure(error)).")
            throw ExitCode.failure
        }
        Output.tell(
            """
            \(folder) is ready. What there is to say stands in to-record.tsv, the most important first.
            Record:  \(VoiceCommand.program) voice record --voice \(name)
            Listen:  \(VoiceCommand.program) voice say "Hot! Hot!" --voice \(name)
            Speak:   voice = "\(name)" below [audio] in \(settingsOption.path)
            """)
    }

    /// Makes the folders, and the files in the last of them; if that fails, takes away what it has made, so
    /// that there is no half of a voice in the way of the next attempt.
    private func make(_ files: [(name: String, text: String)], below folders: [String]) throws(FileTrouble) {
        let folder = folders.last ?? ""
        var made: [String] = []
        do throws(FileTrouble) {
            for path in folders {
                if unsafe mkdir(path, 0o755) == 0 {
                    made.append(path)
                } else if errno != EEXIST {
                    throw .failed(operation: "write", code: errno)
                }
            }
            for file in files { try Output.save(Array(file.text.utf8), to: "\(folder)/\(file.name)") }
        } catch {
            for file in files { unsafe unlink("\(folder)/\(file.name)") }
            for path in made.reversed() { unsafe rmdir(path) }
            throw error
        }
    }
}

struct VoiceRecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record one clip of a voice with the microphone.",
        discussion: """
            Without the name of a clip it asks for the first one of to-record.tsv that is not there yet: HOT \
            and COLD, a few more words, then the taunts and remarks, which may be other words of your own. \
            What is recorded is cut to what is heard and made as loud as all other clips. Records with \
            `arecord` (Debian: alsa-utils); with --from a recording that was made elsewhere is taken.
            """)

    @Argument(help: "The clip, such as \"hot\"; to-record.tsv of the voice lists them.")
    var phrase: String?

    @Option(help: "The voice, one of your own (`hotcold voice new`), or the path of its folder.")
    var voice: String

    @Option(help: "Take this WAV file instead of the microphone.", completion: .file(extensions: ["wav"]))
    var from: String?

    @Option(help: "How long to listen, 1 to 10 seconds.")
    var seconds = 3

    @Option(help: "The ALSA device of the microphone; `arecord -L` lists them.")
    var device = "default"

    @OptionGroup var settingsOption: SettingsOption

    func validate() throws {
        guard (1...10).contains(seconds) else { throw ValidationError("--seconds: give 1 to 10.") }
    }

    mutating func run() throws {
        let settings = try settingsOption.readNamed()
        let (name, directory) = try VoiceCommand.folder(voice, settings)
        let language = VoiceFolder.language(of: name, in: directory)
        let clip = try clip(in: language, folder: "\(directory)/\(name)")
        let path = "\(directory)/\(name)/\(clip).wav"
        let raw = try from ?? recorded(clip, language, beside: path)
        defer { if from == nil { unsafe unlink(raw) } }
        guard unsafe access(raw, R_OK) == 0 else {
            throw complaint("\(raw): \(FileTrouble.failed(operation: "read", code: errno)).")
        }
        guard let sound = VoiceFolder.read(raw) else {
            throw complaint("\(raw) is no WAV file that can be played, or longer than 2 MB.")
        }
        guard let polished = Polish.polished(sound) else {
            throw complaint(
                "Nothing was heard: is it the right microphone (--device), and is it switched on?")
        }
        let faults = ClipFault.all(polished)
        guard faults.isEmpty else {
            throw complaint(
                "It \(faults.map(\.sentence).joined(separator: ", and ")), and was not kept: try again, "
                    + "nearer and slower.")
        }
        let format = PCMFormat(sampleRate: max(8_000, polished.sampleRate), channels: 1)
        do throws(FileTrouble) {
            try Output.save(wav(samples: polished.samples, format: format), to: path)
        } catch {
            throw complaint("\(path): \(Output.reason(error))\(VoiceCommand.cure(error)).")
        }
        Output.tell("\(path): \(polished.duration.wholeMilliseconds) ms")
    }

    /// The clip that was named, or whose words were typed.
    private func clip(in language: Language, folder: String) throws -> String {
        guard let phrase else {
            let listed = VoiceFolder.toRecord(in: folder).filter { language.clipNames.contains($0) }
            if let next = listed.first(where: { !VoiceFolder.exists("\(folder)/\($0).wav") }) { return next }
            throw complaint("Everything that to-record.tsv of this voice lists is recorded: name a clip.")
        }
        if language.clipNames.contains(phrase) { return phrase }
        if case .clip(let name)? = Composition(phrase, in: language).sentence.pieces.first { return name }
        throw complaint("There is no clip \"\(phrase)\"; `hotcold voice check \(voice)` names those missing.")
    }

    /// Records beside the clip; the path of what was recorded.
    private func recorded(_ clip: String, _ language: Language, beside path: String) throws -> String {
        let programs = ["/usr/bin/arecord", "/usr/local/bin/arecord"]
        guard let program = programs.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw complaint(
                "arecord is missing: sudo apt install alsa-utils, or give a recording with --from FILE.wav.")
        }
        let raw = path + ".raw"
        Output.tell("Say \"\(language.text(clip) ?? clip)\" now (\(seconds) s) …")
        var last = ""
        let companion = Companion([
            program, "-q", "-D", device, "-d", String(seconds), "-f", "S16_LE", "-r", "48000", "-c", "1", raw,
        ])
        let ending = companion.run { last = $0 }
        guard case .exited(0) = ending else {
            unsafe unlink(raw)
            throw complaint(
                "The microphone could not be used\(last.isEmpty ? "" : " (\(last))"): plug one in, name it "
                    + "with --device (`arecord -L` lists them), or give a recording with --from FILE.wav.")
        }
        return raw
    }

    private func complaint(_ sentence: String) -> ExitCode {
        Complaint.write(sentence)
        return .failure
    }
}
