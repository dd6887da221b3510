import Synchronization

/// The last lines of the log, for who looks at the page: 200 of them, of 300 characters each.
package final class RecentLog: Sendable {
    static let linesAtMost = 200
    static let charactersAtMost = 300

    package struct Line: Equatable, Sendable {
        package var at: Duration
        package var level: String
        package var text: String

        package init(
            at: Duration,
            level: String,
            text: String
        ) {
            self.at = at
            self.level = level
            self.text = text
        }
    }

    private struct Ring {
        var lines: [Line] = []
        /// Where the oldest is, once all places are taken.
        var oldest = 0
    }

    private let ring = Mutex(Ring())

    package init() {}

    package func add(_ text: String, level: String, now: Duration) {
        let line = Line(at: now, level: level, text: String(text.prefix(Self.charactersAtMost)))
        ring.withLock { ring in
            if ring.lines.count < Self.linesAtMost {
                ring.lines.append(line)
            } else {
                ring.lines[ring.oldest] = line
                ring.oldest = (ring.oldest + 1) % Self.linesAtMost
            }
        }
    }

    /// The newest last.
    package var lines: [Line] {
        ring.withLock { ring in Array(ring.lines[ring.oldest...] + ring.lines[..<ring.oldest]) }
    }
}
