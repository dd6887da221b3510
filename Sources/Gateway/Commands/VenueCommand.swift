import ArgumentParser
import Logging
import MQTT
import MQTTConnection
import PeerNetwork
import Runtime
import ServiceLifecycle
import Venue
import VenuePage
import WebPage

struct VenueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue",
        abstract: "Show all stations of an evening on one page, and ask things of them.",
        discussion: """
            For a fete, a museum, a camp: the worst station first, the games under way, a \
            hall of fame, "next game: these five". Stations and table meet at a broker of MQTT; \
            docs/venue.md says how. Runs until Ctrl-C, keeps nothing, and may run twice at once.
            """)

    @Option(
        help: ArgumentHelp(
            "The broker, instead of that of the settings' [mqtt].", valueName: "host[:port]"))
    var broker: String?

    @Option(help: "The port of the page.")
    var port = 8_090

    @Option(help: "Four digits that let somebody act; drawn and shown without it.")
    var pin: String?

    @Option(
        help: ArgumentHelp(
            "Write cards to print, one SVG a sheet of eight; ends after three seconds.",
            valueName: "folder"),
        completion: .directory)
    var cards: String?

    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        guard (1...65_535).contains(port) else {
            throw ValidationError("--port \(port): give 1 to 65535.")
        }
        if let pin, pin.utf8.count != PageLock.digits || !pin.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            throw ValidationError("--pin takes \(PageLock.digits) digits.")
        }
        if let broker, Self.address(broker) == nil {
            throw ValidationError("--broker \(broker): give a host, or host:port.")
        }
    }

    /// A host, or one with a port behind it; an address of IPv6 stands in brackets then.
    static func address(_ text: String) -> (host: String, port: Int?)? {
        var host = text[...]
        var port: Int?
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]"),
            text.hasPrefix("[") || text.firstIndex(of: ":") == colon
        {
            guard let number = Int(text[text.index(after: colon)...]), (1...65_535).contains(number) else {
                return nil
            }
            (host, port) = (text[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return TextForm.host.accepts(String(host)) ? (String(host), port) : nil
    }

    mutating func run() async throws {
        let logger = logOption.start()
        var mqtt = settingsOption.read(logger: logger).settings.mqtt
        if let broker, let (host, port) = Self.address(broker) { (mqtt.host, mqtt.port) = (host, port) }
        guard let address = Assembly.broker(mqtt), let topics = Assembly.topics(mqtt) else {
            Complaint.write("there is no broker: set mqtt.host, or give --broker HOST.")
            throw ExitCode.failure
        }
        var random = SystemRandomNumberGenerator()
        let board = VenueBoard(topics)
        let configuration = ClientSession.Configuration(
            clientID: "hotcold-table-\(random.next() as UInt32)", user: mqtt.user,
            password: Assembly.password(mqtt) { logger.warning("\($0)") },
            subscriptions: board.subscriptions, seed: random.next())
        let connection = BrokerConnection(address, configuration)
        if let cards {
            return try await CardPrinter(board, connection, address).write(to: cards)
        }
        let digits =
            pin ?? (0..<PageLock.digits).map { _ in "\(UInt8.random(in: 0...9, using: &random))" }.joined()
        let machine = PageOffer.machineNames.first ?? "localhost"
        Output.tell("The table is at http://\(machine):\(port)/, its PIN \(digits).")
        try await Lifetime.run(
            VenueTable(board, connection, address, port: port, pin: digits, logger: logger))
    }
}

/// The table, with its page and its broker.
private struct VenueTable: Service {
    private let connection: BrokerConnection
    private let address: BrokerAddress
    private let service: TableService
    private let port: Int
    private let logger: Logger
    private let outgoing = AsyncStream.makeStream(
        of: ApplicationMessage.self, bufferingPolicy: .bufferingNewest(BrokerConnection.outgoingAtMost))

    init(
        _ board: VenueBoard, _ connection: BrokerConnection, _ address: BrokerAddress, port: Int, pin: String,
        logger: Logger
    ) {
        self.connection = connection
        self.address = address
        self.port = port
        self.logger = logger
        let lock = PageLock(.pin, pin: pin.utf8.map { $0 - 0x30 })
        let router = TableRouter(
            .table,
            door: PageDoor(
                lock, names: PageOffer.machineNames, advice: "it stands where hotcold venue was started"),
            orders: TableOrders(board.topics))
        let sending = outgoing.continuation
        service = TableService(board, router, complain: { logger.warning("\($0)") }) { messages in
            for message in messages { sending.yield(message) }
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await connection.run(outgoing: outgoing.stream) { event in
                        switch event {
                        case .message(let message): service.heard(message)
                        case .status(let status):
                            let sentence = BrokerAdvice.sentence(status, at: address)
                            service.stands(status == .online ? nil : sentence)
                            if status == .online {
                                logger.info("broker: \(sentence)")
                            } else {
                                logger.warning("broker: \(sentence)")
                            }
                        }
                    }
                }
                group.addTask { await PageServer(service: service, port: port, logger: logger).run() }
                await group.waitForAll()
            }
        }
    }
}

/// Cards of all stations that the broker knows.
private struct CardPrinter {
    private static let patience = Duration.seconds(3)

    private let service: TableService
    private let connection: BrokerConnection
    private let address: BrokerAddress

    init(_ board: VenueBoard, _ connection: BrokerConnection, _ address: BrokerAddress) {
        (self.connection, self.address) = (connection, address)
        let door = PageDoor(PageLock(.off, pin: [0, 0, 0, 0]))
        service = TableService(
            board, TableRouter(.table, door: door, orders: TableOrders(board.topics))
        ) { _ in }
    }

    func write(to folder: String) async throws {
        let (messages, sending) = AsyncStream.makeStream(of: ApplicationMessage.self)
        let (problems, problem) = AsyncStream.makeStream(of: String.self)
        let hearing = Task { [service, connection, address] in
            await connection.run(outgoing: messages) { event in
                switch event {
                case .message(let message): service.heard(message)
                case .status(.online): break
                case .status(let status): problem.yield(BrokerAdvice.sentence(status, at: address))
                }
            }
        }
        let waiting = Task {
            try? await Task.sleep(for: Self.patience)
            problem.finish()
        }
        let complaint = await problems.first { _ in true }
        waiting.cancel()
        sending.finish()
        _ = await hearing.value
        if let complaint {
            Complaint.write(complaint)
            throw ExitCode.failure
        }
        let names = service.board.entries.compactMapValues(\.report?.name)
        let cards = StationCards(names)
        guard cards.sheets > 0 else {
            Complaint.write(
                "the broker knows of no station: switch some on, with mqtt.host in their settings.")
            throw ExitCode.failure
        }
        for sheet in 0..<cards.sheets {
            guard let svg = cards.sheet(sheet) else { continue }
            let name = "cards-\(sheet + 1).svg"
            do throws(FileTrouble) {
                try BoundedFile.write(Array(svg.utf8), as: name, in: folder)
            } catch {
                Complaint.write("\(folder)/\(name): \(error); name a folder that exists and may be written.")
                throw ExitCode.failure
            }
        }
        Output.tell("\(names.count) cards on \(cards.sheets) sheets in \(folder).")
    }
}
