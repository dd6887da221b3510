import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing
import WebClient

@testable import Game
@testable import Runtime
@testable import WebPage

/// The page over real sockets, on the loopback, with a station that shows one state.
struct PageServerTests {
    /// Which state the station shows: so many sentences.
    private final class Shown: Sendable {
        let number = Atomic<Int>(1)
    }

    /// A served page, until `body` has come to its end.
    private static func serving(
        _ acting: PageActing = .open,
        _ body: (Int, AsyncStream<Wish>, borrowing Atomic<Int>) async throws -> Void
    ) async throws {
        let shown = Shown()
        let wishes = AsyncStream.makeStream(of: Wish.self)
        let listening = AsyncStream.makeStream(of: Int.self)
        let roused = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let window = PageEventHub(patience: PageEventHubTests.long) {
            roused.continuation.yield()
        }
        let desk = PageRouter(
            PageAssets(PageRouterTests.files), lock: PageLock(acting, pin: PageRouterTests.pin))
        let service = PageService(desk, window: window) { wishes.continuation.yield($0) }
        let server = PageServer(
            service: service, port: 0, logger: Logger(label: "test"), address: "127.0.0.1",
            listens: { listening.continuation.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.run() }
            group.addTask {
                for await _ in roused.stream {
                    let state = PageEventHubTests.state(shown.number.load(ordering: .relaxed))
                    window.show(state, now: MonotonicClock.now())
                }
            }
            for await port in listening.stream {
                try await body(port, wishes.stream, shown.number)
                break
            }
            group.cancelAll()
        }
    }

    @Test func whatCanBeRead() async throws {
        try await Self.serving { port, _, _ in
            let page = try await WebClient.talk(port, WebClient.get("/"))
            #expect(page.hasPrefix("HTTP/1.1 200"))
            #expect(page.contains("Content-Security-Policy: default-src 'none'"))
            #expect(!page.contains("unsafe"))
            let state = try await WebClient.talk(port, WebClient.get("/api/state"))
            #expect(state.contains("\"phase\":\"lobby\""))
            #expect(state.contains("Content-Type: application/json"))
            #expect(try await WebClient.talk(port, WebClient.get("/healthz")).contains("radio starting"))
            #expect(
                try await WebClient.talk(port, WebClient.get("/metrics")).contains(
                    "hotcold_page_requests_total 4"))
            #expect(try await WebClient.talk(port, WebClient.get("/nothing")).hasPrefix("HTTP/1.1 404"))
            let head = "HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            #expect(try await WebClient.talk(port, head).hasSuffix("\r\n\r\n"))
            let avatar = try await WebClient.talk(port, WebClient.get("/avatars/437b242bf2e9490b.svg"))
            #expect(avatar.contains("image/svg+xml") && avatar.contains("</svg>"))
        }
    }

    @Test func statesComeAsTheyChange() async throws {
        try await Self.serving { port, _, shown in
            let first = try await WebClient.talk(port, WebClient.get("/api/events"), until: "\n\n")
            #expect(first.contains("text/event-stream"))
            #expect(first.contains("event: state\ndata: {") && !first.contains("\"id\":4"))
            // Whoever comes later sees what is there then.
            shown.store(4, ordering: .relaxed)
            let second = try await WebClient.talk(port, WebClient.get("/api/events"), until: "\"id\":4")
            #expect(second.contains("\"id\":4"))
        }
    }

    @Test func whatIsAskedReachesTheStation() async throws {
        try await Self.serving { port, wishes, _ in
            var wishes = wishes.makeAsyncIterator()
            #expect(try await WebClient.talk(port, WebClient.post("/api/press")).hasPrefix("HTTP/1.1 204"))
            #expect(await wishes.next() == .press)
            _ = try await WebClient.talk(port, WebClient.post("/api/hold", "{\"isDown\": true}"))
            #expect(await wishes.next() == .hold(true))
            // Nobody says again that it is held.
            #expect(await wishes.next() == .hold(false))
            let foreign = WebClient.post("/api/press", "", "Origin: http://example.com\r\n")
            #expect(try await WebClient.talk(port, foreign).hasPrefix("HTTP/1.1 403"))
            let large = WebClient.post("/api/hold", String(repeating: "x", count: 100_000))
            #expect(try await WebClient.talk(port, large).hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "\r\n\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n",
        "POST /api/hold HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        "POST /api/hold HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func garbageIsAnsweredOrHungUpOn(request: String) async throws {
        try await Self.serving { port, _, _ in
            let answer = try await WebClient.talk(port, request, until: "\r\n\r\n")
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
            #expect(try await WebClient.talk(port, WebClient.get("/")).hasPrefix("HTTP/1.1 200"))
        }
    }

    /// Who holds the door open keeps nobody out but itself.
    @Test func noMoreThanTwentyFourFromOnePlace() {
        let bounds = ConnectionBounds()
        var letIn = 0
        for _ in 0..<1_000 where bounds.enter("10.0.0.1") { letIn += 1 }
        #expect(letIn == ConnectionBounds.fromOneAtMost)
        #expect(bounds.enter("10.0.0.2"))
        for other in 3..<1_000 { _ = bounds.enter("10.0.1.\(other)") }
        #expect(bounds.count == ConnectionBounds.ofStrangersAtMost)
        for _ in 0..<ConnectionBounds.fromOneAtMost { bounds.leave("10.0.0.1") }
        #expect(bounds.enter("10.0.0.1"))
    }

    /// Neither who has given the PIN nor another stranger is kept out.
    @Test func sixPlacesTogetherKeepNobodyOut() {
        let bounds = ConnectionBounds { $0 == "10.0.0.9" }
        for attempt in 0..<600 { _ = bounds.enter("10.0.1.\(attempt % 6)") }
        for _ in 0..<ConnectionBounds.fromStrangerAtMost { #expect(bounds.enter("10.0.0.8")) }
        // Nor do very many.
        for other in 0..<1_000 { _ = bounds.enter("10.0.2.\(other)") }
        #expect(!bounds.enter("10.0.0.7"))
        for _ in 0..<ConnectionBounds.fromOneAtMost { #expect(bounds.enter("10.0.0.9")) }
    }
}
