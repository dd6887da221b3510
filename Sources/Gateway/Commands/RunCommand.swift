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

    mutating func run() async throws {
        let logger = logOption.start()
        let (settings, problems) = settingsOption.read(logger: logger)
        let conductor = Assembly.conductor(settings, complaints: !problems.isEmpty, logger: logger)
        try await Lifetime.run(conductor)
        conductor.storage.flush()
    }
}
