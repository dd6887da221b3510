import ArgumentParser
import Glibc
import Logging
import Runtime
import ServiceLifecycle
import Synchronization
import UDPCarrier

struct LobbyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lobby",
        abstract: "Show who is on this network: who waits, who holds, who plays.",
        discussion: """
            Listens only, until Ctrl-C: nobody sees it, and a station of this computer is not disturbed. Who \
            is shown has proven to be there, with the key that belongs to the identity. On a terminal the \
            table is redrawn; elsewhere it is printed once a second. With --json every station is one line \
            a second, for programs. Who plays with whom is for the members of a session alone to know.
            """)

    @Flag(help: "One JSON object a line instead of a table.")
    var json = false

    @Option(name: .customLong("for"), help: "End after this many seconds.")
    var seconds: Int?

    @Option(help: "The network interface to listen on, instead of that of the settings.")
    var interface: String?

    @OptionGroup var settingsOption: SettingsOption
    @OptionGroup var logOption: LogOption

    func validate() throws {
        if let seconds, !(1...10_000_000).contains(seconds) {
            throw ValidationError("--for \(seconds): give 1 to 10000000.")
        }
        if let interface, !TextForm.networkInterface.accepts(interface) {
            throw ValidationError("--interface \(interface): give \(TextForm.networkInterface).")
        }
    }

    mutating func run() async throws {
        let logger = logOption.start()
        var lobby = settingsOption.read(logger: logger).settings.lobby
        lobby.interface = interface ?? lobby.interface
        let style: LobbyTable.Style = json ? .json : isatty(STDOUT_FILENO) == 1 ? .screen : .lines
        let service = LobbyService(
            datagrams: Datagrams(port: lobby.port, group: lobby.group, interface: lobby.interface),
            style: style, limit: seconds.map { .seconds($0) }, logger: logger)
        try await Lifetime.run(service)
        if seconds != nil, !service.wasReady { throw ExitCode.failure }
    }
}

/// Listens, and prints once a second.
private final class LobbyService: Service {
    private let datagrams: Datagrams
    private let style: LobbyTable.Style
    private let limit: Duration?
    private let logger: Logger
    /// Filled by the network's thread, read by the printer.
    private let table: Mutex<LobbyTable>
    private let ready = Atomic<Bool>(false)

    init(datagrams: Datagrams, style: LobbyTable.Style, limit: Duration?, logger: Logger) {
        self.datagrams = datagrams
        self.style = style
        self.limit = limit
        self.logger = logger
        // An identity of its own, for as long as it runs: a probe has a sender.
        table = Mutex(LobbyTable(Assembly.visitor()))
    }

    /// Whether there was a network to listen to.
    var wasReady: Bool { ready.load(ordering: .acquiring) }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            let (stream, outgoing) = AsyncStream.makeStream(
                of: OutgoingDatagram.self, bufferingPolicy: .bufferingNewest(64))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await self.datagrams.run(outgoing: stream) { self.hear($0, outgoing) }
                }
                group.addTask { await self.show(outgoing) }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private func hear(_ event: DatagramsEvent, _ outgoing: AsyncStream<OutgoingDatagram>.Continuation) {
        switch event {
        case .received(let bytes, let source):
            let answers = table.withLock { $0.receive(bytes, from: source, now: MonotonicClock.now()) }
            for answer in answers { outgoing.yield(answer) }
        case .ready(let interfaces):
            ready.store(true, ordering: .releasing)
            logger.info("network: ready on \(interfaces.joined(separator: ", "))")
        case .trouble(let trouble): logger.error("network: \(trouble.advice)")
        }
    }

    /// Until the limit, or until nobody reads it any more.
    private func show(_ outgoing: AsyncStream<OutgoingDatagram>.Continuation) async {
        let began = MonotonicClock.now()
        var printed = began
        while !Task.isCancelled {
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
            let now = MonotonicClock.now()
            for answer in table.withLock({ $0.advance(now: now) }) { outgoing.yield(answer) }
            if now - printed >= .seconds(1) {
                printed = now
                let text = table.withLock { $0.text(style, now: now, since: began) }
                guard Output.write(text) else { return }
            }
            if let limit, now - began >= limit { return }
        }
    }
}
