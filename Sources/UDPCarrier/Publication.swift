import Determinism
import Glibc
package import PeerNetwork
import Runtime

/// Makes the lobby known to people's network browsers by DNS-SD (RFC 6763), as a service `_hotcold._udp`, for
/// as long as it runs: where avahi runs, its own program does it (docs/decisions/0022-dns-sd.md).
///
/// Nothing of the game depends on it. Stations find each other without.
package struct Publication: Sendable {
    static let service = "_hotcold._udp"
    /// Of the protocol of the lobby.
    package static let version = 2

    /// What the network shows: the station's name.
    let name: String
    let id: StationID
    /// The lobby's.
    let port: Int
    /// Where the program may be; the first that can be run is.
    var candidates = ["/usr/bin/avahi-publish-service", "/usr/local/bin/avahi-publish-service"]
    /// Ends another program with us, however we end; nil where a service's supervisor does. It asks for a
    /// capset(2), which our unit forbids.
    package var keeper: String? = "/usr/bin/setpriv"
    /// Waits between two attempts.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    package init(
        name: String,
        id: StationID,
        port: Int,
        candidates: [String] = ["/usr/bin/avahi-publish-service", "/usr/local/bin/avahi-publish-service"],
        keeper: String? = "/usr/bin/setpriv",
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.name = name
        self.id = id
        self.port = port
        self.candidates = candidates
        self.keeper = keeper
        self.pause = pause
    }

    /// Runs until it is cancelled, or at once to its end where there is no such program.
    ///
    /// - Parameter tell: is told once what is published, and once why nothing is.
    package func run(tell: @escaping @Sendable (String) -> Void) async {
        guard let words = words() else {
            tell("not announced by DNS-SD: avahi-publish-service is not installed")
            return
        }
        var attempts = PublicationAttempts()
        while !Task.isCancelled {
            let began = MonotonicClock.now()
            let (ending, last) = await publish(words) { line in
                if let news = attempts.heard(line) { tell(news) }
            }
            if Task.isCancelled { return }
            let (rest, news) = attempts.ended(ending, last: last, after: MonotonicClock.now() - began)
            if let news { tell(news) }
            guard (try? await pause(rest)) != nil else { return }
        }
    }

    /// The command line; nil where there is nothing to run.
    func words() -> [String]? {
        func canRun(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
        guard let program = candidates.first(where: canRun) else { return nil }
        let keeping = keeper.flatMap { canRun($0) ? [$0, "--pdeathsig", "TERM", "--"] : nil } ?? []
        // RFC 6763, 6.7: the version of what the TXT record says comes first.
        let record = ["txtvers=1", "v=\(Self.version)", "id=\(id)"]
        return keeping + [program, "--no-fail", "--service", name, Self.service, String(port)] + record
    }

    /// Runs the program once; its ending and the last line it said.
    private func publish(
        _ words: [String], hear: @escaping (String) -> Void
    ) async -> (ending: Companion.Ending, last: String) {
        let companion = Companion(words)
        let (lines, said) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        return await withTaskCancellationHandler {
            async let outcome = Self.run(companion, said)
            var last = ""
            for await line in lines {
                last = line
                hear(line)
            }
            // Ends with the program, whether this task is cancelled or not.
            switch await outcome {
            case .success(let ending): return (ending, last)
            case .failure(let refusal): return (.notStarted(refusal.code), last)
            }
        } onCancel: {
            companion.stop()
        }
    }

    /// The thread lives as long as the program: --pdeathsig means the thread that started it.
    private static func run(
        _ companion: Companion, _ said: AsyncStream<String>.Continuation
    ) async -> Result<Companion.Ending, DedicatedThread.Refusal> {
        defer { said.finish() }
        return await DedicatedThread.run { companion.run { said.yield($0) } }
    }
}

/// When to try again, and what of it is worth a line in the log.
package struct PublicationAttempts: Sendable {
    /// A program that has lived so long has not failed to start.
    private static let lived = Duration.seconds(60)

    private var backOff = BackOff(.seconds(5)...(.seconds(300)))
    private var told = ""

    package init() {}

    /// A line that the program has said; what to tell of it, if anything.
    mutating func heard(_ line: String) -> String? {
        // "Established under name 'Red Fox #2'"
        let start = "Established under name '"
        guard line.hasPrefix(start), line.hasSuffix("'") else { return nil }
        return news("announced by DNS-SD as \"\(line.dropFirst(start.count).dropLast())\"")
    }

    /// It has ended: how long to wait, and what to tell.
    mutating func ended(
        _ ending: Companion.Ending, last: String, after life: Duration
    ) -> (rest: Duration, news: String?) {
        if life >= Self.lived { backOff.restart() }
        let rest = backOff.next()
        let why =
            switch ending {
            case .notStarted(let code): FileTrouble.reason(code)
            case .killed(let signal): "avahi-publish-service was ended by signal \(signal)"
            case .exited: last.isEmpty ? "avahi-publish-service has ended" : last
            }
        return (rest, news("not announced by DNS-SD: \(why)"))
    }

    private mutating func news(_ line: String) -> String? {
        guard line != told else { return nil }
        told = line
        return line
    }
}
