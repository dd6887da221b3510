import Synchronization
import Testing

@testable import Game
@testable import Journaling
@testable import PeerNetwork
@testable import Things
@testable import WebPage

/// People's things by the page: what is asked for, who may read it, and what is said to what cannot be.
struct PageThingsTests {
    private static let day = CivilDay(number: 20_784)
    private static let free = ThingsDesk.Circumstances(
        isFree: true, isHeard: true, others: [], hasCrew: false, isSlow: false)

    private static func desk(_ texts: [String] = []) -> ThingsDesk {
        var desk = ThingsDesk(ThingsBook(), ThingsMarks(), author: 1, hours: ThingsDesk.Hours())
        desk.clock(LocalTime(day: day, minute: 600))
        for text in texts { _ = desk.order(.write(text, of: ""), free, now: .zero) }
        return desk
    }

    private static func service(
        _ desk: ThingsDesk?, _ orders: @escaping @Sendable (ThingsOrder) -> Void = { _ in }
    )
        -> PageService
    {
        let window = PageEventHub(patience: PageEventHubTests.long) {}
        window.show(PageEventHubTests.state(1), now: .zero)
        let shelf = PageShelf()
        shelf.things.show(desk)
        return PageService(
            PageRouterTests.desk(.open), window: window, shelf: shelf, now: { .zero }, things: orders,
            wish: { _ in })
    }

    @Test func aListIsShownToWhoMayAct() async throws {
        let desk = Self.desk(["oil change"])
        let answer = await Self.service(desk).respond(to: PageRouterTests.get("/api/things"))
        #expect(answer.status == 200)
        guard case .bytes(let bytes) = answer.body else {
            Issue.record("no body")
            return
        }
        let tree = try PageStateTests.tree(bytes)
        #expect(tree["today"] == .text("2026-11-27"))
        #expect(tree["people"]?[0]?["items"]?[0]?["text"] == .text("oil change"))
        // Whoever has no PIN reads nothing of it.
        var router = PageRouterTests.desk()
        #expect(PageRouterTests.status(router.answer(PageRouterTests.get("/api/things"), now: .zero)) == 401)
    }

    @Test func anOrderReachesTheStation() async {
        let passed = Mutex<[ThingsOrder]>([])
        let service = Self.service(Self.desk()) { order in passed.withLock { $0.append(order) } }
        let body = #"{"task": "write", "text": " call  Tim ", "today": "2026-11-27", "minute": 61}"#
        #expect(await service.respond(to: PageRouterTests.post("/api/things", body)).status == 204)
        #expect(
            passed.withLock(\.self) == [
                .time(LocalTime(day: Self.day, minute: 61)), .write(" call  Tim ", of: ""),
            ])
    }

    @Test(arguments: [
        #"{"task": "write", "text": " "}"#, #"{"task": "write"}"#, #"{"task": "tick", "isDone": true}"#,
        #"{"task": "tick", "id": "12", "isDone": true}"#, #"{"task": "person", "person": "Anna"}"#,
        #"{"task": "nothing"}"#, #"{"task": "time"}"#,
        #"{"task": "time", "today": "2026-02-30", "minute": 1}"#,
        #"{"task": "time", "today": "2026-11-27", "minute": 1440}"#, #"{"task": "part", "station": "x"}"#,
        "[]", "",
    ])
    func whatIsNoOrderIsRefused(body: String) async {
        let service = Self.service(Self.desk())
        #expect(await service.respond(to: PageRouterTests.post("/api/things", body)).status == 400)
    }

    @Test func whatChangesNothingIsSaidSo() async {
        let full = Self.service(Self.desk(["a", "b", "c", "d"]))
        let body = #"{"task": "write", "text": "e"}"#
        #expect(await full.respond(to: PageRouterTests.post("/api/things", body)).status == 409)
        let none = Self.service(nil)
        #expect(await none.respond(to: PageRouterTests.post("/api/things", body)).status == 409)
    }
}
