package import Audio
import Game
import Glibc
import Runtime

/// Finds and reads the folders that voices are made of: one for each voice, and `effects` beside them for the
/// sounds that all voices share.
package enum VoiceFolder {
    /// The voice that stands in for what another one lacks.
    static let standIn = "en"
    /// In a voice's folder: the two letters of its language. Without it, the folder's name says so ("de",
    /// "en-deep"), and failing that it is English.
    package static let languageFile = "language"
    /// In a voice's folder: the words of a language that is not built in.
    static let phraseFile = "phrases.tsv"
    package static let effects = "effects"
    /// A clip is a few seconds of speech; a file beyond this is something else.
    private static let clipBytesAtMost = 2_000_000
    /// The voices that `deploy/voices/make` makes, and a package has.
    package static let shipped =
        ["en", "en-deep", "en-robot", "en-alien", "en-human"]
        + PhraseFile.builtIn.languages.filter { $0 != standIn }

    /// A voice by what a person calls it: `robot` is `en-robot` where there is no `robot`. Nil if there is
    /// none.
    package static func name(_ typed: String, in directory: String?, state: String? = nil) -> String? {
        let names = all(in: directory, state: state).map(\.name)
        return [typed, "\(standIn)-\(typed)"].first { names.contains($0) }
    }

    /// Reads voice `name` and the shared sounds.
    ///
    /// - Parameters:
    ///   - directory: where voices are; nil to look beside the program: `../share/hotcold/voices` of an
    ///     installed one, `deploy/voices` and `.build/voices` of a checkout that built it.
    ///   - state: the state directory; what a family recorded is in its folder "voices".
    ///   - synthesiser: for words that no voice has.
    /// - Returns: the voice, and what a person should be told if it is not complete.
    package static func load(
        _ name: String, in directory: String?, state: String? = nil,
        synthesiser: (Language) -> Synthesiser? = { _ in nil }
    ) -> (voice: Voice, trouble: String?) {
        let places = directories(directory, state: state)
        let sounds = places.first { isDirectory("\($0)/\(effects)") } ?? ""
        let fallback = places.first { isDirectory("\($0)/\(standIn)") }
        let instead = fallback.map { reading(standIn, in: $0, sounds: sounds) }
        guard let found = places.first(where: { isDirectory("\($0)/\(name)") }) else {
            let voice = instead.map { Voice(folder: "", synthesiser: synthesiser(.english), read: $0) }
            return (
                voice ?? .silent,
                "There is no voice \"\(name)\" in \(places.joined(separator: ", ")): "
                    + (voice == nil ? "the game goes on with captions only. " : "the default one speaks. ")
                    + "Set audio.voice and audio.voices_directory to where it is."
            )
        }
        let language = language(of: name, in: found)
        let missing = missing(name, language, in: found) + missingSounds(sounds)
        let voice = Voice(
            folder: "\(found)/\(name)", language: language, missing: missing,
            standIn: name == standIn ? nil : instead, synthesiser: synthesiser(language),
            read: reading(name, in: found, sounds: sounds))
        return (voice, missing.first.map { complaint(voice, first: $0, hasStandIn: instead != nil) })
    }

    private static func complaint(_ voice: Voice, first: String, hasStandIn: Bool) -> String {
        let speaks = hasStandIn && !voice.folder.hasSuffix("/\(standIn)")
        return "\(voice.missing.count) clips of \(voice.folder) are missing (first: \(first).wav): what they "
            + "say is \(speaks ? "said by the default voice" : "shown as captions only"); "
            + "`hotcold voice check` lists them."
    }

    /// Clips of a voice that are there and cannot be played, by name. Reads all of them: for the doctor.
    package static func damaged(_ name: String, in directory: String?, state: String? = nil) -> [String] {
        let places = directories(directory, state: state)
        guard let found = places.first(where: { isDirectory("\($0)/\(name)") }) else { return [] }
        let sounds = places.first { isDirectory("\($0)/\(effects)") } ?? ""
        let read = reading(name, in: found, sounds: sounds)
        return (language(of: name, in: found).clipNames + Sound.allCases.map(\.rawValue)).filter { clip in
            // There, whether or not it may be read.
            let file = path(clip, of: name, in: found, sounds: sounds)
            return unsafe access(file, F_OK) == 0 && read(clip) == nil
        }
    }

    /// Beside a family's own clips: what there is to record, the most important first.
    package static let listFile = "to-record.tsv"
    private static let listBytesAtMost = 100_000

    /// The clips that the list of a voice names; none where it has no list.
    package static func toRecord(in folder: String) -> [String] {
        guard let bytes = try? BoundedFile.read("\(folder)/\(listFile)", atMost: listBytesAtMost) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
            $0.split(separator: "\t").first.map(String.init)
        }
    }

    /// Every voice that can be found, by name and directory; the first of a name is the one that speaks.
    package static func all(in directory: String?, state: String?) -> [(name: String, directory: String)] {
        directories(directory, state: state).flatMap { place in
            Folder.names(place).filter { name in
                name != effects && isDirectory("\(place)/\(name)") && name.first != "."
                    && (exists("\(place)/\(name)/hello.wav") || exists("\(place)/\(name)/\(languageFile)"))
            }.map { ($0, place) }
        }
    }

    /// The language of a folder's clips.
    package static func language(of name: String, in directory: String) -> Language {
        let folder = "\(directory)/\(name)"
        let written = (try? BoundedFile.read("\(folder)/\(languageFile)", atMost: 100))
            .map { String(decoding: $0, as: UTF8.self).filter(\.isLetter) }
        let code = written ?? name.split(separator: "-").first.map(String.init) ?? ""
        if let bytes = try? BoundedFile.read("\(folder)/\(phraseFile)", atMost: PhraseFile.bytesAtMost),
            let file = try? PhraseFile(bytes), file.languages.contains(code)
        {
            return Language(code, of: file)
        }
        return Language.builtIn[code] ?? .english
    }

    /// Clips of a language that a folder does not have.
    package static func missing(_ name: String, _ language: Language, in directory: String) -> [String] {
        // One look at the folder instead of three hundred at its files: the first words wait for this.
        let there = Set(Folder.names("\(directory)/\(name)"))
        return language.clipNames.filter { !there.contains("\($0).wav") }
    }

    private static func missingSounds(_ sounds: String) -> [String] {
        Sound.allCases.map(\.rawValue).filter { !exists("\(sounds)/\(effects)/\($0).wav") }
    }

    private static func path(_ clip: String, of name: String, in directory: String, sounds: String) -> String
    {
        Sound(rawValue: clip) == nil ? "\(directory)/\(name)/\(clip).wav" : "\(sounds)/\(effects)/\(clip).wav"
    }

    private static func reading(_ name: String, in directory: String, sounds: String) -> Voice.Reading {
        { clip in read(path(clip, of: name, in: directory, sounds: sounds)) }
    }

    /// A clip; nil when it cannot be played.
    package static func read(_ path: String) -> Clip? {
        (try? BoundedFile.read(path, atMost: clipBytesAtMost)).flatMap { try? Clip(wav: $0) }
    }
}

/// Where voices may be.
extension VoiceFolder {
    /// Where a family's own voices are kept.
    package static func own(_ state: String) -> String { "\(state)/voices" }

    /// In the order in which a voice is looked for: what the settings name, what the family made, what came
    /// with the program.
    package static func directories(_ directory: String?, state: String?) -> [String] {
        (directory.map { [$0] } ?? []) + (state.map { [own($0)] } ?? []) + standardDirectories()
    }

    private static func standardDirectories() -> [String] {
        let installed = ["/usr/share/hotcold/voices", "/usr/local/share/hotcold/voices"]
        guard var folder = programFolder() else { return installed }
        var directories = ["\(folder)/../share/hotcold/voices"]
        // A checkout keeps its build a few folders below itself, and there the voices it has made.
        for _ in 0..<6 {
            directories += ["\(folder)/deploy/voices", "\(folder)/.build/voices"]
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
            folder = String(folder[..<slash])
        }
        return (directories + installed).filter(isDirectory)
    }

    private static func programFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func exists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}
