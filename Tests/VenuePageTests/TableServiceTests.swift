import Game
import MQTT
import PeerNetwork
import Synchronization
import Testing

@testable import Venue
@testable import VenuePage
@testable import WebPage

/// The table between a broker and a browser.
@Suite(.timeLimit(.minutes(10)))
struct TableServiceTests {
    private static let topics = VenueTopics.standard

    private static func service(
        say: @escaping @Sendable ([ApplicationMessage]) -> Void = { _ in }
    ) -> TableService {
        let door = PageDoor(PageLock(.open, pin: [1, 2, 3, 4]))
        return TableService(
            VenueBoard(topics), TableRouter(.table, door: door, orders: TableOrders(topics)), say: say)
    }

    private static func request(_ path: String, _ method: PageRequest.Method = .get, body: String = "")
        -> PageRequest
    {
        var request = PageRequest(method: method, path: path, host: "127.0.0.1:8090")
        request.destination = "127.0.0.1"
        request.body = Array(body.utf8)
        return request
    }

    private static func report(_ id: UInt64) -> (StationID, ApplicationMessage) {
        let id = StationID(value: id)
        let station = Station(
            Station.Configuration(id: id, name: StationName(id), role: .seek, boot: 1, seed: 1))
        let report = StationReport(station, volume: .standard, now: .seconds(1))
        return (
            id,
            ApplicationMessage(
                topic: topics.of(id, .state), payload: JSONText.bytes(report), isRetained: true)
        )
    }

    private func text(_ response: PageResponse) -> String {
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func whatTheBrokerBringsIsShown() async {
        let service = Self.service()
        #expect(await service.respond(to: Self.request("/healthz")).status == 503)
        service.stands(nil)
        #expect(await service.respond(to: Self.request("/healthz")).status == 200)
        let (id, message) = Self.report(7)
        service.heard(message)
        let name = StationName(id)
        let state = text(await service.respond(to: Self.request("/api/state")))
        #expect(state.contains("\"name\":\"\(name)\"") && state.contains("\"standing\":\"offline\""))
        service.heard(ApplicationMessage(topic: Self.topics.of(id, .availability), text: "online"))
        #expect(
            text(await service.respond(to: Self.request("/api/state"))).contains("\"standing\":\"broken\""))
        service.stands("The broker is gone.")
        let gone = text(await service.respond(to: Self.request("/api/state")))
        #expect(gone.contains("\"standing\":\"offline\"") && gone.contains("The broker is gone."))
    }

    @Test func whoLooksIsShownWhatIsNew() async throws {
        let service = Self.service()
        service.stands(nil)
        let showing = Task { await service.letGo() }
        defer { showing.cancel() }
        let (number, states) = try #require(service.window.look(now: service.now()) {})
        defer { service.window.leave(number, now: service.now()) }
        let (id, message) = Self.report(9)
        service.heard(message)
        for await json in states {
            service.window.took(number)
            if String(decoding: json, as: UTF8.self).contains("\(StationName(id))") { break }
        }
    }

    @Test func ordersGoOutWhileTheBrokerIsThere() async {
        let said = Mutex<[ApplicationMessage]>([])
        let service = Self.service { messages in said.withLock { $0 += messages } }
        let stop = Self.request(
            "/api/order", .post, body: #"{"word":"round","text":"stop","stations":[]}"#)
        #expect(await service.respond(to: stop).status == 503)
        #expect(said.withLock(\.self).isEmpty)
        service.stands(nil)
        #expect(await service.respond(to: stop).status == 204)
        #expect(said.withLock(\.self).map(\.topic) == ["hotcold/all/set/round"])
    }

    @Test func cardsAreEightOnASheet() async throws {
        let service = Self.service()
        for id in 1...9 as ClosedRange<UInt64> { service.heard(Self.report(id).1) }
        let first = text(await service.respond(to: Self.request("/cards/1.svg")))
        let second = text(await service.respond(to: Self.request("/cards/2.svg")))
        #expect(first.split(separator: "No. ", omittingEmptySubsequences: false).count == 9)
        #expect(second.split(separator: "No. ", omittingEmptySubsequences: false).count == 2)
        #expect(await service.respond(to: Self.request("/cards/3.svg")).status == 404)
        for id in 1...9 as ClosedRange<UInt64> {
            let name = StationName(StationID(value: id))
            #expect((first + second).contains(">\(name)</text>"))
        }
    }
}
