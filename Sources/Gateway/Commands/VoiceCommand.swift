import ArgumentParser
import Audio
import Glibc
import Runtime
import Speech

struct VoiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "List, try, check and record the voices that a station speaks with.",
        discussion: """
            A voice is a folder of WAV files, one for each piece of speech. A family can record its own: \
            `hotcold voice new grandma`, then `hotcold voice record hot --voice grandma`, and so on; what is \
            not recorded is said by the default voice. docs/voices.md says more.
            """,
        subcommands: [
            VoiceListCommand.self, VoiceSayCommand.self, VoiceCheckCommand.self, VoiceNewCommand.self,
            VoiceRecordCommand.self,
        ],
        defaultSubcommand: VoiceListCommand.self)

    /// How to call this program again with the rights that it has now, in what a person is told to type.
    static let program = unsafe getenv("SUDO_USER") == nil ? "hotcold" : "sudo hotcold"

    /// The folder of a voice that a person named by its name, or by the path of its folder.
    static func folder(_ name: String, _ settings: Settings) throws -> (name: String, directory: String) {
        if let slash = name.lastIndex(of: "/") {
            let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
            guard trimmed.contains("/") else { return (trimmed, ".") }
            guard VoiceFolder.isDirectory(trimmed) else {
                Complaint.write(denied(trimmed) ?? "\(name) is no folder.")
                throw ExitCode.failure
            }
            let cut = trimmed.lastIndex(of: "/") ?? slash
            return (String(trimmed[trimmed.index(after: cut)...]), String(trimmed[..<cut]))
        }
        let places = VoiceFolder.directories(
            settings.audio.voicesDirectory, state: settings.station.stateDirectory)
        let called =
            VoiceFolder.name(
                name, in: settings.audio.voicesDirectory, state: settings.station.stateDirectory) ?? name
        if let place = places.first(where: { VoiceFolder.isDirectory("\($0)/\(called)") }) {
            return (called, place)
        }
        if VoiceFolder.isDirectory(name) { return (name, ".") }
        Complaint.write(
            places.lazy.compactMap { denied("\($0)/\(name)") }.first
                ?? "There is no voice \"\(name)\"; `hotcold voice list` shows which there are.")
        throw ExitCode.failure
    }

    /// To be read after why something of a voice could not be written.
    static func cure(_ trouble: FileTrouble) -> String {
        switch trouble {
        case .failed(_, EACCES), .failed(_, EPERM): ": run it as the user that the station runs as (sudo)"
        default: ""
        }
    }

    /// What to say of a voice in a folder that is closed to this user, as the package's state directory is to
    /// everybody but the station's own; nil if it is not closed.
    private static func denied(_ path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) != 0, errno == EACCES else { return nil }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
        return "This user may not look into \(folder): use sudo."
    }
}

struct VoiceListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The voices there are, and how many clips each lacks.")

    @OptionGroup var settingsOption: SettingsOption

    mutating func run() throws {
        let settings = try settingsOption.readNamed()
        let voices = VoiceFolder.all(
            in: settings.audio.voicesDirectory, state: settings.station.stateDirectory)
        var seen: Set<String> = []
        let spoken = Assembly.voiceName(settings)
        for (name, directory) in voices where seen.insert(name).inserted {
            let language = VoiceFolder.language(of: name, in: directory)
            let missing = VoiceFolder.missing(name, language, in: directory).count
            let state =
                missing == 0
                ? "complete" : "\(missing) of \(language.clipNames.count) clips missing"
            let mark = name == spoken ? "*" : " "
            Output.tell("\(mark) \(name)\t\(language.code)\t\(state)\t\(directory)/\(name)")
        }
        for name in VoiceFolder.shipped where !seen.contains(name) {
            Output.tell("  \(name)\tnot made; in a clone: make voices VOICES_ARGS=\"--voice \(name)\" (10 s)")
        }
        if voices.isEmpty { Output.tell("There are no voices: the game goes on with captions only.") }
        if !seen.contains(settings.audio.voice) {
            Output.tell("The settings want \"\(settings.audio.voice)\", which is not among them.")
        }
    }
}

struct VoiceSayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say", abstract: "Say something, out loud or into a file.",
        discussion: """
            Words that the voice has are said with its clips, numbers to 99 too; what it does not have, a \
            synthesiser says (flite or espeak-ng, if installed), or else it is spelled.
            """)

    @Argument(help: "What to say, such as \"Blue Otter, six metres, closing\".")
    var text: String

    @Option(help: "Which voice; otherwise that of the settings.")
    var voice: String?

    @Option(help: "Write it to this WAV file instead of playing it.", completion: .file())
    var out: String?

    @OptionGroup var settingsOption: SettingsOption

    func validate() throws {
        guard text.contains(where: { !$0.isWhitespace }) else { throw ValidationError("Say what?") }
    }

    mutating func run() async throws {
        let settings = try settingsOption.readNamed()
        let (name, directory) = try VoiceCommand.folder(voice ?? settings.audio.voice, settings)
        let state = settings.station.stateDirectory
        let text = text
        let (spoken, _) = VoiceFolder.load(name, in: directory, state: state) { language in
            let synthesiser = Synthesiser(language: language.code, folder: "\(state)/spoken")
            for case .free(let words, _) in Composition(text, in: language).sentence.pieces {
                _ = synthesiser?.make(words)
            }
            return synthesiser
        }
        let utterance = spoken.utterance(text)
        guard !utterance.clips.isEmpty else {
            Complaint.write("The voice \"\(name)\" has no clip of this, nor has the default voice.")
            throw ExitCode.failure
        }
        if let out {
            try write(utterance, to: out)
        } else {
            try await play(utterance, settings)
        }
    }

    private func write(_ utterance: Utterance, to path: String) throws {
        let format = PCMFormat(channels: 1)
        var mixer = Mixer(format: format, volume: Volume(level: 1))
        mixer.play(utterance)
        var samples: [Int16] = []
        while !mixer.isIdle { samples += mixer.render(frames: 4_800) }
        try Output.save(
            wav(samples: samples, format: format), to: path, or: "Give another file with --out.")
    }

    private func play(_ utterance: Utterance, _ settings: Settings) async throws {
        let speaker = Speaker(configuration: Assembly.speaker(settings))
        let (events, told) = AsyncStream.makeStream(of: SpeakerEvent.self)
        let playing = Task { await speaker.run { told.yield($0) } }
        defer { playing.cancel() }
        for await event in events {
            if case .trouble(let trouble) = event {
                Complaint.write(trouble.advice + " With --out FILE.wav it can be written to a file.")
                throw ExitCode.failure
            }
            break
        }
        speaker.play(utterance)
        while !speaker.isIdle { try await Task.sleep(for: .milliseconds(20)) }
        // What lies in the card has still to be heard.
        try await Task.sleep(for: settings.audio.latency + .milliseconds(50))
        playing.cancel()
        await playing.value
    }
}
