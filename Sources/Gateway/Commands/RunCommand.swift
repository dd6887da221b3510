import ArgumentParser

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Be a station: what the service starts.",
        discussion: """
            Plays until it is told to stop (SIGTERM or Ctrl-C), which leaves the radio silent. Parts \
            that are missing are spoken or logged once, and used as soon as they are there.
            """)

    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    @Option(
        help: ArgumentHelp(
            "Keep a journal of everything, not only of rounds (docs/journal.md).",
            discussion: """
                NAME.journal becomes NAME-000001.journal and on: each can be replayed alone, has 4 MB at \
                most, and the newest 8 are kept.
                """),
        completion: .file(extensions: ["journal"]))
    var journal: String?

    mutating func run() async throws {
        let recent = RecentLog()
        let logger = logOption.start(recent: recent)
        let (settings, problems) = settingsOption.read(logger: logger)
        let conductor = Assembly.conductor(
            settings, at: settingsOption.path, problems: problems, journal: journal, logger: logger,
            recent: recent)
        try await Lifetime.run(conductor)
        conductor.storage.flush()
        conductor.journal?.flush()
    }
}
