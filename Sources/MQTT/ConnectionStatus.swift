/// How a client stands with its broker. Each is told when it changes.
package enum ConnectionStatus: Equatable, Sendable {
    case online
    /// It is taken, and may not hear what is said under these.
    case mayNotSubscribe([String])
    case offline(ConnectionTrouble)
}

/// Why there is no connection.
package enum ConnectionTrouble: Error, Equatable, Sendable {
    /// Nobody is at that address and port, or the network does not reach it; carries the reason as the system
    /// has it.
    case unreachable(String)
    /// The broker, or the network, ended it.
    case ended
    /// No answer in time.
    case silent
    /// What answers does not speak MQTT 3.1.1.
    case malformed
    case refused(ConnectReturnCode)
    /// It is not the broker that it should be; carries the reason as the library has it.
    case untrusted(String)
    /// A file that the settings name cannot be used.
    case unreadable(String)

    /// Nothing but a person changes it: asking often is of no use.
    var isForPeople: Bool {
        switch self {
        case .refused(.serverUnavailable), .unreachable, .ended, .silent: false
        case .refused, .malformed, .untrusted, .unreadable: true
        }
    }
}
