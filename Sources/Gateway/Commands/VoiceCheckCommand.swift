import ArgumentParser
import Audio
import Speech

struct VoiceCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Measure every clip of a voice; one line for each that is not as it should be.",
        discussion: """
            Every clip of a voice has to be there, as loud as all others (\(Int(Loudness.ofSpeech)) LUFS, \
            within \(Int(Loudness.tolerance)) LU), begin within \(ClipFault.leadingSilenceAtMost) ms, and \
            neither begin nor end with a click. Exits with 1 if one is not.
            """)

    @Argument(help: "The voice, or the path of its folder; otherwise the voice of the settings.")
    var voice: String?

    @Flag(help: "Do not count what is missing: a family's voice need not have everything.")
    var partial = false

    @OptionGroup var settingsOption: SettingsOption

    mutating func run() throws {
        let settings = try settingsOption.readNamed()
        let (name, directory) = try VoiceCommand.folder(voice ?? settings.audio.voice, settings)
        let folder = "\(directory)/\(name)"
        let language = VoiceFolder.language(of: name, in: directory)
        var (faulty, present) = (0, 0)
        var levels: [Double] = []
        for clip in language.clipNames {
            let path = "\(folder)/\(clip).wav"
            guard VoiceFolder.exists(path) else {
                if !partial { faulty += 1 }
                if !partial { tell(clip, [.missing], in: folder) }
                continue
            }
            present += 1
            guard let sound = VoiceFolder.read(path) else {
                faulty += 1
                tell(clip, [.broken], in: folder)
                continue
            }
            if let level = Loudness.measure(sound) { levels.append(level) }
            let faults = ClipFault.all(sound)
            guard !faults.isEmpty else { continue }
            faulty += 1
            tell(clip, faults, in: folder)
        }
        Output.tell(summary(folder, language, present: present, levels: levels))
        if faulty > 0 {
            Output.tell("\(faulty) clips need attention.")
            throw ExitCode.failure
        }
    }

    private func summary(_ folder: String, _ language: Language, present: Int, levels: [Double]) -> String {
        let range = levels.min().flatMap { low in levels.max().map { (low, $0) } }
        let loudness = range.map { ", \(Self.tenths($0.0)) to \(Self.tenths($0.1)) LUFS" } ?? ""
        return "\(folder): \(present) of \(language.clipNames.count) clips (\(language.code))\(loudness)"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((abs(value) * 10).rounded())
        return "\(value < 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }

    private func tell(_ clip: String, _ faults: [ClipFault], in folder: String) {
        let again = "\(VoiceCommand.program) voice record \(clip) --voice \(folder)"
        let fix = faults.allSatisfy(\.isMended) ? "\(again) --from \(folder)/\(clip).wav" : again
        Output.tell("\(clip).wav \(faults.map(\.sentence).joined(separator: ", and ")): \(fix)")
    }
}
