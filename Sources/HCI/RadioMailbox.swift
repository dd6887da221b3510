import Synchronization

/// Everything that comes to a radio while its loop is busy: one place per kind, so that nothing but packets
/// can pile up, and a bell. No stream of its own: what is taken out is put in order by kind.
final class RadioMailbox: Sendable {
    /// One emptying of the box, in the order in which it is to be read.
    struct Mail: Sendable {
        /// The outcome of opening.
        var opened: Result<any Transport, RadioTrouble>?
        var batches: [Batch] = []
        /// The transport of this opening died.
        var ended: (opening: Int, trouble: RadioTrouble)?
        /// The latest one.
        var goal: RadioGoal?
        var stops = false
    }

    struct Batch: Sendable {
        let opening: Int
        let packets: [[UInt8]]
        let at: Duration
    }

    /// Most packets that wait: more than a minute's worth in a quiet house, eight seconds' in a busy
    /// street. Beyond that what arrives is dropped and counted; a reply lost with it is asked for again.
    static let capacity = 4096

    private struct State {
        var mail = Mail()
        var waiting = 0
        var dropped: UInt64 = 0
        var counters = RadioCounters()
        var isClosed = false
    }

    private let state = Mutex(State())
    private let ringer: AsyncStream<Void>.Continuation
    /// Rings at least once after anything was put in. For one loop.
    let bell: AsyncStream<Void>

    init() {
        (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What the core counted as of the last time the box was emptied, and the packets dropped here.
    var counters: RadioCounters {
        state.withLock { state in
            var counters = state.counters
            counters.dropped += state.dropped
            return counters
        }
    }

    func ring() {
        ringer.yield()
    }

    func want(_ goal: RadioGoal) {
        put { $0.mail.goal = goal }
    }

    func stop() {
        put { $0.mail.stops = true }
    }

    /// - Returns: Whether somebody will take the transport; else it is to be closed.
    func opened(_ result: Result<any Transport, RadioTrouble>) -> Bool {
        put { $0.mail.opened = result }
    }

    func received(_ batch: Batch) {
        put { state in
            if state.waiting + batch.packets.count <= Self.capacity {
                state.waiting += batch.packets.count
                state.mail.batches.append(batch)
            } else {
                state.dropped += UInt64(batch.packets.count)
            }
        }
    }

    func ended(opening: Int, _ trouble: RadioTrouble) {
        put { $0.mail.ended = (opening, trouble) }
    }

    /// Empties the box.
    func take(counting counters: RadioCounters) -> Mail {
        state.withLock { state in
            defer {
                state.mail = Mail()
                state.waiting = 0
                state.counters = counters
            }
            return state.mail
        }
    }

    /// Nothing is taken any more.
    /// - Returns: What is left.
    func close() -> Mail {
        let mail = take(counting: counters)
        state.withLock { $0.isClosed = true }
        return mail
    }

    @discardableResult
    private func put(_ change: (inout State) -> Void) -> Bool {
        let isOpen = state.withLock { state in
            if !state.isClosed { change(&state) }
            return !state.isClosed
        }
        ring()
        return isOpen
    }
}
