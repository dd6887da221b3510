import Logging
import ServiceLifecycle
import UnixSignals

/// From the start of a program that goes on until it is told to stop, to its end.
enum Lifetime {
    /// Runs a service until it ends by itself, SIGTERM or Ctrl-C; what it holds is given back before this
    /// returns.
    static func run(_ service: any Service) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: service, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .cancelGroup)
                ], gracefulShutdownSignals: [UnixSignal.sigterm, .sigint], logger: Logger(label: "service")))
        try await group.run()
    }
}
