import Game
package import MQTT
import PeerNetwork
import Runtime
import Synchronization
package import Venue
package import WebPage

/// The table of an evening: what the broker brings, what its page shows, what it asks for. The
/// HTTP around it is `PageServer`'s.
package final class TableService: PageAnswering {
    private struct State {
        var board: VenueBoard
        var trouble: String?
    }

    package let window: EventHub<VenueState>
    package let now: @Sendable () -> Duration
    private let state: Mutex<State>
    private let router: Mutex<TableRouter>
    private let say: @Sendable ([ApplicationMessage]) -> Void
    private let complain: @Sendable (String) -> Void
    private let looks = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - say: passes what is asked of stations to the broker.
    ///   - complain: is told, once a minute at most, that wrong PINs are given.
    package init(
        _ board: VenueBoard, _ router: TableRouter,
        now: @escaping @Sendable () -> Duration = MonotonicClock.now,
        complain: @escaping @Sendable (String) -> Void = { _ in },
        say: @escaping @Sendable ([ApplicationMessage]) -> Void
    ) {
        state = Mutex(State(board: board, trouble: "The table has not reached its broker yet."))
        self.router = Mutex(router)
        self.now = now
        self.complain = complain
        self.say = say
        let rouse = looks.continuation
        window = EventHub { rouse.yield() }
    }

    // MARK: - What the broker brings

    package func heard(_ message: ApplicationMessage) {
        if state.withLock({ $0.board.heard(message) }) { looks.continuation.yield() }
    }

    /// - Parameter trouble: how it stands with its broker, in a sentence; nil when it has reached it.
    package func stands(_ trouble: String?) {
        state.withLock { state in
            if trouble != nil { state.board.lost() }
            state.trouble = trouble
        }
        looks.continuation.yield()
    }

    /// What it is now.
    package var board: VenueBoard { state.withLock(\.board) }

    /// Shows what is new, until the task is cancelled.
    package func letGo() async {
        for await _ in looks.stream {
            while !Task.isCancelled, window.isWatched, !show() {
                // Another state was shown a moment ago.
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// - Returns: false when it has to be tried again in a moment.
    private func show() -> Bool {
        let now = now()
        guard window.isDue(now: now) else { return false }
        let shown = state.withLock { VenueState($0.board, trouble: $0.trouble) }
        window.show(shown, now: now)
        return true
    }

    // MARK: - What its page asks

    package func respond(to request: PageRequest) async -> PageResponse {
        let (reply, complaint) = router.withLock { router in
            (router.answer(request, now: now()), router.complaint(now: now()))
        }
        if let complaint { complain(complaint) }
        switch reply {
        case .asset(let asset): return .asset(asset, status: 200)
        case .notModified(let asset): return .asset(asset, status: 304)
        case .avatar(let id):
            let name = board.entries[id]?.report?.name ?? StationName(id)
            return .make(
                200, "image/svg+xml", Array(Avatar(id, name: name).svg.utf8), cache: "max-age=60")
        case .cards(let sheet):
            let names = board.entries.compactMapValues(\.report?.name)
            guard let svg = StationCards(names).sheet(sheet) else {
                return .refusal(404, "There is no such sheet: eight cards are on each, and the first is 1.")
            }
            return .make(200, "image/svg+xml", Array(svg.utf8))
        case .state:
            let shown = state.withLock { VenueState($0.board, trouble: $0.trouble) }
            return .make(200, "application/json", shown.json)
        case .events: return .make(200, "text/event-stream", .events)
        case .health:
            let trouble = state.withLock(\.trouble)
            return .make(
                trouble == nil ? 200 : 503, "text/plain; charset=utf-8", Array("\(trouble ?? "ok")\n".utf8))
        case .comeIn: return .make(204, nil, [])
        case .say(let messages):
            guard state.withLock({ $0.trouble == nil }) else {
                return .refusal(503, "The table does not reach its broker: nobody would hear that.")
            }
            say(messages)
            return .make(204, nil, [])
        case .refusal(let status, let sentence): return .refusal(status, sentence)
        }
    }

    package var bodyBytesAtMost: Int { TableOrders.bodyBytesAtMost }

    package func knows(_ source: String) -> Bool { router.withLock { $0.knows(source) } }

    package func busy() async -> PageResponse {
        .refusal(503, "Too many are looking: try again in a moment.")
    }
}

extension VenueState: PageShown {
    package func json(at now: Duration) -> [UInt8] { json }
}
