import ArgumentParser
import Logging
import Runtime

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

    /// The same for a command that keeps no log: the sentences stand on standard error.
    func readAloud() -> Settings {
        let (settings, problems) = Settings.read(path)
        for problem in problems { Complaint.write("\(problem)") }
        return settings
    }

    /// The same, but a file that somebody has named has to be there: with the defaults instead, the wrong
    /// folder would be looked into.
    func readNamed() throws -> Settings {
        guard path != Settings.defaultPath else { return readAloud() }
        do throws(SettingsProblem) {
            let (settings, problems) = try Settings.readWhole(path)
            for problem in problems { Complaint.write("\(problem)") }
            return settings
        } catch {
            Complaint.write("\(error)")
            throw ExitCode.failure
        }
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
