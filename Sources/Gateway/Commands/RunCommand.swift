import ArgumentParser
import Journaling
import Runtime

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

    @Option(
        help: ArgumentHelp(
            "Call no part missing in the first SECONDS after the machine was switched on (0 to 600).",
            discussion: """
                For a service that is started with the machine: a radio and a Wi-Fi come later than the \
                first words. What is missing then is told.
                """,
            valueName: "seconds"))
    var settle = 0

    func validate() throws {
        guard (0...600).contains(settle) else {
            throw ValidationError("--settle takes 0 to 600 seconds, not \(settle).")
        }
    }

    /// Until when nothing is called missing. A machine that was slow to come this far is slow with its
    /// drivers too, so a station started with it always has half of that time. One that is started later is
    /// not: its machine has long had all its parts.
    ///
    /// - Parameter now: since the machine was switched on.
    static func settlesAt(settle: Int, now: Duration) -> Duration? {
        let settle = Duration.seconds(settle)
        guard settle > .zero, now < settle * 4 else { return nil }
        return max(settle, now + settle / 2)
    }

    mutating func run() async throws {
        let recent = RecentLog()
        let logger = logOption.start(recent: recent)
        let (settings, problems) = settingsOption.read(logger: logger)
        let conductor = Assembly.conductor(
            settings, at: settingsOption.path, problems: problems, journal: journal,
            settlesAt: Self.settlesAt(settle: settle, now: MonotonicClock.now()), logger: logger,
            recent: recent)
        try await Lifetime.run(conductor)
        conductor.storage.flush()
        conductor.journal?.flush()
    }
}
