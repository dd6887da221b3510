import Synchronization

/// The one way into a station: what the edges saw, in the order in which it arrived, with the time it
/// happened.
///
/// Bounded. What comes in numbers (sightings, datagrams) may fill 4,096 places and is dropped and counted
/// beyond that, newest first, for there will be more of it; a button let go or a radio that came back is told
/// once, so the places above are kept for those. Of the 4,096, datagrams may fill 1,024: anybody on the
/// network can send them, and that must not cost a sighting or a tick its place.
struct Mailbox: Sendable {
    static let bulkAtMost = 4_096
    static let datagramsAtMost = 1_024
    static let lettersAtMost = 8_192

    struct Letter: Sendable {
        var event: Event
        var at: Duration
    }

    let letters: AsyncStream<Letter>
    private let continuation: AsyncStream<Letter>.Continuation
    private let counters = Counters()

    private final class Counters: Sendable {
        let bulk = Places(atMost: bulkAtMost)
        let datagrams = Places(atMost: datagramsAtMost)
        let dropped = Atomic<Int>(0)
    }

    /// How many of a bounded number of places are taken.
    private final class Places: Sendable {
        private let taken = Atomic<Int>(0)
        private let atMost: Int

        init(atMost: Int) {
            self.atMost = atMost
        }

        /// False, and nothing taken, if there is none.
        func take() -> Bool {
            if taken.wrappingAdd(1, ordering: .relaxed).newValue <= atMost { return true }
            free()
            return false
        }

        func free() {
            taken.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    init() {
        (letters, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.lettersAtMost))
    }

    /// Events that found no place.
    var dropped: Int { counters.dropped.load(ordering: .relaxed) }

    func put(_ event: Event, at time: Duration = MonotonicClock.now()) {
        guard takePlaces(event) else {
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
            return
        }
        if case .dropped = continuation.yield(Letter(event: event, at: time)) {
            took(event)
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// The reader has taken a letter with this event out: its places are free.
    func took(_ event: Event) {
        if event.comesInNumbers { counters.bulk.free() }
        if event.isDatagram { counters.datagrams.free() }
    }

    private func takePlaces(_ event: Event) -> Bool {
        guard !event.isDatagram || counters.datagrams.take() else { return false }
        guard !event.comesInNumbers || counters.bulk.take() else {
            if event.isDatagram { counters.datagrams.free() }
            return false
        }
        return true
    }

    func close() {
        continuation.finish()
    }
}

extension Event {
    fileprivate var isDatagram: Bool {
        if case .datagram = self { true } else { false }
    }

    fileprivate var comesInNumbers: Bool {
        switch self {
        case .heard, .battery, .datagram, .tick: true
        case .started, .button, .radio, .lines, .speaker, .network: false
        }
    }
}
