import Game
import HCI
import Runtime
import StationNode
import Synchronization

/// The one way into a station: what the edges saw, in the order in which it arrived, with the time it
/// happened.
///
/// Bounded. What comes in numbers may fill 4,096 places, of which datagrams, that anybody can send, get
/// 1,024, and is dropped and counted beyond that, newest first, for there will be more of it; a button let
/// go or a radio that came back is told once, so the places above are kept for those.
struct StationInbox: Sendable {
    static let bulkAtMost = 3_072
    static let datagramsAtMost = 1_024
    static let lettersAtMost = 8_192

    struct Letter: Sendable {
        var arrival: NodeInput
        var at: Duration
    }

    let letters: AsyncStream<Letter>
    private let continuation: AsyncStream<Letter>.Continuation
    private let counters = Counters()

    private final class Counters: Sendable {
        let dropped = Atomic<Int>(0)
    }

    private let bulk = Permits(bulkAtMost)
    private let datagrams = Permits(datagramsAtMost)

    init() {
        (letters, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(Self.lettersAtMost))
    }

    /// Events that found no place.
    var dropped: Int { counters.dropped.load(ordering: .relaxed) }

    func put(_ event: Event, at time: Duration = MonotonicClock.now()) {
        put(.event(event), at: time)
    }

    func put(_ arrival: NodeInput, at time: Duration = MonotonicClock.now()) {
        if let places = places(for: arrival), !places.take() {
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
            return
        }
        if case .dropped = continuation.yield(Letter(arrival: arrival, at: time)) {
            took(arrival)
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// The reader has taken a letter out: its place is free.
    func took(_ arrival: NodeInput) {
        places(for: arrival)?.give()
    }

    /// Nil for what always finds a place.
    private func places(for arrival: NodeInput) -> Permits? {
        switch arrival {
        case .datagram: datagrams
        case .event(.heard), .event(.battery), .event(.tick): bulk
        case .event, .crew: nil
        }
    }

    func close() {
        continuation.finish()
    }
}
