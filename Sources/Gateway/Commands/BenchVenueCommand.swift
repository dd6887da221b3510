import ArgumentParser
import Determinism
import Game
import MQTT
import MQTTConnection
import PeerNetwork
import Ranging
import Runtime
import Simulation
import Speech
import StationNode
import Synchronization
import Venue
import VenuePage
import WebPage

struct BenchVenueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-venue",
        abstract: "Measure what an evening of many stations is to a broker, and how far behind the table is.",
        discussion: """
            Simulated stations in groups of up to eight, each with a connection of its own to a real broker, \
            which may be restarted meanwhile; and a table. Exits with 1 when a round or a point is missing.
            """,
        shouldDisplay: false)

    @Option(help: "The broker, host:port.")
    var broker: String

    @Option(help: "How many stations.")
    var stations = 200

    @Option(help: "How many times as fast as clocks go.")
    var pace = 20

    @Option(help: "How long, in seconds of the evening.")
    var seconds = 1_200

    @Option(help: "Which evening.")
    var seed: UInt64 = 1

    func validate() throws {
        guard (2...256).contains(stations), (1...100).contains(pace), (10...86_400).contains(seconds) else {
            throw ValidationError("give 2 to 256 stations, a pace of 1 to 100, 10 to 86400 seconds.")
        }
        guard VenueCommand.address(broker)?.port != nil else {
            throw ValidationError("--broker \(broker): give host:port.")
        }
    }

    mutating func run() async throws {
        guard let (host, port) = VenueCommand.address(broker), let port else { return }
        let plan = EveningPlan(seed: seed, stations: stations, duration: .seconds(seconds))
        let bench = VenueBench(
            World(plan.configuration), BrokerAddress(host: host, port: port), pace: pace)
        let result = await bench.run(for: .seconds(seconds))
        Output.tell(result.line)
        if !result.isWhole { throw ExitCode.failure }
    }
}

/// What came of it.
struct VenueBenchResult {
    var stations: Int
    var published = 0
    var bytes = 0
    var seconds = 0.0
    var connections = 0
    var dropped = 0
    var doubles = 0
    var roundsPlayed = 0
    var roundsTold = 0
    var pointsMade = 0
    var pointsTold = 0
    /// From a happening to the page that shows it.
    var delays: [Duration] = []

    var isWhole: Bool { roundsTold == roundsPlayed && pointsTold == pointsMade && roundsPlayed > 0 }

    private func delay(_ share: Double) -> String {
        let sorted = delays.sorted()
        guard !sorted.isEmpty else { return "-" }
        return "\(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))].wholeMilliseconds)"
    }

    /// One object (RFC 8259).
    var line: String {
        let rate = { (value: Int) in ((Double(value) / max(seconds, 0.001)) * 10).rounded() / 10 }
        return """
            {"stations":\(stations),"messagesPerSecond":\(rate(published)),"bytesPerSecond":\(rate(bytes)),\
            "connections":\(connections),"dropped":\(dropped),"doubles":\(doubles),\
            "roundsPlayed":\(roundsPlayed),"roundsTold":\(roundsTold),"pointsMade":\(pointsMade),\
            "pointsTold":\(pointsTold),"happenings":\(delays.count),"delayP50Ms":\(delay(0.5)),\
            "delayP99Ms":\(delay(0.99)),"whole":\(isWhole)}
            """
    }
}

/// An evening in the time of clocks, or faster.
private struct VenueBench {
    private var world: World
    private let address: BrokerAddress
    private let pace: Int
    private let table: TableService
    private let watch = Watch()

    /// When what was said, and when it was shown.
    private final class Watch: Sendable {
        struct State {
            var said: [String: Duration] = [:]
            var heard: [Duration] = []
            var delays: [Duration] = []
        }

        let state = Mutex(State())
    }

    init(_ world: World, _ address: BrokerAddress, pace: Int) {
        self.world = world
        self.address = address
        self.pace = pace
        let topics = VenueTopics.standard
        let door = PageDoor(PageLock(.off, pin: [0, 0, 0, 0]))
        table = TableService(
            VenueBoard(topics), TableRouter(.table, door: door, orders: TableOrders(topics))
        ) { _ in }
    }

    private struct Seat {
        var telemetry: Telemetry
        let outgoing: AsyncStream<ApplicationMessage>.Continuation
        let client: Task<ClientSession.Counters, Never>
    }

    func run(for length: Duration) async -> VenueBenchResult {
        var bench = self
        return await bench.play(for: length)
    }

    private mutating func play(for length: Duration) async -> VenueBenchResult {
        var result = VenueBenchResult(stations: world.stations.count)
        let looking = look()
        var seats = world.stations.enumerated().map { index, station in
            seat(station.node.station.configuration, UInt64(index))
        }
        let begun = MonotonicClock.now()
        let (start, end) = (world.now, world.now + length)
        var played: Set<String> = []
        while world.now < end {
            let due = min(end, start + (MonotonicClock.now() - begun) * pace)
            while world.now < due {
                for happening in world.step(until: due) {
                    guard case .say(let phrase) = happening.effect else { continue }
                    let words = seats[happening.station].telemetry.said(
                        phrase, Sentence(phrase).text, now: world.now)
                    say(words, by: happening.station, seats, &result)
                }
                // As a real loop does: after everything that happens to a station.
                for index in world.touched {
                    let station = world.stations[index].node.station
                    if let session = station.session, session.outcome != nil {
                        played.insert("\(session.id) \(session.round)")
                    }
                    let news = seats[index].telemetry.look(station, volume: .standard, now: world.now)
                    say(news, by: index, seats, &result)
                }
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
        result.seconds = (MonotonicClock.now() - begun).inSeconds
        // A broker that was restarted is found again within the longest wait of a session.
        let until = MonotonicClock.now() + .seconds(70)
        while MonotonicClock.now() < until, !isTold(table.board, played.count) {
            try? await Task.sleep(for: .milliseconds(500))
        }
        let board = table.board
        for index in seats.indices {
            seats[index].outgoing.finish()
            let counters = await seats[index].client.value
            result.connections += counters.connections
            result.dropped += counters.dropped + seats[index].telemetry.dropped
            let station = world.stations[index].node.station
            let id = station.configuration.id
            result.pointsMade += Int(station.scores.points[id] ?? 0)
            result.pointsTold += Int(board.entries[id]?.report?.points ?? 0)
        }
        looking.cancel()
        result.roundsPlayed = played.count
        result.roundsTold = board.rounds.count
        result.doubles = board.doubles
        result.delays = watch.state.withLock(\.delays)
        return result
    }

    /// Whether the table has every point and every round.
    private func isTold(_ board: VenueBoard, _ rounds: Int) -> Bool {
        board.rounds.count == rounds
            && world.stations.allSatisfy { station in
                let station = station.node.station
                let id = station.configuration.id
                return board.entries[id]?.report?.points == station.scores.points[id] ?? 0
            }
    }

    private func seat(_ configuration: Station.Configuration, _ seed: UInt64) -> Seat {
        let setting = VenueSetting(topics: .standard, discovery: false)
        let telemetry = Telemetry(setting, id: configuration.id, boot: configuration.boot)
        let connection = BrokerConnection(address, telemetry.session(seed: seed))
        let (messages, outgoing) = AsyncStream.makeStream(
            of: ApplicationMessage.self, bufferingPolicy: .bufferingNewest(BrokerConnection.outgoingAtMost))
        return Seat(
            telemetry: telemetry, outgoing: outgoing,
            client: Task { await connection.run(outgoing: messages) { _ in } })
    }

    private func say(
        _ messages: [ApplicationMessage], by station: Int, _ seats: [Seat], _ result: inout VenueBenchResult
    ) {
        let now = MonotonicClock.now()
        for message in messages {
            result.published += 1
            result.bytes += message.topic.utf8.count + message.payload.count
            if message.quality == .atLeastOnce {
                let key = message.topic + String(decoding: message.payload, as: UTF8.self)
                watch.state.withLock { state in
                    if state.said.count < 100_000 { state.said[key] = now }
                }
            }
            seats[station].outgoing.yield(message)
        }
    }

    /// The table's broker, and somebody who looks at its page.
    private func look() -> Task<Void, Never> {
        let (table, watch, address) = (table, watch, address)
        return Task {
            await withTaskGroup(of: Void.self) { group in
                let (messages, _) = AsyncStream.makeStream(of: ApplicationMessage.self)
                let configuration = ClientSession.Configuration(
                    clientID: "hotcold-bench-table", subscriptions: table.board.subscriptions, seed: 7)
                group.addTask {
                    await BrokerConnection(address, configuration).run(outgoing: messages) { event in
                        switch event {
                        case .status(let status): table.stands(status == .online ? nil : "gone")
                        case .message(let message):
                            table.heard(message)
                            let key = message.topic + String(decoding: message.payload, as: UTF8.self)
                            watch.state.withLock { state in
                                if let said = state.said.removeValue(forKey: key) { state.heard.append(said) }
                            }
                        }
                    }
                }
                group.addTask { await table.letGo() }
                group.addTask {
                    guard let (number, states) = table.window.look(now: table.now(), drop: {}) else { return }
                    for await _ in states {
                        table.window.took(number)
                        let now = MonotonicClock.now()
                        watch.state.withLock { state in
                            state.delays += state.heard.map { now - $0 }
                            state.heard = []
                        }
                    }
                }
                await group.waitForAll()
            }
        }
    }
}
