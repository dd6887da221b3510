package import Game
import Journaling
import NIOPosix
package import PeerNetwork
import Runtime
import Speech
import Synchronization
package import Things

/// The page of one station: what is asked of it, what it answers, whose hands are on its button. The HTTP
/// around it is `PageServer`'s.
package final class PageService: PageAnswering {
    package typealias Response = PageResponse

    /// What anybody may look into besides the state.
    package struct Figures: Sendable {
        /// Events that found no place on their way into the station.
        var dropped = 0
        /// Reports of the radio since the start, and those that could not be read.
        var reports = 0
        var malformed = 0

        package init(
            dropped: Int = 0,
            reports: Int = 0,
            malformed: Int = 0
        ) {
            self.dropped = dropped
            self.reports = reports
            self.malformed = malformed
        }
    }

    package let window: PageEventHub
    private let shelf: PageShelf
    private let desk: Mutex<PageRouter>
    private let hand = Mutex(PressLease())
    private let requests = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let wish: @Sendable (Wish) -> Void
    private let crew: @Sendable (CrewKey?) -> Void
    private let things: @Sendable (ThingsOrder) -> Void
    private let complain: @Sendable (String) -> Void
    /// Rounds that are being heard again; a browser asks for several parts of one at a time.
    static let reelsAtMost = 6
    private let reels = Atomic<Int>(0)
    /// A crew word is being stretched, which is meant to take its time.
    private let isStretching = Atomic<Bool>(false)
    private let figures: @Sendable () -> Figures
    /// The station's clock.
    package let now: @Sendable () -> Duration
    private let held = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - now: the station's clock.
    ///   - crew: passes what becomes of a crew word to the gatekeeper.
    ///   - things: passes what somebody wants of their things to the station.
    ///   - complain: is told, once a minute at most, that wrong PINs are given.
    ///   - wish: passes what somebody wants to the station.
    package init(
        _ desk: PageRouter, window: PageEventHub, shelf: PageShelf = PageShelf(),
        now: @escaping @Sendable () -> Duration = MonotonicClock.now,
        figures: @escaping @Sendable () -> Figures = { Figures() },
        crew: @escaping @Sendable (CrewKey?) -> Void = { _ in },
        things: @escaping @Sendable (ThingsOrder) -> Void = { _ in },
        complain: @escaping @Sendable (String) -> Void = { _ in }, wish: @escaping @Sendable (Wish) -> Void
    ) {
        self.desk = Mutex(desk)
        self.window = window
        self.shelf = shelf
        self.now = now
        self.figures = figures
        self.crew = crew
        self.things = things
        self.complain = complain
        self.wish = wish
    }

    /// The station's own button was pressed: the PIN if it is to be spoken now.
    package func pressed(now: Duration) -> [UInt8]? {
        desk.withLock { $0.pressed(now: now) }
    }

    /// Whether somebody has given the PIN from there.
    package func knows(_ source: String) -> Bool {
        desk.withLock { $0.lock.knows(source) }
    }

    /// Lets go for browsers that have fallen silent, until the task is cancelled. Rests while nobody holds.
    package func letGo() async {
        for await _ in held.stream {
            while hand.withLock({ $0.isDown }), !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(250))
                if hand.withLock({ $0.expire(now: now()) }) { wish(.hold(false)) }
            }
        }
    }

    package func respond(to request: PageRequest) async -> Response {
        requests.wrappingAdd(1, ordering: .relaxed)
        let (reply, complaint) = desk.withLock { desk in
            let now = now()
            return (desk.answer(request, now: now), desk.complaint(now: now))
        }
        if let complaint { complain(complaint) }
        switch reply {
        case .asset(let asset): return Response.asset(asset, status: 200)
        case .notModified(let asset): return Response.asset(asset, status: 304)
        case .avatar(let id):
            let avatar = Avatar(id, name: name(of: id))
            // The same bits are the same alien for ever; its name may change.
            return Response.make(
                200, "image/svg+xml", Array(avatar.svg.utf8), cache: "max-age=60")
        case .state:
            guard let picture = await window.newest(now: now) else { return await busy() }
            return Response.make(200, "application/json", picture.json)
        case .events: return Response.make(200, "text/event-stream", .events)
        case .health: return await health()
        case .metrics: return await metrics()
        case .log: return Response.make(200, "application/json", shelf.logJSON(now: now()))
        case .rounds: return Response.make(200, "application/json", await shelf.roundsJSON())
        case .doctor:
            guard let findings = await shelf.doctorJSON(now: now()) else { return await busy() }
            return Response.make(200, "application/json", findings)
        case .taunts:
            let taunts = PageTaunts(in: shelf.voice.current.language)
            return Response.make(200, "application/json", taunts.json())
        case .story(let name):
            guard let story = await shelf.story(name) else { return noSuchRound() }
            var response = Response.make(200, "text/plain; charset=utf-8", story)
            response.headers.append(("Content-Disposition", "attachment; filename=\"\(name).txt\""))
            return response
        case .chart(let name):
            switch await shelf.chart(name) {
            case .ready(let svg): return Response.make(200, "image/svg+xml", Array(svg.utf8))
            case .none: return noSuchRound()
            case .busy: return await busy()
            }
        case .sound(let name):
            switch await shelf.sound(name) {
            case .ready(let sound): return play(sound, name, part: request.range)
            case .none: return noSuchRound()
            case .busy: return await busy()
            }
        case .update:
            guard let file = await shelf.running?() else {
                return refusal(
                    404, "This station hands on no update: it does not run from a card, or a round is on.")
            }
            return hand(on: file, part: request.range)
        case .things:
            let things = PageThings(shelf.things.latest, names: window.names, now: now())
            return Response.make(200, "application/json", things.json())
        case .act(.update):
            guard shelf.takesUpdates else {
                return refusal(409, "This station takes no updates here: with the package, apt brings them.")
            }
            if window.latest?.round != nil {
                return refusal(409, "A round is on: send the update after it.")
            }
            return Response.make(204, nil, .upload)
        case .act(let action):
            if let impossible = impossible(action) { return impossible }
            guard await act(action, source: request.source) else { return await busy() }
            return Response.make(204, nil, [])
        case .refusal(let status, let sentence): return refusal(status, sentence)
        }
    }

    private func hand(on file: PageFile, part: String?) -> Response {
        let whole = 0..<file.byteCount
        let range = part.map { PagePart.bytes($0, of: whole) } ?? .all
        guard let bytes = range.bytes(of: whole) else { return refusal(416, "That part is not there.") }
        var response = Response.make(
            bytes == whole ? 200 : 206, "application/octet-stream", .file(file, bytes))
        if bytes != whole {
            let last = bytes.upperBound - 1
            response.headers.append(("Content-Range", "bytes \(bytes.lowerBound)-\(last)/\(whole.count)"))
        }
        return response
    }

    /// All of it, or a part: browsers on phones play nothing that they cannot ask for piece by piece.
    private func play(_ sound: RoundSound, _ name: String, part: String?) -> Response {
        let whole = 0..<sound.byteCount
        let range = part.map { PagePart.bytes($0, of: whole) } ?? .all
        guard let bytes = range.bytes(of: whole) else {
            var response = refusal(416, "That part is not there.")
            response.headers.append(("Content-Range", "bytes */\(whole.count)"))
            return response
        }
        var response = Response.make(
            bytes == whole ? 200 : 206, "audio/wav", .reel(sound.reel(bytes, in: shelf.voice.current)))
        response.headers += [
            ("Accept-Ranges", "bytes"), ("Content-Disposition", "inline; filename=\"\(name).wav\""),
        ]
        if bytes != whole {
            let last = bytes.upperBound - 1
            response.headers.append(("Content-Range", "bytes \(bytes.lowerBound)-\(last)/\(whole.count)"))
        }
        return response
    }

    /// A reel is about to be played off; false when too many are.
    package func beginsReel() -> Bool {
        guard reels.wrappingAdd(1, ordering: .relaxed).newValue <= Self.reelsAtMost else {
            endsReel()
            return false
        }
        return true
    }

    package func endsReel() { reels.wrappingSubtract(1, ordering: .relaxed) }

    /// Somebody is about to send an update; nil where none are taken.
    package func beginUpload() async -> PageUpload? { await shelf.beginUpload() }

    /// - Parameter refused: why it was not taken; nil if it was.
    package func uploaded(_ refused: String?) -> Response {
        refused.map { refusal(409, $0) } ?? Response.make(204, nil, [])
    }

    /// Nobody else can look now, or the station does not answer.
    package func busy() async -> Response {
        refusal(503, "The station is busy, or too many are looking: try again in a moment.")
    }

    private func refusal(_ status: Int, _ sentence: String) -> Response {
        refused.wrappingAdd(1, ordering: .relaxed)
        return .refusal(status, sentence)
    }

    /// - Returns: false when it cannot be done now.
    private func act(_ action: PageAction, source: String) async -> Bool {
        switch action {
        case .hold(let isDown):
            guard hand.withLock({ $0.hold(isDown, source: source, now: now()) }) else { return true }
            wish(.hold(isDown))
            if isDown { held.continuation.yield() }
        case .crew(let word): return await use(word)
        case .calibrate(let id): wish(.calibrate(id))
        case .press: wish(.press)
        case .role: wish(.switchRole)
        case .invite(let id): wish(.invite(id))
        case .accept: wish(.accept)
        case .decline: wish(.decline)
        case .taunt(let quip): wish(.taunt(quip))
        case .listen: wish(.listen)
        case .landmark(let isWanted): wish(.landmark(isWanted))
        case .adjust(let adjustment): wish(.adjust(adjustment))
        case .things(let orders): orders.forEach(things)
        case .pin, .update: break
        }
        return true
    }

    /// Makes a key of a word, on a thread that may take a second, and one at a time: it takes 16 MiB.
    private func use(_ word: String) async -> Bool {
        let (isFree, _) = isStretching.compareExchange(
            expected: false, desired: true, ordering: .acquiringAndReleasing)
        guard isFree else { return false }
        defer { isStretching.store(false, ordering: .releasing) }
        do {
            // No word is no key, and that is no failure.
            crew(try await NIOThreadPool.singleton.runIfActive { CrewKey(word: word) })
            return true
        } catch {
            return false
        }
    }

    private func noSuchRound() -> Response {
        refusal(
            404,
            "There is no such round, it is not over, or nobody was heard: /api/rounds has all there are."
        )
    }

    /// What could be, and not as things stand.
    private func impossible(_ action: PageAction) -> Response? {
        let voices = shelf.voice.choices
        if case .adjust(.voice(let name)) = action, !voices.contains(where: { $0.name == name }) {
            return refusal(409, "There is no such voice here: the state lists those there are.")
        }
        if case .things(let orders) = action, !shelf.things.isPossible(orders, now: now()) {
            return refusal(
                409, "That changes nothing: a day has four things and eight people, and has to be known.")
        }
        guard let state = window.latest else { return nil }
        switch action {
        case .adjust(.area(let area)) where state.areas.contains { $0.name == area.name }:
            return refusal(409, "There is an area \(area.name) already: give this one another name.")
        case .adjust(.area) where state.areas.count >= Area.atMost:
            return refusal(409, "There are \(Area.atMost) areas, and no more are watched.")
        case .adjust(.forget(let name)) where !state.areas.contains { $0.isOurs && $0.name == name }:
            return refusal(409, "The page made no area \(name): those of the settings file stay.")
        case .adjust(.capacity) where isSettled(state), .crew where isSettled(state):
            return refusal(409, "A round is on: who plays is settled before it.")
        case .taunt where state.round?.taunts == nil:
            return refusal(409, "Nobody hides here: taunts are chosen while this station hides.")
        case .landmark where state.landmark == nil:
            return refusal(409, "No landmark is asked about.")
        case .calibrate where state.round != nil:
            return refusal(409, "A round is on: calibrate after it.")
        case .calibrate(let id) where !state.others.contains { $0.id == id }:
            return refusal(409, "That station is not here: choose one that is.")
        default: return nil
        }
    }

    /// With whom this station plays is being agreed on, or has been.
    private func isSettled(_ state: PageState) -> Bool { state.round != nil || state.phase == .agreeing }

    /// As the station knows it, or as its identity gives it.
    private func name(of id: StationID) -> StationName {
        window.names[id] ?? StationName(id)
    }

    private func health() async -> Response {
        guard let picture = await window.newest(now: now) else { return await busy() }
        let broken = picture.state.parts.broken
        let text = broken.isEmpty ? "ok\n" : broken.joined(separator: ", ") + "\n"
        return Response.make(broken.isEmpty ? 200 : 503, "text/plain; charset=utf-8", Array(text.utf8))
    }

    private func metrics() async -> Response {
        guard let picture = await window.newest(now: now) else { return await busy() }
        let metrics = PageMetrics(
            state: picture.state, figures: figures(), viewers: window.viewerCount,
            requests: requests.load(ordering: .relaxed), refused: refused.load(ordering: .relaxed))
        return Response.make(200, "text/plain; version=0.0.4; charset=utf-8", Array(metrics.text.utf8))
    }
}
