import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// From the start of a program that goes on until it is told to stop, to its end.
enum Lifetime {
    /// Runs a service until it ends by itself, SIGTERM, SIGHUP (a closed terminal) or Ctrl-C; what it holds
    /// is given back before this returns.
    static func run(_ service: any Service) async throws {
        // A reader of our output that goes away must not end the program before it has silenced its radio.
        _ = signal(SIGPIPE, SIG_IGN)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .cancelGroup)
                ], gracefulShutdownSignals: [UnixSignal.sigterm, .sigint, .sighup],
                logger: Logger(label: "service")))
        try await group.run()
    }
}
