import Game
import PeerNetwork
import Simulation
import Speech
import StationNode
import Synchronization
import WebPage

/// The pages of an evening's stations: what is asked of one reaches its simulated station, and each shows
/// what that station does.
final class DemoPages: Sendable {
    private struct Desk {
        var wishes: [(station: Int, arrival: NodeInput)] = []
        var now = World.begin
        var captions: [PageCaptions]
    }

    /// Wishes that wait for the next frame; more are not granted.
    private static let wishesAtMost = 64

    /// One for each station, the hider's first.
    let services: [PageService]
    private let desk: Shared
    private let acting: PageActing

    /// Known to the services before there is an object that they belong to.
    private final class Shared: Sendable {
        private let desk: Mutex<Desk>

        init(_ desk: Desk) { self.desk = Mutex(desk) }

        func withLock<Result: Sendable>(_ body: (inout Desk) -> Result) -> Result {
            desk.withLock { body(&$0) }
        }
    }

    /// - Parameter voice: of all stations.
    init(stations: Int, voice: Voice = .silent, acting: PageActing = .open) {
        self.acting = acting
        let desk = Shared(Desk(captions: Array(repeating: PageCaptions(), count: stations)))
        self.desk = desk
        let shelf = PageShelf(voice: ChosenVoice(voice))
        services = (0..<stations).map { station in
            let window = PageEventHub {}
            let lock = PageLock(acting, pin: [0, 0, 0, 0])
            let pass = { @Sendable (arrival: NodeInput) in
                desk.withLock { desk in
                    if desk.wishes.count < Self.wishesAtMost { desk.wishes.append((station, arrival)) }
                }
            }
            return PageService(
                PageRouter(.own, lock: lock), window: window, shelf: shelf, now: { desk.withLock { $0.now } },
                crew: { pass(.crew($0)) }, wish: { pass(.event(.wish($0))) })
        }
    }

    /// The next evening begins.
    func restart() {
        desk.withLock { desk in
            desk.now = World.begin
            desk.wishes = []
            desk.captions = desk.captions.map { _ in PageCaptions() }
        }
        for service in services { service.window.restart() }
    }

    /// What was asked since the last time.
    func takeWishes() -> [(station: Int, arrival: NodeInput)] {
        desk.withLock { desk in
            defer { desk.wishes = [] }
            return desk.wishes
        }
    }

    /// Shows the evening as it is now.
    func show(_ evening: Evening, after happenings: [World.Happening]) {
        let now = evening.world.now
        let captions = desk.withLock { desk in
            desk.now = now
            for happening in happenings {
                guard case .say(let phrase) = happening.effect else { continue }
                desk.captions[happening.station].say(phrase, evening.text(phrase), now: happening.at)
            }
            return desk.captions
        }
        for (number, service) in services.enumerated() where service.window.isDue(now: now) {
            var setting = PageSetting()
            setting.acting = acting
            setting.language = evening.language.code
            setting.hasCrew = evening.world.stations[number].node.peers.gatekeeper.crew != nil
            let state = PageState(
                evening.world.stations[number].station, captions[number], setting, now: now)
            service.window.show(state, now: now)
        }
    }
}
