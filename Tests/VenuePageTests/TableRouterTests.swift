import Game
import MQTT
import PeerNetwork
import Testing

@testable import Venue
@testable import VenuePage
@testable import WebPage

/// What the table's page is answered with, door by door.
struct TableRouterTests {
    private static let topics = VenueTopics.standard
    private let fox = StationID(value: 1)
    private let owl = StationID(value: 2)

    private static func router() -> TableRouter {
        TableRouter(
            .table, door: PageDoor(PageLock(.pin, pin: [1, 2, 3, 4]), names: ["hall"]),
            orders: TableOrders(topics))
    }

    private func ask(
        _ path: String, _ method: PageRequest.Method = .get, body: String = "", pin: String? = "1234",
        host: String = "hall:8090", origin: String? = nil
    ) -> TableRouter.Reply {
        var request = PageRequest(method: method, path: path, host: host, origin: origin, pin: pin)
        request.body = Array(body.utf8)
        (request.source, request.destination) = ("192.0.2.7", "192.0.2.1")
        var router = Self.router()
        return router.answer(request, now: .seconds(1))
    }

    private func status(_ reply: TableRouter.Reply) -> Int? {
        if case .refusal(let status, _) = reply { status } else { nil }
    }

    @Test func everyFileOfThePageIsThere() throws {
        guard case .asset(let page) = ask("/") else {
            Issue.record("there is no page")
            return
        }
        // What it names is there.
        let text = String(decoding: page.bytes, as: UTF8.self)
        for name in text.matches(of: /(?:href|src)="(\/[a-z_]+\.[a-z]+)"/).map({ String($0.output.1) }) {
            guard case .asset = ask(name) else {
                Issue.record("\(name) is not there")
                continue
            }
        }
        let words = ["/words-en.js", "/words-de.js", "/words-fr.js"]
        for name in words + ["/acting.js", "/dom.js", "/events.js", "/words.js"] {
            guard case .asset = ask(name) else {
                Issue.record("\(name) is not there")
                continue
            }
        }
    }

    @Test func whatCanBeReadIsRead() {
        #expect(ask("/api/state") == .state)
        #expect(ask("/api/events") == .events)
        #expect(ask("/healthz") == .health)
        #expect(ask("/avatars/\(fox).svg") == .avatar(fox))
        #expect(ask("/cards/2.svg") == .cards(1))
        for path in ["/cards/0.svg", "/cards/-1.svg", "/cards/x.svg", "/nothing", "/avatars/x.svg", "/api/"] {
            #expect(status(ask(path)) == 404, "\(path)")
        }
        #expect(status(ask("/api/order")) == 405)
        #expect(status(ask("/", .other)) == 405)
    }

    @Test func strangersAreNotListenedTo() {
        #expect(status(ask("/api/state", host: "evil.example")) == 403)
        #expect(status(ask("/api/order", .post, origin: "http://evil.example")) == 403)
        #expect(status(ask("/api/order", .post, body: "{}", pin: nil)) == 401)
        #expect(status(ask("/api/order", .post, body: "{}", pin: "0000")) == 401)
    }

    @Test func aScriptThatAsksForAPINIsAnsweredAsAStationAnswers() {
        #expect(ask("/api/pin", .post, pin: nil) == .comeIn)
        #expect(status(ask("/api/hold", .post, pin: "0000")) == 401)
        #expect(ask("/api/hold", .post) == .comeIn)
    }

    @Test func ordersGoToWhomTheyAreFor() {
        let stop = ask("/api/order", .post, body: #"{"word":"round","text":"stop","stations":[]}"#)
        #expect(
            stop
                == .say([
                    ApplicationMessage(topic: "hotcold/all/set/round", text: "stop", quality: .atLeastOnce)
                ]))
        let hush = ask(
            "/api/order", .post, body: #"{"word":"hush","text":"ON","stations":["\#(fox)","\#(owl)"]}"#)
        guard case .say(let messages) = hush else {
            Issue.record("\(hush)")
            return
        }
        #expect(messages.map(\.topic) == ["hotcold/\(fox)/set/hush", "hotcold/\(owl)/set/hush"])
        #expect(messages.allSatisfy { !$0.isRetained })
    }

    @Test func theseFivePlayNext() {
        let start = ask("/api/start", .post, body: #"{"stations":["\#(fox)","\#(owl)"]}"#)
        guard case .say(let messages) = start else {
            Issue.record("\(start)")
            return
        }
        #expect(messages.map(\.topic) == ["hotcold/\(fox)/set/round", "hotcold/\(owl)/set/round"])
        #expect(
            messages.allSatisfy { String(decoding: $0.payload, as: UTF8.self) == "start \(fox),\(owl)" })
    }

    @Test(arguments: [
        ("/api/start", #"{"stations":[]}"#), ("/api/start", #"{"stations":["0000000000000001"]}"#),
        ("/api/start", #"{"stations":["x","y"]}"#),
        ("/api/start", #"{"stations":["0000000000000001","0000000000000001"]}"#),
        ("/api/order", ""), ("/api/order", "{"), ("/api/order", "[]"),
        ("/api/order", #"{"word":"explode","text":"","stations":[]}"#),
        ("/api/order", #"{"word":"volume","text":"2","stations":[]}"#),
        ("/api/order", #"{"word":"volume","text":"0.5"}"#),
        ("/api/order", #"{"word":"volume","text":"0.5","stations":["x"]}"#),
        (
            "/api/order",
            #"{"word":"round","text":"start 0000000000000001,0000000000000002","stations":[]}"#
        ),
    ])
    func whatSaysNothingIsRefused(_ path: String, _ body: String) {
        #expect(status(ask(path, .post, body: body)) == 400)
    }

    @Test func nobodyAsksTooMuch() {
        var router = Self.router()
        var request = PageRequest(method: .post, path: "/api/order", host: "hall", pin: "1234")
        request.body = Array(#"{"word":"press","text":"","stations":[]}"#.utf8)
        let replies = (0..<60).map { _ in router.answer(request, now: .seconds(1)) }
        #expect(replies.count { if case .say = $0 { true } else { false } } == 40)
        #expect(replies.contains { if case .refusal(429, _) = $0 { true } else { false } })
    }
}
