import Synchronization

/// The last lines of the log, for who looks at the page: 200 of them, of 300 characters each.
final class RecentLog: Sendable {
    static let linesAtMost = 200
    static let charactersAtMost = 300

    struct Line: Equatable, Sendable {
        var at: Duration
        var level: String
        var text: String
    }

    private struct Ring {
        var lines: [Line] = []
        /// Where the oldest is, once all places are taken.
        var oldest = 0
    }

    private let ring = Mutex(Ring())

    func add(_ text: String, level: String, now: Duration) {
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
    var lines: [Line] {
        ring.withLock { ring in Array(ring.lines[ring.oldest...] + ring.lines[..<ring.oldest]) }
    }
}
