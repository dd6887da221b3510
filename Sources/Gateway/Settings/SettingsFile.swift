import Runtime

extension Settings {
    static let utf16Advice = "the file is saved as UTF-16; save it as UTF-8."

    /// Begins with the byte order mark that old versions of Notepad write for "Unicode".
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// Longer than any settings file with its comments will ever be.
    static let bytesAtMost = 65_536

    /// Reads a settings file. The default one may be missing; one that somebody has named may not.
    static func read(_ path: String = defaultPath) -> (Settings, [SettingsProblem]) {
        do throws(SettingsProblem) {
            return try readWhole(path)
        } catch {
            let advice = error.advice + " The defaults are used."
            return (Settings(), [SettingsProblem(file: path, advice: advice)])
        }
    }

    /// The same, for who does without the defaults: throws when nothing of the file can be used.
    static func readWhole(_ path: String) throws(SettingsProblem) -> (Settings, [SettingsProblem]) {
        let bytes: [UInt8]
        do throws(FileTrouble) {
            bytes = try BoundedFile.read(path, atMost: bytesAtMost)
        } catch {
            if error.isMissing, path == defaultPath { return (Settings(), []) }
            throw SettingsProblem(file: path, advice: error.description + ".")
        }
        if isUTF16(bytes) { throw SettingsProblem(file: path, advice: utf16Advice) }
        return parse(text: String(decoding: bytes, as: UTF8.self), file: path)
    }
}
