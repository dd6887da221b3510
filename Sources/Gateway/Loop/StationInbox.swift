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
        var input: NodeInput
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

    /// - Returns: whether it found a place.
    @discardableResult func put(_ event: Event, at time: Duration = MonotonicClock.now()) -> Bool {
        put(.event(event), at: time)
    }

    /// - Returns: whether it found a place.
    @discardableResult func put(_ input: NodeInput, at time: Duration = MonotonicClock.now()) -> Bool {
        if let places = places(for: input), !places.take() {
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
            return false
        }
        if case .dropped = continuation.yield(Letter(input: input, at: time)) {
            took(input)
            counters.dropped.wrappingAdd(1, ordering: .relaxed)
            return false
        }
        return true
    }

    /// The reader has taken a letter out: its place is free.
    func took(_ input: NodeInput) {
        places(for: input)?.give()
    }

    /// Nil for what always finds a place.
    private func places(for input: NodeInput) -> Permits? {
        switch input {
        case .datagram, .frame: datagrams
        case .heard, .event(.heard), .event(.battery), .event(.tick): bulk
        case .event, .crew, .advertises, .wifi, .clock, .things: nil
        }
    }

    func close() {
        continuation.finish()
    }
}
