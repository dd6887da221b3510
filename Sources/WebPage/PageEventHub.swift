import PeerNetwork
import Synchronization

/// What can be shown: equal when there is nothing new to see.
package protocol PageShown: Equatable, Sendable {
    /// - Parameter now: from when on moments are counted.
    func json(at now: Duration) -> [UInt8]
}

/// Where states are looked at as they come.
package protocol PageWindow: Sendable {
    /// The newest states in JSON, the newest first of those that were missed; nil when too many look already.
    ///
    /// - Parameter drop: called when the viewer takes nothing for too long.
    func look(
        now: Duration, drop: @escaping @Sendable () -> Void
    ) -> (number: UInt64, states: any AsyncSequence<[UInt8], Never> & Sendable)?
    /// A viewer has taken what it was offered.
    func took(_ number: UInt64)
    /// A viewer has gone.
    func leave(_ number: UInt64, now: Duration)
}

/// How long one waits for the other: a viewer that does not take what it was offered is gone then; the
/// station, when it is asked once, is too busy.
package struct HubPatience: Sendable {
    var withViewers = Duration.seconds(20)
    var withStation = Duration.seconds(1)

    package init(
        withViewers: Duration = Duration.seconds(20), withStation: Duration = Duration.seconds(1)
    ) {
        self.withViewers = withViewers
        self.withStation = withStation
    }
}

/// Of a station's own page.
package typealias PageEventHub = EventHub<PageState>

extension PageState: PageShown {}

extension EventHub where State == PageState {
    /// Who is known by name: this station and those who are here.
    var names: [StationID: StationName] {
        guard let state = latest else { return [:] }
        var names = [state.station.id: state.station.name]
        for other in state.others { names[other.id] = other.name }
        for member in state.round?.members ?? [] { names[member.id] = member.name }
        return names
    }
}

/// Between the station and those who look at it: the newest state, and who waits for it.
///
/// It costs the station nothing while nobody looks: `isWatched` is one atomic load. A viewer that is slow
/// gets the newest state when it can take one, and none in between; one that takes nothing for a long time is
/// let go of.
package final class EventHub<State: PageShown>: PageWindow {
    static var viewersAtMost: Int { 64 }
    /// Between two states.
    static var apart: Duration { .milliseconds(100) }
    /// Without a change.
    static var repeats: Duration { .seconds(5) }

    package typealias Patience = HubPatience

    /// A state, ready to be sent to everybody.
    package struct Picture: Sendable {
        package var state: State
        package var json: [UInt8]
        var at: Duration

        package init(
            state: State,
            json: [UInt8],
            at: Duration
        ) {
            self.state = state
            self.json = json
            self.at = at
        }
    }

    private struct Viewer {
        /// Since when there is something that it has not taken.
        var waitingSince: Duration?
        /// It has been offered a state, and will be offered others when they differ.
        var hasSeen = false
        let continuation: AsyncStream<Picture>.Continuation
        /// Ends what is being written to it.
        let drop: @Sendable () -> Void
    }

    private struct Shelf {
        var newest: Picture?
        var viewers: [UInt64: Viewer] = [:]
        var count: UInt64 = 0
        /// When the station was looked at last.
        var lookedAt: Duration?
    }

    private let shelf = Mutex(Shelf())
    private let watched = Atomic<Bool>(false)
    private let patience: Patience
    /// Has the station look around, so that there is something new to show.
    private let rouse: @Sendable () -> Void

    package init(
        patience: Patience = Patience(), rouse: @escaping @Sendable () -> Void
    ) {
        self.patience = patience
        self.rouse = rouse
    }

    package var isWatched: Bool { watched.load(ordering: .relaxed) }

    var viewerCount: Int { shelf.withLock { $0.viewers.count } }

    /// What was shown last, however long ago.
    package var latest: State? { shelf.withLock { $0.newest?.state } }

    /// Whether the station should show its state now.
    package func isDue(now: Duration) -> Bool {
        guard isWatched else { return false }
        return shelf.withLock { shelf in
            // A page that has seen nothing is shown it at once; nobody has while a state is less than `apart`
            // old.
            let hasNewcomers = shelf.viewers.values.contains { !$0.hasSeen }
            if let last = shelf.lookedAt, now - last < Self.apart, !hasNewcomers { return false }
            shelf.lookedAt = now
            return true
        }
    }

    /// The newest state of the station: sent to all viewers if it is another one, if the last is long ago, or
    /// if somebody has come who has seen none.
    package func show(_ state: State, now: Duration) {
        let (last, hasNewcomers) = shelf.withLock { shelf in
            (shelf.newest, shelf.viewers.values.contains { !$0.hasSeen })
        }
        if let last, last.state == state, now - last.at < Self.repeats, !hasNewcomers {
            shelf.withLock { tidy(&$0, now: now) }
            return
        }
        let picture = Picture(state: state, json: state.json(at: now), at: now)
        shelf.withLock { shelf in
            shelf.newest = picture
            for (number, viewer) in shelf.viewers {
                viewer.continuation.yield(picture)
                shelf.viewers[number]?.hasSeen = true
                if viewer.waitingSince == nil { shelf.viewers[number]?.waitingSince = now }
            }
            tidy(&shelf, now: now)
        }
    }

    /// Another station begins, whose clock may be behind: those who look go on looking.
    package func restart() {
        shelf.withLock { shelf in
            (shelf.newest, shelf.lookedAt) = (nil, nil)
            for number in shelf.viewers.keys {
                shelf.viewers[number]?.waitingSince = nil
            }
        }
    }

    /// Lets go of who takes nothing, and rests when nobody is left.
    private func tidy(_ shelf: inout Shelf, now: Duration) {
        for (number, viewer) in shelf.viewers {
            guard let since = viewer.waitingSince, now - since > patience.withViewers else { continue }
            viewer.continuation.finish()
            viewer.drop()
            shelf.viewers[number] = nil
        }
        watched.store(!shelf.viewers.isEmpty, ordering: .relaxed)
    }

    /// States as they come, the newest first of those that were missed; nil when too many look already.
    ///
    /// - Parameter drop: called when the viewer takes nothing for too long.
    func watch(
        now: Duration, drop: @escaping @Sendable () -> Void = {}
    ) -> (number: UInt64, states: AsyncStream<Picture>)? {
        let made = shelf.withLock { shelf -> (UInt64, AsyncStream<Picture>)? in
            guard shelf.viewers.count < Self.viewersAtMost else { return nil }
            let (stream, continuation) = AsyncStream.makeStream(
                of: Picture.self, bufferingPolicy: .bufferingNewest(1))
            shelf.count += 1
            shelf.viewers[shelf.count] = Viewer(continuation: continuation, drop: drop)
            if let newest = shelf.newest, now - newest.at < Self.apart {
                continuation.yield(newest)
                shelf.viewers[shelf.count]?.hasSeen = true
            }
            return (shelf.count, stream)
        }
        guard let made else { return nil }
        watched.store(true, ordering: .relaxed)
        rouse()
        return (made.0, made.1)
    }

    package func look(
        now: Duration, drop: @escaping @Sendable () -> Void
    ) -> (number: UInt64, states: any AsyncSequence<[UInt8], Never> & Sendable)? {
        watch(now: now, drop: drop).map { ($0.number, $0.states.map(\.json)) }
    }

    /// A viewer has taken what it was offered.
    package func took(_ number: UInt64) {
        shelf.withLock { $0.viewers[number]?.waitingSince = nil }
    }

    /// A viewer has gone.
    package func leave(_ number: UInt64, now: Duration) {
        shelf.withLock { shelf in
            shelf.viewers[number]?.continuation.finish()
            shelf.viewers[number] = nil
            tidy(&shelf, now: now)
        }
    }

    /// The state now, or of a moment ago; nil when the station does not answer within a second.
    package func newest(now: @Sendable () -> Duration) async -> Picture? {
        let asked = now()
        if let newest = shelf.withLock({ $0.newest }), asked - newest.at < Self.apart { return newest }
        guard let (number, states) = watch(now: asked) else { return nil }
        defer { leave(number, now: now()) }
        return await withTaskGroup(of: Picture?.self) { group in
            group.addTask {
                for await picture in states { return picture }
                return nil
            }
            group.addTask { [patience] in
                try? await Task.sleep(for: patience.withStation)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
