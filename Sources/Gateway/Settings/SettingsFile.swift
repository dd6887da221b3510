extension Settings {
    /// Longer than any settings file with its comments will ever be.
    static let bytesAtMost = 65_536

    /// Reads a settings file. The default one may be missing; one that somebody has named may not.
    static func read(_ path: String = defaultPath) -> (Settings, [SettingsProblem]) {
        func unusable(_ advice: String) -> (Settings, [SettingsProblem]) {
            (Settings(), [SettingsProblem(file: path, advice: advice + " The defaults are used.")])
        }

        let bytes: [UInt8]
        do throws(FileTrouble) {
            bytes = try BoundedFile.read(path, atMost: bytesAtMost)
        } catch {
            if error.isMissing, path == defaultPath { return (Settings(), []) }
            return unusable(error.description + ".")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return unusable("the file is saved as UTF-16; save it as UTF-8.")
        }
        return parse(text: String(decoding: bytes, as: UTF8.self), file: path)
    }
}
