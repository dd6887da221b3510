import Synchronization

/// The one way into a station: what the edges saw, in the order in which it arrived, with the time it
/// happened.
///
/// Bounded: when the station cannot keep up, the newest sightings are dropped and counted, for there will be
/// others. 4,096 events are eight seconds of the busiest street.
struct Mailbox: Sendable {
    static let eventsAtMost = 4_096

    struct Letter: Sendable {
        var event: Event
        var at: Duration
    }

    let letters: AsyncStream<Letter>
    private let continuation: AsyncStream<Letter>.Continuation
    private let counter = Counter()

    private final class Counter: Sendable {
        let dropped = Atomic<Int>(0)
    }

    init() {
        (letters, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventsAtMost))
    }

    /// Events that found the mailbox full.
    var dropped: Int { counter.dropped.load(ordering: .relaxed) }

    func put(_ event: Event, at time: Duration = MonotonicClock.now()) {
        if case .dropped = continuation.yield(Letter(event: event, at: time)) {
            counter.dropped.wrappingAdd(1, ordering: .relaxed)
        }
    }

    func close() {
        continuation.finish()
    }
}
