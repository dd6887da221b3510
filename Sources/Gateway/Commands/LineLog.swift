import Glibc
import Logging

/// One short line for every event, on standard error: seconds since the program started, what spoke, and what
/// it said.
///
/// No date: a Pi has no clock battery, and the journal of systemd adds what it knows of the time. Each line
/// is one write(2), so lines of different threads do not mix.
struct LineLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String
    private let since: Duration

    init(label: String, level: Logger.Level, since: Duration) {
        self.label = label
        self.since = since
        logLevel = level
    }

    /// Makes every logger of the program one of these.
    static func start(level: Logger.Level) {
        let now = MonotonicClock.now()
        LoggingSystem.bootstrap { LineLog(label: $0, level: level, since: now) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = (MonotonicClock.now() - since).asSeconds
        let mark = event.level >= .warning ? "\(event.level): " : ""
        let line = Array("\(time) \(label): \(mark)\(event.message)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
