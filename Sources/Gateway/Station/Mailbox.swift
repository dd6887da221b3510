import Synchronization

/// The one way into a station: what the edges saw, in the order in which it arrived, with the time it
/// happened.
///
/// Bounded. What comes in numbers (sightings, datagrams) may fill 4,096 places and is dropped and counted
/// beyond that, newest first, for there will be more of it; a button let go or a radio that came back is told
/// once, so the places above are kept for those.
struct Mailbox: Sendable {
    static let bulkAtMost = 4_096
    static let lettersAtMost = 8_192

    struct Letter: Sendable {
        var event: Event
        var at: Duration
    }

    let letters: AsyncStream<Letter>
    private let continuation: AsyncStream<Letter>.Continuation
    private let counters = Counters()

    private final class Counters: Sendable {
        let bulk = Atomic<Int>(0)
        let dropped = Atomic<Int>(0)
    }

    init() {
        (letters, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.lettersAtMost))
    }

    /// Events that found no place.
    var dropped: Int { counters.dropped.load(ordering: .relaxed) }

    func put(_ event: Event, at time: Duration = MonotonicClock.now()) {
        if event.comesInNumbers {
            guard counters.bulk.wrappingAdd(1, ordering: .relaxed).newValue <= Self.bulkAtMost else {
                counters.bulk.wrappingSubtract(1, ordering: .relaxed)
                counters.dropped.wrappingAdd(1, ordering: .relaxed)
                return
            }
        }
        if case .dropped = continuation.yield(Letter(event: event, at: time)) {
            took(event)
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// The reader has taken a letter with this event out: its place is free.
    func took(_ event: Event) {
        if event.comesInNumbers { counters.bulk.wrappingSubtract(1, ordering: .relaxed) }
    }

    func close() {
        continuation.finish()
    }
}

extension Event {
    fileprivate var comesInNumbers: Bool {
        switch self {
        case .heard, .battery, .datagram, .tick: true
        case .started, .button, .radio, .lines, .speaker, .network: false
        }
    }
}
