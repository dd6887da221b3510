@testable import GPIO

/// An edge or a reading, in milliseconds: `.on(10)`.
extension LineEvent {
    static func on(_ milliseconds: Double) -> LineEvent { LineEvent(isActive: true, at: .ms(milliseconds)) }
    static func off(_ milliseconds: Double) -> LineEvent { LineEvent(isActive: false, at: .ms(milliseconds)) }
}

extension Duration {
    static func ms(_ value: Double) -> Duration { .microseconds(Int64(value * 1000)) }
}

/// A button event and when it was known.
struct Timed: Equatable, CustomStringConvertible {
    var event: ButtonEvent
    var at: Duration

    init(_ event: ButtonEvent, _ milliseconds: Double) {
        self.event = event
        at = .ms(milliseconds)
    }

    init(event: ButtonEvent, at: Duration) {
        self.event = event
        self.at = at
    }

    init?(_ event: LinesEvent?) {
        guard case .button(let button, let at) = event else { return nil }
        self.init(event: button, at: at)
    }

    var description: String { "\(event)@\(at)" }
}

extension Button {
    /// Plays edges, calling every deadline at its instant, and goes on until `end` milliseconds.
    mutating func play(_ edges: [LineEvent], until end: Double) -> [Timed] {
        var told: [Timed] = []
        for edge in edges {
            told += pass(to: edge.at - .nanoseconds(1))
            told += handle(edge).map { Timed(event: $0, at: edge.at) }
        }
        return told + pass(to: .ms(end))
    }

    private mutating func pass(to now: Duration) -> [Timed] {
        var told: [Timed] = []
        while let due = nextDeadline, due <= now {
            told += deadline(now: due).map { Timed(event: $0, at: due) }
        }
        return told
    }
}
