import Audio
import Glibc

/// Finds and reads the folders that voices are made of.
enum VoiceFolder {
    /// A clip is a few seconds of speech; a file beyond this is something else.
    private static let clipBytesAtMost = 2_000_000

    /// The clips every voice must have, one line each: name, tab, text.
    static let listName = "en.tsv"

    /// Reads voice `name` and the shared sounds.
    ///
    /// - Parameter directory: where voices are; nil to look beside the program: `../share/hotcold/voices` of
    ///   an installed one, `deploy/voices` of a checkout that built it.
    /// - Returns: the voice, and what a person should be told if it is not complete.
    static func load(_ name: String, in directory: String?) -> (voice: Voice, trouble: String?) {
        guard let found = find(name, in: directory) else {
            return (
                .silent,
                "There is no voice \"\(name)\" in \(candidates(directory).joined(separator: ", ")): the game "
                    + "goes on with captions only. Set audio.voice and audio.voices_directory to where it is."
            )
        }
        let expected = listed(in: found) + Sound.allCases.map(\.rawValue)
        let missing = expected.filter { unsafe access(path($0, of: name, in: found), R_OK) != 0 }
        let voice = Voice(folder: "\(found)/\(name)", missing: missing) { clip in
            try? read(clip, of: name, in: found)
        }
        guard let first = missing.first else { return (voice, nil) }
        return (
            voice,
            "\(missing.count) clips of \(voice.folder) are missing (first: \(first).wav): what they say is "
                + "shown as captions only; put them back from deploy/voices of the source."
        )
    }

    /// Clips of a voice that are there and cannot be played, by name. Reads all of them: for the doctor.
    static func damaged(_ name: String, in directory: String?) -> [String] {
        guard let found = find(name, in: directory) else { return [] }
        return (listed(in: found) + Sound.allCases.map(\.rawValue)).filter { clip in
            guard unsafe access(path(clip, of: name, in: found), R_OK) == 0 else { return false }
            return (try? read(clip, of: name, in: found)) == nil
        }
    }

    private static func find(_ name: String, in directory: String?) -> String? {
        candidates(directory).first { isDirectory("\($0)/\(name)") }
    }

    private static func candidates(_ directory: String?) -> [String] {
        directory.map { [$0] } ?? standardDirectories()
    }

    private static func path(_ clip: String, of name: String, in directory: String) -> String {
        "\(directory)/\(Sound(rawValue: clip) == nil ? name : "effects")/\(clip).wav"
    }

    private static func read(_ clip: String, of name: String, in directory: String) throws -> Clip {
        try Clip(wav: BoundedFile.read(path(clip, of: name, in: directory), atMost: clipBytesAtMost))
    }

    private static func listed(in directory: String) -> [String] {
        guard let bytes = try? BoundedFile.read("\(directory)/\(listName)", atMost: 100_000) else {
            return []
        }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.first != UInt8(ascii: "#") else { return nil }
            return line.split(separator: UInt8(ascii: "\t")).first.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func standardDirectories() -> [String] {
        var directories = ["/usr/share/hotcold/voices", "/usr/local/share/hotcold/voices"]
        guard var folder = programFolder() else { return directories }
        directories.insert("\(folder)/../share/hotcold/voices", at: 0)
        // A checkout keeps its build a few folders below itself.
        for _ in 0..<6 {
            directories.append("\(folder)/deploy/voices")
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
            folder = String(folder[..<slash])
        }
        return directories
    }

    private static func programFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
