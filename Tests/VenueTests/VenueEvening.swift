import Broker
import Determinism
import Game
import MQTT
import PeerNetwork
import Simulation
import StationNode

@testable import Venue

/// A simulated evening of stations that tell a broker of it, and a table that looks on. Broker and networks
/// are values; a broker may be restarted at any step.
struct VenueEvening {
    struct Client {
        var session: ClientSession
        var connection: Int?
    }

    var world: World
    var telemetry: [Telemetry]
    /// The stations', and the table's last.
    var clients: [Client]
    var broker = SimulatedBroker()
    var board: VenueBoard
    var isBrokerUp = true
    private var connections = 0
    private(set) var orders: [(station: Int, order: StationOrder)] = []

    static let topics = VenueTopics.standard

    init(_ configuration: World.Configuration, setting: VenueSetting = VenueSetting(topics: topics)) {
        world = World(configuration)
        board = VenueBoard(setting.topics)
        telemetry = world.stations.map { station in
            let configuration = station.node.station.configuration
            return Telemetry(setting, id: configuration.id, boot: configuration.boot)
        }
        clients = telemetry.enumerated().map { index, telemetry in
            Client(session: ClientSession(telemetry.session(seed: UInt64(index))))
        }
        clients.append(
            Client(
                session: ClientSession(
                    ClientSession.Configuration(
                        clientID: "table", subscriptions: board.subscriptions, seed: 99))))
    }

    var now: Duration { world.now }

    /// The next instant at which anything is due, and what follows.
    mutating func step(until limit: Duration) {
        let due = clients.compactMap(\.session.nextDeadline).min() ?? limit
        let happenings = world.step(until: min(limit, max(due, now + .milliseconds(1))))
        for happening in happenings {
            guard case .say(let phrase) = happening.effect else { continue }
            say(telemetry[happening.station].said(phrase, "\(phrase)", now: now), by: happening.station)
        }
        for station in telemetry.indices {
            let messages = telemetry[station].look(
                world.stations[station].node.station, volume: .standard, now: now)
            say(messages, by: station)
        }
        for client in clients.indices where clients[client].session.nextDeadline.map({ $0 <= now }) ?? false {
            handle(.tick, client)
        }
    }

    mutating func run(for time: Duration) {
        let end = now + time
        while now < end { step(until: end) }
    }

    private mutating func say(_ messages: [ApplicationMessage], by client: Int) {
        for message in messages { handle(.publish(message), client) }
    }

    mutating func handle(_ input: ClientSession.Input, _ client: Int) {
        for output in clients[client].session.handle(input, now: now) { run(output, client) }
    }

    private mutating func run(_ output: ClientSession.Output, _ client: Int) {
        switch output {
        case .open:
            guard isBrokerUp else { return handle(.closed(.unreachable("refused")), client) }
            connections += 1
            clients[client].connection = connections
            broker.opened(connections)
            handle(.opened, client)
        case .send(let bytes):
            guard let connection = clients[client].connection else { return }
            handle(.written(bytes.count), client)
            answer(broker.received(bytes, from: connection))
        case .close:
            if let connection = clients[client].connection { answer(broker.closed(connection)) }
            clients[client].connection = nil
        case .deliver(let message): deliver(message, client)
        case .status(let status): if client == telemetry.count, status != .online { board.lost() }
        }
    }

    private mutating func deliver(_ message: ApplicationMessage, _ client: Int) {
        guard client < telemetry.count else {
            board.heard(message)
            return
        }
        let (order, told) = telemetry[client].heard(message, now: now)
        if let order { orders.append((client, order)) }
        say(told, by: client)
    }

    mutating func answer(_ outputs: [SimulatedBroker.Output]) {
        for output in outputs {
            switch output {
            case .send(let connection, let bytes):
                if let client = clients.firstIndex(where: { $0.connection == connection }) {
                    handle(.received(bytes), client)
                }
            case .close(let connection):
                guard let client = clients.firstIndex(where: { $0.connection == connection }) else {
                    continue
                }
                clients[client].connection = nil
                handle(.closed(.ended), client)
            }
        }
    }

    mutating func restartBroker() { answer(broker.restart()) }
}
