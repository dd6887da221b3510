import ArgumentParser
import Logging

/// The settings file, for every command that reads it.
struct SettingsOption: ParsableArguments {
    @Option(
        name: .customLong("settings"), help: "The settings file.", completion: .file(extensions: ["toml"]))
    var path: String = Settings.defaultPath

    /// Reads the file and tells every line of it that could not be used; the rest holds.
    func read(logger: Logger) -> (settings: Settings, problems: [SettingsProblem]) {
        let (settings, problems) = Settings.read(path)
        for problem in problems {
            logger.warning("settings: \(problem)")
        }
        return (settings, problems)
    }
}

/// How much is logged.
struct LogOption: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Log more: sounds beside captions, and why.")
    var verbose = false

    func start(recent: RecentLog? = nil) -> Logger {
        LineLog.start(level: verbose ? .debug : .info, recent: recent)
        return Logger(label: "hotcold")
    }
}
