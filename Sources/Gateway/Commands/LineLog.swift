import Determinism
import Glibc
import Logging
import Runtime

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
    private let recent: RecentLog?

    init(label: String, level: Logger.Level, since: Duration, recent: RecentLog? = nil) {
        self.label = label
        self.since = since
        self.recent = recent
        logLevel = level
    }

    /// Makes every logger of the program one of these.
    ///
    /// - Parameter recent: keeps the last lines besides.
    static func start(level: Logger.Level, recent: RecentLog? = nil) {
        let now = MonotonicClock.now()
        LoggingSystem.bootstrap { LineLog(label: $0, level: level, since: now, recent: recent) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let now = MonotonicClock.now()
        recent?.add("\(label): \(event.message)", level: "\(event.level)", now: now)
        let time = (now - since).asSeconds
        let mark = event.level >= .warning ? "\(event.level): " : ""
        let line = Array("\(time) \(label): \(mark)\(event.message)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
